import type { Student } from '@academy/contract/attendance/enrolments.ts'
import { creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import { covers } from '@academy/contract/wallet/rules.ts'

/** Names, Chinese names and belts are what a coach looks for. */
export function matches(person: { name: string; chName: string | null; belt: string | null }, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  return wanted === '' || [person.name, person.chName, person.belt].some((text) => text?.toLowerCase().includes(wanted))
}

/** What the wallet means for this class: enough, the last class it pays, or not enough. */
export function cover(wallet: number, credit: number): 'free' | 'enough' | 'last' | 'short' {
  if (credit === 0) return 'free'
  if (!covers(wallet, credit)) return 'short'
  return covers(wallet - credit, credit) ? 'enough' : 'last'
}

export const startOf = (duration: string): string => duration.slice(0, 5)

export const beltOf = (member: { belt: { beltColor: string } | null }): string | null => member.belt?.beltColor ?? null

/** Normal 25: the credit type and what a class costs. */
export const termsOf = ({ creditType, credit }: Pick<Student, 'creditType' | 'credit'>): string =>
  `${creditTypeLabels[creditType]} ${credit}`
