/**
 * What an identity card's number says, YYMMDD-PB-###G: day of birth, place of birth (codes of the National Registration
 * Department) and gender. A passport's number, or an older one, says nothing.
 */
import { isDay } from '@academy/contract/platform/dates.ts'

export interface IdentityCard {
  /** `YYYY-MM-DD` */
  dob: string
  gender: 'Male' | 'Female'
  /** 'Selangor'; null where the code stands for another country, or for a place that is not known. */
  place: string | null
}

const states: readonly [name: string, ...codes: number[]][] = [
  ['Johor', 1, 21, 22, 23, 24],
  ['Kedah', 2, 25, 26, 27],
  ['Kelantan', 3, 28, 29],
  ['Melaka', 4, 30],
  ['Negeri Sembilan', 5, 31, 59],
  ['Pahang', 6, 32, 33],
  ['Penang', 7, 34, 35],
  ['Perak', 8, 36, 37, 38, 39],
  ['Perlis', 9, 40],
  ['Selangor', 10, 41, 42, 43, 44],
  ['Terengganu', 11, 45, 46],
  ['Sabah', 12, 47, 48, 49],
  ['Sarawak', 13, 50, 51, 52, 53],
  ['Kuala Lumpur', 14, 54, 55, 56, 57],
  ['Labuan', 15, 58],
  ['Putrajaya', 16],
]
/** From here on codes stand for other countries. */
const firstAbroad = 60

function placeOf(code: number): string | null | undefined {
  const state = states.find(([, ...codes]) => codes.includes(code))
  return state?.[0] ?? (code >= firstAbroad ? null : undefined)
}

/** What twelve digits say, or why they are no card's number; `today` decides the century. */
export function readCard(digits: string, today: string): IdentityCard | { problem: string } {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)]
  const dob = [`20${year}-${month}-${day}`, `19${year}-${month}-${day}`].find((each) => isDay(each) && each <= today)
  if (!dob) return { problem: 'Its first six digits are no date of birth' }
  const place = placeOf(Number(digits.slice(6, 8)))
  if (place === undefined) return { problem: 'Its seventh and eighth digits are no place of birth' }
  return { dob, place, gender: Number(digits.at(-1)) % 2 === 1 ? 'Male' : 'Female' }
}
