import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { misplacedTexts, pdfPages } from '../../../test/support/platform/pdf.ts'
import { closePdf } from '../../platform/pdf/index.ts'
import { type Receipt, type ReceiptFacts, receiptFileName, receiptOf, receiptsPdf } from './receipt.ts'

afterAll(closePdf)

const facts: ReceiptFacts = {
  company: {
    name: 'Harimau Martial Arts Academy Sdn Bhd',
    registration: '202301012345 (1498267-X)',
    address: 'No. 12-2, Jalan Setia Prima S U13/S, 40170 Shah Alam, Selangor',
    phone: '03-3358 1234',
  },
  orNo: 'OR21112026-0001',
  received: '2026-11-20',
  verified: '2026-11-21',
  payer: { name: 'Tan Wei Ming', chName: '陈伟明' },
  children: [{ name: 'Tan Jia Hui', chName: '陳佳慧' }, { name: 'Tan Jia Le' }],
  package: { code: 'P1200', title: 'Family 1200', description: 'Twelve hundred credits for the family.' },
  credit: 1200,
  addition: 34,
  paymentType: 'Cash',
  amount: '1234.50',
  receivedBy: 'Farid bin Osman',
  verifiedBy: 'siti.aminah',
  validUntil: '2027-05-21',
}

const pdfOf = (more: Partial<ReceiptFacts> = {}, page?: Pick<Receipt, 'page'>) =>
  receiptsPdf([{ ...receiptOf({ ...facts, ...more }), ...page }])

test('the official receipt says who paid what for which package, and until when it is valid', async () => {
  const pages = await pdfPages(await pdfOf())
  expect(pages).toHaveLength(1)
  for (const text of [
    'Harimau Martial Arts Academy Sdn Bhd Registration No. 202301012345 (1498267-X) No. 12-2, Jalan',
    'Tel 03-3358 1234',
    'OFFICIAL RECEIPT No. OR21112026-0001 Date 21-11-2026',
    'RECEIVED FROM Tan Wei Ming 陈伟明 CHILDREN Tan Jia Hui 陳佳慧, Tan Jia Le',
    'P1200 – Family 1200 Twelve hundred credits for the family.',
    '1,200 + 34 extra 1,234.50',
    'Credits purchased / Total 1,234 RM 1,234.50',
    'RINGGIT MALAYSIA ONE THOUSAND TWO HUNDRED THIRTY-FOUR AND SEN FIFTY ONLY',
    'PAYMENT TYPE Cash VALID UNTIL 21-05-2027',
    'RECEIVED BY Farid bin Osman VERIFIED BY siti.aminah RECEIVED ON 20-11-2026 VERIFIED ON 21-11-2026',
  ]) {
    expect(pages[0]).toContain(text)
  }
})

test.each([
  ['0.05', 'RM 0.05', 'RINGGIT MALAYSIA SEN FIVE ONLY'],
  ['100', 'RM 100.00', 'RINGGIT MALAYSIA ONE HUNDRED ONLY'],
  ['120.50', 'RM 120.50', 'RINGGIT MALAYSIA ONE HUNDRED TWENTY AND SEN FIFTY ONLY'],
  [
    '1234567.89',
    'RM 1,234,567.89',
    'RINGGIT MALAYSIA ONE MILLION TWO HUNDRED THIRTY-FOUR THOUSAND FIVE HUNDRED SIXTY-SEVEN AND SEN EIGHTY-NINE ONLY',
  ],
])('%s ringgit is printed in figures and in words', async (amount, figures, words) => {
  const [page] = await pdfPages(await pdfOf({ amount }))
  expect(page).toContain(`${figures} THE SUM OF ${words}`)
})

test('names of any length wrap and lose nothing, over several numbered pages if they must', async () => {
  const name = Array.from({ length: 60 }, (_, index) => `Name${index}`).join(' ')
  const chName = '歐陽'.repeat(80)
  const children = Array.from({ length: 30 }, (_, index) => ({ name: `Child ${index} ${name.slice(0, 60)}` }))
  const description = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
  const long = { payer: { name, chName }, children, package: { title: 'X'.repeat(120), description } }
  const pages = await pdfPages(await pdfOf(long))
  expect(await misplacedTexts(await pdfOf(long))).toEqual([])
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Official Receipt OR21112026-0001 – Page ${index + 1} of ${pages.length}`)
  }
  // A name may run on below the foot of a page.
  const text = pages
    .map((page) => page.replace(/Official Receipt \S+ – Page \d of \d$/, ''))
    .join('')
    .replaceAll(' ', '')
  for (const part of [
    name,
    chName,
    'X'.repeat(120),
    ...children.map((child) => child.name),
    'word399',
    'siti.aminah',
  ]) {
    expect(text).toContain(part.replaceAll(' ', ''))
  }
})

test('names in a script the fonts lack show boxes instead of failing', async () => {
  const [page] = await pdfPages(await pdfOf({ payer: { name: 'Kumar 🥋', chName: 'குமார்' }, children: [] }))
  expect(page).toContain('Kumar □ □□□')
  expect(page).not.toContain('CHILDREN')
})

test('several receipts make one document, each on a page of its own', async () => {
  const many = [1, 2, 3].map((number) => receiptOf({ ...facts, orNo: `OR21112026-000${number}` }))
  const pages = await pdfPages(await receiptsPdf(many))
  expect(pages.map((page) => /No\. (OR\S+)/.exec(page)?.[1])).toEqual(many.map((receipt) => receipt.orNo))
  expect(pages.join(' ')).not.toContain('Page 1 of')
})

test('what is not known is left out or shown as a dash', async () => {
  const bare = {
    company: { name: 'COMPANY' },
    children: [],
    receivedBy: null,
    verifiedBy: '',
    validUntil: null,
  }
  const [page] = await pdfPages(await pdfOf(bare))
  expect(page).toMatch(/^COMPANY OFFICIAL RECEIPT/)
  expect(page).toContain('VALID UNTIL -')
  expect(page).not.toContain('Tel')
})

test('the file is named for the receipt, whatever the number format holds', () => {
  expect(receiptFileName('OR21112026-0001')).toBe('Official_Receipt_OR21112026-0001.pdf')
  expect(receiptFileName('OR/2026/"0001"\r\n')).toBe('Official_Receipt_OR-2026-0001-.pdf')
})

const link = 'https://portal.harimau.example/receipt/Zk3vQ9mX2pLr8TwBnYcD4g'

test('the address that says whether it is valid stands on it in print too', async () => {
  const [page] = await pdfPages(await pdfOf({}, { page: link }))
  expect(page).toContain('SCAN TO CHECK')
  expect(page).toContain(`See whether it is valid: ${link}`)
})

/** How often something stands in the plain parts of a PDF. */
const count = (pdf: Buffer, what: RegExp) => pdf.toString('latin1').match(what)?.length ?? 0

test('logo and background are embedded once, fonts wholly, however many receipts there are', async () => {
  const picture = (format: 'png' | 'jpeg') =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: '#c00' } })
      .toFormat(format)
      .toBuffer()
  const company = { ...facts.company, logo: await picture('png'), background: await picture('jpeg') }
  const many = [1, 2, 3].map((number) => ({ ...receiptOf({ ...facts, company, orNo: `OR-${number}` }), page: link }))
  const pdf = await receiptsPdf(many)
  expect(await pdfPages(pdf)).toHaveLength(3)
  expect(count(pdf, /\/Subtype \/Image/g)).toBe(2)
  expect(count(pdf, /\/FontFile2/g)).toBe(2)
  expect(count(await pdfOf(), /\/Subtype \/Image/g)).toBe(0)
})
