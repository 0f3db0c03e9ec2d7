/** One coach's month down to the entries of the ledger, and the statement of it. */
import { z } from 'zod'
import { creditTypes } from '../attendance/enrolments.ts'
import { endpoint } from '../platform/endpoint.ts'
import { person, reference } from '../platform/query.ts'
import { rate } from '../rates/rates.ts'
import { coachRoles } from '../rates/rules.ts'
import { formatRM, sen } from '../wallet/rules.ts'
import { coachSettlementReport, taughtSums } from './coach-settlement-report.ts'
import { month, monthWords } from './month.ts'

const day = z.object({
  /** Of the class. */
  _id: z.string(),
  date: z.string(),
  duration: z.string(),
  isMarked: z.boolean(),
  heads: z.number(),
  credits: z.number(),
  owing: z.number(),
  rate: rate.nullable(),
  amount: z.string(),
})
export type TaughtDay = z.output<typeof day>

const taughtCourse = z.object({
  course: reference('name'),
  centre: z.string().nullable(),
  role: z.enum(coachRoles),
  ...taughtSums,
  days: z.array(day),
})
export type TaughtCourse = z.output<typeof taughtCourse>

const line = z.object({
  /** Of the attendance. */
  _id: z.string(),
  member: person(),
  /** Whose wallet pays. */
  payer: person(),
  creditType: z.enum(creditTypes),
  /** Credits that were debited, 0 while the case is open. */
  credits: z.number(),
  outStanding: z.boolean(),
  /** The instant of the ledger's entry; null where nothing was debited. */
  paidAt: z.string().nullable(),
  /** What it brings the coach. */
  amount: z.string(),
})
export type TaughtLine = z.output<typeof line>

/** `Coach_Settlement_Tan_Hui_Min_2026-10`, without the kind of file; `of` is the month. */
export const settlementFileName = (coach: string, of: string): string =>
  `Coach_Settlement_${coach.replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')}_${of}`

/** By how much what a closed month brings by now differs from what its statement says, which is paid with a later month. */
export const correction = z.object({
  /** The closed month, `YYYY-MM`. */
  month: z.string(),
  classes: z.number(),
  heads: z.number(),
  credits: z.number(),
  /** RM as text with two decimals; below zero where too much was paid. */
  amount: z.string(),
})

interface Month {
  amount: string
  corrections: readonly z.output<typeof correction>[]
  statementAmount: string | null
}

const statedWords = (stated: number) =>
  stated === 0 ? 'Nothing was paid with it.' : `Its statement says ${formatRM(stated)}.`

/** What is said of a month beside its classes: what it corrects, and how a closed one differs from its statement. */
export function closedWords({ amount, corrections, statementAmount: stated }: Month): string[] {
  const paid = corrections.reduce((sum, correction) => sum + sen(correction.amount), stated === null ? 0 : -sen(stated))
  return [
    ...corrections.map((one) => `Corrects ${monthWords(one.month)}, which is closed: ${formatRM(sen(one.amount))}.`),
    ...(stated === null ? [] : [`This month is closed. ${statedWords(sen(stated))}`]),
    ...(stated !== null && paid + sen(amount) !== 0
      ? ['What was put right within a year of it is paid with a later month.']
      : []),
  ]
}

const { may, mayExport } = coachSettlementReport
const query = z.object({ month: month().optional() })

export const coachMonth = {
  month: endpoint({
    method: 'GET',
    path: '/report/coach-settlement/:coach',
    may,
    summary: 'A month of a coach by class and day, this month by default; the sums are those of the days',
    query,
    result: z.object({
      coach: reference('name'),
      month: z.string(),
      computedAt: z.string(),
      /** RM of a credit, as text with two decimals. */
      creditPrice: z.string(),
      ...taughtSums,
      courses: z.array(taughtCourse),
      /** Of closed months, paid with this one; none where the caller is in charge of some centres only. */
      corrections: z.array(correction),
      /** The amount with the corrections, RM as text with two decimals. */
      toPay: z.string(),
      /** What was paid with a closed month as its statement says, corrections included, 0.00 without one; null while it is open. */
      statementAmount: z.string().nullable(),
    }),
  }),
  day: endpoint({
    method: 'GET',
    path: '/report/coach-settlement/:coach/class/:class',
    may,
    summary: 'Who was present in a class that the coach taught, with the ledger entry and what it brings',
    result: z.object({
      ...day.shape,
      /** Paid for the class itself; the amount is this and what the lines bring. */
      base: z.string(),
      items: z.array(line),
    }),
  }),
  statement: endpoint({
    method: 'GET',
    path: '/report/coach-settlement/:coach/statement',
    confirmed: true,
    may: mayExport,
    summary: 'The month as a PDF to sign; of a closed month as it was then',
    query,
    result: { file: 'pdf' as const },
  }),
}
