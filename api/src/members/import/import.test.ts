import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { importFile, type SheetValue, sheetBy, sheetOf } from '../../../test/support/sheets.ts'
import type { Tx } from '../../platform/data/index.ts'
import { verifyPassword } from '../../platform/runtime/index.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
afterAll(() => portal.close())

type Row = Record<string, SheetValue>
let people = 0
const adult = (more: Row = {}): Row => ({
  Kind: 'Adult',
  'English Name': `Import ${++people}`,
  'Date of Birth': '28-02-1990',
  'I/C No.': `900228-10-${5000 + people}`,
  Gender: 'Female',
  Nationality: 'Malaysian',
  Email: `import${people}@example.com`,
  'Coach Incharge': 'Farid bin Osman',
  ...more,
})
const parent = (more: Row = {}): Row => ({
  'English Name': `Import ${++people}`,
  Email: `import${people}@example.com`,
  Relationship: 'Father',
  ...more,
})
const child = (more: Row = {}): Row => ({
  Kind: 'Child',
  'English Name': `Import ${++people}`,
  'Date of Birth': '2016-07-01',
  Gender: 'Male',
  'Coach Incharge': 'Farid bin Osman',
  ...more,
})

const dry = async (rows: Row[]) => (await importFile(portal, clerk, await sheetBy(rows), { dryRun: true })).json()
const send = async (rows: Row[], by = clerk, confirmed: string[] = []) =>
  importFile(portal, by, await sheetBy(rows), { confirmed })
const problemsOf = async (...rows: Row[]) => (await dry(rows)).problems
const found = async (searchText: string) =>
  (await clerk.get(`/member?searchText=${encodeURIComponent(searchText)}`)).json().items[0]
const totals = () =>
  portal.run(async (tx) => {
    const [row] = await tx.query<{ members: number; audit: number; ledger: number }>(sql`
      select (select count(*)::int from member) as members, (select count(*)::int from audit_record) as audit,
        (select count(*)::int from wallet_entry) as ledger`)
    return row
  })

test('a family in one file: the children name a parent that stands below them', async () => {
  const rows = [
    child({
      'English Name': 'Wei Ling',
      'Chinese Name': '陈伟玲',
      Parents: 'aminah@example.com',
      'Belt Color': 'white',
    }),
    child({ 'English Name': 'Wei Ming', Parents: 'Aminah binti Hassan; Aminah binti Hassan' }),
    parent({
      'English Name': 'Aminah binti Hassan',
      Email: 'aminah@example.com',
      Wallet: 120,
      'Credit Expiry': new Date('2027-06-30T00:00:00Z'),
      Password: 'first_Passw0rd',
    }),
  ]
  expect(await dry(rows)).toEqual({ rows: 3, create: 3, update: 0, updates: [], problems: [], notes: [] })
  const before = await totals()
  const answer = await send(rows)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ created: 3, updated: 0 })
  const mother = await found('aminah@example.com')
  expect(mother).toMatchObject({
    kind: 'parent',
    wallet: 120,
    creditExpired: '2027-06-30',
    relationship: { relationship: 'Father' },
  })
  expect(await found('陈伟玲')).toMatchObject({
    kind: 'child',
    name: 'Wei Ling',
    nationality: 'Malaysian',
    belt: { beltColor: 'White' },
    mainIDs: [{ _id: mother._id }],
    wallet: 0,
  })
  expect((await clerk.get(`/member/${mother._id}`)).json().children.map(({ name }: { name: string }) => name)).toEqual([
    'Wei Ling',
    'Wei Ming',
  ])
  const { items } = (await clerk.get(`/member/${mother._id}/wallet`)).json()
  expect(items).toMatchObject([{ kind: 'opening', credit: 120, balanceAfter: 120, cause: { type: 'opening' } }])
  const stored = await portal.run((tx) =>
    tx.query<{ name: string; password: string | null }>(
      sql`select name, password from member where email = 'aminah@example.com' or name like 'Wei %' order by name`,
    ),
  )
  expect(stored.map(({ password }) => password !== null)).toEqual([true, false, false])
  expect(await verifyPassword('first_Passw0rd', stored[0]?.password ?? '')).toBe(true)
  const trail = await portal.run((tx) =>
    tx.query<{ docType: string; action: string }>(
      sql`select doc_type, action from audit_record order by position offset ${before?.audit ?? 0}`,
    ),
  )
  const counted = (docType: string) => trail.filter((record) => record.docType === docType).map(({ action }) => action)
  expect(counted('member')).toEqual(['Created', 'Created', 'Created'])
  expect(counted('import')).toEqual(['Imported'])
})

test('the same file again changes nothing and leaves no trace', async () => {
  const rows = [
    adult({ Wallet: 30 }),
    parent(),
    child({ Parents: 'again@example.com' }),
    parent({ Email: 'again@example.com' }),
  ]
  expect((await send(rows)).json()).toEqual({ created: 4, updated: 0 })
  const before = await totals()
  expect(await dry(rows)).toEqual({ rows: 4, create: 0, update: 0, updates: [], problems: [], notes: [] })
  expect((await send(rows)).json()).toEqual({ created: 0, updated: 0 })
  expect(await totals()).toEqual(before)
})

test('export, then import: nothing to create, nothing to update, nothing written', async () => {
  const tricky = {
    chName: '李 小明',
    address: '12, Jalan <A> & "B"\r\nTaman _x0041_',
    note: '=HYPERLINK("x")',
    school: '+60',
    schoolClass: '@home',
  }
  const mother = await enrolMember(clerk, make.parent({ ...tricky, name: '-Aisyah' }))
  const father = await enrolMember(clerk, make.parent())
  await enrolMember(clerk, make.kid({ mainIDs: [mother._id, father._id], belt: choices.belt }))
  await enrolMember(
    clerk,
    make.adult({ icNo: '00123', dob: '1930-01-01', phoneNo: '0123456789', memberType: choices.memberType }),
  )
  const old = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Retired' }))
  await enrolMember(clerk, make.adult({ belt: old }))
  await clerk.put(`/belt/${old}`, { isDisable: true })
  const file = (await clerk.get('/member/generate/excel')).rawPayload
  const before = await totals()
  const plan = (await importFile(portal, clerk, file, { dryRun: true })).json()
  expect(plan).toEqual({ rows: before?.members, create: 0, update: 0, updates: [], problems: [], notes: [] })
  expect((await importFile(portal, clerk, file)).json()).toEqual({ created: 0, updated: 0 })
  expect(await totals()).toEqual(before)
})

test('a row changes the member whose ID, I/C number or e-mail it has; empty cells change nothing', async () => {
  const byId = await enrolMember(clerk, make.adult({ phoneNo: '0123456789', chName: '旧' }))
  const byIc = await enrolMember(clerk, make.adult({ icNo: '881122-10-5566' }))
  const byEmail = await enrolMember(clerk, make.parent({ email: 'Puan.Siti@example.com' }))
  const rows: Row[] = [
    { ID: byId._id, 'English Name': 'New Name', 'Chinese Name': null, 'Phone No.': 60123456789, 'Belt Color': 'White' },
    { 'I/C No.': '881122105566', Gender: 'male', Status: 'Disabled' },
    { Email: 'puan.siti@EXAMPLE.com', 'House Address': '1, Jalan Baru' },
  ]
  const plan = await dry(rows)
  expect(plan).toMatchObject({ rows: 3, create: 0, update: 3, problems: [], notes: [] })
  const before = await totals()
  const confirmed = plan.updates.flatMap(({ confirm }: { confirm?: string }) => confirm ?? [])
  expect((await send(rows, clerk, confirmed)).json()).toEqual({ created: 0, updated: 3 })
  const get = async (id: string) => (await clerk.get(`/member/${id}`)).json()
  expect(await get(byId._id)).toMatchObject({
    name: 'New Name',
    chName: '旧',
    phoneNo: '60123456789',
    belt: { beltColor: 'White' },
  })
  expect(await get(byIc._id)).toMatchObject({ gender: 'Male', isDisable: true })
  expect(await get(byEmail._id)).toMatchObject({ address: '1, Jalan Baru' })
  expect((await totals())?.audit).toBe((before?.audit ?? 0) + 4)
})

test('wallet, expiry and password of a member that exists stay, and the file is told so', async () => {
  const member = await enrolMember(clerk, make.adult())
  const row = {
    ID: member._id,
    Wallet: 999,
    'Credit Expiry': '01-01-2027',
    Password: 'another_One1',
    Independent: 'No',
  }
  const plan = await dry([row])
  expect(plan).toMatchObject({ create: 0, update: 0, updates: [], problems: [] })
  expect(plan.notes.map(({ column }: { column: string }) => column).toSorted()).toEqual([
    'Credit Expiry',
    'Independent',
    'Password',
    'Wallet',
  ])
  expect((await send([row])).json()).toEqual({ created: 0, updated: 0 })
  expect((await clerk.get(`/member/${member._id}`)).json()).toMatchObject({ wallet: 0, creditExpired: null })
})

test('with one problem nothing is written, and all problems are told by row and column', async () => {
  const before = await totals()
  const rows = [
    adult(),
    adult({
      'English Name': '',
      Email: 'no mail',
      'Phone No.': '12',
      'Date of Birth': '31-02-1990',
      'Belt Color': 'Mauve',
      Wallet: -5,
    }),
    child({ Parents: 'nobody@example.com' }),
    { Kind: 'Robot', 'English Name': 'X' },
  ]
  const plan = await dry(rows)
  expect(plan).toMatchObject({ rows: 4 })
  const expected = [
    { row: 3, column: 'English Name', message: 'This field is require' },
    { row: 3, column: 'Email', message: 'Email can only contain letters, numbers, @, ., _, and -' },
    { row: 3, column: 'Phone No.', message: 'Please enter a valid 10 - 12 digit phone number' },
    { row: 3, column: 'Date of Birth', message: 'Not a valid date, expected DD-MM-YYYY' },
    { row: 3, column: 'Belt Color', message: 'There is no Belt Color Mauve' },
    { row: 3, column: 'Wallet', message: 'Value must be positive' },
    { row: 4, column: 'Parents', message: 'There is no parent nobody@example.com' },
    { row: 5, column: 'Kind', message: 'One of Adult, Child, Parent, not Robot' },
  ]
  for (const problem of expected) expect(plan.problems).toContainEqual(problem)
  expect(plan.problems.filter(({ row }: { row: number }) => row === 3)).toHaveLength(6)
  const answer = await send(rows)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    statusCode: 400,
    message: 'Error Importing Excel File',
    problems: plan.problems,
  })
  expect(answer.json().details).toContainEqual({ path: '3.Belt Color', message: 'There is no Belt Color Mauve' })
  expect(await totals()).toEqual(before)
})

test('what two members cannot share is a problem, against the academy and inside the file', async () => {
  const there = await enrolMember(clerk, make.adult())
  const other = await enrolMember(clerk, make.adult())
  expect(await problemsOf({ ID: other._id, 'I/C No.': there.icNo.replaceAll('-', ''), Email: there.email })).toEqual([
    { row: 2, column: 'I/C No.', message: 'Another member has this I/C No.' },
    { row: 2, column: 'Email', message: 'Another member has this email' },
  ])
  const one = adult()
  expect(await problemsOf(one, adult({ 'I/C No.': one['I/C No.'] ?? '' }))).toEqual([
    { row: 3, column: 'I/C No.', message: 'Row 2 has the same I/C No.' },
  ])
  expect(await problemsOf(parent({ Email: 'x@example.com' }), adult({ Email: 'X@example.com' }))).toEqual([
    { row: 3, column: 'Email', message: 'Row 2 has the same Email' },
  ])
  expect(await problemsOf({ ID: there._id }, { ID: there._id, 'English Name': 'Twice' })).toEqual([
    { row: 3, column: 'ID', message: 'Row 2 is about the same member' },
  ])
  expect(await problemsOf({ ID: 'not an id', 'English Name': 'X' })).toContainEqual({
    row: 2,
    column: 'ID',
    message: 'There is no member with this ID',
  })
})

test('parents: unknown, of another kind, disabled, ambiguous', async () => {
  const grown = await enrolMember(clerk, make.adult())
  const off = await enrolMember(clerk, make.parent({ isDisable: true, name: 'Gone Away' }))
  await enrolMember(clerk, make.parent({ name: 'Same Name' }))
  await enrolMember(clerk, make.parent({ name: 'Same Name' }))
  const said = async (cell: string) =>
    (await problemsOf(child({ Parents: cell }))).map(({ message }: { message: string }) => message)
  expect(await said(grown.email)).toEqual(['Only a parent account can be chosen as parent'])
  expect(await said(off.email)).toEqual(['Gone Away is disabled'])
  expect(await said('Same Name')).toEqual(['Several parents are called Same Name; name the e-mail instead'])
  expect(await problemsOf(child())).toEqual([{ row: 2, column: 'Parents', message: 'Please select a parent' }])
  expect(await problemsOf(adult({ Parents: grown.email }))).toContainEqual({
    row: 2,
    column: 'Parents',
    message: 'Only a child can have parents',
  })
})

test('a child changes parents as on its form', async () => {
  const first = await enrolMember(clerk, make.parent())
  const second = await enrolMember(clerk, make.parent())
  const kid = await enrolMember(clerk, make.kid({ mainIDs: [first._id] }))
  expect((await send([{ ID: kid._id, Parents: `${first.email}; ${second.email}` }])).json()).toEqual({
    created: 0,
    updated: 1,
  })
  const { mainIDs } = (await clerk.get(`/member/${kid._id}`)).json()
  expect(mainIDs.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual([first._id, second._id].toSorted())
})

test('dates come as DD-MM-YYYY, ISO, date cells and serial numbers', async () => {
  const shapes: SheetValue[] = [
    '03-04-1991',
    '3/4/1991',
    '1991-04-03',
    new Date('1991-04-03T00:00:00Z'),
    33331,
    '33331',
  ]
  const rows = shapes.map((shape) => adult({ 'Date of Birth': shape }))
  expect((await send(rows)).json()).toEqual({ created: shapes.length, updated: 0 })
  for (const row of rows) expect((await found(String(row.Email))).dob).toBe('1991-04-03')
  const impossible: SheetValue[] = ['30-02-1991', '1991-13-01', 'soon', -3, 1e9, '2027-01-01', '01-01-1900', true]
  const problems = await problemsOf(...impossible.map((shape) => adult({ 'Date of Birth': shape })))
  expect(problems.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual(
    impossible.map((_, index) => [index + 2, 'Date of Birth']),
  )
})

test('a dependent child brings no credit; an independent one does', async () => {
  const mother = await enrolMember(clerk, make.parent())
  const pocket = { Parents: mother.email, Wallet: 10, 'Credit Expiry': '2027-01-01' }
  const problems = await problemsOf(child(pocket))
  expect(problems.map(({ column }: { column: string }) => column).toSorted()).toEqual(['Credit Expiry', 'Wallet'])
  const own = child({ ...pocket, Independent: 'Yes' })
  expect((await send([own])).json()).toEqual({ created: 1, updated: 0 })
  expect(await found(String(own['English Name']))).toMatchObject({
    isIndependent: true,
    wallet: 10,
    creditExpired: '2027-01-01',
  })
  expect(
    await problemsOf(adult({ 'Credit Expiry': '2037-01-01' }), adult({ Wallet: 'many' }), adult({ Wallet: 1.5 })),
  ).toEqual([
    { row: 2, column: 'Credit Expiry', message: 'At most 10 years ahead' },
    { row: 3, column: 'Wallet', message: 'Must be a whole number' },
    { row: 4, column: 'Wallet', message: 'Must be a whole number' },
  ])
})

test('choices that are disabled are not offered any more, but stay where they are', async () => {
  const belt = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Orange' }))
  const wearer = await enrolMember(clerk, make.adult({ belt }))
  await clerk.put(`/belt/${belt}`, { isDisable: true })
  expect(await problemsOf(adult({ 'Belt Color': 'Orange' }))).toEqual([
    { row: 2, column: 'Belt Color', message: 'Orange is disabled' },
  ])
  expect(await dry([{ ID: wearer._id, 'Belt Color': 'orange' }])).toMatchObject({
    update: 0,
    updates: [],
    problems: [],
  })
})

test('who may not edit, fill wallets or set expiries does not do so by a file', async () => {
  const member = await enrolMember(clerk, make.adult())
  const enroller = await portal.as({ membership: ['view', 'create'] })
  expect((await send([adult()], enroller)).json()).toEqual({ created: 1, updated: 0 })
  expect((await send([{ ID: member._id, 'English Name': 'Other' }], enroller)).statusCode).toBe(403)
  expect((await send([adult({ Wallet: 5 })], enroller)).statusCode).toBe(403)
  expect((await send([adult({ 'Credit Expiry': '2027-01-01' })], enroller)).statusCode).toBe(403)
  expect((await send([adult()], await portal.as({ membership: ['view', 'edit', 'wallet'] }))).statusCode).toBe(403)
})

test('comma, semicolon and tab, in UTF-8, UTF-16 and GB18030', async () => {
  const line = (separator: string) => {
    const row = adult({ 'Chinese Name': '黄小龙' })
    return [Object.keys(row), Object.values(row)].map((cells) => cells.join(separator)).join('\r\n')
  }
  const little = Buffer.from(line('\t'), 'utf16le')
  const files = [
    Buffer.from(line(',')),
    Buffer.from(`\ufeff${line(';')}`),
    Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(line('\t'), 'utf16le').swap16()]),
    // 黄小龙 in GB18030.
    Buffer.from(
      Buffer.from(line(','), 'utf8')
        .toString('latin1')
        .replace(Buffer.from('黄小龙').toString('latin1'), '\xbb\xc6\xd0\xa1\xc1\xfa'),
      'latin1',
    ),
  ]
  for (const content of files) {
    const answer = await importFile(portal, clerk, content, { name: 'members.csv' })
    expect(answer.json()).toEqual({ created: 1, updated: 0 })
  }
  expect((await clerk.get(`/member?searchText=${encodeURIComponent('黄小龙')}`)).json().total).toBe(files.length)
})

test('columns may stand in any order, under the names of the wire, and the same one not twice', async () => {
  const headings = ['email', 'relationship', 'name']
  const answer = await importFile(portal, clerk, await sheetOf(headings, [['wire@example.com', 'Father', 'Wire Name']]))
  expect(answer.json()).toEqual({ created: 1, updated: 0 })
  const twice = await importFile(
    portal,
    clerk,
    await sheetOf(['Email', 'E-mail'], [['a@example.com', 'b@example.com']]),
    { dryRun: true },
  )
  expect(twice.json().problems).toContainEqual({ row: 1, column: 'E-mail', message: 'This column is there twice' })
})

test('no rows, too many rows, too many passwords', async () => {
  expect((await importFile(portal, clerk, await sheetOf(['Email'], []), { dryRun: true })).json().problems).toEqual([
    { row: 1, column: 'Row', message: 'There is no row below the headings' },
  ])
  const many = (count: number, password: string | null) =>
    Array.from({ length: count }, (_, n) => [`Many ${n}`, `many${n}@example.com`, 'Father', password])
  const headings = ['English Name', 'Email', 'Relationship', 'Password']
  const tooMany = await importFile(portal, clerk, await sheetOf(headings, many(5001, null)), { dryRun: true })
  expect(tooMany.json().problems).toEqual([
    { row: 1, column: 'Row', message: 'At most 5000 rows can be imported at once' },
  ])
  const secret = await importFile(portal, clerk, await sheetOf(headings, many(501, 'Passw0rd-1')), { dryRun: true })
  expect(secret.json().problems).toEqual([
    {
      row: 502,
      column: 'Password',
      message: 'At most 500 passwords can be given in one import; leave the others empty',
    },
  ])
})

test('two who import the same file at once make its members once', async () => {
  const file = await sheetBy([adult(), parent(), parent({ Wallet: 7 })])
  const answers = await Promise.all([importFile(portal, clerk, file), importFile(portal, clerk, file)])
  const created = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().created)
  expect(created.reduce((sum, count) => sum + count, 0)).toBe(3)
  for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode)
})

test('over the wire: what is sent is imported; who hangs up before the answer has imported nothing', {
  timeout: 60_000,
}, async () => {
  const address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const upload = async (row: Row, signal?: AbortSignal) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(await sheetBy([row]))]), 'members.xlsx')
    const headers = { authorization: `Bearer ${clerk.token}` }
    return fetch(`${address}${apiRoot}/member/import/excel`, { method: 'POST', headers, body, signal: signal ?? null })
  }
  const stays = adult({ Password: 'wire_Passw0rd' })
  const answer = await upload(stays)
  expect([answer.status, await answer.json()]).toEqual([200, { created: 1, updated: 0 }])
  expect(await found(String(stays.Email))).toBeDefined()

  const lost = adult()
  const hangUp = new AbortController()
  // The import waits for this table until the caller is gone.
  await portal.run(async (tx) => {
    await tx.change({ section: 'Test', docType: 'test', action: 'Prepared', description: 'Prepared' }, async (on) =>
      sql`lock table wallet in access exclusive mode`.execute(on()),
    )
    const call = upload(lost, hangUp.signal).catch(() => 'gone')
    await expect.poll(() => waiting(tx), { timeout: 15_000 }).toBeGreaterThan(0)
    hangUp.abort()
    expect(await call).toBe('gone')
  })
  await expect.poll(() => portal.run(waiting), { timeout: 15_000 }).toBe(0)
  expect(await found(String(lost.Email))).toBeUndefined()
})

/** How many wait for a lock. */
async function waiting(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`
    select count(*)::int as count from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`)
  return row?.count ?? 0
}

test('the template is read as a file without rows, and tells every column', async () => {
  const template = await clerk.get('/member/import/template')
  expect(template.headers['content-disposition']).toContain('Membership_Import_Template.xlsx')
  const plan = (await importFile(portal, clerk, template.rawPayload, { dryRun: true })).json()
  expect(plan).toEqual({
    rows: 0,
    create: 0,
    update: 0,
    updates: [],
    problems: [{ row: 1, column: 'Row', message: 'There is no row below the headings' }],
    notes: [],
  })
})
