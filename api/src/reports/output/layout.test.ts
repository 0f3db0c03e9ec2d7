import { expect, test } from 'vitest'
import { pdfPages } from '../../../test/support/platform/pdf.ts'
import { renderPdf } from '../../platform/pdf/index.ts'
import type { ReportPrint } from './pdf.ts'

test('no figure is broken over two lines, however many columns stand beside it', async () => {
  const columns = Array.from({ length: 15 }, (_, at) => ({ title: `Sum ${at}`, width: 11, align: 'right' as const }))
  const print: ReportPrint = {
    company: { name: 'Academy', lines: [] },
    title: 'Sums',
    about: [],
    columns,
    details: [],
    lines: [
      { kind: 'row', cells: columns.map(() => '1.00') },
      { kind: 'total', cells: columns.map((_, at) => `${at + 10},058,480.20`) },
    ],
  }
  const text = (await pdfPages(await renderPdf(new URL('./layout.ts', import.meta.url), print))).join(' ')
  for (const at of columns.keys()) expect(text).toContain(`${at + 10},058,480.20`)
})

test('nor is one of the details below a row', async () => {
  const columns = Array.from({ length: 16 }, (_, at) => ({ title: `Sum ${at}`, width: 10, align: 'right' as const }))
  const figures = columns.map((_, at) => `${at + 10},058,480.20`)
  const print: ReportPrint = {
    company: { name: 'Academy', lines: [] },
    title: 'Sums',
    about: [],
    columns: [{ title: 'Member Name', width: 10, align: 'left' }],
    details: columns,
    lines: [
      { kind: 'row', cells: ['Tan Wei Ling'] },
      { kind: 'detail', cells: figures },
    ],
  }
  const text = (await pdfPages(await renderPdf(new URL('./layout.ts', import.meta.url), print))).join(' ')
  for (const figure of figures) expect(text).toContain(figure)
})
