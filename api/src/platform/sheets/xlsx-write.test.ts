import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Column, workbook } from './xlsx-write.ts'
import { unzip } from './zip-read.ts'

const text = (header = 'Text'): Column<[string | number | null]> => ({
  header,
  kind: 'text',
  width: 10,
  value: ([shown]) => shown,
})

async function* portionsOf<Row>(...portions: Row[][]) {
  for (const rows of portions) {
    await turn()
    yield rows
  }
}

async function partsOf<Row>(
  columns: Column<Row>[],
  portions: AsyncIterable<Row[]>,
  sheet = 'Sheet',
  isBold?: (row: Row) => boolean,
) {
  const chunks: Buffer[] = []
  for await (const chunk of workbook(sheet, columns, portions, isBold)) chunks.push(chunk)
  const parts = unzip(Buffer.concat(chunks), { entries: 20, inflated: 200e6 })
  return new Map(parts.map(({ name, content }) => [name, content.toString()]))
}

const sheetOf = async <Row>(columns: Column<Row>[], ...portions: Row[][]) =>
  (await partsOf(columns, portionsOf(...portions))).get('xl/worksheets/sheet1.xml') ?? ''

const cell = (sheet: string, place: string) => new RegExp(`<c r="${place}"[^>]*>(.*?)</c>`, 's').exec(sheet)?.[1]

test.each([
  ['=1+1', '<t>=1+1</t>'],
  ['Tan & <Lim>', '<t>Tan &amp; &lt;Lim&gt;</t>'],
  ['陈伟玲 Ñandú é', '<t>陈伟玲 Ñandú é</t>'],
  ['a 😀 b', '<t>a 😀 b</t>'],
  [' outer ', '<t xml:space="preserve"> outer </t>'],
  ['two\nlines', '<t xml:space="preserve">two\nlines</t>'],
  ['bell\u0007 return\r', '<t>bell_x0007_ return_x000D_</t>'],
  ['_x0041_ a_b', '<t>_x005F_x0041_ a_b</t>'],
  ['no\ufffe\uffff such', '<t>no such</t>'],
  ['', '<t></t>'],
  ['x'.repeat(40_000), `<t>${'x'.repeat(32_767)}</t>`],
])('a text stands in its cell as it was given: %#', async (given, written) => {
  expect(cell(await sheetOf([text()], [[given]]), 'A2')).toBe(`<is>${written}</is>`)
})

test('a row of totals stands out', async () => {
  const columns = [text(), { ...text(), kind: 'money' as const }]
  const parts = await partsOf(columns, portionsOf([[1], ['2.50']]), 'Sheet', ([shown]) => shown === '2.50')
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const styles = parts.get('xl/styles.xml') ?? ''
  const all = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/numFmtId="(\d+)" fontId="(\d+)"/g)]
  const styleAt = (place: string) => {
    const [, style] = new RegExp(`<c r="${place}"[^>]*s="(\\d+)"`).exec(sheet) ?? []
    const [, format, font] = all[Number(style)] ?? []
    return [format, /<b\/>/.test(styles.match(/<font>.*?<\/font>/g)?.[Number(font)] ?? '')]
  }
  expect(['A2', 'B2', 'A3', 'B3'].map(styleAt)).toEqual([
    ['49', false],
    ['4', false],
    ['49', true],
    ['4', true],
  ])
})

test('numbers can be added up also when they come as text, and what is no number stays text', async () => {
  const columns = (['integer', 'money', 'day', 'text', 'decimal'] as const).map(
    (kind): Column<(string | number | null)[]> => ({ header: kind, kind, width: 9, value: ([shown = null]) => shown }),
  )
  const rows = [['-12.50'], ['12'], [7], [Number.NaN], ['-'], ['2026-11-20'], ['12345678901234567'], [null]]
  const sheet = await sheetOf(columns, rows)
  const numbers = (row: number) => ['A', 'B', 'C', 'D', 'E'].map((column) => cell(sheet, column + row) ?? null)
  const asText = (shown: string) => `<is><t>${shown}</t></is>`
  expect(numbers(2)).toEqual(['<v>-12.5</v>', '<v>-12.5</v>', asText('-12.50'), asText('-12.50'), '<v>-12.5</v>'])
  expect(numbers(3).slice(0, 2)).toEqual(['<v>12</v>', '<v>12</v>'])
  expect(numbers(4)).toEqual(Array(5).fill('<v>7</v>'))
  expect(numbers(6).slice(0, 2)).toEqual([asText('-'), asText('-')])
  expect(numbers(7)).toEqual([
    asText('2026-11-20'),
    asText('2026-11-20'),
    '<v>46346</v>',
    asText('2026-11-20'),
    asText('2026-11-20'),
  ])
  expect(numbers(8)[0]).toBe(asText('12345678901234567'))
  for (const empty of [5, 9]) expect(sheet).not.toContain(`<row r="${empty}"`)
})

test('a row is as high as its longest text needs, whether the spreadsheet works that out or not', async () => {
  const columns = (['text', 'text'] as const).map(
    (kind, index): Column<string[]> => ({ header: 'Name', kind, width: 24, value: (row) => row[index] ?? null }),
  )
  const names = [
    'Lim Ah Kow',
    `W${'w'.repeat(59)}`,
    'W'.repeat(60),
    '陈'.repeat(60),
    `Muhammad Azlan Shah bin Tunku Abdul Rahman ${'陈'.repeat(40)}`,
    'one\ntwo\nthree',
    'x'.repeat(5000),
  ]
  const sheet = await sheetOf(
    columns,
    names.map((name) => ['-', name]),
  )
  const heights = names.map((_, index) =>
    new RegExp(`<row r="${index + 2}"(?: ht="(\\d+)" customHeight="1")?>`).exec(sheet),
  )
  expect(heights.map((found) => Number(found?.[1] ?? 15))).toEqual([15, 60, 75, 90, 90, 45, 405])
})

test('a wide table prints across, one page broad, under its heading', async () => {
  const parts = await partsOf([text()], portionsOf<[string]>([['a']]), "Tan's")
  const sheet = parts.get('xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>')
  expect(sheet).toMatch(/<\/sheetData><pageSetup [^>]*orientation="landscape" fitToWidth="1" fitToHeight="0"\/>/)
  expect(parts.get('xl/workbook.xml')).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Tan''s'!$1:$1</definedName>`,
  )
})

test('what fills many pieces of memory is written once and in order', async () => {
  const count = 30_000
  const rows = Array.from({ length: count }, (_, n): [string] => [`row ${n}: ${'陈'.repeat(n % 50)}.`])
  const sheet = await sheetOf([text()], rows.slice(0, 12_345), [], rows.slice(12_345))
  const written = [...sheet.matchAll(/<row r="(\d+)"[^>]*><c r="A\1"[^>]*><is><t>(.*?)<\/t>/g)]
  expect(written.length).toBe(count + 1)
  expect(written.slice(1).map(([, , shown]) => shown)).toEqual(rows.map(([shown]) => shown))
})

test('more rows than a sheet has go on in another one, under the same heading', async () => {
  const rows = Array.from({ length: 1000 }, (_, n): [number] => [n])
  const portions = Array.from({ length: 1050 }, () => rows)
  const parts = await partsOf([text('Number')], portionsOf(...portions), 'A name of more than 31 characters/signs')
  const [first = '', second = ''] = [1, 2].map((place) => parts.get(`xl/worksheets/sheet${place}.xml`))
  expect(first).toContain('<row r="1048576">')
  expect(first).not.toContain('<row r="1048577">')
  expect(cell(second, 'A1')).toBe('<is><t>Number</t></is>')
  expect(second.match(/<row /g)?.length).toBe(1 + 1_050_000 - 1_048_575)
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/sheet name="(.*?)"/g)].map(([, name]) => name)
  expect(names).toEqual(['A name of more than 31 characte', 'A name of more than 31 charac_2'])
})

test('nothing is read ahead of who takes it, and who leaves stops the source', async () => {
  let requested = 0
  let ended = false
  async function* endless() {
    try {
      for (;;) {
        requested++
        await turn()
        yield Array.from({ length: 500 }, (): [string] => [crypto.randomUUID() + crypto.randomUUID()])
      }
    } finally {
      ended = true
    }
  }
  const stream = workbook('Sheet', [text()], endless())
  const chunks = stream[Symbol.asyncIterator]()
  await chunks.next()
  await expect.poll(() => requested, { interval: 5 }).toBeGreaterThan(2)
  // The reading ahead stops by itself; unbounded, this would never end.
  const requestedMeanwhile = async () => {
    const before = requested
    for (let round = 0; round < 500; round++) await turn()
    return requested - before
  }
  await expect.poll(requestedMeanwhile, { timeout: 20_000 }).toBe(0)
  stream.destroy()
  await expect.poll(() => ended).toBe(true)
})

test('a source that fails breaks the file off', async () => {
  async function* broken() {
    yield [['one'] as [string]]
    throw new Error('The database is gone')
  }
  await expect(partsOf([text()], broken())).rejects.toThrow('The database is gone')
})
