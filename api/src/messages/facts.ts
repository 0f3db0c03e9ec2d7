/** What there is to tell a member with a wallet, with the figures of now. */
import type { MessageFacts } from '@academy/contract/messages/messages.ts'
import { sql } from 'kysely'
import { addressOf, checkoutLink } from '../checkout/checkout.ts'
import { businessDayOf, isDone, type Tx } from '../platform/data/index.ts'
import { runwayOn } from '../wallet/wallet.ts'
import { isExpiring, isLow, movedClasses, openCases } from './due.ts'

const receiptDays = 30
const mostReceipts = 3
const mostEntries = 5

type Facts<Kind extends MessageFacts['kind']> = Extract<MessageFacts, { kind: Kind }>

interface State {
  wallet: number
  creditExpired: string | null
  classes: number | null
  isLow: boolean
  isExpiring: boolean
}

/** A dependent child has no wallet of its own: its parents are told. */
export async function factsFor(
  tx: Tx,
  member: { id: string; isIndependent: boolean },
  origin: string,
): Promise<MessageFacts[]> {
  if (!member.isIndependent) return []
  const [state] = await tx.query<State>(sql`
    select wallet.balance as wallet, wallet.credit_expired, ${runwayOn(tx.today)} as classes,
      ${isLow(tx)} as is_low, ${isExpiring(tx)} as is_expiring
    from member join wallet on wallet.member = member.id where member.id = ${member.id}`)
  if (!state) return []
  const { wallet, creditExpired } = state
  return [
    ...(await owed(tx, member.id, wallet)),
    ...(await moved(tx, member.id)),
    ...(state.isExpiring && creditExpired
      ? [{ kind: 'expiring' as const, about: null, wallet, date: creditExpired }]
      : []),
    ...(state.isLow ? [{ kind: 'low' as const, about: null, wallet, classes: state.classes ?? 0 }] : []),
    ...(await cardLinks(tx, member.id, origin)),
    ...(await receipts(tx, member.id, origin)),
    { kind: 'balance', about: null, wallet, creditExpired, entries: await entries(tx, member.id) },
  ]
}

/** Whoever may tell of one case tells of all: the wallet pays for them together. */
async function owed(tx: Tx, id: string, wallet: number): Promise<Facts<'owed'>[]> {
  const [sum] = await tx.query<{ cases: number; credit: number }>(sql`
    select count(*)::int as cases, coalesce(sum(credit_minus), 0)::int as credit
    from (${openCases(tx)}) as open where open.payer = ${id} having bool_or(is_own)`)
  return sum ? [{ kind: 'owed', about: null, ...sum, wallet }] : []
}

async function moved(tx: Tx, id: string): Promise<Facts<'moved'>[]> {
  const rows = await tx.query<{
    about: string
    course: string
    date: string
    insteadDate: string | null
    insteadDuration: string
  }>(
    sql`select * from (${movedClasses(tx)}) as moved where moved.payer = ${id} order by moved.date, moved.course, moved.about`,
  )
  return rows.map(({ about, course, date, insteadDate, insteadDuration }) => ({
    kind: 'moved',
    about,
    course,
    date,
    instead: insteadDate ? { date: insteadDate, duration: insteadDuration } : null,
  }))
}

/** Links that are still open, for who may see them. */
async function cardLinks(tx: Tx, id: string, origin: string): Promise<Facts<'link'>[]> {
  if (!tx.by.can('verifyPayment.view') && !tx.by.can('dashboard.view')) return []
  const orders = await tx.query<{ payment: string }>(sql`
    select card_order.payment from card_order join payment on payment.id = card_order.payment
    where payment.member = ${id} and card_order.state = 'open' order by card_order.created_at desc limit ${mostReceipts}`)
  const links: Facts<'link'>[] = []
  for (const { payment } of orders) {
    const { state, amount, currency, checkoutUrl: link, package: bought } = await checkoutLink(tx, origin, payment)
    if (state === 'open') links.push({ kind: 'link', about: payment, title: bought.title, amount, currency, link })
  }
  return links
}

/** None for who may not see payments. */
async function receipts(tx: Tx, id: string, origin: string): Promise<Facts<'receipt'>[]> {
  if (!tx.by.can('verifyPayment.view')) return []
  const day = businessDayOf('payment.date_time')
  return tx.query<Facts<'receipt'>>(sql`
    select 'receipt' as kind, payment.id as about, payment.receipt_no as or_no, payment.amount::text,
      payment.credit_purchase as credit, ${day} as date, ${`${addressOf(tx.portal, origin)}/receipt/`} || payment.receipt_token as link
    from payment where payment.member = ${id} and ${isDone}
      and ${day} > ${tx.today}::date - ${receiptDays}::int
    order by payment.date_time desc, payment.id limit ${mostReceipts}`)
}

const entries = (tx: Tx, id: string) =>
  tx.query<Facts<'balance'>['entries'][number]>(sql`
    select ${businessDayOf('entry.at')} as date, member.name as who, entry.credit,
      case entry.kind when 'attendance-reversed' then 'Taken back: ' else '' end || entry.cause_label as label
    from wallet_entry entry left join member on member.id = entry.attended_by and not member.is_deleted
    where entry.member = ${id} order by entry.version desc limit ${mostEntries}`)
