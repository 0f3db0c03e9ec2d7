import { sql } from 'kysely'
import { validUntil } from '../payments/payments.ts'
import { day, flag, instant, money, person, type Row, text, whole } from './columns.ts'
import { about, type Kind, linkSecret } from './kind.ts'

const payment = sql`join payment on payment.id = paid.payment join member person on person.id = payment.member`
const ofPayment = sql`payment.order_no, person.name as member_name, person.ch_name as member_ch_name`

export const paymentKinds: readonly Kind[] = [
  {
    table: 'payment',
    name: 'payments',
    words: 'packages that were bought, in cash or by card',
    may: 'verifyPayment.view',
    rows: (_, ids) =>
      about(ids, {
        table: 'payment',
        more: sql`, coach.name as coach_name, ${validUntil} as valid_until`,
        joins: sql`left join coach on coach.id = payment.coach_received`,
        order: 'payment.created_at, payment.id',
      }),
    without: { receiptToken: `${linkSecret}; the receipt has it` },
    columns: [
      ...person,
      text('Order No.', 'orderNo', 16),
      text('Receipt No.', 'receiptNo', 16),
      instant('Ordered', 'createdAt'),
      instant('Verified', 'dateTime'),
      text('Package', 'packageTitle', 30),
      text('Code', 'packageCode', 12),
      text('Description', 'description', 30),
      whole('Credits', 'creditPurchase'),
      whole('Extra', 'addition'),
      whole('Months', 'duration'),
      money('Amount (RM)', 'amount'),
      text('Paid By', 'paymentType', 9),
      text('Received By', 'coachName'),
      flag('Paid', 'isPay'),
      flag('Rejected', 'isRejected'),
      flag('Cancelled', 'isCancelled'),
      text('Reason', 'cancelReason', 30),
      day('Valid Until', 'validUntil'),
      text('Verified By', 'verifiedByName', 16),
    ],
  },
  {
    table: 'cardOrder',
    name: 'card-orders',
    words: 'what the card provider was asked for',
    may: 'verifyPayment.view',
    rows: (_, ids) => sql<Row>`select paid.*, ${ofPayment} from card_order paid ${payment}
      where payment.member = any(${ids}::uuid[]) order by paid.created_at, paid.payment`,
    without: { token: linkSecret },
    columns: [],
  },
  {
    table: 'cardRefund',
    name: 'card-refunds',
    words: 'card money that went back, or is to',
    may: 'verifyPayment.view',
    rows: (_, ids) => sql<Row>`select paid.*, ${ofPayment} from card_refund paid ${payment}
      where payment.member = any(${ids}::uuid[]) order by paid.created_at, paid.id`,
    columns: [],
  },
  {
    table: 'receipt',
    name: 'receipts',
    words: 'official receipts; each whose payment was not cancelled is a PDF under receipts/',
    may: 'verifyPayment.view',
    rows: (_, ids) => about(ids, { table: 'receipt', column: 'payer', order: 'receipt.number' }),
    without: {
      content: 'the PDF is made of it',
      children: 'the PDF names them',
      logo: "the academy's letterhead",
      background: "the academy's letterhead",
    },
    columns: [
      ...person,
      text('Receipt No.', 'number', 16),
      money('Amount (RM)', 'amount'),
      instant('Written', 'writtenAt'),
    ],
  },
]
