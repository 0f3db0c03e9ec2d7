import { afterAll, describe, expect, test } from 'vitest'
import { pdfPages } from '../../../test/support/platform/pdf.ts'
import { closePdf, PdfError, renderPdf } from './pdf.ts'

const layout = new URL('../../../test/support/platform/pdf-layout.ts', import.meta.url)
const draw = (lines: string[]) => renderPdf(layout, { lines })

afterAll(closePdf)

test('text in a document can be selected, Chinese of both scripts included', async () => {
  const [page] = await pdfPages(await draw(['Tan Wei Ming 陈伟明', '陳嘉樂 歐陽龍', 'Ñandú – É’s']))
  expect(page).toBe('Tan Wei Ming 陈伟明 陳嘉樂 歐陽龍 Ñandú – É’s')
})

test('a character no font has becomes one box, an emoji of several parts too, and invisible ones go', async () => {
  const [page] = await pdfPages(await draw(['Kumar குமார் 陈', 'A👨‍👩‍👧B', 'C\u200bD\u202eE', '\u{20BB7}野']))
  expect(page).toBe('Kumar □□□ 陈 A□B CDE □野')
})

// o͘ of Hokkien names has no character of its own.
test('a letter stays where no font has the mark on it', async () => {
  const [page] = await pdfPages(await draw(['Lîm Hó\u{358}-gî']))
  expect(page).toBe('Lîm Hó-gî')
})

test('Tamil is written in its own font, at the height of the texts beside it', async () => {
  const bytes = await draw(['Kumar a/l குமார்', 'அருண், 12', 'Tan 陈'])
  const [page] = await pdfPages(bytes)
  expect(page).toBe('Kumar a/l குமார் அருண், 12 Tan 陈')
})

test('pages are numbered as soon as there are two', async () => {
  expect(await pdfPages(await draw(['one']))).toEqual(['one'])
  const pages = await pdfPages(await draw(Array.from({ length: 100 }, (_, index) => `line ${index}`)))
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, page] of pages.entries()) expect(page).toContain(`Test – Page ${index + 1} of ${pages.length}`)
  expect(pages.join(' ')).toContain('line 99')
})

test('only the characters used are embedded', async () => {
  expect((await draw(['陈伟明'])).length).toBeLessThan(100_000)
})

test('documents asked for at once come out each with its own text', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const files = await Promise.all(names.map((name) => draw([name])))
  expect(await Promise.all(files.map(pdfPages))).toEqual(names.map((name) => [name]))
})

describe('after a document that', () => {
  test.each([
    ['throws', 'throw', 'no ink'],
    ['kills the worker', 'die', 'The PDF worker ended with code 3'],
    ['never ends', 'hang', 'The PDF was not drawn within 500 ms'],
  ])('%s the next one is drawn', async (_, fault, reason) => {
    const failed = renderPdf(layout, { lines: [], fault }, fault === 'hang' ? { timeout: 500 } : {})
    const next = draw(['still here'])
    const error = await failed.catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(PdfError)
    expect(error).toHaveProperty('message', expect.stringContaining('An error occurred while generating the PDF.'))
    expect(String(error instanceof PdfError && error.cause)).toContain(reason)
    expect(await pdfPages(await next)).toEqual(['still here'])
  })

  test('cannot be handed over the next one is drawn', async () => {
    await expect(renderPdf(layout, { lines: [() => 'a function'] })).rejects.toThrow(PdfError)
    await expect(renderPdf(new URL('./no-such-layout.ts', import.meta.url), {})).rejects.toThrow(PdfError)
    expect(await pdfPages(await draw(['still here']))).toEqual(['still here'])
  })
})

test('one that is cancelled is not drawn to its end, nor at all while it stands in line', {
  timeout: 15_000,
}, async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const endless = ({ signal }: AbortController) => renderPdf(layout, { lines: [], fault: 'hang' }, { signal })
  const cancelled = [endless(first), endless(second)].map((drawing) => drawing.catch((error: unknown) => error))
  const next = draw(['the next one'])
  second.abort()
  first.abort()
  for (const error of await Promise.all(cancelled)) expect(error).toBeInstanceOf(PdfError)
  expect(await pdfPages(await next)).toEqual(['the next one'])
})

test('a closed worker starts again when it is needed', async () => {
  await closePdf()
  expect(await pdfPages(await draw(['back']))).toEqual(['back'])
})
