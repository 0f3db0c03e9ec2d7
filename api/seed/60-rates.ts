import { rates } from '@academy/contract/rates/rates.ts'
import type { CoachRole, RateKind } from '@academy/contract/rates/rules.ts'
import type { Tx } from '../src/platform/data/index.ts'
import type { SeededLists } from './10-lists.ts'
import { act } from './act.ts'

/** Coach, class or all of them, role, what is paid. */
const agreed: readonly (readonly [string, string | null, CoachRole, RateKind, string])[] = [
  ['Master Lim Chee Keong', null, 'main', 'share', '45'],
  ['Master Lim Chee Keong', 'Taekwondo Adults', 'main', 'class', '120'],
  ['Aminah binti Yusof', null, 'main', 'share', '40'],
  ['Ravi a/l Krishnan', null, 'main', 'head', '9.50'],
  ['Tan Hui Min', null, 'main', 'class', '90'],
  ['Hafiz bin Ismail', null, 'main', 'share', '37.5'],
  ['Grace Wong Mei Yee', null, 'main', 'head', '10'],
  ['Daniel Fernandez', null, 'assistant', 'class', '35'],
  ['Nurul Izzah binti Razak', null, 'assistant', 'class', '35'],
]

/** What coaches are paid, told by the owner of `tx` from its day on. */
export async function seedRates(tx: Tx, lists: SeededLists, courses: ReadonlyMap<string, string>) {
  for (const [coach, course, role, kind, amount] of agreed)
    await act(tx, rates.create, {
      body: { ...placeOf(lists, courses, coach, course), role, kind, amount, since: tx.today },
    })
}

/** One coach is paid more from the day of `tx` on. */
export async function seedRaise(tx: Tx, lists: SeededLists) {
  const place = placeOf(lists, new Map(), 'Ravi a/l Krishnan', null)
  await act(tx, rates.create, { body: { ...place, role: 'main', kind: 'head', amount: '10', since: tx.today } })
}

const placeOf = (lists: SeededLists, courses: ReadonlyMap<string, string>, coach: string, course: string | null) => ({
  coach: lists.coach.get(coach) ?? '',
  course: course === null ? null : (courses.get(course) ?? null),
})
