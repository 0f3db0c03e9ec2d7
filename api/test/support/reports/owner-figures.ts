/** What an owner asks about the month in month.ts, computed by hand. */
import { breakEvenReport } from '@academy/contract/reports/break-even-report.ts'
import { coachSettlementReport } from '@academy/contract/reports/coach-settlement-report.ts'
import { creditOwedReport } from '@academy/contract/reports/credit-owed-report.ts'
import { riskReport } from '@academy/contract/reports/risk-report.ts'
import { counted, type Figures, inOctober, row } from './figures.ts'
import { inMonth } from './month.ts'

const priced = 'A credit counts as RM 1.00.'
const explained =
  'Attends less: at most half as often in the last 30 days as in the 60 before. Credit not renewed: paid for classes in ' +
  'these 90 days from a wallet that is now empty or has expired.'
const cheras = ['Cheras Taekwondo', 'Cheras', '5', '10', '2.0']
const ampang = ['Ampang Karate', 'Ampang', '2', '4', '2.0']

const settled = `${priced} A share is rounded to the sen for each attendance, half a sen up.`
const unpaid = 'No rate is set for 1 class held: nothing is paid yet.'
const unmarked = 'Attendance of 3 classes was not taken: nothing is counted of them.'
const forEach = 'A class that several coaches teach counts for each of them.'
const karateOf = (role: string, rate: string, ...sums: string[]) => ['Ampang Karate', 'Ampang', role, rate, ...sums]
const taekwondoOf = (...sums: string[]) => ['Cheras Taekwondo', 'Cheras', 'Main Instructor', ...sums]
const assisted = karateOf('Assistant Instructor', 'RM 30.00 a class', '2', '4', '40', '3', '60.00')
const ofDevi = {
  cells: ['Coach Devi', '2', '4', '40', '3', '1', '80.00', '0.00', '80.00'],
  under: [
    karateOf('Main Instructor', 'No rate', '1', '2', '20', '1', '0.00'),
    karateOf('Main Instructor', 'RM 80.00 a class', '1', '2', '20', '2', '80.00'),
  ],
}

export const ownerFigures: readonly Figures[] = [
  {
    name: 'credit-owed-report',
    report: creditOwedReport,
    about: 'As of: 20-11-2026',
    query: () => '',
    rows: [
      row('Expired, not cleared', '1', '25', '25.00'),
      row('March 2027', '1', '70', '70.00'),
      row('April 2027', '2', '265', '265.00'),
      row('October 2027', '1', '335', '335.00'),
    ],
    total: ['Total', '5', '695', '695.00'],
    notes: [priced, counted('4 records')],
  },
  {
    // Devi's one case, of 27 October, is still open: nothing was paid. The others hold credit, and nobody came four times before.
    name: 'risk-report',
    report: riskReport,
    about: null,
    query: () => '',
    rows: [],
    total: null,
    notes: [explained, counted('0 records')],
  },
  {
    name: 'risk-report of one centre',
    report: riskReport,
    about: null,
    query: () => '',
    centres: ({ places }) => [places.ampang],
    rows: [],
    total: null,
    notes: [explained, 'Only of Ampang.', counted('0 records')],
  },
  {
    name: 'break-even-report',
    report: breakEvenReport,
    about: inOctober,
    query: () => inMonth,
    rows: [row(...cheras, '', '90', '18.00', ''), row(...ampang, '', '40', '20.00', '')],
    total: ['Total', '', '7', '14', '', '', '130', '', ''],
    notes: [
      priced,
      'Enter what a class costs (hall, coach) to see which do not pay for themselves.',
      counted('2 records'),
    ],
  },
  {
    name: 'break-even-report against a cost',
    report: breakEvenReport,
    about: `${inOctober}   Cost of a Class (RM): 19`,
    query: () => `${inMonth}&cost=19`,
    rows: [row(...cheras, '3', '90', '18.00', '-1.00'), row(...ampang, '2', '40', '20.00', '1.00')],
    total: ['Total', '', '7', '14', '', '', '130', '', ''],
    notes: [priced, '1 of 2 brings in less than RM 19.00 a class.', counted('2 records')],
  },
  {
    // Until the 20th he has 40 % of 50 credits, then RM 4.50 for each of five, Devi Raj with her open case among them.
    name: 'coach-settlement',
    report: coachSettlementReport,
    about: 'Month: October 2026',
    query: () => 'month=2026-10',
    rows: [
      ofDevi,
      {
        cells: ['Coach Tan', '7', '14', '130', '3', '0', '102.50', '0.00', '102.50'],
        under: [
          assisted,
          taekwondoOf('40% of credit', '2', '5', '50', '0', '20.00'),
          taekwondoOf('RM 4.50 a head', '3', '5', '40', '0', '22.50'),
        ],
      },
    ],
    total: ['Total', '9', '18', '170', '6', '1', '182.50', '0.00', '182.50'],
    notes: [
      settled,
      unpaid,
      unmarked,
      '10 credits are outstanding. They count here, by the day of their class, once their cases are closed.',
      forEach,
      counted('2 records'),
    ],
  },
  {
    name: 'coach-settlement of one centre',
    report: coachSettlementReport,
    about: 'Month: October 2026',
    query: () => 'month=2026-10',
    centres: ({ places }) => [places.ampang],
    rows: [ofDevi, { cells: ['Coach Tan', '2', '4', '40', '3', '0', '60.00', '0.00', '60.00'], under: [assisted] }],
    total: ['Total', '4', '8', '80', '6', '1', '140.00', '0.00', '140.00'],
    notes: [settled, unpaid, unmarked, forEach, 'Only of Ampang.', counted('2 records')],
  },
]
