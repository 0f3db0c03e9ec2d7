import type { FoundMember } from '@academy/contract/members/choosing.ts'
import { ageOn, showCredit, showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { today } from '../../platform/client/today.ts'

export const kindLabels = { adult: 'Adult', parent: 'Parent', child: 'Child' } as const

/** Name and Chinese name. */
export const fullName = ({ name, chName }: { name: string; chName?: string | null }): string =>
  chName ? `${name} ${chName}` : name

/** '1,000 credits' */
export const creditText = (credit: number): string =>
  t(credit === 1 ? '{n} credit' : '{n} credits', { n: showCredit(credit) })

/** With several parents it is open which one pays, so each is shown with the wallet. */
const parentNames = ({ isIndependent, parents }: FoundMember) =>
  isIndependent || parents.length === 1
    ? parents.map(({ name }) => name)
    : parents.map(({ name, wallet }) => `${name} (${creditText(wallet)})`)

/** Kind, belt, age, phone, the end of the I/C number, and for a child its parents. */
export function memberFacts(member: FoundMember): string[] {
  const { kind, isIndependent, belt, dob, icTail, phoneNo, parents } = member
  return [
    t(kind === 'child' && isIndependent ? 'Independent child' : kindLabels[kind]),
    ...(belt ? [belt.beltColor] : []),
    ...(dob ? [t('age {n}', { n: ageOn(today(), dob) })] : []),
    ...(phoneNo ? [showPhone(phoneNo)] : []),
    ...(icTail ? [t('I/C ends {tail}', { tail: icTail })] : []),
    ...(parents.length > 0 ? [t('of {parents}', { parents: parentNames(member).join(', ') })] : []),
  ]
}

/** The wallet that pays: the member's own, or for a dependent child its parent's. */
export function walletFacts({ isIndependent, wallet, parents }: FoundMember): string[] {
  if (isIndependent) return [creditText(wallet)]
  const [only, ...others] = parents
  return only && others.length === 0 ? [t('Parent pays'), creditText(only.wallet)] : [t('Parent pays')]
}

/** Distinguishes a member from another of the same name, in one line. */
export const factsLine = (member: FoundMember): string => [...memberFacts(member), ...walletFacts(member)].join(' · ')
