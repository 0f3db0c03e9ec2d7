/** The reports of who came to the classes of month.ts. */
import { attendanceReport } from '@academy/contract/reports/attendance-report.ts'
import { classAttendReport } from '@academy/contract/reports/class-attend-report.ts'
import { classAttendance } from '@academy/contract/reports/class-attendance.ts'
import { counted, type Figures, inOctober, row } from './figures.ts'
import { inMonth } from './month.ts'

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
const inAmpang = [
  ampang('Tan Jia Hui', '01-10-2026'),
  ampang('Siti Aminah', '01-10-2026'),
  ampang('Siti Aminah', '22-10-2026'),
  ampang('Tan Jia Hui', '22-10-2026'),
]
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

export const attendanceFigures: readonly Figures[] = [
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
    rows: inAmpang,
    total: attendanceSums('4 present, 0 absent', '40', '0'),
    notes: [counted('4 records')],
  },
  {
    name: 'attendance-report for who is held to Ampang',
    report: attendanceReport,
    about: `${inOctober}   Status: All`,
    query: () => `${inMonth}&status=P,A`,
    centres: ({ places }) => [places.ampang],
    rows: inAmpang,
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
]
