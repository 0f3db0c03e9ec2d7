/** The reconciliation of the month in month.ts, computed by hand. */
import { reconciliationReport } from '@academy/contract/reports/reconciliation-report.ts'
import { type Figures, ofOctober } from './figures.ts'
import { inMonth } from './month.ts'

/** A cash payment of RM 100.00 that is in no close. */
const starter = (order: string, receipt: string, payer: string, received: string, more: Partial<Later> = {}) => {
  const { verified = received, rejected = '', cancelled = '', why = 'Not closed yet' } = more
  return [order, receipt, why, payer, 'Cash', '100.00', received, verified, '', '', rejected, cancelled]
}
interface Later {
  verified: string
  rejected: string
  cancelled: string
  why: string
}
const none = ['', '', '', '', '', '', '']

export const reconciliationFigures: readonly Figures[] = [
  {
    name: 'reconciliation-report',
    report: reconciliationReport,
    about: ofOctober,
    query: () => inMonth,
    rows: [
      {
        cells: [
          '01-10-2026',
          'Coach Devi',
          '250.00',
          '250.00',
          '',
          '',
          '',
          '',
          '',
          '250.00',
          '',
          '',
          '250.00',
          '',
          '',
          '1',
          '',
        ],
        under: [
          [
            'ORD-2026-0002',
            'OR-2026-0002',
            'Not closed yet',
            'Tan Wei Ming 陈伟明',
            'Cash',
            '250.00',
            '01-10-2026',
          ].concat(['01-10-2026', '', '', '', '']),
        ],
      },
      {
        cells: ['16-10-2026', 'Coach Tan', '100.00', '', '', '', '', '100.00', ...none, '1', ''],
        under: [
          starter('ORD-2026-0003', 'OR-2026-0003', 'Siti Aminah', '16-10-2026', {
            cancelled: '20-10-2026',
            why: 'Cancelled on a later day',
          }),
        ],
      },
      {
        cells: [
          '18-10-2026',
          'Coach Tan',
          '200.00',
          '',
          '',
          '100.00',
          '100.00',
          '',
          '',
          '',
          '',
          '',
          '100.00',
          '',
          '',
          '0',
          '',
        ],
        under: [
          starter('ORD-2026-0004', '', 'Lim Ah Kow', '18-10-2026', {
            verified: '',
            why: 'Not verified yet; Not closed yet',
          }),
          starter('ORD-2026-0005', '', 'Siti Aminah', '18-10-2026', {
            verified: '',
            rejected: '18-10-2026',
            why: 'Rejected',
          }),
        ],
      },
      {
        cells: ['20-10-2026', 'Coach Tan', '', '', '', '', '', ...none, '100.00', '0', 'OR-2026-0003'],
        under: [
          starter('ORD-2026-0003', 'OR-2026-0003', 'Siti Aminah', '16-10-2026', {
            cancelled: '20-10-2026',
            why: 'Given back, receipt cancelled',
          }),
        ],
      },
      {
        cells: [
          '30-10-2026',
          'Coach Aminah',
          '100.00',
          '100.00',
          '',
          '',
          '',
          '',
          '',
          '100.00',
          '',
          '',
          '100.00',
          '',
          '',
          '1',
          '',
        ],
        under: [starter('ORD-2026-0006', 'OR-2026-0004', 'Kumar Raj', '30-10-2026')],
      },
      {
        cells: [
          '31-10-2026',
          'Coach Tan',
          '100.00',
          '100.00',
          '',
          '',
          '',
          '',
          '',
          '100.00',
          '',
          '',
          '100.00',
          '',
          '',
          '1',
          '',
        ],
        under: [starter('ORD-2026-0007', 'OR-2026-0005', 'Siti Aminah', '31-10-2026')],
      },
    ],
    total: [
      'Total',
      '',
      '750.00',
      '450.00',
      '0.00',
      '100.00',
      '100.00',
      '100.00',
      '0.00',
      '450.00',
      '0.00',
      '0.00',
      '550.00',
    ].concat(['0.00', '100.00', '4', '']),
    notes: [
      'Received RM 750.00 = verified same day RM 450.00 + not verified RM 100.00 + rejected RM 100.00 + cancelled RM 100.00',
      'Verified RM 450.00 = verified same day RM 450.00',
      'Received, neither rejected nor cancelled: RM 550.00 = not closed RM 550.00',
      '6 records. Computed at 20-11-2026 12:00.',
    ],
  },
]
