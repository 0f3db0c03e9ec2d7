/** The reports of the payments, wallets and members of month.ts. */
import { collectionReport } from '@academy/contract/reports/collection-report.ts'
import { expiryReport } from '@academy/contract/reports/expiry-report.ts'
import { statementReport } from '@academy/contract/reports/statement-report.ts'
import { tmReport } from '@academy/contract/reports/tm-report.ts'
import { counted, type Figures, ofOctober, row } from './figures.ts'
import { inMonth } from './month.ts'
import { statements } from './statements.ts'

const siti = row(
  'Siti Aminah',
  '800101-10-4444',
  'TM-001',
  'Yellow',
  'siti@example.com',
  '155',
  '161',
  '30-04-2027',
  '',
  'Regular',
)

export const paymentAndMemberFigures: readonly Figures[] = [
  {
    name: 'collection-report',
    report: collectionReport,
    about: `${ofOctober}   Date used: Verified`,
    query: () => inMonth,
    rows: [
      row(
        'OR-2026-0002',
        '01-10-2026',
        '01-10-2026',
        '00:00',
        'Tan Wei Ming 陈伟明',
        'Family',
        'Cash',
        'Coach Devi',
        'test',
        '250',
        '250.00',
      ),
      row(
        'OR-2026-0004',
        '30-10-2026',
        '30-10-2026',
        '12:00',
        'Kumar Raj',
        'Starter',
        'Cash',
        'Coach Aminah',
        'test',
        '120',
        '100.00',
      ),
      row(
        'OR-2026-0005',
        '31-10-2026',
        '31-10-2026',
        '23:59',
        'Siti Aminah',
        'Starter',
        'Cash',
        'Coach Tan',
        'test',
        '120',
        '100.00',
      ),
    ],
    total: ['Total', '', '', '', '', '', '', '', '', '490', '450.00'],
    notes: [counted('3 records')],
  },
  {
    name: 'statement-report',
    report: statementReport,
    about: ofOctober,
    query: () => inMonth,
    rows: [
      { cells: ['Kumar Raj', '40', '120', '10', '40', '110'], under: statements.kumar },
      { cells: ['Lim Ah Kow', '110', '10', '40', '0', '80'], under: statements.lim },
      { cells: ['Ng Mei Fong', '25', '0', '0', '0', '25'] },
      { cells: ['Siti Aminah', '50', '255', '150', '0', '155'], under: statements.siti },
      { cells: ['Tan Wei Ming 陈伟明', '30', '250', '65', '0', '215'], under: statements.tan },
    ],
    total: ['Total', '255', '635', '265', '40', '585'],
    notes: ['B/F 255 + in 635 − out 265 − expired 40 = balance 585 credits', counted('5 records')],
  },
  {
    name: 'expiry-report of the coming year',
    report: expiryReport,
    about: 'Expiry Date 10-11-2026 to 01-10-2027',
    query: () => 'startDate=2026-11-10&endDate=2027-10-01',
    rows: [
      row('Ng Mei Fong', '800101-10-3333', '', '', '', '25', '-10', '10-11-2026', '', ''),
      row('Devi Raj', '800101-10-5555', '', '', '', '0', '0', '20-11-2026', '', ''),
      row('Lim Ah Kow', '800101-10-2222', '', '', '', '70', '130', '30-03-2027', '', ''),
      row('Kumar Raj', '800101-10-1111', '', '', '', '110', '161', '30-04-2027', '', ''),
      siti,
      row(
        'Tan Wei Ming 陈伟明',
        '',
        '',
        '',
        'tan@example.com',
        '335',
        '315',
        '01-10-2027',
        'Tan Jia Hui, Tan Jun Kai',
        '',
      ),
    ],
    total: ['Total', '', '', '', '', '695', '', '', '', ''],
    notes: [counted('6 records')],
  },
  {
    name: 'expiry-report of the usual days',
    report: expiryReport,
    about: 'Expiry Date 06-11-2026 to 20-11-2026',
    query: () => '',
    rows: [
      row('Ng Mei Fong', '800101-10-3333', '', '', '', '25', '-10', '10-11-2026', '', ''),
      row('Devi Raj', '800101-10-5555', '', '', '', '0', '0', '20-11-2026', '', ''),
    ],
    total: ['Total', '', '', '', '', '25', '', '', '', ''],
    notes: [counted('2 records')],
  },
  {
    name: 'tm-Report',
    report: tmReport,
    about: null,
    query: () => '',
    rows: [siti, row('Tan Jia Hui', '', 'TM-002', 'Yellow', '', '0', '', '', '', '')],
    total: ['Total', '', '', '', '', '155', '', '', '', ''],
    notes: [counted('2 records')],
  },
]
