import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import { expect, test } from 'vitest'
import { differencesOf, otherTermsOf, recordedBy, sentText } from './outcome.ts'

const mark = (member: string, status: 'P' | 'A') => ({ member, name: member, status, enrollment: null })
const began = Date.parse('2026-11-20T11:00:00Z')
const [before, now] = ['2026-11-20T10:59:00.000Z', '2026-11-20T11:00:01.000Z']
const row = (member: string, status: 'P' | 'A', takeBy: string, createdAt = before) =>
  ({ _id: `row of ${member}`, member: { _id: member, name: member }, status, takeBy, createdAt }) as AttendanceRow

/** The text for a submission that the portal answers with this roll. */
function textFor(marks: ReturnType<typeof mark>[], rows: AttendanceRow[]) {
  const differences = differencesOf({ marks }, rows)
  const by = recordedBy({ marks }, rows, began)
  return sentText(
    { state: 'sent', differences, by, otherTerms: otherTermsOf({ marks }, rows), notRecorded: [] },
    'coach',
  )
}

const ours = [mark('mei', 'P'), mark('jun', 'A')]

test('a submission whose first answer was lost was recorded by the one who repeats it, not by somebody else', () => {
  const first = [row('mei', 'P', 'coach', now), row('jun', 'A', 'coach', now), row('ali', 'P', 'owner')]
  expect(textFor(ours, first)).toBeUndefined()
  const rows = [row('mei', 'P', 'coach'), row('jun', 'A', 'coach'), row('ali', 'P', 'owner')]
  expect(textFor(ours, rows)).toBe('It had been recorded already, by you.')
  expect(textFor([mark('mei', 'A'), mark('jun', 'A')], rows)).toBe('You had recorded some members differently before.')
  // One of them was new to the roll, so the submission did something.
  expect(textFor(ours, [row('mei', 'P', 'coach'), row('jun', 'A', 'coach', now)])).toBeUndefined()
})

test('who recorded it before is named, and differing marks are somebody else’s only when they are', () => {
  expect(textFor(ours, [row('mei', 'P', 'owner'), row('jun', 'A', 'owner')])).toBe(
    'It had been recorded already, by owner.',
  )
  expect(textFor(ours, [row('mei', 'A', 'owner'), row('jun', 'P', 'coach')])).toBe(
    'Somebody else had marked some members differently.',
  )
})

test('a walk-in who had been recorded at another cost, or on another wallet, is told with what stands', () => {
  const walkIn = (creditMinus: number, wallet: string) => [
    { ...mark('mei', 'P'), creditType: 'normal' as const, creditMinus, walletMember: wallet },
  ]
  const rows = [{ ...row('mei', 'P', 'owner'), credit: 7, walletMember: { _id: 'aminah', name: 'Aminah', wallet: 3 } }]
  const stands = 'mei had been recorded before, at 7 credits paid by Aminah.'
  expect(textFor(walkIn(25, 'aminah'), rows)).toBe(stands)
  expect(textFor(walkIn(7, 'yusof'), rows)).toBe(stands)
  expect(textFor(walkIn(7, 'aminah'), rows)).toBe('It had been recorded already, by owner.')
})
