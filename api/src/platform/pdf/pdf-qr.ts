/** A QR code as vector graphics, which stays sharp at any size. Runs in the PDF worker. */
import encodeQR from 'qr'
import type { Doc } from './pdf-page.ts'

/** The quiet zone that scanners need around the code, in dots. */
const quiet = 4

/** Draws a text's code as a square of that many points, on a white background that extends a little beyond it. */
export function qrCode(doc: Doc, text: string, x: number, y: number, size: number): void {
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const rows = bordered.slice(1, -1).map((dots) => dots.slice(1, -1))
  const dot = size / rows.length
  doc.rect(x - quiet * dot, y - quiet * dot, size + 2 * quiet * dot, size + 2 * quiet * dot).fill('#ffffff')
  // One path in whole dots: hundreds of single boxes cost as much as the rest of a receipt.
  const boxes: string[] = []
  for (const [row, dots] of rows.entries()) {
    for (let from = dots.indexOf(true); from >= 0; from = dots.indexOf(true, from)) {
      const end = dots.indexOf(false, from)
      const to = end < 0 ? dots.length : end
      boxes.push(`${from} ${row} ${to - from} 1 re`)
      from = to
    }
  }
  doc.save().fillColor('#000000').translate(x, y).scale(dot).addContent(boxes.join('\n')).fill().restore()
}
