import { expect, test } from 'vitest'
import { findPages } from './pages.ts'

const pages = [
  { label: 'Verify Payment', path: '/verify-payment/listing' },
  { label: 'Course', path: '/course/listing', group: 'Maintenance' },
  { label: 'Type of Course', path: '/course-type/listing', group: 'Maintenance' },
  { label: 'Attendance Report', path: '/report/attendance-report', group: 'Report' },
  { label: 'Mark Attendance', path: '/markAttendance/listing' },
]
const found = (text: string) => findPages(pages, text).map(({ label }) => label)

test('a page is found by words of its name and of its group, in any order and case', () => {
  expect(found('payment VERIFY')).toEqual(['Verify Payment'])
  expect(found('report att')).toEqual(['Attendance Report'])
  expect(found('nothing')).toEqual([])
})

test('those that begin with the text come first', () => {
  expect(found('att')).toEqual(['Attendance Report', 'Mark Attendance'])
  expect(found('type')).toEqual(['Type of Course'])
  expect(found('course')).toEqual(['Course', 'Type of Course'])
})

test('no text finds no page', () => {
  expect(found('  ')).toEqual([])
})
