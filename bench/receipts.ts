/** The cost of an official receipt in the worker once its fonts are read: `npm run bench receipts`. */
import sharp from 'sharp'
import { type Receipt, type ReceiptFacts, receiptOf, receiptsPdf } from '../api/src/payments/receipts/receipt.ts'
import { closePdf } from '../api/src/platform/pdf/index.ts'
import { print, quantile } from './support/figures.ts'

const warmUp = 50
const rounds = 300
const together = 200

/** Another payer each time, so that no cache helps. */
const receipt = (n: number, company: ReceiptFacts['company']): Receipt => ({
  ...receiptOf({
    company,
    orNo: `OR-2026-${String(n).padStart(4, '0')}`,
    received: '2026-11-20',
    verified: '2026-11-21',
    payer: { name: `Tan Wei Ming ${n}`, chName: '陈伟明' },
    children: [{ name: `Tan Jia Hui ${n}`, chName: '陳佳慧' }, { name: 'Tan Jia Le' }],
    package: { code: 'P1200', title: 'Family 1200', description: 'Twelve hundred credits for the whole family.' },
    credit: 1200 + n,
    addition: 34,
    paymentType: 'Cash',
    amount: `${1200 + n}.50`,
    receivedBy: 'Farid bin Osman',
    verifiedBy: 'siti.aminah',
    validUntil: '2027-05-21',
  }),
  page: `https://portal.example.com/receipt/${String(n).padStart(22, 'Zk3vQ9mX2pLr8TwBnYcD4g')}`,
})

const academy = {
  name: 'Harimau Martial Arts Academy Sdn Bhd',
  registration: '202301012345 (1498267-X)',
  address: 'No. 12-2, Jalan Setia Prima S U13/S, 40170 Shah Alam, Selangor',
  phone: '03-3358 1234',
}

/** Wall and CPU milliseconds of each; the waiting thread costs next to nothing. */
async function measure(company: ReceiptFacts['company']) {
  for (let n = 0; n < warmUp; n++) await receiptsPdf([receipt(n, company)])
  const waited: number[] = []
  const before = process.cpuUsage()
  let bytes = 0
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    bytes = (await receiptsPdf([receipt(n, company)])).length
    waited.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  return { waited, cpu: (user + system) / 1000 / rounds, bytes }
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 230, sigma: 8 } },
  })
const pictured = {
  ...academy,
  logo: await noise(492, 175).png({ compressionLevel: 9 }).toBuffer(),
  background: await noise(1240, 1760).jpeg({ quality: 85 }).toBuffer(),
}

const row = (name: string, { waited, cpu, bytes }: Awaited<ReturnType<typeof measure>>) => [
  name,
  waited.length,
  quantile(waited, 0.5).toFixed(1),
  quantile(waited, 0.95).toFixed(1),
  cpu.toFixed(1),
  Math.round(bytes / 1000),
]
const table = [row('a receipt', await measure(academy)), row('with logo and background', await measure(pictured))]

const many = Array.from({ length: together }, (_, n) => receipt(n, academy))
const before = process.cpuUsage()
const began = performance.now()
const { length } = await receiptsPdf(many)
const each = (performance.now() - began) / together
const { user, system } = process.cpuUsage(before)
table.push([
  `one of ${together} in one file`,
  together,
  each.toFixed(1),
  '',
  ((user + system) / 1000 / together).toFixed(1),
  Math.round(length / 1000),
])
await closePdf()
print(['what', 'drawn', 'p50 ms', 'p95 ms', 'processor ms', 'KB'], table)
