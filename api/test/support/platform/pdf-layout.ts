/** A document for the tests of pdf.ts: writes its lines, or fails as requested. */
import { type Layout, numberPages, write } from '../../../src/platform/pdf/pdf-page.ts'

export const layout: Layout<{ lines: string[]; fault?: 'throw' | 'die' | 'hang' }> = {
  size: 'A4',
  orientation: 'landscape',
  margin: 40,
  title: () => 'Test',
  draw(doc, { lines, fault }) {
    if (fault === 'throw') throw new Error('no ink')
    if (fault === 'die') process.exit(3)
    while (fault === 'hang');
    let y = 40
    for (const line of lines) y = write(doc, line, { x: 40, y, width: 500 }, { size: 10, bold: true })
    numberPages(doc, 0, 'Test', { size: 7 })
  },
}
