/** The reports on credit flow, coaches and classes of month.ts. */
import { classMonthlySettlementReport } from '@academy/contract/reports/class-monthly-settlement-report.ts'
import { coachStudentCreditReport, summaryFlow } from '@academy/contract/reports/coach-student-credit-report.ts'
import { creditStatementReport } from '@academy/contract/reports/credit-statement-report.ts'
import { overallFlowReport } from '@academy/contract/reports/overall-flow-report.ts'
import { registeredClassReport } from '@academy/contract/reports/registered-class-report.ts'
import { counted, type Figures, inOctober, ofOctober, row } from './figures.ts'
import { inMonth, type Month } from './month.ts'
import { statements } from './statements.ts'

/** Balances by the days until they expire. */
const expires = (...[expired, in90, in120, in150, above, never]: [string, string, string, string, string, string]) =>
  `Already expired ${expired}, Expires within 90 days ${in90}, In 91 to 120 days ${in120}, In 121 to 150 days ${in150}, Above 150 days ${above}, No expiry date ${never}`

const past = 'When credit expires goes by the dates that the wallets have now, not those of that day.'

/** The entries of a statement that were written on a day. */
const on = (day: string, entries: readonly string[][], ...places: number[]) => {
  const written = entries.filter(([date]) => date === day)
  return places.length > 0 ? written.filter((_, place) => places.includes(place)) : written
}

const karate = row('Ampang Karate', 'Ampang', 'Taekwondo', '2', '4', '40')
const taekwondo = row('Cheras Taekwondo', 'Cheras', 'Taekwondo', '5', '10', '90')
const settled = (name: string, query: Figures['query'], more: Partial<Figures> = {}): Figures => ({
  name,
  report: classMonthlySettlementReport,
  about: inOctober,
  query,
  rows: [karate, taekwondo],
  total: ['Total', '', '', '7', '14', '130'],
  notes: [counted('2 records')],
  ...more,
})
const onlyKarate = {
  rows: [karate],
  total: ['Total', '', '', '2', '4', '40'],
  notes: [counted('1 record')],
}
const ampang = ({ places }: Month) => [places.ampang]

const ofDevi = [
  row('Devi Raj', 'Coach Devi', '0', '0', '0', '0', '0', '1', '0', ''),
  row('Ng Mei Fong', 'Coach Devi', '25', '0', '0', '0', '25', '0', '0', ''),
  row('Tan Jia Hui', 'Coach Devi', '0', '0', '0', '0', '0', '4', '40', 'Tan Wei Ming 陈伟明'),
  row('Tan Jun Kai', 'Coach Devi', '0', '0', '0', '0', '0', '2', '20', 'Tan Wei Ming 陈伟明'),
]

/** A member of a class: name, TM no., belt, coach, payer and the payer's balance on 20 November. */
const enrolled = (
  name: string,
  coach: string,
  wallet: string,
  more: { tm?: string; belt?: string; by?: string } = {},
) => [name, more.tm ?? '', more.belt ?? '', coach, 'Normal', '10', more.by ?? name, wallet, '01-09-2026']
const siti = enrolled('Siti Aminah', 'Coach Tan', '155', { tm: 'TM-001', belt: 'Yellow' })
const family = 'Tan Wei Ming 陈伟明'
const jiaHui = enrolled('Tan Jia Hui', 'Coach Devi', '335', { tm: 'TM-002', belt: 'Yellow', by: family })
const inKarate = {
  cells: ['Ampang Karate', 'Ampang', 'Taekwondo', 'Coach Devi', '2', '0'],
  under: [siti, jiaHui],
}

export const creditAndClassFigures: readonly Figures[] = [
  {
    name: 'credit-statement-report',
    report: creditStatementReport,
    about: `${ofOctober}   Parent: Tan Wei Ming 陈伟明`,
    query: ({ tan }) => `${inMonth}&parentId=${tan}`,
    rows: [{ cells: [family, '01-10-2027', '30', '250', '65', '0', '215'], under: statements.tan }],
    total: ['Total', '', '30', '250', '65', '0', '215'],
    notes: ['B/F 30 + in 250 − out 65 − expired 0 = balance 215 credits', counted('1 record')],
  },
  {
    name: 'overall-flow-report in',
    report: overallFlowReport,
    about: 'Flow: Flow In   Date: 01-10-2026',
    query: () => 'dateTime=2026-10-01&flow=in',
    rows: [{ cells: [family, '30', '250', '10', '0', '270'], under: on('01-10-2026', statements.tan, 0) }],
    total: ['Total', '', '250', '', '', ''],
    notes: [
      '01-10-2026: B/F 255 + in 250 − out 20 − expired 0 = balance 485 credits',
      past,
      expires('0', '25', '0', '0', '460', '0'),
      counted('1 record'),
    ],
  },
  {
    name: 'overall-flow-report out',
    report: overallFlowReport,
    about: 'Flow: Flow Out   Date: 01-10-2026',
    query: () => 'dateTime=2026-10-01&flow=out',
    rows: [
      { cells: ['Siti Aminah', '50', '0', '10', '0', '40'], under: on('01-10-2026', statements.siti) },
      { cells: [family, '30', '250', '10', '0', '270'], under: on('01-10-2026', statements.tan, 1) },
    ],
    total: ['Total', '', '', '20', '0', ''],
    notes: [
      '01-10-2026: B/F 255 + in 250 − out 20 − expired 0 = balance 485 credits',
      past,
      expires('0', '25', '0', '0', '460', '0'),
      counted('2 records'),
    ],
  },
  {
    name: 'overall-flow-report of a day on which credit expired',
    report: overallFlowReport,
    about: 'Date: 15-10-2026',
    query: () => 'dateTime=2026-10-15',
    rows: [{ cells: ['Kumar Raj', '40', '0', '0', '40', '0'], under: on('15-10-2026', statements.kumar) }],
    total: ['Total', '', '0', '0', '40', ''],
    notes: [
      '15-10-2026: B/F 435 + in 0 − out 0 − expired 40 = balance 395 credits',
      past,
      expires('0', '25', '0', '0', '370', '0'),
      counted('1 record'),
    ],
  },
  {
    name: 'overall-flow-report of the last minute of the month',
    report: overallFlowReport,
    about: 'Date: 31-10-2026',
    query: () => 'dateTime=2026-10-31',
    rows: [
      { cells: ['Lim Ah Kow', '90', '0', '10', '0', '80'], under: on('31-10-2026', statements.lim) },
      { cells: ['Siti Aminah', '35', '120', '0', '0', '155'], under: on('31-10-2026', statements.siti) },
    ],
    total: ['Total', '', '120', '10', '0', ''],
    notes: [
      '31-10-2026: B/F 475 + in 120 − out 10 − expired 0 = balance 585 credits',
      past,
      expires('0', '25', '0', '80', '480', '0'),
      counted('2 records'),
    ],
  },
  {
    name: 'overall-flow-report of a member',
    report: overallFlowReport,
    about: 'Date: 31-10-2026   Member: Siti Aminah',
    query: ({ siti: member }) => `dateTime=2026-10-31&member=${member}`,
    rows: [{ cells: ['Siti Aminah', '35', '120', '0', '0', '155'], under: on('31-10-2026', statements.siti) }],
    total: ['Total', '', '120', '0', '0', ''],
    notes: [
      '31-10-2026: B/F 35 + in 120 − out 0 − expired 0 = balance 155 credits',
      past,
      expires('0', '0', '0', '0', '155', '0'),
      counted('1 record'),
    ],
  },
  {
    name: 'overall-flow-report of today, when nothing moved',
    report: overallFlowReport,
    about: 'Date: 20-11-2026',
    query: () => '',
    rows: [],
    total: ['Total', '', '0', '0', '0', ''],
    notes: [
      '20-11-2026: B/F 695 + in 0 − out 0 − expired 0 = balance 695 credits',
      expires('25', '0', '0', '70', '600', '0'),
      counted('0 records'),
    ],
  },
  {
    name: 'coach-student-credit-report',
    report: coachStudentCreditReport,
    about: ofOctober,
    query: () => inMonth,
    rows: [
      ...ofDevi,
      row('Kumar Raj', 'Coach Tan', '40', '120', '10', '40', '110', '1', '10', ''),
      row('Lim Ah Kow', 'Coach Tan', '110', '10', '40', '0', '80', '3', '30', ''),
      row('Siti Aminah', 'Coach Tan', '50', '255', '150', '0', '155', '3', '30', ''),
    ],
    total: ['Total', '', '225', '385', '200', '40', '370', '14', '130', ''],
    notes: ['B/F 225 + in 385 − out 200 − expired 40 = balance 370 credits', counted('7 records')],
  },
  {
    name: 'member/summary-flow',
    report: summaryFlow,
    about: `${ofOctober}   Coach Incharge: Coach Devi`,
    query: ({ places }) => `${inMonth}&coachIncharge=${places.devi}`,
    rows: ofDevi,
    total: ['Total', '', '25', '0', '0', '0', '25', '7', '60', ''],
    notes: ['B/F 25 + in 0 − out 0 − expired 0 = balance 25 credits', counted('4 records')],
  },
  settled('class-monthly-settlement-Report', () => inMonth),
  settled('class-monthly-settlement-Report of a month', () => 'month=10&year=2026'),
  settled('class-monthly-settlement-Report of a centre', ({ places }) => `month=10&centre=${places.ampang}`, {
    ...onlyKarate,
    about: `${inOctober}   Centre: Ampang`,
  }),
  settled('class-monthly-settlement-Report for who is held to Ampang', () => inMonth, {
    ...onlyKarate,
    centres: ampang,
    notes: ['Only of Ampang.', ...onlyKarate.notes],
  }),
  {
    name: 'class/registered-class',
    report: registeredClassReport,
    about: null,
    query: () => '',
    rows: [
      inKarate,
      {
        cells: ['Cheras Taekwondo', 'Cheras', 'Taekwondo', 'Coach Tan', '6', '0'],
        under: [
          enrolled('Devi Raj', 'Coach Devi', '0'),
          enrolled('Kumar Raj', 'Coach Tan', '110'),
          enrolled('Lim Ah Kow', 'Coach Tan', '70'),
          siti,
          jiaHui,
          enrolled('Tan Jun Kai', 'Coach Devi', '335', { by: family }),
        ],
      },
    ],
    total: ['Total', '', '', '', '8', '0'],
    notes: ['8 enrolments of 6 members', counted('2 records')],
  },
  {
    name: 'class/registered-class for who is held to Ampang',
    report: registeredClassReport,
    about: null,
    query: () => '',
    centres: ampang,
    rows: [inKarate],
    total: ['Total', '', '', '', '2', '0'],
    notes: ['2 enrolments of 2 members', 'Only of Ampang.', counted('1 record')],
  },
]
