import { z } from 'zod'
import { addDays, daysBetween } from '../courses/calendar.ts'
import { grouped } from '../platform/figures.ts'
import { ids, reference } from '../platform/query.ts'
import { rate } from '../rates/rates.ts'
import { coachRoleLabels, coachRoles, rateWords } from '../rates/rules.ts'
import { reportScreen } from '../screens.ts'
import { formatRM, sen } from '../wallet/rules.ts'
import { daysOf, month, monthOf, monthWords } from './month.ts'
import { type DrillDown, defineReport, type Report, reportRoutes, type SetFilters } from './report.ts'

/** Sums of the classes that a coach taught. */
export const taughtSums = {
  /** Classes held, that is marked, even where nobody came. */
  classes: z.number(),
  /** Members who were present, whatever it cost them. */
  heads: z.number(),
  /** Credits debited, without open outstanding cases. */
  credits: z.number(),
  /** Of open outstanding cases: they count in their class's month once they are closed. */
  owing: z.number(),
  /** Classes that are over, have students and are not marked. */
  unmarked: z.number(),
  /** Classes held that no rate is set for. */
  unpriced: z.number(),
  /** What the coach is paid, RM as text with two decimals. */
  amount: z.string(),
}

/** A course in one role at one rate. */
const line = z.object({
  course: reference('name'),
  centre: z.string().nullable(),
  role: z.enum(coachRoles),
  rate: rate.nullable(),
  ...taughtSums,
})

/** RM as text with two decimals. */
const pay = {
  /** Of closed months, paid with this one; 0.00 where a centre is asked for, since they are of the whole academy. */
  corrections: z.string(),
  /** The amount with the corrections. */
  toPay: z.string(),
}

const row = z.object({
  /** Of the coach. */
  _id: z.string(),
  coach: reference('name'),
  month: z.string(),
  ...taughtSums,
  ...pay,
  lines: z.array(line),
})
type Row = z.output<typeof row>
type Line = z.output<typeof line>

const may = reportScreen('/report/coach-settlement').may

const coachMonth = ({ coach, month }: Row): DrillDown => ({
  to: 'report',
  path: `/report/coach-settlement/${coach._id}`,
  may,
  search: { month },
})

/** The same behind a figure; null with a centre, since the coach's month is of all of them. */
const wholeMonth = (row: Row, _: unknown, { centre }: SetFilters): DrillDown | null => (centre ? null : coachMonth(row))

const classes = (count: number) => (count === 1 ? '1 class' : `${grouped(count)} classes`)

interface Told {
  creditPrice: string
  unmarked: number
  unpriced: number
  owing: number
}

/** What to say of a month that is not over on this day. */
export const runningWords = (month: string, today: string): string[] =>
  daysOf(month).endDate < today ? [] : [`${monthWords(month)} is not over: what is held from now on is not in it yet.`]

/** Of a closed month, whose figures are those of now. */
const closedMonthWords =
  'This month is closed: coaches were paid what their statements say. What has changed within a year of it is paid with a later month.'

/** How the figures come about, and what is missing in them. */
export const settlementWords = ({ creditPrice, unmarked, unpriced, owing }: Told): string[] => [
  `A credit counts as ${formatRM(sen(creditPrice))}. A share is rounded to the sen for each attendance, half a sen up.`,
  ...(unpriced > 0 ? [`No rate is set for ${classes(unpriced)} held: nothing is paid yet.`] : []),
  ...(unmarked > 0
    ? [`Attendance of ${classes(unmarked)} was not taken: nothing is counted of ${unmarked === 1 ? 'it' : 'them'}.`]
    : []),
  ...(owing > 0
    ? [
        `${grouped(owing)} credits are outstanding. They count here, by the day of their class, once their cases are closed.`,
      ]
    : []),
]

export const coachSettlementReport = defineReport({
  name: 'coach-settlement',
  ...reportScreen('/report/coach-settlement'),
  mayExport: 'report.ClassMonthlySettlement.export',
  file: 'Coach_Settlement.xlsx',
  row,
  totals: {
    ...taughtSums,
    ...pay,
    /** What is missing, each class and case once, however many coaches it has. */
    once: z.object({ unmarked: z.number(), unpriced: z.number(), owing: z.number() }),
    /** RM of a credit, as text with two decimals. */
    creditPrice: z.string(),
    /** Whether the month is closed, so that it was paid already. */
    isClosed: z.boolean(),
  },
  filters: {
    /** By default this month. */
    month: month().optional(),
    coach: ids().optional(),
    centre: ids().optional(),
  },
  inputs: [
    { key: 'month', label: 'Month', kind: 'month' },
    { key: 'coach', label: 'Coach', kind: 'lookup', resource: 'coach' },
    { key: 'centre', label: 'Centre', kind: 'lookup', resource: 'centre' },
  ],
  columns: [
    { key: 'coach', title: 'Coach', kind: 'text', width: 28, value: ({ coach }) => coach.name, drillDown: coachMonth },
    { key: 'classes', title: 'Classes Held', kind: 'integer', width: 12, total: ({ classes }) => classes },
    { key: 'heads', title: 'Present', kind: 'integer', width: 10, total: ({ heads }) => heads },
    { key: 'credits', title: 'Credits Used', kind: 'integer', width: 12, total: ({ credits }) => credits },
    { key: 'unmarked', title: 'Not Marked', kind: 'integer', width: 11, total: ({ unmarked }) => unmarked },
    { key: 'unpriced', title: 'No Rate', kind: 'integer', width: 10, total: ({ unpriced }) => unpriced },
    {
      key: 'amount',
      title: 'Amount (RM)',
      kind: 'money',
      width: 14,
      total: ({ amount }) => amount,
      drillDown: wholeMonth,
    },
    {
      key: 'corrections',
      title: 'Corrections (RM)',
      kind: 'money',
      width: 15,
      total: ({ corrections }) => corrections,
      drillDown: wholeMonth,
    },
    {
      key: 'toPay',
      title: 'To Pay (RM)',
      kind: 'money',
      width: 14,
      total: ({ toPay }) => toPay,
      drillDown: wholeMonth,
    },
  ],
  details: {
    title: 'Classes of the coach',
    of: ({ lines }) => lines,
    columns: [
      { key: 'course', title: 'Class', kind: 'text', width: 28, value: ({ course }: Line) => course.name },
      { key: 'centre', title: 'Centre', kind: 'text', width: 18 },
      { key: 'role', title: 'Teaches as', kind: 'text', width: 18, value: ({ role }: Line) => coachRoleLabels[role] },
      {
        key: 'rate',
        title: 'Rate',
        kind: 'text',
        width: 18,
        value: ({ rate }: Line) => (rate ? rateWords(rate) : 'No rate'),
      },
      { key: 'classes', title: 'Classes Held', kind: 'integer', width: 12 },
      { key: 'heads', title: 'Present', kind: 'integer', width: 10 },
      { key: 'credits', title: 'Credits Used', kind: 'integer', width: 12 },
      { key: 'unmarked', title: 'Not Marked', kind: 'integer', width: 11 },
      { key: 'amount', title: 'Amount (RM)', kind: 'money', width: 14 },
    ],
  },
  // What was not marked and what has no rate is said in words.
  sums: [
    { label: 'Classes Held', kind: 'integer', of: ({ classes }) => classes },
    { label: 'Present', kind: 'integer', of: ({ heads }) => heads },
    { label: 'Credits Used', kind: 'integer', of: ({ credits }) => credits },
    { label: 'Amount', kind: 'money', of: ({ amount }) => amount },
    { label: 'To Pay', kind: 'money', of: ({ toPay }) => toPay },
  ],
  longSentences: true,
  sentences: (totals) => [
    ...(totals.isClosed ? [closedMonthWords] : []),
    ...settlementWords({ ...totals, ...totals.once }),
    'A class that several coaches teach counts for each of them.',
    ...(sen(totals.corrections) === 0
      ? []
      : [`What has changed in closed months is paid with this one: ${formatRM(sen(totals.corrections))}.`]),
  ],
  byCentre: true,
  beside: {
    words: 'Open a line to see its classes, a coach to see every day, who came, and the statement to sign.',
    path: '/coach-rate',
  },
  empty:
    'No class was held in this month. Without the right to edit coaches you see only the classes of the coach your user is linked to.',
})

/** Beside reports of classes held, with the month that most of their days are in: they may begin on the last of another. */
export const towardsSettlement: Report['beside'] = {
  words:
    'Open a figure to see who came. What coaches are paid for these classes is in their settlement, a month at a time.',
  path: '/report/coach-settlement',
  search: ({ startDate, endDate }) => ({
    month: monthOf(addDays(startDate, Math.floor(daysBetween(startDate, endDate) / 2))),
  }),
}

export const coachSettlementReportRoutes = reportRoutes(coachSettlementReport)
