import { type FoundMember, members } from '@academy/contract/members/members.ts'
import { useEffect, useState } from 'react'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session.ts'
import { type PageEntry, pagesNamed } from './pages.ts'
import { type Recent, recentOf } from './recent.ts'

export type Match =
  | { kind: 'member'; key: string; member: FoundMember }
  | { kind: 'page'; key: string; page: PageEntry }

const debounceMs = 200

const ofMember = (member: FoundMember): Match => ({ kind: 'member', key: member._id, member })
const ofPage = (page: PageEntry): Match => ({ kind: 'page', key: page.path, page })

/** The text once it has rested for a while; `hurry` takes it at once. */
function useRestedText(text: string) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return { rested, hurry: () => setRested(text) }
}

/**
 * What the text finds: members as the server knows them, pages by their names. `settled` is false while the members shown
 * still belong to an earlier text.
 */
export function useMatches(typed: string, pages: readonly PageEntry[]) {
  const text = typed.trim()
  const { rested, hurry } = useRestedText(text)
  const mayFind = useSession().can(members.find.may)
  const answer = useCall(
    members.find,
    { query: { searchText: rested } },
    { enabled: mayFind && text !== '' && rested !== '', keep: true },
  )
  const settled = !mayFind || text === '' || (rested === text && !answer.isFetching)
  const found = mayFind && text ? (answer.data?.items ?? []) : []
  return {
    people: found.map(ofMember),
    pages: pagesNamed(pages, text).map(ofPage),
    settled,
    hurry,
    error: answer.error,
  }
}

/** What was opened lately and can be opened still. */
export function useRecent(pages: readonly PageEntry[]): { recent: Match[]; isPending: boolean } {
  const { user, can } = useSession()
  const [kept] = useState<Recent[]>(() => (user ? recentOf(user._id) : []))
  const ids = kept.flatMap((one) => ('member' in one ? [one.member] : []))
  const wanted = can(members.find.may) && ids.length > 0
  const { data, isPending } = useCall(members.find, { query: { ids } }, { enabled: wanted })
  const recent = kept.flatMap((one): Match[] => {
    const member = 'member' in one ? data?.items.find(({ _id }) => _id === one.member) : undefined
    const page = 'page' in one ? pages.find(({ path }) => path === one.page) : undefined
    return [...(member ? [ofMember(member)] : []), ...(page ? [ofPage(page)] : [])]
  })
  return { recent, isPending: wanted && isPending }
}
