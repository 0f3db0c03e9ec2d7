/** What the finder knows and does: the grouped matches, which one is active, the keys, and what is said of the search. */
import { members } from '@academy/contract/members/members.ts'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { errorMessage } from '../platform/client/api-error.ts'
import { t } from '../platform/client/i18n.ts'
import { permissionText } from '../platform/shell/Guard.tsx'
import { earlyEnter } from './early-text.ts'
import { type Match, mostPeople, useMatches, useRecent } from './matches.ts'
import type { PageEntry } from './pages.ts'

interface Group {
  title: string
  matches: readonly Match[]
}

function groupsOf({ people, families, pages }: ReturnType<typeof useMatches>): Group[] {
  // There may be more than are asked for.
  const title = people.length < mostPeople ? 'Members' : t('Members, the first {n}', { n: mostPeople })
  return [
    { title, matches: people },
    { title: 'Family Cards', matches: families },
    { title: 'Pages', matches: pages },
  ]
}

/** What Enter does with the active match, and Shift+Enter. */
type Acts = Record<'open' | 'sell', (match: Match) => void>

export function useFinder(typed: string, pages: readonly PageEntry[], acts: Acts) {
  const matches = useMatches(typed, pages)
  const { isCurrent, mayFind, hurry, error } = matches
  const { recent, isPending } = useRecent(pages)
  const text = typed.trim()
  const offered: Group[] = text ? groupsOf(matches) : [{ title: 'Recent', matches: recent }]
  const groups = offered.filter((group) => group.matches.length > 0)
  const all = groups.flatMap((group) => group.matches)

  const [activeKey, setActiveKey] = useState<string>()
  const active = all.find(({ key }) => key === activeKey) ?? all[0]
  // A new text starts at its first result again.
  const [activeText, setActiveText] = useState(text)
  if (activeText !== text) {
    setActiveText(text)
    setActiveKey(undefined)
  }

  // Enter pressed before the answer arrived opens a match of that answer, not of the shorter text.
  const [entered, setEntered] = useState<{ text: string; to: 'open' | 'sell' } | undefined>(() => {
    const to = earlyEnter()
    return to && { text, to }
  })
  useEffect(() => {
    if (entered === undefined) return
    if (entered.text !== text) return setEntered(undefined)
    if (!isCurrent) return
    setEntered(undefined)
    if (active) acts[entered.to](active)
  })

  function moveActive(event: KeyboardEvent, by: number) {
    event.preventDefault()
    const index = active ? all.indexOf(active) : -1
    setActiveKey(all[(index + by + all.length) % all.length]?.key)
  }

  function onKeyDown(event: KeyboardEvent) {
    // An input method uses Enter and the arrows itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveActive(event, 1)
    if (event.key === 'ArrowUp') moveActive(event, -1)
    if (event.key !== 'Enter') return
    event.preventDefault()
    hurry()
    setEntered({ text, to: event.shiftKey ? 'sell' : 'open' })
  }

  const status = statusOf({ text, isCurrent, error, count: all.length, isPending, mayFind })
  const point = (match: Match) => setActiveKey(match.key)
  return { groups, active, isCurrent, mayFind, status, onKeyDown, point }
}

interface SearchStatus {
  text: string
  isCurrent: boolean
  error: Error | null
  count: number
  isPending: boolean
  /** Members as well as pages. */
  mayFind: boolean
}

function statusOf({ text, isCurrent, error, count, isPending, mayFind }: SearchStatus): string {
  if (error && text) return errorMessage(error)
  if (!isCurrent || isPending) return t('Searching…')
  if (count > 0) return t(count === 1 ? '1 result' : '{n} results', { n: count })
  if (!mayFind)
    return t(
      text
        ? 'No page matches “{text}”. Finding members needs the permission {permission}.'
        : 'Type the name of a page. Finding members needs the permission {permission}.',
      { text, permission: permissionText(members.find.may) },
    )
  return text
    ? t('Nothing matches “{text}”. Try part of a name, the end of an I/C, or a phone number.', { text })
    : t('Type part of a name, I/C, TM no., phone or email, or the name of a page.')
}
