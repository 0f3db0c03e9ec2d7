import type { CloseBody } from '@academy/contract/cashdesk/cashdesk.ts'
import { closeWords, type Pieces, remarkRequired, sumOf } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { verifyPayment } from '../payments/payments.ts'
import { needOpenMonth, type Schema, type Tx } from '../platform/data/index.ts'
import { conflict, type Detail, found, HttpError, invalid } from '../platform/http/index.ts'
import { writePaper } from '../platform/pdf/index.ts'
import { lockWallets } from '../wallet/wallet.ts'
import { type Chosen, lockChosen, named, problemOfReceived, problemOfReturned } from './chosen.ts'
import { closePaper } from './document.ts'
import { checkDay, coachNamed, leftOn } from './sheet.ts'

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

/** The next number of the year. It blocks other closes until the transaction ends: what is read after it is what no other close takes. */
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
  evening: string | null
  lines: Schema['cashCloseLine'][]
  /** RM as text. */
  expected: string
  counted: string
  pieces?: Pieces | null | undefined
  remark: string | null
}

async function write(tx: Tx, id: string, draft: Draft): Promise<void> {
  await needOpenMonth(tx)
  const { day, coach, corrects, evening, lines, expected, counted, remark } = draft
  const received = lines.filter(({ kind }) => kind === 'received')
  const words = closeWords({
    payments: received.length,
    returned: lines.length - received.length,
    expected: sen(expected),
    counted: sen(counted),
  })
  const numbered = await nextOfYear(tx)
  const left = await leftOn(tx, day, coach._id)
  const row = {
    id,
    ...numbered,
    day,
    coach: coach._id,
    coachName: coach.name,
    corrects: corrects?.id ?? null,
    evening,
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

/** A close as it was asked for, and what is named of it. */
export interface Wanted {
  body: CloseBody
  /** Of the body's fields in the call: 'closes.0.'; empty of a close by itself. */
  at: string
  /** The evening close that it is part of. */
  evening: string | null
}

interface Drawn extends Wanted {
  coach: { _id: string; name: string }
  payments: Chosen[]
  back: Chosen[]
  /** In sen. */
  expected: number
}

/** Checks the sums of a close: 409 when the clerk saw another expected amount; answers what is wrong at its fields. */
function problemsOfMoney({ body, at, coach, evening, expected }: Drawn): Detail[] {
  const of = evening ? `${coach.name}: ` : ''
  if (expected < 0)
    throw conflict(`${of}More is given back than handed over. Leave what is given back for a later close.`)
  if (body.expected && sen(body.expected) !== expected)
    throw conflict(
      `${of}Expected is ${formatRM(expected)} by now, not ${formatRM(sen(body.expected))}. Please look again.`,
    )
  if (body.pieces && sumOf(body.pieces) !== sen(body.counted))
    return [
      {
        path: `${at}pieces`,
        message: `The notes and coins make ${formatRM(sumOf(body.pieces))}, not the counted amount`,
      },
    ]
  return sen(body.counted) !== expected && !body.remark ? [{ path: `${at}remark`, message: remarkRequired }] : []
}

/** The locked payments of each close; 409 with a detail for each that cannot be closed. */
async function drawn(tx: Tx, wanted: readonly Wanted[]): Promise<{ closes: Drawn[]; total: number }> {
  const asked = []
  for (const one of wanted) {
    const { body, at } = one
    checkDay(tx, body.day)
    const coach = await coachNamed(tx, body.coach, `${at}coach`)
    asked.push({ ...one, coach, received: [...new Set(body.payments)], returned: [...new Set(body.returned ?? [])] })
  }
  const ids = asked.flatMap(({ received, returned }) => [...received, ...returned])
  const chosen = await lockChosen(tx, ids)
  const problemsOf = (of: string[], body: CloseBody, problemOf: typeof problemOfReceived) =>
    of.flatMap((id) => {
      const problem = problemOf(chosen.get(id), body)
      return problem ? [{ path: id, message: named(chosen.get(id)) + problem }] : []
    })
  const problems = asked.flatMap(({ body, received, returned }) => [
    ...problemsOf(received, body, problemOfReceived),
    ...problemsOf(returned, body, problemOfReturned),
  ])
  refuse(problems, ids.length)
  const closes = asked.map(({ received, returned, ...one }) => {
    const payments = received.map((id) => found(chosen.get(id), 'Payment'))
    const back = returned.map((id) => found(chosen.get(id), 'Payment'))
    return { ...one, payments, back, expected: sumAmounts(payments) - sumAmounts(back) }
  })
  return { closes, total: ids.length }
}

/**
 * Closes what each coach handed over: verifies what is pending and writes the numbered documents, all or nothing. Answers
 * their ids, in the same order. Every lock is taken for all of them before the next kind: payments, wallets, numbers.
 * 409 with a detail for each payment that cannot be closed.
 */
export async function closeDays(tx: Tx, wanted: readonly Wanted[]): Promise<string[]> {
  const { closes, total } = await drawn(tx, wanted)
  const wrong = closes.flatMap(problemsOfMoney)
  if (wrong.length > 0) throw invalid(wrong)
  const verified = await verifyPending(
    tx,
    closes.flatMap(({ payments }) => payments),
    total,
  )
  const ids: string[] = []
  for (const close of closes) ids.push(await writeDay(tx, close, verified))
  return ids
}

/** Closes one coach's day; answers its id. */
export async function closeDay(tx: Tx, body: CloseBody): Promise<string> {
  const [id] = await closeDays(tx, [{ body, at: '', evening: null }])
  return found(id, 'Cash close')
}

async function writeDay(tx: Tx, wanted: Drawn, verified: ReadonlySet<string>): Promise<string> {
  const { body, coach, evening, payments, back, expected } = wanted
  const close = tx.newId()
  await write(tx, close, {
    day: body.day,
    coach,
    evening,
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
    evening: null,
    lines: [],
    expected: missing,
    counted,
    remark,
  })
  return close
}
