/**
 * Identifies a member, with what distinguishes two of the same name, wherever somebody is marked, corrected or charged.
 */
import type { Attendee } from '@academy/contract/attendance/enrolments.ts'
import { addDays } from '@academy/contract/courses/calendar.ts'
import { ageOn } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { today } from '../platform/client/today.ts'

type Person = Pick<Attendee, 'name' | 'chName' | 'belt' | 'dob' | 'parents'>

/** Age and parents. Answers cached by an earlier version have neither. */
export const ageAndParents = ({ dob, parents = [] }: Pick<Person, 'dob' | 'parents'>): string[] => [
  ...(dob ? [t('age {n}', { n: ageOn(today(), dob) })] : []),
  ...(parents.length > 0 ? [t('of {parents}', { parents: parents.map(({ name }) => name).join(', ') })] : []),
]

/** Whether somebody becomes a year older on a day; who was born on 29 February, in other years on 1 March. */
export const isBirthday = (dob: string | null, day: string): boolean =>
  dob !== null && dob < day && ageOn(day, dob) > ageOn(addDays(day, -1), dob)

/** Belt, age and parents. */
export const identityFacts = (person: Person): string[] => [
  ...(person.belt ? [person.belt.beltColor] : []),
  ...ageAndParents(person),
]

/** 'Mei Ling 美玲 (Yellow, age 9, of Aminah)' */
export function identityOf(person: Person): string {
  const name = person.chName ? `${person.name} ${person.chName}` : person.name
  const facts = identityFacts(person)
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}
