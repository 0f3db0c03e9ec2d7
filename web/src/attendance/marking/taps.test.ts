import { expect, test } from 'vitest'
import type { PhoneMarks, Tap } from '../offline/phone-marks-schema.ts'
import { asSubmission, changesOf, findReplaced, noLongerInClass, textOf, tickedMembers, withTaps } from './taps.ts'

const tap = (member: string, status: Tap['status']): Tap => ({ member, name: member, status })
const stored = (state: PhoneMarks['state'], submitted: Tap[], taps: Tap[] = []) => ({
  state,
  marks: submitted.map((one) => ({ ...one, enrollment: `enrollment of ${one.member}` })),
  taps,
})
const submitted = [tap('mei', 'P'), tap('jun', 'A')]

test('a form that was begun has no changes to submit, but stands as it was left', () => {
  const begun = stored('begun', [], [tap('mei', 'P'), tap('jun', 'P'), tap('ali', 'A')])
  expect(tickedMembers(begun)).toEqual(['mei', 'jun'])
  expect(changesOf(begun)).toEqual([])
  expect(tickedMembers(undefined)).toEqual([])
})

test('a tap after the submission is a change beside it, and what waits to be sent stays as it was submitted', () => {
  const waits = stored('saved', submitted)
  expect(tickedMembers(waits)).toEqual(['mei'])
  const changed = { ...waits, taps: withTaps(waits, [tap('jun', 'P')]) }
  expect([tickedMembers(changed), changesOf(changed)]).toEqual([['mei', 'jun'], [tap('jun', 'P')]])
  expect(changed.marks).toEqual(waits.marks)
  // A member who was not submitted at all, and one back at the submitted value.
  const more = { ...changed, taps: withTaps(changed, [tap('ali', 'P'), tap('jun', 'A')]) }
  expect([tickedMembers(more), changesOf(more)]).toEqual([['mei', 'ali'], [tap('ali', 'P')]])
  expect(withTaps(more, [tap('ali', 'A')])).toEqual([])
})

test('a tap while the submission was on its way is a change still when it was sent, and is not on the roll', () => {
  const sent = stored('sent', submitted, [tap('jun', 'P')])
  expect([tickedMembers(sent), changesOf(sent)]).toEqual([['jun'], [tap('jun', 'P')]])
  const back = { ...sent, taps: withTaps(sent, [tap('jun', 'A')]) }
  expect([tickedMembers(back), changesOf(back)]).toEqual([[], []])
})

test('what was refused stands in the form, with what was tapped since', () => {
  const refused = stored('refused', submitted, [tap('mei', 'A')])
  expect([tickedMembers(refused), changesOf(refused)]).toEqual([[], [tap('mei', 'A')]])
})

test('who is ticked but is not in the class any more is named, whether submitted or only tapped', () => {
  const waits = stored('saved', submitted, [tap('ali', 'P')])
  expect(noLongerInClass(waits, new Set(['mei', 'jun', 'ali']))).toEqual([])
  expect(noLongerInClass(waits, new Set(['jun'])).map(({ name }) => name)).toEqual(['mei', 'ali'])
  // The portal has the sent marks, and has named those who are not on the roll.
  expect(noLongerInClass(stored('sent', submitted), new Set())).toEqual([])
})

const place = { course: 'karate', name: 'Karate', date: '2026-11-20', duration: '18:00 - 19:00', instructors: ['Tan'] }
const marksOf = (session: string, state: PhoneMarks['state'] = 'saved'): PhoneMarks => ({
  ...stored(state, submitted),
  user: 'coach',
  session: { ...place, _id: session },
  at: 0,
  key: 'key',
  walkIns: [],
  corrections: [],
  newcomers: [],
  message: '',
  differences: [],
  notRecorded: [],
})
const lesson = (id: string, course = 'karate', date = '2026-11-20') => ({
  _id: id,
  date,
  course: { _id: course, name: course, pictureDIR: null },
})

test('marks find their class by course and date when its row was replaced, and only when it can be no other', () => {
  const found = (marks: PhoneMarks[], ...sessions: ReturnType<typeof lesson>[]) =>
    findReplaced(marks, sessions).map(([one, session]) => [one.session._id, session._id])
  const elsewhere = [lesson('judo', 'judo'), lesson('later', 'karate', '2026-11-27')]
  expect(found([marksOf('old')], ...elsewhere, lesson('new'))).toEqual([['old', 'new']])
  expect(found([marksOf('old', 'begun')], lesson('new'))).toEqual([['old', 'new']])
  expect(found([marksOf('old')], lesson('old'), lesson('new'))).toEqual([])
  expect(found([marksOf('old')], lesson('new'), lesson('second'))).toEqual([])
  expect(found([marksOf('old'), marksOf('new')], lesson('new'))).toEqual([])
  expect(found([marksOf('old', 'sent')], lesson('new'))).toEqual([])
  expect(found([marksOf('old')], ...elsewhere)).toEqual([])
})

test('who was marked can be written down elsewhere: the class, who came and who did not', () => {
  expect(textOf(marksOf('old'))).toBe('Karate · Friday, 20-11-2026 · 18:00 - 19:00 · Tan\nPresent: mei\nAbsent: jun')
})

test('a form that was only begun can be shown and submitted elsewhere as it was tapped', () => {
  const begun = { ...marksOf('old', 'begun'), marks: [], taps: [tap('mei', 'P'), tap('jun', 'A')] }
  expect(textOf(asSubmission(begun))).toMatch(/Present: mei\nAbsent: jun$/)
  expect(asSubmission(begun).taps).toEqual([])
  const terms = { creditType: 'normal' as const, creditMinus: 25, walletMember: 'mona' }
  const walkIn = { ...begun, walkIns: [{ ...terms, member: 'mei', name: 'mei', payer: 'Mona' }] }
  expect(asSubmission(walkIn).marks).toEqual([
    { ...tap('mei', 'P'), enrollment: null, ...terms },
    { ...tap('jun', 'A'), enrollment: null },
  ])
  const waits = marksOf('old')
  expect(asSubmission(waits)).toBe(waits)
})
