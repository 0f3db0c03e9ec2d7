/** How an official receipt looks. Runs in the PDF worker. */
import {
  background,
  bar,
  body,
  closing,
  type Doc,
  full,
  heading,
  heightOf,
  ink,
  type Layout,
  label,
  labelled,
  letterhead,
  numberPages,
  onInk,
  pairs,
  qrCode,
  roomFor,
  rule,
  small,
  strong,
  tint,
  write,
} from '../platform/pdf/index.ts'
import type { Receipt } from './receipt.ts'

export const layout: Layout<Receipt[]> = {
  size: 'A5',
  orientation: 'portrait',
  margin: 34,
  title: (receipts) => `Official Receipt ${receipts.map((receipt) => receipt.orNo).join(', ')}`,
  draw(doc, receipts) {
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) doc.addPage()
      const end = background(doc, receipt.company.background)
      drawReceipt(doc, receipt)
      end()
    }
  },
}

function drawReceipt(doc: Doc, receipt: Receipt): void {
  const { start, count } = doc.bufferedPageRange()
  const first = start + count - 1
  let y = letterhead(doc, receipt.company)
  y = heading(doc, y + 16, 'OFFICIAL RECEIPT', receipt.orNo, receipt.date)
  y = receivedFrom(doc, y + 16, receipt)
  y = items(doc, y + 16, receipt)
  y = words(doc, y + 14, receipt)
  y = particulars(doc, y + 18, receipt)
  closing(doc, y + 14, receipt.page ? `${unsigned}\nSee whether it is valid: ${receipt.page}` : unsigned)
  numberPages(doc, first, `Official Receipt ${receipt.orNo}`, { ...label, spacing: 0 })
}

const unsigned = 'This receipt was issued by computer and needs no signature.'

function receivedFrom(doc: Doc, y: number, { payer, children }: Receipt): number {
  const next = labelled(doc, y, 'RECEIVED FROM', payer, { size: 10.5, bold: true })
  return children ? labelled(doc, next + 6, 'CHILDREN', children) : next
}

function items(doc: Doc, y: number, receipt: Receipt): number {
  const { x, width } = full(doc, y)
  const amount = { x: x + width - 98, width: 90 }
  const credit = { x: amount.x - 54, width: 56 }
  const title = { x: x + 8, width: credit.x - x - 16 }
  const right = { align: 'right' } as const

  const row = (heightOf(doc, receipt.package.title, title.width, strong) + 12) * 2
  const top = roomFor(doc, y, row + 16)
  bar(doc, top)
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
  // When the description continues on another page, the credits are on the page before.
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

const codeSize = 62
const codeGap = 18

/** The other particulars, and beside them the QR code of the receipt's page. Returns the y below. */
function particulars(doc: Doc, y: number, receipt: Receipt): number {
  const { page } = receipt
  const height = page ? codeSize + 14 : 0
  const top = roomFor(doc, y, height)
  if (page) code(doc, top, page)
  const below = pairs(
    doc,
    top,
    [
      [
        ['PAYMENT TYPE', receipt.paymentType],
        ['VALID UNTIL', receipt.validUntil],
      ],
      [
        ['RECEIVED BY', receipt.receivedBy],
        ['VERIFIED BY', receipt.verifiedBy],
      ],
      [
        ['RECEIVED ON', receipt.received],
        ['VERIFIED ON', receipt.verified],
      ],
    ],
    page ? codeSize + codeGap : 0,
  )
  // When the names continue on another page, the code is on the page before.
  return below < top ? below : Math.max(below, top + height)
}

function code(doc: Doc, y: number, page: string): void {
  const { x, width } = full(doc, y)
  const left = x + width - codeSize
  qrCode(doc, page, left, y, codeSize)
  write(doc, 'SCAN TO CHECK', { x: left - 8, y: y + codeSize + 4, width: codeSize + 16 }, { ...label, align: 'center' })
}
