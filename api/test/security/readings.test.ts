/** Who was told medical notes and I/C numbers: what is recorded, what is folded, who sees it, and what cannot be changed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../support/families.ts'
import { type Client, type TestPortal, testPortal } from '../support/portal.ts'
import { allBut } from '../support/staff/staff.ts'

let portal: TestPortal
let clerk: Client
let reader: Client
let make: ReturnType<typeof bodies>
let adult: { _id: string; name: string; icNo: string }
let bare: { _id: string; name: string }
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  reader = await portal.as(undefined, { username: 'reader' })
  make = bodies(await choicesIn(portal))
  adult = await enrolMember(clerk, make.adult({ medical: 'Asthma' }))
  bare = await enrolMember(clerk, make.parent({ children: [make.kid()] }))
})
afterAll(() => portal.close())

interface Kept {
  id: string
  call: string
  filter: string | null
  fields: string[]
  members: string[]
  count: number
}
const kept = async (by: Client): Promise<Kept[]> => {
  await portal.portal.background.settled()
  return portal.run((tx) =>
    tx.query<Kept>(
      sql`select id, call, filter, fields, members, count from sensitive_reading where user_id = ${by.userId} order by id`,
    ),
  )
}
const later = (minutes: number) =>
  portal.clock.set(new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString())
const listed = async (query = '') => (await clerk.get(`/auth/sensitive-reading${query}`)).json()

test('a profile is one record within ten minutes, and one without such values is none', async () => {
  const profile = { call: 'GET /member/:id', filter: null, fields: ['icNo', 'medical'], members: [adult._id], count: 1 }
  for (const _ of [1, 2]) await reader.get(`/member/${adult._id}`)
  await reader.put(`/member/${adult._id}`, { note: 'Tall' })
  await reader.get(`/member/${bare._id}`)
  expect(await kept(reader)).toMatchObject([profile])
  later(9)
  await reader.get(`/member/${adult._id}`)
  expect(await kept(reader)).toHaveLength(1)
  later(2)
  await reader.get(`/member/${adult._id}`)
  expect(await kept(reader)).toMatchObject([profile, profile])
  // Another person's is another record.
  const other = await portal.as()
  await other.get(`/member/${adult._id}`)
  expect(await kept(other)).toMatchObject([profile])
})

test('a list names those in it who were not recorded, and keeps no words of a search', async () => {
  const lister = await portal.as()
  const second = await enrolMember(clerk, make.adult())
  await lister.get(`/member?searchText=${encodeURIComponent(adult.icNo)}&isDisable=false`)
  await lister.get('/member?isAdult=true')
  await lister.get('/member?isAdult=true')
  const [search, list, ...more] = await kept(lister)
  expect(search).toMatchObject({ members: [adult._id], count: 1, filter: 'searchText: ********, isDisable: false' })
  expect(list).toMatchObject({ members: [second._id], count: 1, filter: 'isAdult: true' })
  expect(more).toEqual([])
})

test('a file tells its rows and its filter, each time', async () => {
  const exporter = await portal.as()
  for (const _ of [1, 2]) await exporter.get('/member/generate/excel?isAdult=true')
  const file = {
    call: 'GET /member/generate/excel',
    filter: 'isAdult: true',
    fields: expect.arrayContaining(['I/C No.', 'Medical Record']),
    members: [],
    count: 2,
  }
  expect(await kept(exporter)).toMatchObject([file, file])
  await exporter.get('/member/generate/excel?isParent=true')
  expect(await kept(exporter)).toHaveLength(2)
  await exporter.get(`/family/${adult._id}/archive`)
  await exporter.get(`/family/${bare._id}/archive`)
  expect((await kept(exporter)).slice(2)).toMatchObject([{ call: 'GET /family/:id/archive', members: [adult._id] }])
})

test('an import that would change them tells whose they are', async () => {
  const { importFile, sheetBy } = await import('../support/members/sheets.ts')
  later(1)
  const importer = await portal.as()
  const sheet = await sheetBy([{ ID: adult._id, Kind: 'Adult', 'English Name': adult.name, 'Medical Record': 'None' }])
  const answer = await importFile(portal, importer, sheet, { dryRun: true })
  expect(answer.json().updates, answer.body).toHaveLength(1)
  expect(await kept(importer)).toMatchObject([{ call: 'POST /member/import/excel', members: [adult._id] }])
})

test('who sees the audit trail sees it, newest first and of one member', async () => {
  const mine = await listed(`?member=${adult._id}`)
  expect(mine.total).toBeGreaterThan(4)
  const [last] = mine.items
  expect(last).toMatchObject({ call: 'POST /member/import/excel', members: [{ _id: adult._id, name: adult.name }] })
  const profiles = await listed('?searchText=reader')
  expect(profiles.items.at(-1)).toMatchObject({ reader: 'reader', call: 'GET /member/:id', filter: null, count: 1 })
  expect(profiles.items.at(-1).fields).toEqual(['I/C No.', 'Medical Record'])
  expect((await listed('?timestampStartDate=2026-11-21')).total).toBe(0)
  expect((await clerk.get('/auth/sensitive-reading?member=x')).statusCode).toBe(400)
  const blind = await portal.as(allBut('audit_trail.view'))
  expect((await blind.get('/auth/sensitive-reading')).statusCode).toBe(403)
})

test('it is kept like the audit trail: nothing of it is changed or removed, but whose it was when they are deleted', async () => {
  const before = await kept(reader)
  for (const statement of [
    sql`delete from sensitive_reading`,
    sql`truncate sensitive_reading`,
    sql`update sensitive_reading set username = 'nobody'`,
    sql`update sensitive_reading set members = members || ${bare._id}::uuid`,
  ])
    await expect(statement.execute(portal.handle)).rejects.toThrow(/never changed or removed/)
  expect(await kept(reader)).toEqual(before)
  await clerk.put(`/member/${adult._id}`, { isDisable: true })
  // What that answer told is written beside it.
  await portal.portal.background.settled()
  expect((await clerk.delete(`/member/${adult._id}`)).statusCode).toBe(200)
  expect(await kept(reader)).toEqual(before.map((record) => ({ ...record, members: [] })))
  expect((await listed(`?member=${adult._id}`)).total).toBe(0)
  expect((await listed('?searchText=reader')).items.at(-1)).toMatchObject({ members: [], count: 1 })
})

test('readings that could not be written are written with the next', async () => {
  const patient = await portal.as()
  const [first, second] = [await enrolMember(clerk, make.adult()), await enrolMember(clerk, make.adult())]
  await sql`alter table sensitive_reading rename to away`.execute(portal.handle)
  expect((await patient.get(`/member/${first._id}`)).statusCode).toBe(200)
  await portal.portal.background.settled()
  await sql`alter table away rename to sensitive_reading`.execute(portal.handle)
  await patient.get(`/member/${second._id}`)
  expect((await kept(patient)).map(({ members }) => members)).toEqual([[first._id], [second._id]])
})

test('a reading that waits while its member is deleted is written without the member', async () => {
  const patient = await portal.as()
  const [gone, there] = [await enrolMember(clerk, make.adult()), await enrolMember(clerk, make.adult())]
  await clerk.put(`/member/${gone._id}`, { isDisable: true })
  await portal.portal.background.settled()
  await sql`alter table sensitive_reading rename to away`.execute(portal.handle)
  await patient.get(`/member/${gone._id}`)
  await portal.portal.background.settled()
  await sql`alter table away rename to sensitive_reading`.execute(portal.handle)
  expect((await clerk.delete(`/member/${gone._id}`)).statusCode).toBe(200)
  await patient.get(`/member/${there._id}`)
  expect((await kept(patient)).map(({ members }) => members)).toEqual([[], [there._id]])
})
