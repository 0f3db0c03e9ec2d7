/** A coach's month on paper, to sign. */
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped } from '@academy/contract/platform/figures.ts'
import { coachRoleLabels, rateWords } from '@academy/contract/rates/rules.ts'
import { runningWords, settlementWords } from '@academy/contract/reports/coach-settlement-report.ts'
import { daysOf, monthWords } from '@academy/contract/reports/month.ts'
import { formatRinggit, sen } from '@academy/contract/wallet/rules.ts'
import type { Tx } from '../../platform/data/index.ts'
import { amountInWords, companyNow, type Letterhead, letterheadOf } from '../../platform/pdf/index.ts'
import { businessDate, businessTime } from '../../platform/runtime/index.ts'
import { centresOf } from '../output/about.ts'
import { coachSeen, monthOfCoach } from './coach-month.ts'

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

const amountOf = (amount: string) => formatRinggit(sen(amount))

/** 404 for a coach whose pay is not the caller's to see. */
export async function statementOf(tx: Tx, id: string, asked: string | undefined): Promise<StatementPrint> {
  const { bankName, bankAccName, bankAccNo } = await coachSeen(tx, id)
  const { coach, month, courses, computedAt, corrections, toPay, ...sums } = await monthOfCoach(tx, id, asked)
  const { startDate, endDate } = daysOf(month)
  const centres = await centresOf(tx)
  const at = new Date(computedAt)
  const figures = (of: { classes: number; heads: number; credits: number; amount: string }) => ({
    classes: grouped(of.classes),
    heads: grouped(of.heads),
    credits: grouped(of.credits),
    amount: amountOf(of.amount),
  })
  return {
    company: letterheadOf(await companyNow(tx)),
    coach: coach.name,
    ofMonth: month,
    month: monthWords(month),
    days: `${displayDate(startDate)} to ${displayDate(endDate)}`,
    bank: [bankName, bankAccNo, bankAccName].filter(Boolean).join(', ') || '-',
    computed: `${displayDate(businessDate(at))} ${businessTime(at)}`,
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
      ...runningWords(month, tx.today),
      ...settlementWords(sums),
      ...(centres.length > 0 ? [`Only of ${centres.join(', ')}.`] : []),
    ],
  }
}

export const statementLayout = new URL('./statement-layout.ts', import.meta.url)
