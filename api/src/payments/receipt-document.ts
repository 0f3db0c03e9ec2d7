/** How an official receipt looks. Runs in the PDF worker. */
import { type Box, type Doc, heightOf, type Layout, numberPages, roomFor, write } from '../kit/pdf-page.ts'
import type { Receipt } from './receipt.ts'

const ink = '#12305f'
const grey = '#5a6372'
const line = '#ccd3de'
const tint = '#f1f4f9'

const label = { size: 6.5, color: grey, spacing: 0.5 }
const small = { size: 8, color: grey }
const body = { size: 9 }
const strong = { size: 9, bold: true }

export const layout: Layout<Receipt[]> = {
  size: 'A5',
  orientation: 'portrait',
  margin: 34,
  title: (receipts) => `Official Receipt ${receipts.map((receipt) => receipt.orNo).join(', ')}`,
  draw(doc, receipts) {
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) doc.addPage()
      drawReceipt(doc, receipt)
    }
  },
}

function drawReceipt(doc: Doc, receipt: Receipt): void {
  const { start, count } = doc.bufferedPageRange()
  const first = start + count - 1
  let y = letterhead(doc, receipt)
  y = heading(doc, y + 20, receipt)
  y = receivedFrom(doc, y + 20, receipt)
  y = items(doc, y + 20, receipt)
  y = words(doc, y + 18, receipt)
  y = particulars(doc, y + 20, receipt)
  closing(doc, y + 16)
  numberPages(doc, first, `Official Receipt ${receipt.orNo}`, { ...label, spacing: 0 })
}

/** The box between the margins, from y on. */
function full(doc: Doc, y: number): Box {
  const { left, right } = doc.page.margins
  return { x: left, y, width: doc.page.width - left - right }
}

function rule(doc: Doc, y: number, color = line, width = 0.6): void {
  const { x, width: length } = full(doc, y)
  doc
    .moveTo(x, y)
    .lineTo(x + length, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke()
}

function letterhead(doc: Doc, { company }: Receipt): number {
  doc.rect(0, 0, doc.page.width, 7).fill(ink)
  let y = write(doc, company.name, full(doc, doc.page.margins.top - 6), { size: 15, bold: true, color: ink })
  for (const text of company.lines) y = write(doc, text, full(doc, y + 0.5), { ...small, size: 7.5 })
  rule(doc, y + 8, ink, 1.2)
  return y + 8
}

function heading(doc: Doc, y: number, { orNo, date }: Receipt): number {
  const { x, width } = full(doc, y)
  const side = 150
  const title = write(doc, 'OFFICIAL RECEIPT', { x, y, width: width - side }, { size: 14, bold: true, spacing: 0.6 })
  const right = { x: x + width - side, width: side }
  const number = write(doc, `No. ${orNo}`, { ...right, y: y + 1 }, { ...strong, align: 'right' })
  return Math.max(title, write(doc, `Date ${date}`, { ...right, y: number }, { ...body, align: 'right' }))
}

function receivedFrom(doc: Doc, y: number, { payer, children }: Receipt): number {
  let next = write(doc, 'RECEIVED FROM', full(doc, y), label)
  next = write(doc, payer, full(doc, next + 1), { size: 10.5, bold: true })
  if (!children) return next
  next = write(doc, 'CHILDREN', full(doc, next + 6), label)
  return write(doc, children, full(doc, next + 1), body)
}

function items(doc: Doc, y: number, receipt: Receipt): number {
  const { x, width } = full(doc, y)
  const amount = { x: x + width - 108, width: 100 }
  const credit = { x: amount.x - 56, width: 60 }
  const title = { x: x + 8, width: credit.x - x - 16 }
  const right = { align: 'right' } as const

  const row = (heightOf(doc, receipt.package.title, title.width, strong) + 12) * 2
  const top = roomFor(doc, y, row + 16)
  doc.rect(x, top, width, 18).fill(ink)
  const onInk = { ...label, color: '#ffffff', bold: true }
  write(doc, 'PACKAGE', { ...title, y: top + 4.5 }, onInk)
  write(doc, 'CREDITS', { ...credit, y: top + 4.5 }, { ...onInk, ...right })
  write(doc, 'AMOUNT (RM)', { ...amount, y: top + 4.5 }, { ...onInk, ...right })

  const start = top + 24
  const pages = doc.bufferedPageRange().count
  let credits = write(doc, receipt.credit, { ...credit, y: start }, { ...body, ...right })
  if (receipt.addition) credits = write(doc, receipt.addition, { ...credit, y: credits }, { ...small, ...right })
  write(doc, receipt.amount, { ...amount, y: start }, { ...body, ...right })
  let next = write(doc, receipt.package.title, { ...title, y: start }, strong)
  if (receipt.package.description) next = write(doc, receipt.package.description, { ...title, y: next + 1 }, small)
  // a description that ran on to another page left the credits behind
  if (doc.bufferedPageRange().count === pages) next = Math.max(next, credits)
  next = roomFor(doc, next + 6, 22)

  doc.rect(x, next, width, 22).fill(tint)
  write(doc, 'Credits purchased / Total', { ...title, y: next + 4.5 }, body)
  write(doc, receipt.totalCredit, { ...credit, y: next + 4.5 }, { ...strong, ...right })
  write(doc, `RM ${receipt.amount}`, { ...amount, y: next + 4 }, { size: 10, bold: true, color: ink, ...right })
  rule(doc, next + 22, ink)
  return next + 22
}

function words(doc: Doc, y: number, receipt: Receipt): number {
  const { x, width } = full(doc, y)
  const top = roomFor(doc, y, heightOf(doc, receipt.words, width, strong) + 12)
  const next = write(doc, 'THE SUM OF', { x, y: top, width }, label)
  return write(doc, receipt.words, { x, y: next + 1, width }, strong)
}

function particulars(doc: Doc, y: number, receipt: Receipt): number {
  const { x, width } = full(doc, y)
  const half = width / 2 - 6
  const pairs = [
    [
      ['PAYMENT TYPE', receipt.paymentType],
      ['VALID UNTIL', receipt.validUntil],
    ],
    [
      ['RECEIVED BY', receipt.receivedBy],
      ['VERIFIED BY', receipt.verifiedBy],
    ],
  ]
  let next = y
  for (const pair of pairs) {
    const tallest = Math.max(...pair.map(([, value = '']) => heightOf(doc, value, half, body))) + 11
    next = roomFor(doc, next, tallest)
    for (const [column, [name = '', value = '']] of pair.entries()) {
      const box = { x: x + column * (width / 2 + 6), width: half }
      write(doc, value, { ...box, y: write(doc, name, { ...box, y: next }, label) + 1 }, body)
    }
    next += tallest + 9
  }
  return next - 9
}

function closing(doc: Doc, y: number): void {
  // at the foot of the page, where a letter has it
  const top = Math.max(roomFor(doc, y, 24), doc.page.height - doc.page.margins.bottom - 24)
  rule(doc, top)
  write(doc, 'This receipt was issued by computer and needs no signature.', full(doc, top + 6), {
    ...label,
    spacing: 0,
    align: 'center',
  })
}
