import type { CloseBody } from '@academy/contract/cashdesk/cashdesk.ts'
import { closeWords, type Pieces, remarkRequired, sumOf } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { paymentStatus } from '@academy/contract/payments/rules.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { verifyPayment } from '../payments/payments.ts'
import type { Schema, Tx } from '../platform/data/index.ts'
import { conflict, type Detail, found, HttpError, invalid } from '../platform/http/index.ts'
import { writePaper } from '../platform/pdf/index.ts'
import { timezone } from '../platform/runtime/index.ts'
import { lockWallets } from '../wallet/wallet.ts'
import { closePaper } from './document.ts'
import { checkDay, coachNamed, leftOn } from './sheet.ts'

/** A locked payment, with all that decides whether it can be closed. */
interface Chosen {
  id: string
  orderNo: string
  member: string
  payer: string
  amount: string
  paymentType: string
  coachReceived: string | null
  day: string
  isPay: boolean
  isRejected: boolean
  isCancelled: boolean
  /** Numbers of the closes that received it and gave it back. */
  receivedIn: string | null
  returnedIn: string | null
}

/** Locks in id order, as all code that locks payments does, to avoid deadlocks. */
async function lockChosen(tx: Tx, ids: readonly string[]): Promise<Map<string, Chosen>> {
  await tx.query(sql`select id from payment where id = any(${ids}::uuid[]) order by id for update`)
  // A new statement sees what was committed while this one waited for the locks.
  const rows = await tx.query<Chosen>(sql`select payment.id, payment.order_no, payment.member, member.name as payer,
      payment.amount, payment.payment_type, payment.coach_received,
      (payment.created_at at time zone ${timezone})::date as day, payment.is_pay, payment.is_rejected, payment.is_cancelled,
      (select number from cash_close_line as line join cash_close on cash_close.id = line.close
        where line.payment = payment.id and line.kind = 'received') as received_in,
      (select number from cash_close_line as line join cash_close on cash_close.id = line.close
        where line.payment = payment.id and line.kind = 'returned') as returned_in
    from payment join member on member.id = payment.member where payment.id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a payment cannot be closed as received, if so. */
function problemOfReceived(payment: Chosen | undefined, { day, coach }: CloseBody): string | undefined {
  if (!payment) return 'Payment not found'
  if (payment.paymentType !== 'Cash') return 'This is not a cash payment'
  if (payment.coachReceived !== coach || payment.day !== day) return 'Another coach or another day received it'
  if (payment.receivedIn) return `It is in close ${payment.receivedIn} already`
  if (payment.isRejected || payment.isCancelled) return `It is ${paymentStatus(payment)} by now`
  return undefined
}

/** Why a payment cannot be closed as given back, if so. */
function problemOfReturned(payment: Chosen | undefined, { coach }: CloseBody): string | undefined {
  if (!payment) return 'Payment not found'
  if (payment.coachReceived !== coach) return 'Another coach received it'
  if (!payment.receivedIn || !payment.isCancelled) return 'It was not cancelled after a close'
  return payment.returnedIn ? `It is in close ${payment.returnedIn} already` : undefined
}

const named = (payment: Chosen | undefined) => (payment ? `${payment.orderNo} of ${payment.payer}: ` : '')

function refuse(problems: readonly Detail[], total: number): void {
  if (problems.length === 0) return
  throw conflict(`Nothing was closed: ${problems.length} of ${total} payments cannot be. ${problems[0]?.message}`, [
    ...problems,
  ])
}

/** Verifies the pending payments in id order; 409 with a detail for each that cannot be verified. */
async function verifyPending(tx: Tx, payments: readonly Chosen[], total: number): Promise<Set<string>> {
  const pending = payments.filter(({ isPay }) => !isPay).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  // All wallets in one step and in order: locked one by one they could deadlock.
  await lockWallets(
    tx,
    pending.map(({ member }) => member),
  )
  const problems: Detail[] = []
  for (const payment of pending)
    await verifyPayment(tx, payment.id).catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error
      problems.push({ path: payment.id, message: named(payment) + error.message })
    })
  refuse(problems, total)
  return new Set(pending.map(({ id }) => id))
}

/** The next number of the year. It blocks other closes until the transaction ends, so call it last. */
async function nextOfYear(tx: Tx): Promise<{ number: string; year: number; runningNo: number }> {
  const year = Number(tx.today.slice(0, 4))
  const { last } = await tx.change(
    (issued: { last: number }) => ({
      section: 'Cash Desk',
      docType: 'cash-close-series',
      docId: String(year),
      action: 'Issued',
      description: `Issued Cash Close number ${numberOf(year, issued.last)}`,
      from: { last: issued.last - 1 },
      to: { last: issued.last },
    }),
    (on) =>
      on()
        .insertInto('cashCloseSeries')
        .values({ year, last: 1 })
        .onConflict((same) => same.column('year').doUpdateSet({ last: sql`cash_close_series.last + 1` }))
        .returning('last')
        .executeTakeFirstOrThrow(),
  )
  return { number: numberOf(year, last), year, runningNo: last }
}

const numberOf = (year: number, last: number) => `CC-${year}-${String(last).padStart(4, '0')}`

interface Draft {
  day: string
  coach: { _id: string; name: string }
  corrects?: { id: string; number: string }
  lines: Schema['cashCloseLine'][]
  /** RM as text. */
  expected: string
  counted: string
  pieces?: Pieces | null | undefined
  remark: string | null
}

async function write(tx: Tx, id: string, draft: Draft): Promise<void> {
  const { day, coach, corrects, lines, expected, counted, remark } = draft
  const received = lines.filter(({ kind }) => kind === 'received')
  const words = closeWords({
    payments: received.length,
    returned: lines.length - received.length,
    expected: sen(expected),
    counted: sen(counted),
  })
  const left = await leftOn(tx, day, coach._id)
  const row = {
    id,
    ...(await nextOfYear(tx)),
    day,
    coach: coach._id,
    coachName: coach.name,
    corrects: corrects?.id ?? null,
    expected,
    counted,
    remark,
    leftPayments: corrects ? 0 : left.payments - received.length,
    leftAmount: corrects ? '0.00' : ringgit(sen(left.amount) - sumAmounts(received)),
  }
  await tx.change(
    {
      section: 'Cash Desk',
      docType: 'cash-close',
      docId: id,
      action: 'Closed',
      description: `Closed ${row.number}${corrects ? `, which corrects ${corrects.number}` : ''}: ${coach.name}, ${displayDate(day)}, ${words}`,
      to: { ...row, pieces: draft.pieces ?? null },
    },
    async (on) => {
      await on()
        .insertInto('cashClose')
        .values({
          ...row,
          pieces: draft.pieces ? JSON.stringify(draft.pieces) : null,
          closedByUser: tx.by.userId,
          closedByName: tx.by.username,
          closedAt: tx.now,
        })
        .execute()
      if (lines.length > 0) await on().insertInto('cashCloseLine').values(lines).execute()
    },
  )
  await writePaper(tx, closePaper, id)
}

const sumAmounts = (lines: readonly { amount: string }[]) => lines.reduce((sum, { amount }) => sum + sen(amount), 0)

/** Checks the sums before anything is written: 400 at the field, 409 when the clerk saw another expected amount. */
function checkMoney(body: CloseBody, expected: number): void {
  if (expected < 0) throw conflict('More is given back than handed over. Leave what is given back for a later close.')
  if (body.expected && sen(body.expected) !== expected)
    throw conflict(`Expected is ${formatRM(expected)} by now, not ${formatRM(sen(body.expected))}. Please look again.`)
  if (body.pieces && sumOf(body.pieces) !== sen(body.counted))
    throw invalid([
      { path: 'pieces', message: `The notes and coins make ${formatRM(sumOf(body.pieces))}, not the counted amount` },
    ])
  if (sen(body.counted) !== expected && !body.remark) throw invalid([{ path: 'remark', message: remarkRequired }])
}

/**
 * Closes the payments a coach handed over for a day: verifies the pending ones and writes the numbered document, all or
 * nothing. Answers its id. 409 with a detail for each payment that cannot be closed.
 */
export async function closeDay(tx: Tx, body: CloseBody): Promise<string> {
  const { day } = body
  checkDay(tx, day)
  const coach = await coachNamed(tx, body.coach)
  const [received, returned] = [[...new Set(body.payments)], [...new Set(body.returned ?? [])]]
  const chosen = await lockChosen(tx, [...received, ...returned])
  const total = received.length + returned.length
  const problemsOf = (ids: string[], problemOf: typeof problemOfReceived) =>
    ids.flatMap((id) => {
      const problem = problemOf(chosen.get(id), body)
      return problem ? [{ path: id, message: named(chosen.get(id)) + problem }] : []
    })
  refuse([...problemsOf(received, problemOfReceived), ...problemsOf(returned, problemOfReturned)], total)
  const payments = received.map((id) => found(chosen.get(id), 'Payment'))
  const back = returned.map((id) => found(chosen.get(id), 'Payment'))
  const expected = sumAmounts(payments) - sumAmounts(back)
  checkMoney(body, expected)
  const verified = await verifyPending(tx, payments, total)
  const close = tx.newId()
  await write(tx, close, {
    day,
    coach,
    lines: [
      ...payments.map(({ id, amount }) => ({
        close,
        payment: id,
        kind: 'received' as const,
        amount,
        verifiedHere: verified.has(id),
      })),
      ...back.map(({ id, amount }) => ({
        close,
        payment: id,
        kind: 'returned' as const,
        amount: ringgit(-sen(amount)),
        verifiedHere: false,
      })),
    ],
    expected: ringgit(expected),
    counted: body.counted,
    pieces: body.pieces,
    remark: body.remark || null,
  })
  return close
}

/**
 * A close without payments that expects what another one is short of. Answers its id. 409 when that one is corrected
 * already: then the correction has to be corrected.
 */
export async function correctClose(tx: Tx, id: string, { counted, remark }: { counted: string; remark: string }) {
  const [wrong] = await tx.query<{
    id: string
    number: string
    day: string
    coach: string
    coachName: string
    missing: string
    correction: string | null
  }>(sql`select wrong.id, wrong.number, wrong.day, wrong.coach, wrong.coach_name,
      (wrong.expected - wrong.counted)::text as missing, correction.number as correction
    from cash_close as wrong left join cash_close as correction on correction.corrects = wrong.id
    where wrong.id = ${id}`)
  const { number, day, coach, coachName, missing, correction } = found(wrong, 'Cash close')
  if (correction) throw conflict(`${number} was put right by ${correction} already. Correct that one.`)
  const close = tx.newId()
  await write(tx, close, {
    day,
    coach: { _id: coach, name: coachName },
    corrects: { id, number },
    lines: [],
    expected: missing,
    counted,
    remark,
  })
  return close
}
