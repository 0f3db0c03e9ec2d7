/** The reports of the month in month.ts: every cell computed by hand, as the user sees it. */
import { attendanceReport } from '@academy/contract/reports/attendance-report.ts'
import { classAttendReport } from '@academy/contract/reports/class-attend-report.ts'
import { classAttendance } from '@academy/contract/reports/class-attendance.ts'
import { collectionReport } from '@academy/contract/reports/collection-report.ts'
import { expiryReport } from '@academy/contract/reports/expiry-report.ts'
import type { Report } from '@academy/contract/reports/report.ts'
import { statementReport } from '@academy/contract/reports/statement-report.ts'
import { tmReport } from '@academy/contract/reports/tm-report.ts'
import { inMonth, type Month } from './month.ts'

export interface Figures {
  /** Tells the case from others of the same report. */
  name: string
  report: Report
  query: (month: Month) => string
  /** Centres the caller is restricted to. */
  centres?: (month: Month) => string[]
  /** Cells as displayed, days DD-MM-YYYY; `under` are the lines below the row. */
  rows: readonly { cells: readonly string[]; under?: readonly (readonly string[])[] }[]
  /** The line of totals, null where there is none. */
  total: readonly string[] | null
  /** The days and filters that files state. */
  about: string | null
  /** The note below the table, in files. */
  notes: readonly string[]
}

export const inOctober = 'Class Date 01-10-2026 to 31-10-2026'
export const ofOctober = 'Date 01-10-2026 to 31-10-2026'

const row = (...cells: string[]) => ({ cells })
const counted = (records: string) => `${records}. Computed at 20-11-2026 12:00.`

const cheras = (name: string, date: string, { status = 'Present', credit = '10', open = '0' } = {}) =>
  row(
    name,
    date,
    'Cheras Taekwondo',
    'Cheras',
    status,
    status === 'Absent' ? '' : '18:00',
    '',
    credit,
    open,
    'Coach Tan',
    '',
    'test',
  )
const ampang = (name: string, date: string) =>
  row(name, date, 'Ampang Karate', 'Ampang', 'Present', '19:00', '', '10', '0', 'Coach Devi', 'Coach Tan', 'test')
const devi = cheras('Devi Raj', '27-10-2026', { status: 'Oustanding', credit: '0', open: '10' })
const absent = { status: 'Absent', credit: '0' }
const attendanceSums = (marks: string, credit: string, open: string) => [
  'Total',
  '',
  '',
  '',
  marks,
  '',
  '',
  credit,
  open,
  '',
  '',
  '',
]

/** A line of the grid: the marks by the day of the month, then present, absent and credit. */
const grid = (name: string, course: string, marks: Record<number, string>, ...sums: string[]) => [
  name,
  course,
  ...Array.from({ length: 31 }, (_, index) => marks[index + 1] ?? ''),
  ...sums,
]
const legend = 'P present, O present with credit outstanding, A absent. The last line counts who was present.'
const perDay = { 1: '2', 6: '3', 13: '2', 20: '2', 22: '2', 27: '2', 31: '1' }
const nobody = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [index + 1, '0']))

/** An entry of a statement; the user is always the same here. */
const entry = (
  date: string,
  time: string,
  label: string,
  ...rest: [string, string, string, string, string, string, string]
) => {
  const [classDate, orNo, coach, assistCoach, direction, credit, balance] = rest
  const before = String(direction === 'In' ? Number(balance) - Number(credit) : Number(balance) + Number(credit))
  const broughtForward = [before, `${date} ${time}`]
  return [
    date,
    time,
    label,
    classDate,
    orNo,
    'test',
    coach,
    assistCoach,
    `Flow ${direction}`,
    ...broughtForward,
    credit,
    balance,
  ]
}
const bought = (
  date: string,
  time: string,
  pack: string,
  orNo: string,
  coach: string,
  credit: string,
  balance: string,
) => entry(date, time, `${pack}, receipt ${orNo}`, '', orNo, coach, '', 'In', credit, balance)
/** A class of ten credits, debited in the evening of its day. */
const attended = (
  course: 'Cheras Taekwondo' | 'Ampang Karate',
  date: string,
  who: string,
  balance: string,
  more: { on?: string; time?: string; direction?: 'In' } = {},
) => {
  const isKarate = course === 'Ampang Karate'
  const { on = date, time = isKarate ? '20:30' : '19:00', direction = 'Out' } = more
  const [coach, assistant] = isKarate ? ['Coach Devi', 'Coach Tan'] : ['Coach Tan', '']
  const label = `${direction === 'In' ? 'Taken back: ' : ''}${course}, ${date}, ${who}`
  return entry(on, time, label, date, '', coach, assistant, direction, '10', balance)
}

/** Every wallet's entries of the month, oldest first. */
export const statements: Record<'kumar' | 'lim' | 'siti' | 'tan', readonly string[][]> = {
  kumar: [
    entry('15-10-2026', '10:00', 'Expired on 10-10-2026', '', '', '', '', 'Out', '40', '0'),
    bought('30-10-2026', '12:00', 'Starter', 'OR-2026-0004', 'Coach Aminah', '120', '120'),
    attended('Cheras Taekwondo', '20-10-2026', 'Kumar Raj', '110', { on: '30-10-2026', time: '12:05' }),
  ],
  lim: [
    attended('Cheras Taekwondo', '06-10-2026', 'Lim Ah Kow', '100'),
    attended('Cheras Taekwondo', '13-10-2026', 'Lim Ah Kow', '90'),
    attended('Cheras Taekwondo', '13-10-2026', 'Lim Ah Kow', '100', {
      on: '14-10-2026',
      time: '09:00',
      direction: 'In',
    }),
    attended('Cheras Taekwondo', '20-10-2026', 'Lim Ah Kow', '90'),
    attended('Cheras Taekwondo', '31-10-2026', 'Lim Ah Kow', '80', { time: '23:59' }),
  ],
  siti: [
    attended('Ampang Karate', '01-10-2026', 'Siti Aminah', '40'),
    attended('Cheras Taekwondo', '06-10-2026', 'Siti Aminah', '30'),
    bought('16-10-2026', '11:00', 'Starter', 'OR-2026-0003', 'Coach Tan', '120', '150'),
    entry(
      '20-10-2026',
      '09:00',
      'Cancelled: Starter, receipt OR-2026-0003, Paid twice',
      '',
      'OR-2026-0003',
      'Coach Tan',
      '',
      'Out',
      '120',
      '30',
    ),
    entry('21-10-2026', '10:00', 'Credit adjustment CA-2026-0001, Put right', '', '', '', '', 'In', '15', '45'),
    attended('Ampang Karate', '22-10-2026', 'Siti Aminah', '35'),
    bought('31-10-2026', '23:59', 'Starter', 'OR-2026-0005', 'Coach Tan', '120', '155'),
  ],
  tan: [
    bought('01-10-2026', '00:00', 'Family', 'OR-2026-0002', 'Coach Devi', '250', '280'),
    attended('Ampang Karate', '01-10-2026', 'Tan Jia Hui', '270'),
    attended('Cheras Taekwondo', '06-10-2026', 'Tan Jia Hui', '260'),
    attended('Cheras Taekwondo', '13-10-2026', 'Tan Jia Hui', '250'),
    attended('Cheras Taekwondo', '13-10-2026', 'Tan Jun Kai', '240'),
    entry('21-10-2026', '10:01', 'Credit adjustment CA-2026-0002, Put right', '', '', '', '', 'Out', '5', '235'),
    attended('Ampang Karate', '22-10-2026', 'Tan Jia Hui', '225'),
    attended('Cheras Taekwondo', '27-10-2026', 'Tan Jun Kai', '215'),
  ],
}

export const figures: readonly Figures[] = [
  {
    name: 'attendance-report',
    report: attendanceReport,
    about: `${inOctober}   Status: Present`,
    query: () => inMonth,
    rows: [
      ampang('Tan Jia Hui', '01-10-2026'),
      ampang('Siti Aminah', '01-10-2026'),
      cheras('Lim Ah Kow', '06-10-2026'),
      cheras('Tan Jia Hui', '06-10-2026'),
      cheras('Siti Aminah', '06-10-2026'),
      cheras('Tan Jia Hui', '13-10-2026'),
      cheras('Tan Jun Kai', '13-10-2026'),
      cheras('Lim Ah Kow', '20-10-2026'),
      cheras('Kumar Raj', '20-10-2026'),
      ampang('Siti Aminah', '22-10-2026'),
      ampang('Tan Jia Hui', '22-10-2026'),
      devi,
      cheras('Tan Jun Kai', '27-10-2026'),
      cheras('Lim Ah Kow', '31-10-2026'),
    ],
    total: attendanceSums('14 present, 0 absent', '130', '10'),
    notes: [counted('14 records')],
  },
  {
    name: 'attendance-report of the absent',
    report: attendanceReport,
    about: `${inOctober}   Status: Absent`,
    query: () => `${inMonth}&status=A`,
    rows: [
      cheras('Tan Jun Kai', '06-10-2026', absent),
      cheras('Lim Ah Kow', '13-10-2026', absent),
      cheras('Siti Aminah', '13-10-2026', absent),
    ],
    total: attendanceSums('0 present, 3 absent', '0', '0'),
    notes: [counted('3 records')],
  },
  {
    name: 'attendance-report of a centre',
    report: attendanceReport,
    about: `${inOctober}   Status: All   Centre: Ampang`,
    query: ({ places }) => `${inMonth}&status=P,A&centre=${places.ampang}`,
    rows: [
      ampang('Tan Jia Hui', '01-10-2026'),
      ampang('Siti Aminah', '01-10-2026'),
      ampang('Siti Aminah', '22-10-2026'),
      ampang('Tan Jia Hui', '22-10-2026'),
    ],
    total: attendanceSums('4 present, 0 absent', '40', '0'),
    notes: [counted('4 records')],
  },
  {
    name: 'attendance-report for who is held to Ampang',
    report: attendanceReport,
    about: `${inOctober}   Status: All`,
    query: () => `${inMonth}&status=P,A`,
    centres: ({ places }) => [places.ampang],
    rows: [
      ampang('Tan Jia Hui', '01-10-2026'),
      ampang('Siti Aminah', '01-10-2026'),
      ampang('Siti Aminah', '22-10-2026'),
      ampang('Tan Jia Hui', '22-10-2026'),
    ],
    total: attendanceSums('4 present, 0 absent', '40', '0'),
    notes: ['Only of Ampang.', counted('4 records')],
  },
  {
    name: 'class-attend-report for who is held to Ampang',
    report: classAttendReport,
    about: inOctober,
    query: () => inMonth,
    centres: ({ places }) => [places.ampang],
    rows: [
      { cells: grid('Siti Aminah', 'Ampang Karate', { 1: 'P', 22: 'P' }, '2', '0', '20') },
      { cells: grid('Tan Jia Hui', 'Ampang Karate', { 1: 'P', 22: 'P' }, '2', '0', '20') },
    ],
    total: grid('Total', '', { ...nobody, 1: '2', 22: '2' }, '4', '0', '40'),
    notes: [legend, 'Only of Ampang.', counted('2 records')],
  },
  {
    name: 'class-attend-report',
    report: classAttendReport,
    about: inOctober,
    query: () => inMonth,
    rows: [
      { cells: grid('Devi Raj', 'Cheras Taekwondo', { 27: 'O' }, '1', '0', '0') },
      { cells: grid('Kumar Raj', 'Cheras Taekwondo', { 20: 'P' }, '1', '0', '10') },
      { cells: grid('Lim Ah Kow', 'Cheras Taekwondo', { 6: 'P', 13: 'A', 20: 'P', 31: 'P' }, '3', '1', '30') },
      { cells: grid('Siti Aminah', 'Ampang Karate', { 1: 'P', 22: 'P' }, '2', '0', '20') },
      { cells: grid('Siti Aminah', 'Cheras Taekwondo', { 6: 'P', 13: 'A' }, '1', '1', '10') },
      { cells: grid('Tan Jia Hui', 'Ampang Karate', { 1: 'P', 22: 'P' }, '2', '0', '20') },
      { cells: grid('Tan Jia Hui', 'Cheras Taekwondo', { 6: 'P', 13: 'P' }, '2', '0', '20') },
      { cells: grid('Tan Jun Kai', 'Cheras Taekwondo', { 6: 'A', 13: 'P', 27: 'P' }, '2', '1', '20') },
    ],
    total: grid('Total', '', { ...nobody, ...perDay }, '14', '3', '130'),
    notes: [legend, counted('8 records')],
  },
  {
    name: 'class/attendance',
    report: classAttendance,
    about: null,
    query: ({ cheras: classes }) => `classId=${classes.get('2026-10-13')}`,
    rows: [
      cheras('Lim Ah Kow', '13-10-2026', absent),
      cheras('Siti Aminah', '13-10-2026', absent),
      cheras('Tan Jia Hui', '13-10-2026'),
      cheras('Tan Jun Kai', '13-10-2026'),
    ],
    total: attendanceSums('2 present, 2 absent', '20', '0'),
    notes: ['Cheras Taekwondo, 13-10-2026 18:00 - 19:00, Cheras', counted('4 records')],
  },
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
      row(
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
      ),
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
    rows: [
      row(
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
      ),
      row('Tan Jia Hui', '', 'TM-002', 'Yellow', '', '0', '', '', '', ''),
    ],
    total: ['Total', '', '', '', '', '155', '', '', '', ''],
    notes: [counted('2 records')],
  },
]
