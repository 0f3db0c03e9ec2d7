/** What coaches are paid, in words. How it is reckoned: api/src/reports/settlement/taught.ts. */
import { addMonths, formatRM, sen } from '../wallet/rules.ts'

export const rateKinds = ['head', 'class', 'share'] as const
export type RateKind = (typeof rateKinds)[number]

export const rateKindLabels: Record<RateKind, string> = {
  head: 'Per head (RM)',
  class: 'Per class (RM)',
  share: 'Share of credit (%)',
}

export const coachRoles = ['main', 'assistant'] as const
export type CoachRole = (typeof coachRoles)[number]

export const coachRoleLabels: Record<CoachRole, string> = { main: 'Main Instructor', assistant: 'Assistant Instructor' }

/** RM of a head or a class, or a percentage; as text with two decimals, `8.00`. */
export interface Rate {
  kind: RateKind
  amount: string
}

/** `RM 8.00 a head`, `RM 60.00 a class`, `37.5% of credit`. */
export function rateWords({ kind, amount }: Rate): string {
  if (kind === 'share') return `${Number(amount)}% of credit`
  return `${formatRM(sen(amount))} a ${kind}`
}

const yearsAhead = 10
export const tooFarAhead = `At most ${yearsAhead} years ahead`
/** The last day from which a rate can hold, seen from today. */
export const lastSince = (today: string): string => addMonths(today, 12 * yearsAhead)

export const shareTooMuch = 'A share is at most 100 %'
/** Whether a percentage, `37.50`, is at most 100. */
export const isShare = (amount: string): boolean => Number(amount) <= 100
