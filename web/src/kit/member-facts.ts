import type { FoundMember } from '@academy/contract/members/members.ts'
import { showCredit } from './days.ts'
import { t } from './words.ts'

const kinds = { adult: 'Adult', parent: 'Parent', child: 'Child' } as const

/** Both names, as a member is called. */
export const fullName = ({ name, chName }: { name: string; chName?: string | null }): string =>
  chName ? `${name} ${chName}` : name

/** Kind, phone, end of the I/C and of a child its parents. */
export function memberFacts({ kind, isIndependent, icTail, phoneNo, parents }: FoundMember): string[] {
  return [
    t(kind === 'child' && isIndependent ? 'Independent child' : kinds[kind]),
    ...(phoneNo ? [phoneNo] : []),
    ...(icTail ? [t('I/C ends {tail}', { tail: icTail })] : []),
    ...(parents.length > 0 ? [t('of {parents}', { parents: parents.map(({ name }) => name).join(', ') })] : []),
  ]
}

const credits = (wallet: number) => t('{n} credits', { n: showCredit(wallet) })

/** The wallet that pays: the member's own, or of a dependent child its parents'. */
export function walletFacts({ isIndependent, wallet, parents }: FoundMember): string[] {
  if (isIndependent) return [credits(wallet)]
  const [only, ...others] = parents
  if (only && others.length === 0) return [t('Parent pays'), credits(only.wallet)]
  return [t('Parent pays'), ...parents.map(({ name, wallet: paying }) => `${name}: ${credits(paying)}`)]
}

/** What tells a member apart from another of the same name, in one line. */
export const factsLine = (member: FoundMember): string => [...memberFacts(member), ...walletFacts(member)].join(' · ')
