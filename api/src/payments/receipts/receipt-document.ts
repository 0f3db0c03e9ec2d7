/** How an official receipt looks. Runs in the PDF worker. */
import {
  background,
  body,
  closing,
  type Doc,
  drawPaper,
  full,
  heightOf,
  type Layout,
  label,
  labelled,
  pairs,
  qrCode,
  roomFor,
  row,
  small,
  strong,
  tableHead,
  total,
  totalHeight,
  totalLine,
  write,
} from '../../platform/pdf/index.ts'
import type { Receipt } from './receipt.ts'

const name = 'Official Receipt'

export const layout: Layout<Receipt[]> = {
  size: 'A5',
  orientation: 'portrait',
  margin: 34,
  title: (receipts) => `${name} ${receipts.map((receipt) => receipt.orNo).join(', ')}`,
  writtenAt: ([first]) => first?.writtenAt,
  draw(doc, receipts) {
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) doc.addPage()
      const end = background(doc, receipt.company.background)
      const { company, orNo: number, date } = receipt
      drawPaper(doc, { company, name, number, date }, 16, (y) => content(doc, y, receipt))
      end()
    }
  },
}

function content(doc: Doc, y: number, receipt: Receipt): void {
  let next = receivedFrom(doc, y + 16, receipt)
  next = items(doc, next + 16, receipt)
  next = words(doc, next + 14, receipt)
  next = particulars(doc, next + 18, receipt)
  closing(doc, next + 14, receipt.page ? `${unsigned}\nSee whether it is valid: ${receipt.page}` : unsigned)
}

const unsigned = 'This receipt was issued by computer and needs no signature.'

function receivedFrom(doc: Doc, y: number, { payer, children }: Receipt): number {
  const next = labelled(doc, y, 'RECEIVED FROM', payer, { size: 10.5, bold: true })
  return children ? labelled(doc, next + 6, 'CHILDREN', children) : next
}

function items(doc: Doc, y: number, receipt: Receipt): number {
  const { x, width } = full(doc, y)
  const amount = { x: x + width - 98, width: 90, align: 'right' } as const
  const credit = { x: amount.x - 54, width: 56, align: 'right' } as const
  const title = { x: x + 8, width: credit.x - x - 16 }
  const columns = [title, credit, amount]

  const height = (heightOf(doc, receipt.package.title, title.width, strong) + 12) * 2
  const top = roomFor(doc, y, height + 16)
  const start = tableHead(doc, top, columns, ['PACKAGE', 'CREDITS', 'AMOUNT (RM)']) + 6
  const pages = doc.bufferedPageRange().count
  let credits = write(doc, receipt.credit, { ...credit, y: start }, { ...body, align: 'right' })
  if (receipt.addition) credits = write(doc, receipt.addition, { ...credit, y: credits }, { ...small, align: 'right' })
  row(doc, start, columns, ['', '', receipt.amount])
  let next = write(doc, receipt.package.title, { ...title, y: start }, strong)
  if (receipt.package.description) next = write(doc, receipt.package.description, { ...title, y: next + 1 }, small)
  // When the description continues on another page, the credits are on the page before.
  if (doc.bufferedPageRange().count === pages) next = Math.max(next, credits)
  next = roomFor(doc, next + 6, totalHeight)

  const below = totalLine(doc, next)
  row(doc, next + 4.5, columns, ['Credits purchased / Total'])
  row(doc, next + 4.5, columns, ['', receipt.totalCredit], strong)
  row(doc, next + 4, columns, ['', '', `RM ${receipt.amount}`], total)
  return below
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
