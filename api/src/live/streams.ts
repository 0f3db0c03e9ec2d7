/** The open streams of a portal, each told which kinds of documents changed, of those that its user may see. */

import { lists } from '@academy/contract/lists/lists.ts'
import { liveKinds } from '@academy/contract/live/kinds.ts'
import { type List, mayDo } from '@academy/contract/platform/list.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { Heard } from '../platform/data/index.ts'
import { type Caller, HttpError } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'

/** Where a stream's text goes. */
export interface Outlet {
  write(text: string): void
  end(): void
}

interface Stream {
  caller: Caller
  token: string
  outlet: Outlet
}

/** A proxy that closes silent connections does so after half a minute at the earliest. */
export const beatMs = 15_000
/** What changes within this time is told at once. */
const foldMs = 100
const mostOfUser = 20
/** Over plain HTTP a browser has six connections to an address: the calls of its windows need some beside their streams. */
const mostOfSession = 4
const most = 1000

function viewersOf(list: List): readonly Permission[] {
  const may = mayDo(list, 'view')
  if (may === 'public' || may === 'session') return []
  return typeof may === 'string' ? [may] : may
}
const mayHear = new Map(lists.map((list) => [list.name, viewersOf(list)]))
for (const [kind, { may }] of Object.entries(liveKinds)) mayHear.set(kind, may)
const hears = (kind: string, caller: Caller) => mayHear.get(kind)?.some((permission) => caller.can(permission)) ?? false

/** Kinds whose change may end a session or change somebody's rights. */
const ofSessions = ['session', 'user', 'user-group']

const isLocked = ({ mustChangePassword, secondFactor }: Caller) => mustChangePassword || secondFactor === 'missing'

const textOf = (event: string, kinds: readonly string[] = []) => `event: ${event}\ndata: ${kinds.join(',')}\n\n`

interface Streams {
  /** 429 where this user or session has too many, 503 where all have. */
  refuseTooMany(caller: Caller): void
  /** Opens a stream for somebody who has heard nothing for so many seconds, and answers the function that forgets it. */
  open(stream: Stream, missedSeconds: number): () => void
  close(): void
}

export function liveStreams(portal: Portal): Streams {
  const streams = new Set<Stream>()
  /** When a kind was last told of, and since when none was missed: milliseconds of this process. */
  const lastAt = new Map<string, number>()
  let heardSince: number | undefined
  const due = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  let nextCheck: Promise<void> | undefined

  function end(stream: Stream, event?: string) {
    streams.delete(stream)
    if (event) stream.outlet.write(textOf(event))
    stream.outlet.end()
  }

  /** Ends the streams of sessions that are over, and reads everybody's rights again. */
  async function check() {
    for (const stream of [...streams]) {
      const caller = await portal.recognise(stream.token)
      if (!caller || isLocked(caller)) end(stream, 'over')
      else stream.caller = caller
    }
  }
  /** While the database is away nobody can be signed out, and nothing is told either. */
  async function tryCheck() {
    await check().catch((error) => portal.log.warn({ error }, 'the streams of changes could not be checked'))
    checking = undefined
  }
  /** A check that is under way may have read what was there before: another one follows. */
  function checkAgain(): Promise<void> {
    if (!checking) {
      checking = tryCheck()
      return checking
    }
    nextCheck ??= checking.then(() => {
      nextCheck = undefined
      return checkAgain()
    })
    return nextCheck
  }

  async function tellDue() {
    timer = undefined
    const kinds = [...due]
    due.clear()
    if (ofSessions.some((kind) => kinds.includes(kind))) await checkAgain()
    const now = performance.now()
    for (const kind of kinds) lastAt.set(kind, now)
    for (const { caller, outlet } of streams) {
      const heard = kinds.filter((kind) => hears(kind, caller))
      if (heard.length > 0) outlet.write(textOf('changed', heard))
    }
  }

  function hear(heard: Heard) {
    if (heard === 'gap') {
      heardSince = performance.now()
      for (const { outlet } of streams) outlet.write(textOf('again'))
      void checkAgain()
      return
    }
    for (const kind of [...heard, 'audit']) due.add(kind)
    timer ??= setTimeout(() => void tellDue(), foldMs)
  }

  let stopHearing: (() => void) | undefined
  const beat = setInterval(() => {
    for (const { outlet } of streams) outlet.write(':\n\n')
    void checkAgain()
  }, beatMs).unref()

  /** What may have been missed in the last seconds. Before the first gap nothing is known; then all are told. */
  function catchUp({ caller, outlet }: Stream, missedSeconds: number) {
    if (heardSince === undefined) return
    const since = performance.now() - missedSeconds * 1000
    if (since < heardSince) return outlet.write(textOf('again'))
    const missed = [...lastAt].flatMap(([kind, at]) => (at >= since && hears(kind, caller) ? [kind] : []))
    if (missed.length > 0) outlet.write(textOf('changed', missed))
  }

  return {
    refuseTooMany({ userId, session }) {
      const ofUser = [...streams].filter(({ caller }) => caller.userId === userId)
      const ofSession = ofUser.filter(({ caller }) => caller.session === session)
      if (ofUser.length >= mostOfUser || ofSession.length >= mostOfSession)
        throw new HttpError(429, 'Too many open screens', { retryAfter: 60 })
      if (streams.size >= most) throw new HttpError(503, 'Too many open screens', { retryAfter: 60 })
    },
    open(stream, missedSeconds) {
      streams.add(stream)
      stream.outlet.write(':\n\n')
      stopHearing ??= portal.changes.hear(hear)
      catchUp(stream, missedSeconds)
      return () => void streams.delete(stream)
    },
    close() {
      clearInterval(beat)
      clearTimeout(timer)
      stopHearing?.()
      for (const stream of [...streams]) end(stream)
    },
  }
}
