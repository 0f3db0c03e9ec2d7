import { writeXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { choicesIn } from '../../../test/support/families.ts'
import { memberImport } from '../../../test/support/members/import.ts'
import { importFile, type SheetValue, sheetOf } from '../../../test/support/members/sheets.ts'
import { testPortal } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
await choicesIn(portal)
const { adult, dry, send, problemsOf, found } = memberImport(portal, clerk)
afterAll(() => portal.close())

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

test('zeros that a spreadsheet dropped of an I/C or phone number are put back where that is certain', async () => {
  const cases: [string, SheetValue, SheetValue, unknown][] = [
    ['01-02-2005', 50_201_141_234, 1_112_345_678, ['050201141234', '01112345678']],
    ['03-04-2000', '403145678', '123456789', ['000403145678', '0123456789']],
    // A passport, and numbers of other countries.
    ['01-02-2005', '50301141234', '6561234567', ['50301141234', '6561234567']],
    ['28-02-1990', '900228145678', 60_123_456_789, ['900228145678', '60123456789']],
  ]
  const rows = cases.map(([dob, icNo, phone]) => adult({ 'Date of Birth': dob, 'I/C No.': icNo, 'Phone No.': phone }))
  expect((await send(rows)).json()).toEqual({ created: cases.length, updated: 0 })
  for (const [index, row] of rows.entries()) {
    const { icNo, phoneNo } = (await clerk.get(`/member/${(await found(String(row.Email)))._id}`)).json()
    expect([icNo, phoneNo]).toEqual(cases[index]?.[3])
  }
})

test('a phone number with + has its country, and gets no zero', async () => {
  const rows = ['+376 312 345', '376 312 345'].map((phone) => adult({ 'Phone No.': phone }))
  expect(await problemsOf(...rows)).toEqual([expect.objectContaining({ row: 2, column: 'Phone No.' })])
})

test('who was imported without the zeros of the I/C number before is known by it, born on the same day', async () => {
  const row = adult({ 'Date of Birth': '01-02-2005', 'I/C No.': 50_201_145_678, Email: 'zeros@example.com' })
  await send([row])
  const { _id } = await found('zeros@example.com')
  expect((await clerk.put(`/member/${_id}`, { icNo: '50201145678' })).statusCode).toBe(200)
  const other = adult({ 'Date of Birth': '02-02-2005', 'I/C No.': '050201145678' })
  expect(await dry([other])).toMatchObject({ create: 1, update: 0 })
  expect((await send([row])).json()).toEqual({ created: 0, updated: 1 })
  expect((await clerk.get(`/member/${_id}`)).json().icNo).toBe('050201145678')
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
  expect(twice.json().problems).toContainEqual({ row: 1, column: 'E-mail', message: 'There are two columns for Email' })
})

test('columns are known by the headings of an academy’s own table', async () => {
  const row = {
    ...{
      'Full Name': 'Own Table',
      Birthday: '14-02-1990',
      NRIC: '900214-10-5577',
      Sex: 'Male',
      Nationality: 'Malaysian',
    },
    ...{ 'Email Address': 'own@example.com', 'Handphone No.': '+60 12-345 6789', 'Home Address': '1 Jalan Besar' },
    ...{ Belt: 'White', Coach: 'Farid bin Osman', Remarks: 'Sundays' },
  }
  const file = await sheetOf(Object.keys(row), [Object.values(row)])
  expect((await importFile(portal, clerk, file, { dryRun: true })).json()).toMatchObject({ problems: [], notes: [] })
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
  const secret = await importFile(portal, clerk, await sheetOf(headings, many(501, 'Gamelan-1')), { dryRun: true })
  expect(secret.json().problems).toEqual([
    {
      row: 502,
      column: 'Password',
      message: 'At most 500 passwords can be given in one import; leave the others empty',
    },
  ])
})

test('further sheets that look like members are told, and those of the template are not', async () => {
  const sheet = (name: string, ...rows: Record<string, SheetValue>[]) => {
    const headings = Object.keys(rows[0] ?? {})
    return { name, rows: [['Silat Kedah'], headings, ...rows.map((row) => headings.map((key) => row[key] ?? null))] }
  }
  const { rows: members } = sheet('Adults', adult())
  const kids = sheet('Kids', adult(), adult())
  const sheets = [{ name: 'Adults', rows: members.slice(1) }, kids, { name: 'Prices', rows: [['Belt Color', 'RM']] }]
  const content = Buffer.from(await writeXlsx({ sheets }))
  expect((await importFile(portal, clerk, content, { dryRun: true })).json()).toMatchObject({
    ...{ rows: 1, create: 1, problems: [] },
    notes: [
      {
        row: 1,
        column: 'Sheet Kids',
        message: 'Only the first sheet is read, and this one has members, too: import it as a file of its own',
      },
    ],
  })
})

test('the template is read as a file without rows, and tells every column', async () => {
  const template = await clerk.get('/member/import/template')
  expect(template.headers['content-disposition']).toContain('Membership_Import_Template.xlsx')
  const plan = (await importFile(portal, clerk, template.rawPayload, { dryRun: true })).json()
  expect(plan).toEqual({
    rows: 0,
    create: 0,
    update: 0,
    names: [],
    opening: { wallets: 0, credits: 0 },
    updates: [],
    problems: [{ row: 1, column: 'Row', message: 'There is no row below the headings' }],
    notes: [],
  })
})
