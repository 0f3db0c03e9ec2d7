import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { openedInOffice } from '../../../test/support/reports/office.ts'
import { postTo } from '../../../test/support/wallets.ts'
import { unzip } from '../../platform/sheets/index.ts'
import { sheetColumns } from './sheet.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
afterAll(() => portal.close())

/** Columns that existing files rely on, in this order; others may come between them. */
const known = [
  'ID',
  'Kind',
  'English Name',
  'Chinese Name',
  'Date of Birth',
  'I/C No.',
  'TM No.',
  'Gender',
  'Nationality',
  'Email',
  'Phone No.',
  'House Address',
  'School',
  'School Class',
  'Medical Record',
  'Special Note',
  'Member Type',
  'Belt Color',
  'Coach Incharge',
  'Relationship',
  'Parents',
  'Independent',
  'Status',
  'Wallet',
  'Credit Expiry',
] as const

const headings = sheetColumns.map(({ header }) => header)

/** A row with these cells under their headings, and nothing in the others, up to its last filled cell. */
const rowOf = (cells: Partial<Record<(typeof known)[number], string>>) => {
  const given = new Map<string, string>(Object.entries(cells))
  const last = headings.findLastIndex((name) => given.get(name))
  return headings.slice(0, last + 1).map((name) => given.get(name) ?? '')
}

test('the columns keep their names and their order', () => {
  expect(headings.filter((name) => known.some((each) => each === name))).toEqual(known)
})

test('LibreOffice opens the export and shows every cell as it is stored', async () => {
  const make = bodies(choices)
  const father = await enrolMember(
    clerk,
    make.parent({ name: '=1+1', email: 'father@example.com', phoneNo: '0123456789' }),
  )
  const mother = await enrolMember(
    clerk,
    make.parent({
      name: '@Mei "Lee"',
      chName: '李美',
      email: 'mother@example.com',
      address: 'No. 1, Jalan A\nTaman B',
    }),
  )
  const kid = await enrolMember(
    clerk,
    make.kid({
      name: '+Wei',
      chName: '陈伟',
      dob: '2015-07-01',
      mainIDs: [father._id, mother._id],
      belt: choices.belt,
      medical: '<asthma> & co',
      note: '-2+3',
    }),
  )
  const grown = await enrolMember(
    clerk,
    make.adult({
      name: 'Zainal',
      email: 'zainal@example.com',
      icNo: '001231145678',
      tmNo: '007',
      dob: '1930-02-28',
      memberType: choices.memberType,
      school: '_x0041_',
      schoolClass: '3-4',
    }),
  )
  await portal.run((tx) =>
    postTo(tx, {
      member: grown._id,
      kind: 'opening',
      credit: 1250,
      cause: { key: 'test', type: 'opening', id: null, label: 'Test' },
    }),
  )
  await clerk.put(`/expiration/${grown._id}`, { expirationDate: '2027-06-30' })
  await clerk.put(`/member/${mother._id}`, { isDisable: true })

  const answer = await clerk.get('/member/generate/excel')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('filename="Membership_Profile.xlsx"')
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const coach = 'Farid bin Osman'
  expect((await openedInOffice([answer.rawPayload]))[0]).toEqual([
    headings,
    rowOf({
      ID: kid._id,
      Kind: 'Child',
      'English Name': '+Wei',
      'Chinese Name': '陈伟',
      'Date of Birth': '01-07-2015',
      Gender: 'Male',
      Nationality: 'Malaysian',
      'Medical Record': '<asthma> & co',
      'Special Note': '-2+3',
      'Belt Color': 'White',
      'Coach Incharge': coach,
      Parents: 'father@example.com; mother@example.com',
      Independent: 'No',
      Status: 'Active',
      Wallet: '0',
    }),
    rowOf({
      ID: father._id,
      Kind: 'Parent',
      'English Name': '=1+1',
      Email: 'father@example.com',
      'Phone No.': '0123456789',
      Relationship: 'Father',
      Independent: 'Yes',
      Status: 'Active',
      Wallet: '0',
    }),
    rowOf({
      ID: mother._id,
      Kind: 'Parent',
      'English Name': '@Mei "Lee"',
      'Chinese Name': '李美',
      Email: 'mother@example.com',
      'House Address': 'No. 1, Jalan A\nTaman B',
      Relationship: 'Father',
      Independent: 'Yes',
      Status: 'Disabled',
      Wallet: '0',
    }),
    rowOf({
      ID: grown._id,
      Kind: 'Adult',
      'English Name': 'Zainal',
      'Date of Birth': '28-02-1930',
      'I/C No.': '001231145678',
      'TM No.': '007',
      Gender: 'Female',
      Nationality: 'Malaysian',
      Email: 'zainal@example.com',
      School: '_x0041_',
      'School Class': '3-4',
      'Member Type': 'Regular',
      'Coach Incharge': coach,
      Independent: 'Yes',
      Status: 'Active',
      Wallet: '1,250',
      'Credit Expiry': '30-06-2027',
    }),
  ])
})

test('text cells are texts and no formulas, dates and credits are numbers, the heading is bold and stays', async () => {
  const { rawPayload } = await clerk.get('/member/generate/excel?isAdult=true')
  const parts = new Map(
    unzip(rawPayload, { entries: 50, inflated: 1e7 }).map(({ name, content }) => [name, String(content)]),
  )
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toContain('<f>')
  expect(sheet).toContain('state="frozen"')
  expect(sheet).toMatch(/<c r="F2" t="inlineStr" s="\d"><is><t>001231145678<\/t>/)
  expect(sheet).toMatch(/<c r="E2" s="\d"><v>11017<\/v>/)
  expect(sheet).toMatch(/<c r="[A-Z]+2" s="\d"><v>1250<\/v>/)
  expect(parts.get('xl/styles.xml')).toMatch(/dd-mm-yyyy.*<b\/>/)
})

test('the export holds what the filters of the list leave, in its order, all pages of it', async () => {
  const names = async (query: string) => {
    const { rawPayload } = await clerk.get(`/member/generate/excel?${query}`)
    const [sheet] = unzip(rawPayload, { entries: 50, inflated: 1e7 })
    return [...String(sheet?.content).matchAll(/<c r="C\d+"[^>]*><is><t[^>]*>([^<]*)</g)]
      .slice(1)
      .map(([, name]) => name)
  }
  for (const query of [
    'isParent=true&limit=1',
    'isChildren=true',
    'searchText=zainal',
    'isDisable=true',
    'sort=-name&isIndependent=true',
    `belt=${choices.belt}`,
    'walletFilterAmount=0&isAdult=true',
  ]) {
    const { items } = (await clerk.get(`/member?${query.replace('limit=1', 'limit=1000')}`)).json()
    expect(await names(query), query).toEqual(items.map(({ name }: { name: string }) => name))
  }
  expect((await clerk.get('/member/generate/excel?sort=secret')).headers['x-sort-ignored']).toBe('secret')
})

test('the export is recorded in the trail', async () => {
  await clerk.get('/member/generate/excel?isParent=true')
  const [last] = await portal.run((tx) =>
    tx.query<{ action: string; description: string }>(
      sql`select action, description from audit_record order by position desc limit 1`,
    ),
  )
  expect(last).toMatchObject({ action: 'Exported', description: 'Exported Membership_Profile.xlsx' })
})

/** How many connections are inside an export. */
const exporting = async () => {
  const [row] = await portal.run((tx) =>
    tx.query<{ count: number }>(sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`),
  )
  return row?.count
}

test('one that is cancelled gives its connection back, and two at once leave the third in line', {
  timeout: 60_000,
}, async () => {
  await portal.run((tx) =>
    tx.change({ section: 'Test', docType: 'test', action: 'Prepared', description: 'Prepared' }, async (on) => {
      for (let n = 0; n < 15; n++) {
        // Incompressible data fills the socket buffers.
        const notes = Array.from({ length: 100 }, () => randomBytes(8000).toString('hex'))
        await sql`insert into member (id, kind, name, note, is_independent, created_at, updated_at)
          select gen_random_uuid(), 'parent', 'Many', note, true, ${tx.now}, ${tx.now}
          from unnest(${notes}::text[]) as note`.execute(on())
      }
      await sql`insert into wallet (member, balance, version) select id, 0, 0 from member where name = 'Many'`.execute(
        on(),
      )
    }),
  )
  const address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const url = `${address}${apiRoot}/member/generate/excel?isParent=true`
  const headers = { authorization: `Bearer ${clerk.token}` }
  const stop = new AbortController()
  // Nobody reads these responses, so the exports stay half-way.
  const others = await Promise.all([portal.as(), portal.as()])
  const held = await Promise.all(
    others.map(({ token }) => fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal })),
  )
  expect(held.map(({ status }) => status)).toEqual([200, 200])
  const third = fetch(url, { headers })
  const early = await Promise.race([third.then(() => 'answered'), pause(300, 'in line')])
  expect(early).toBe('in line')
  expect(await exporting()).toBe(2)
  stop.abort()
  const answer = await third
  expect(answer.status).toBe(200)
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(500_000)
  await expect.poll(exporting, { timeout: 10_000 }).toBe(0)
})
