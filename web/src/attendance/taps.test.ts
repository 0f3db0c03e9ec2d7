import { expect, test } from 'vitest'
import type { PhoneMarks, Tap } from './phone-record.ts'
import { changesOf, standing, withTaps } from './taps.ts'

const tap = (member: string, status: Tap['status']): Tap => ({ member, name: member, status })
const kept = (state: PhoneMarks['state'], submitted: Tap[], taps: Tap[] = []) => ({
  state,
  marks: submitted.map((one) => ({ ...one, enrollment: `enrollment of ${one.member}` })),
  taps,
})
const submitted = [tap('mei', 'P'), tap('jun', 'A')]

test('a form that was begun has no changes to submit, but stands as it was left', () => {
  const begun = kept('begun', [], [tap('mei', 'P'), tap('jun', 'P'), tap('ali', 'A')])
  expect(standing(begun)).toEqual(['mei', 'jun'])
  expect(changesOf(begun)).toEqual([])
  expect(standing(undefined)).toEqual([])
})

test('a tap after the submission is a change beside it, and what waits to be sent stays as it was submitted', () => {
  const waits = kept('saved', submitted)
  expect(standing(waits)).toEqual(['mei'])
  const changed = { ...waits, taps: withTaps(waits, [tap('jun', 'P')]) }
  expect([standing(changed), changesOf(changed)]).toEqual([['mei', 'jun'], [tap('jun', 'P')]])
  expect(changed.marks).toEqual(waits.marks)
  // Somebody who was not submitted at all, and back to what was submitted.
  const more = { ...changed, taps: withTaps(changed, [tap('ali', 'P'), tap('jun', 'A')]) }
  expect([standing(more), changesOf(more)]).toEqual([['mei', 'ali'], [tap('ali', 'P')]])
  expect(withTaps(more, [tap('ali', 'A')])).toEqual([])
})

test('a tap while the submission was on its way is a change still when it was sent, and is not on the roll', () => {
  const sent = kept('sent', submitted, [tap('jun', 'P')])
  expect([standing(sent), changesOf(sent)]).toEqual([['jun'], [tap('jun', 'P')]])
  const back = { ...sent, taps: withTaps(sent, [tap('jun', 'A')]) }
  expect([standing(back), changesOf(back)]).toEqual([[], []])
})

test('what was refused stands in the form, with what was tapped since', () => {
  const refused = kept('refused', submitted, [tap('mei', 'A')])
  expect([standing(refused), changesOf(refused)]).toEqual([[], [tap('mei', 'A')]])
})
