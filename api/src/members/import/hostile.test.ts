import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { importFile, sheetOf } from '../../../test/support/members/sheets.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { type ZipEntry, zip } from '../../platform/sheets/index.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** The parts of a workbook with this inside its only sheet; the sheet may stand anywhere. */
function parts(sheetData: string, { place = 'worksheets/sheet1.xml', before = '' } = {}): ZipEntry[] {
  const part = (name: string, text: string) => ({ name, content: Buffer.from(declaration + text) })
  return [
    part('[Content_Types].xml', `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${related}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${related}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${related}/worksheet" Target="${place}"/></Relationships>`,
    ),
    part(`xl/${place}`, `${before}<worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`),
  ]
}
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const heading = `<row r="1">${cell('A1', 'English Name')}</row>`

/** An archive of one entry that says of its length what it likes. */
async function bomb(content: Buffer, stated = content.length): Promise<Buffer> {
  const archive = await zip([{ name: 'xl/worksheets/sheet1.xml', content }])
  archive.writeUInt32LE(stated, archive.indexOf(Buffer.from('504b0102', 'hex')) + 24)
  return archive
}

/** Sets a bit of the flags of the first entry, in both places. */
function flagged(whole: Buffer, bit: number): Buffer {
  const archive = Buffer.from(whole)
  const central = archive.indexOf(Buffer.from('504b0102', 'hex'))
  archive.writeUInt16LE(bit, 6)
  archive.writeUInt16LE(bit, central + 8)
  return archive
}

const workbook = await zip(parts(heading))
const hundredMegabytes = Buffer.alloc(100_000_000, '<c/>')
const many = Array.from({ length: 10_000 }, (_, n) => ({ name: `xl/${n}.xml`, content: Buffer.from('x') }))
const entities = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

const hostile: [string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['a zip bomb of 100 MB', () => bomb(hundredMegabytes), /grows beyond/],
  ['a zip bomb that says it is small', () => bomb(hundredMegabytes, 1000), /grows beyond/],
  [
    'a cell in the last row and column',
    () => zip(parts(`${heading}<row r="1048576">${cell('XFD1048576', 'x')}</row>`)),
    /more than 5100 rows/,
  ],
  [
    'a cell in the last column',
    () => zip(parts(`<row r="1">${cell('A1', 'Email')}${cell('XFD1', 'x')}</row>`)),
    /more than 52 columns/,
  ],
  [
    'the same in a sheet that hides',
    () => zip(parts(`<row r="1">${cell('XFD1', 'x')}</row>`, { place: 'elsewhere.xml' })),
    /more than 52 columns/,
  ],
  ['rows without end', () => zip(parts('<row/>'.repeat(200_000))), /more than 5100 rows/],
  ['entities', () => zip(parts(heading, { before: entities })), /declares entities/],
  [
    'entities in UTF-16',
    () => zip([...parts(heading).slice(0, -1), { name: 'xl/worksheets/sheet1.xml', content: utf16(entities) }]),
    /written in a way/,
  ],
  ['an encrypted entry', () => flagged(workbook, 1), /password/],
  [
    'a password-protected workbook',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(5000)]),
    /password/,
  ],
  [
    'an entry outside',
    () => zip([...parts(heading), { name: '../../etc/passwd', content: Buffer.from('x') }]),
    /names its parts/,
  ],
  ['an entry twice', () => zip([...parts(heading), ...parts(heading)]), /names its parts/],
  ['10,000 entries', () => zip(many), /more than 200 parts/],
  ['an archive cut off', () => workbook.subarray(0, workbook.length / 2), /damaged/],
  ['an archive of nothing', () => zip([]), /neither/],
  [
    'an archive with its list of entries elsewhere',
    () => Buffer.concat([workbook.subarray(0, -6), Buffer.from([255, 255, 255, 127, 0, 0])]),
    /damaged/,
  ],
  [
    'a zip of something else',
    () => zip([{ name: 'letter.txt', content: Buffer.from('Dear all') }]),
    /no Excel workbook/,
  ],
  ['3 million commas', () => Buffer.alloc(3_000_000, ','), /more than 200 separators/],
  ['a million lines', () => Buffer.alloc(1_000_000, 'a\n'), /more than 5100 rows/],
  [
    'a quote that never closes',
    () => Buffer.concat([Buffer.from('English Name\n"'), Buffer.alloc(200_000, 'a')]),
    /no proper CSV/,
  ],
  ['a jpeg', () => Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(2000)]), /picture/],
  ['a png', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(2000)]), /picture/],
  ['a PDF', () => Buffer.from('%PDF-1.7 ...'), /PDF/],
  ['bytes of nothing', () => Buffer.concat([Buffer.from([1, 0, 2]), randomBytes(5000)]), /neither/],
  ['a table without our headings', () => Buffer.from('a,b,c\n1,2,3\n'), /headings of the template/],
]

test.each(hostile)('%s is refused, and the portal answers meanwhile', async (_, make, why) => {
  const file = await make()
  expect(file.length).toBeLessThan(3000 * 1024)
  const refusal = importFile(portal, clerk, file, { dryRun: true })
  const health = await portal.app.inject({ url: '/health/ready' })
  expect(health.statusCode).toBe(200)
  const answer = await refusal
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json()).toMatchObject({
    statusCode: 400,
    message: 'Error Importing Excel File',
    details: [{ path: 'file', message: expect.stringMatching(why) }],
  })
})

test('an empty file, none at all, and one in another field: File Cannot be Empty', async () => {
  const empty = await importFile(portal, clerk, Buffer.alloc(0))
  const none = await clerk.post('/member/import/excel', {})
  const bare = await clerk.post('/member/import/excel')
  for (const answer of [empty, none, bare]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      message: 'File Cannot be Empty',
      details: [{ path: 'file', message: 'File Cannot be Empty' }],
    })
  }
})

test.each(['members.png', 'members.txt', 'Members.PDF', 'members.xls'])(
  '%s is of a type that is not taken',
  async (name) => {
    const answer = await importFile(portal, clerk, Buffer.from('Name\nTan'), { name })
    const message = 'Only accept file types xlsx, csv, jpeg'
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ message, details: [{ path: 'file', message }] })
  },
)

test('a name may have a full stop and no ending', async () => {
  const answer = await importFile(portal, clerk, Buffer.from('nothing'), { name: 'members 2026.11' })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'Error Importing Excel File'])
})

test('a file above 3000 KB is a 413 that says the limit', async () => {
  const answer = await importFile(portal, clerk, Buffer.alloc(3000 * 1024 + 1, 'a'))
  expect(answer.statusCode).toBe(413)
  expect(answer.json()).toMatchObject({
    message: 'Exceeded maximum file size 3000KB',
    details: [{ path: 'file', message: 'Exceeded maximum file size 3000KB' }],
  })
})

test('headings that are words of the language are columns that nobody knows', async () => {
  const headings = ['English Name', '__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const answer = await importFile(portal, clerk, await sheetOf(headings, [['Tan', 'a', 'b', 'c', 'd']]), {
    dryRun: true,
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().notes).toEqual(
    headings.slice(1).map((column) => ({ row: 1, column, message: 'This column is not known and is left out' })),
  )
  expect(Object.keys({})).toEqual([])
  expect(({} as Record<string, unknown>).kind).toBeUndefined()
})

test.each([0, 1])('a cell whose formula failed is a problem of its row, with %i sheets beside', async (others) => {
  const first = parts(`${heading}<row r="3"><c r="A3" t="e"><f>B9</f><v>#REF!</v></c></row>`)
  const other = parts('', { place: 'worksheets/sheet2.xml' }).slice(-1)
  const sheet = await zip([...first, ...(others > 0 ? other : [])])
  const answer = await importFile(portal, clerk, sheet, { dryRun: true })
  expect(answer.json().problems).toContainEqual({
    row: 3,
    column: 'English Name',
    message: 'The formula of this cell failed',
  })
})

test('a chart on a sheet of its own does not keep the members from being read', async () => {
  const beside = parts(heading).map(({ name, content }) => {
    const text = content
      .toString()
      .replace('</sheets>', '<sheet name="Chart" sheetId="2" r:id="r2"/></sheets>')
      .replace(
        /(<Relationship Id=")r1(" Type="[^"]*\/)worksheet" Target="[^"]*"\/>/,
        (one, before, type) => `${one}${before}r2${type}chartsheet" Target="chartsheets/sheet1.xml"/>`,
      )
    return { name, content: Buffer.from(text) }
  })
  const answer = await importFile(portal, clerk, await zip(beside), { dryRun: true })
  expect(answer.json().problems).toEqual([{ row: 1, column: 'Row', message: 'There is no row below the headings' }])
})

test('of all these files nothing was stored', async () => {
  expect((await clerk.get('/member')).json().total).toBe(0)
})
