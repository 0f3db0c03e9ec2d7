import PDFDocument from 'pdfkit'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrCode } from './pdf-qr.ts'

const pixels = 4

/** The modules drawn on a page of that many points, as a scanner would see them. */
async function seen(side: number, text: string) {
  const doc = new PDFDocument({ size: [side, side], margin: 0, compress: false })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  qrCode(doc, text, 20, 20, side - 40)
  doc.end()
  await ended
  const width = side * pixels
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  const drawn = Buffer.concat(chunks).toString('latin1')
  const [, ink = ''] = drawn.split(/\nf\n/)
  const [, left, top] = /1 0 0 1 ([\d.]+) ([\d.]+) cm/.exec(ink)?.map(Number) ?? []
  const [, scale = 1] = /([\d.]+) 0 0 [\d.]+ 0 0 cm/.exec(ink)?.map(Number) ?? []
  expect([left, top]).toEqual([20, 20])
  for (const [, ...numbers] of ink.matchAll(/([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re/g)) {
    const [column = 0, row = 0, ...size] = numbers.map((number) => Number(number) * scale * pixels)
    const [x, y, w = 0, h = 0] = [column + 20 * pixels, row + 20 * pixels, ...size]
    for (let row = Math.round(y); row < Math.round(y + h); row++)
      for (let column = Math.round(x); column < Math.round(x + w); column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  }
  return { width, height: width, data }
}

test.each([
  'https://portal.harimau.example/receipt/Zk3vQ9mX2pLr8TwBnYcD4g',
  'http://192.168.1.20:3000/receipt/-_-_-_-_-_-_-_-_-_-_-_',
  `https://${'a-long-name.'.repeat(8)}example/receipt/Zk3vQ9mX2pLr8TwBnYcD4g`,
])('the code of %s is read back from the page', async (text) => {
  expect(decodeQR(await seen(160, text))).toBe(text)
})
