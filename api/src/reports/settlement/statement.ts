/** A coach's month on paper, to sign. */
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped, withMinus } from '@academy/contract/platform/figures.ts'
import { coachRoleLabels, rateWords } from '@academy/contract/rates/rules.ts'
import { closedWords } from '@academy/contract/reports/coach-month.ts'
import { runningWords, settlementWords } from '@academy/contract/reports/coach-settlement-report.ts'
import { daysOf, monthOf, monthWords } from '@academy/contract/reports/month.ts'
import { formatAmount, sen } from '@academy/contract/wallet/rules.ts'
import type { Tx } from '../../platform/data/index.ts'
import { amountInWords, companyNow, type Letterhead, letterheadOf } from '../../platform/pdf/index.ts'
import { shownInstant } from '../../platform/runtime/index.ts'
import { centresOf } from '../output/about.ts'
import { type Coach, type CoachMonth, coachesSeen, monthsOfCoaches } from './coach-month.ts'

/** All that is printed, as text; amounts are RM without the letters. */
export interface StatementPrint {
  company: Letterhead
  coach: string
  /** `2026-10`, and in words. */
  ofMonth: string
  month: string
  days: string
  bank: string
  computed: string
  courses: {
    name: string
    classes: string
    heads: string
    credits: string
    amount: string
    days: { date: string; time: string; heads: string; credits: string; rate: string; amount: string }[]
  }[]
  classes: string
  heads: string
  credits: string
  amount: string
  /** Of closed months. */
  corrections: { name: string; heads: string; credits: string; classes: string; amount: string }[]
  /** The amount with the corrections; empty without any. */
  toPay: string
  /** Of what is paid. */
  words: string
  notes: string[]
}

const amountOf = (amount: string) => withMinus(formatAmount(amount))
const figureOf = (count: number) => withMinus(grouped(count))

/** The statements of coaches, in their order. 404 for one whose pay is not the caller's to see. */
export async function statementsOf(
  tx: Tx,
  ids: readonly string[],
  month = monthOf(tx.today),
): Promise<{ coach: string; print: StatementPrint }[]> {
  const coaches = await coachesSeen(tx, ids)
  const months = await monthsOfCoaches(tx, coaches, month)
  const company = letterheadOf(await companyNow(tx))
  const centres = await centresOf(tx)
  const bankOf = new Map(coaches.map((coach) => [coach.id, bankText(coach)]))
  return months.map((of) => {
    const { _id } = of.coach
    return { coach: _id, print: printOf(of, { bank: bankOf.get(_id) ?? '-', company, centres, today: tx.today }) }
  })
}

const bankText = ({ bankName, bankAccNo, bankAccName }: Coach) =>
  [bankName, bankAccNo, bankAccName].filter(Boolean).join(', ') || '-'

interface Facts {
  bank: string
  company: Letterhead
  /** The centres the caller is restricted to. */
  centres: readonly string[]
  today: string
}

function printOf(of: CoachMonth, { bank, company, centres, today }: Facts): StatementPrint {
  const { coach, month, courses, computedAt, corrections, toPay, ...sums } = of
  const { startDate, endDate } = daysOf(month)
  const figures = (of: { classes: number; heads: number; credits: number; amount: string }) => ({
    classes: figureOf(of.classes),
    heads: figureOf(of.heads),
    credits: figureOf(of.credits),
    amount: amountOf(of.amount),
  })
  return {
    company,
    coach: coach.name,
    ofMonth: month,
    month: monthWords(month),
    days: `${displayDate(startDate)} to ${displayDate(endDate)}`,
    bank,
    computed: shownInstant(computedAt),
    ...figures(sums),
    corrections: corrections.map((correction) => ({
      ...figures(correction),
      name: `Corrects ${monthWords(correction.month)}`,
    })),
    toPay: corrections.length > 0 ? amountOf(toPay) : '',
    words: `${sen(toPay) < 0 ? 'MINUS ' : ''}${amountInWords(Math.abs(sen(toPay)))}`,
    courses: courses.map(({ course, centre, role, days, ...of }) => ({
      name: [course.name, centre, ...(role === 'assistant' ? [coachRoleLabels.assistant] : [])]
        .filter(Boolean)
        .join(', '),
      ...figures(of),
      days: days.map((day) => ({
        date: displayDate(day.date),
        time: day.duration,
        heads: day.isMarked ? grouped(day.heads) : '-',
        credits: day.isMarked ? grouped(day.credits) : '-',
        rate: day.isMarked ? (day.rate ? rateWords(day.rate) : 'No rate') : 'Attendance not taken',
        amount: amountOf(day.amount),
      })),
    })),
    notes: [
      ...runningWords(month, today),
      // Of a closed month of which nothing was stated: what is in it by now is not paid twice.
      ...(of.statementAmount === null ? [] : closedWords(of)),
      ...settlementWords(sums),
      ...(centres.length > 0 ? [`Only of ${centres.join(', ')}.`] : []),
    ],
  }
}

export const statementLayout = new URL('./statement-layout.ts', import.meta.url)
