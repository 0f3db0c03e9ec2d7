import type { FoundMember } from '@academy/contract/members/choosing.ts'
import { members } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import { isId } from '../members/index.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useRested } from '../platform/form/debounce.ts'
import { findPages, type PageEntry } from './pages.ts'
import { type Recent, recentOf } from './recent.ts'

/** Whose card it is, with what tells it from another of the same name; a parent of a found child by name and wallet. */
export type FamilyMain = Pick<FoundMember, '_id' | 'name' | 'wallet'> & Partial<FoundMember>

export type Match =
  | { kind: 'member'; key: string; member: FoundMember }
  | { kind: 'family'; key: string; main: FamilyMain }
  | { kind: 'page'; key: string; page: PageEntry }

const mostFamilies = 3
export const mostPeople = 8

/** Milliseconds after the last key. */
const restMs = 200

const memberMatch = (member: FoundMember): Match => ({ kind: 'member', key: member._id, member })
/** Of a dependent child the parent who pays, or its first where none is active. */
export const parentOf = ({ isIndependent, parents, payer }: FoundMember) =>
  isIndependent ? undefined : (parents.find(({ _id }) => _id === payer) ?? parents[0])

/** The family cards of the best matches, each once: of a dependent child that of the parent who pays. */
function familyMatches(found: readonly FoundMember[]): Match[] {
  const mains: FamilyMain[] = found.map((member) => parentOf(member) ?? member)
  // Whoever was found as well is told in full, in the place of the best match.
  const told = [...mains, ...found.filter(({ isIndependent }) => isIndependent)]
  const once = new Map(told.map((main) => [main._id, main]))
  return [...once.values()].slice(0, mostFamilies).map((main) => ({ kind: 'family', key: `family-${main._id}`, main }))
}
const pageMatch = (page: PageEntry): Match => ({ kind: 'page', key: page.path, page })

/**
 * Members found by the server and pages found by name. `isCurrent` is false while the members shown belong to an earlier
 * text.
 */
export function useMatches(typed: string, pages: readonly PageEntry[]) {
  const text = typed.trim()
  const { rested, hurry } = useRested(text, restMs)
  const mayFind = useSession().can(members.find.may)
  const answer = useCall(
    members.find,
    // A scanned code may be the id.
    { query: isId(rested) ? { ids: rested } : { searchText: rested, limit: mostPeople } },
    { enabled: mayFind && text !== '' && rested !== '', keep: true },
  )
  const isCurrent = !mayFind || text === '' || (rested === text && !answer.isFetching)
  const found = mayFind && text ? (answer.data?.items ?? []) : []
  return {
    people: found.map(memberMatch),
    families: familyMatches(found),
    pages: findPages(pages, text).map(pageMatch),
    isCurrent,
    mayFind,
    hurry,
    error: answer.error,
  }
}

/** What was opened recently and can still be opened. */
export function useRecent(pages: readonly PageEntry[]): { recent: Match[]; isPending: boolean } {
  const { user, can } = useSession()
  const [recentEntries] = useState<Recent[]>(() => (user ? recentOf(user._id) : []))
  const ids = recentEntries.flatMap((one) => ('member' in one ? [one.member] : []))
  const requested = can(members.find.may) && ids.length > 0
  const { data, isPending } = useCall(members.find, { query: { ids } }, { enabled: requested })
  const recent = recentEntries.flatMap((one): Match[] => {
    const member = 'member' in one ? data?.items.find(({ _id }) => _id === one.member) : undefined
    const page = 'page' in one ? pages.find(({ path }) => path === one.page) : undefined
    return [...(member ? [memberMatch(member)] : []), ...(page ? [pageMatch(page)] : [])]
  })
  return { recent, isPending: requested && isPending }
}
