/** Section 7, member: import from and export to Excel. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Academy, adult, buildAcademy, buildAdult, coachRights, userWith } from './academy.ts'
import { readSheet, type SpecificationClient } from './client.ts'
import { startPortal } from './start.ts'

let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
})
afterAll(() => close())

const formWith = (file: File, field = 'file') => {
  const form = new FormData()
  form.append(field, file)
  return form
}

test('the export is Membership_Profile.xlsx with the filters of the list', async () => {
  const member = await buildAdult(admin, academy)
  await buildAdult(admin, academy, { credit: false })
  const all = await admin.download('/member/generate/excel', { isAdult: true, sort: '+name,-createdAt' })
  expect(all.name).toBe('Membership_Profile.xlsx')
  expect(all.type).toContain('spreadsheetml')
  const one = await admin.download('/member/generate/excel', { searchText: member.icNo, isDisable: false })
  const text = JSON.stringify(await readSheet(one.bytes))
  expect(text).toContain(member.name)
  expect(text).toContain(member.icNo)
  const coach = await userWith(admin, 'coach', coachRights)
  expect((await coach.refused('GET', '/member/generate/excel')).statusCode).toBe(403)
})

test('what was exported is imported again, and nothing changes', async () => {
  const member = await buildAdult(admin, academy)
  const { bytes } = await admin.download('/member/generate/excel', { searchText: member.icNo })
  const file = new File([bytes], 'Membership_Profile.xlsx')
  for (const field of ['file', 'excel']) {
    const { data, refusal } = await admin.attempt('POST', '/member/import/excel', formWith(file, field))
    if (refusal) expect([field, refusal.statusCode]).toEqual(['excel', 400])
    else expect(data).toMatchObject({ created: 0 })
  }
  expect(await admin.get(`/member/${member._id}`)).toMatchObject({ wallet: 110, name: member.name })
})

test.each(['01-05-1988', '1988-05-01'])('members come as csv, their day of birth as %s', async (dob) => {
  const { name, icNo, email } = adult()
  const headings = (await readSheet((await admin.download('/member/import/template')).bytes))[0] ?? []
  const headingLike = (pattern: RegExp) => headings.map(String).find((heading) => pattern.test(heading)) ?? ''
  const row: Record<string, unknown> = {
    [headingLike(/^(english )?name/i)]: name,
    [headingLike(/birth|dob/i)]: dob,
    [headingLike(/^i\/?c/i)]: icNo,
    [headingLike(/gender/i)]: 'Female',
    [headingLike(/nationality/i)]: 'Malaysian',
    [headingLike(/e-?mail/i)]: email,
    [headingLike(/coach/i)]: 'Farid bin Osman',
    [headingLike(/password/i)]: 'Gamelan_123',
  }
  const csv = [Object.keys(row), Object.values(row)].map((cells) => cells.join(',')).join('\n')
  const answer = await admin.post(
    '/member/import/excel',
    formWith(new File([csv], 'members.csv', { type: 'text/csv' })),
  )
  expect(answer).toMatchObject({ created: 1 })
  expect((await admin.get('/member', { searchText: icNo })).items).toMatchObject([{ name, dob: '1988-05-01', email }])
})

test('an import that cannot be read or holds faults is refused and writes nothing', async () => {
  const { total } = await admin.get('/member')
  const jpeg = new File([Buffer.from([0xff, 0xd8, 0xff, 0xe0])], 'members.jpeg', { type: 'image/jpeg' })
  expect((await admin.refused('POST', '/member/import/excel', formWith(jpeg))).message).toContain(
    'Error Importing Excel File',
  )
  expect((await admin.refused('POST', '/member/import/excel', new FormData())).message).toContain(
    'File Cannot be Empty',
  )
  const faulty = new File(['Name,Colour\nNobody,Blue\n'], 'members.csv')
  expect((await admin.refused('POST', '/member/import/excel', formWith(faulty))).statusCode).toBe(400)
  expect((await admin.get('/member')).total).toBe(total)
})
