/**
 * Reads again, in the background, what is on screen and was changed by others. It is shown at once where nobody is at it,
 * and else waits behind a line in the foot of its list.
 */
import { liveKinds } from '@academy/contract/live/kinds.ts'
import { apiRoot } from '@academy/contract/platform/api-root.ts'
import { screens } from '@academy/contract/screens.ts'
import type { Query } from '@tanstack/react-query'
import { setHeld } from '../client/answers/held.ts'
import { forgetPrefetched } from '../client/answers/prefetch.ts'
import { request } from '../client/client.ts'
import { documentIn } from '../client/document-tag.ts'
import { queryClient } from '../client/query.ts'
import { isBusy } from './busy.ts'
import { chance } from './chance.ts'
import { changesIn } from './changes.ts'

/** From a change to the first reading; a part of it by chance, so that not all screens ask in the same moment. */
const soonMs = 100
const spreadMs = 200
/** Between two rounds of readings, at least; more where the portal is slow. */
const roundMs = 1500
const shareOfTime = 4
/** How often it is looked whether somebody is still busy. */
const lookMs = 500

/** The menu's counts stand beside the page. */
const neverHeld = `${apiRoot}/dashboard/waiting`

const isAt = (address: string, path: string) => {
  const rest = address.startsWith(apiRoot + path) ? address.charAt(apiRoot.length + path.length) : undefined
  return rest !== undefined && ['', '/', '?'].includes(rest)
}
const shows = (address: string, kind: string) =>
  (liveKinds[kind]?.shownBy ?? [`/${kind}`]).some((path) => isAt(address, path))
const every = [...Object.keys(liveKinds), ...Object.values(screens).flatMap((one) => ('list' in one ? [one.list] : []))]

const addressOf = ({ queryKey: [address] }: Query) => (typeof address === 'string' ? address : '')
const isOnScreen = (query: Query) => query.isActive() && query.meta?.isLive === true && query.state.status === 'success'

interface Waiting {
  query: Query
  answer: unknown
  /** When the answer on screen came. */
  shownAt: number
}

export function startRenewal() {
  const queries = queryClient.getQueryCache()
  /** By query: since when what it shows may be outdated, and when it was last asked for. */
  const due = new Map<string, number>()
  const asked = new Map<string, number>()
  const waiting = new Map<string, Waiting>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextRound = 0
  /** What is on its way when somebody signs out would be refused. */
  const stopper = new AbortController()

  const unsubscribe = queries.subscribe((event) => {
    const { queryHash } = event.query
    if (event.type === 'updated' && event.action.type === 'fetch') asked.set(queryHash, performance.now())
    if (event.type === 'removed') asked.delete(queryHash)
  })

  function drop(hash: string) {
    const held = waiting.get(hash)
    if (held && waiting.delete(hash)) setHeld(addressOf(held.query), undefined)
  }
  function show() {
    for (const [hash, { query, answer, shownAt }] of [...waiting]) {
      drop(hash)
      if (query.state.dataUpdatedAt === shownAt) queryClient.setQueryData(query.queryKey, answer)
    }
  }

  function take(query: Query, answer: unknown) {
    const { data, dataUpdatedAt: shownAt } = query.state
    const changes = changesIn(data, answer)
    drop(query.queryHash)
    if (changes === 0) return
    if (!isBusy() || addressOf(query).startsWith(neverHeld)) return queryClient.setQueryData(query.queryKey, answer)
    waiting.set(query.queryHash, { query, answer, shownAt })
    setHeld(addressOf(query), { changes, show })
  }

  async function renew(query: Query) {
    const { queryHash } = query
    const since = due.get(queryHash) ?? 0
    // Was it read after the change, or is it being read? Then it is not ours, or is looked at in the next round.
    if ((asked.get(queryHash) ?? 0) > since) return due.delete(queryHash)
    if (query.state.fetchStatus !== 'idle') return
    due.delete(queryHash)
    const { dataUpdatedAt } = query.state
    try {
      const answer = await request('GET', addressOf(query).slice(apiRoot.length), {
        inBackground: true,
        signal: stopper.signal,
      })
      const document = await documentIn(answer)
      if (query.state.dataUpdatedAt === dataUpdatedAt && query.state.fetchStatus === 'idle') take(query, document)
      else due.set(queryHash, since)
    } catch {
      // Nobody asked for it; the next change, or whoever comes back to the page, asks again.
    }
  }

  async function round() {
    timer = undefined
    const began = performance.now()
    const found = queries.findAll({ type: 'active', predicate: ({ queryHash }) => due.has(queryHash) })
    const hashes = new Set(found.map(({ queryHash }) => queryHash))
    for (const hash of due.keys()) if (!hashes.has(hash)) due.delete(hash)
    await Promise.all(found.map(renew))
    nextRound = began + Math.max(roundMs, shareOfTime * (performance.now() - began))
    plan()
  }
  function plan() {
    if (timer !== undefined || stopper.signal.aborted || due.size === 0 || document.visibilityState !== 'visible')
      return
    const soon = soonMs + chance() * spreadMs
    timer = setTimeout(() => void round(), Math.max(soon, nextRound - performance.now()))
  }
  document.addEventListener('visibilitychange', plan)

  const looking = setInterval(() => {
    for (const [hash, { query, shownAt }] of waiting)
      if (!isOnScreen(query) || query.state.dataUpdatedAt !== shownAt) drop(hash)
    if (waiting.size > 0 && !isBusy()) show()
  }, lookMs)

  return {
    /** Documents of these kinds changed; without kinds, any may have. */
    changed(kinds: readonly string[] = every) {
      forgetPrefetched()
      const now = performance.now()
      for (const query of queries.findAll({ type: 'active', predicate: isOnScreen }))
        if (kinds.some((kind) => shows(addressOf(query), kind))) due.set(query.queryHash, now)
      plan()
    },
    stop() {
      stopper.abort()
      unsubscribe()
      clearTimeout(timer)
      clearInterval(looking)
      document.removeEventListener('visibilitychange', plan)
      for (const hash of [...waiting.keys()]) drop(hash)
    },
  }
}
