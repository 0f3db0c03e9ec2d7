/**
 * Reading in a component:
 *
 *   const { data, isPending, error } = useCall(members.get, { params: { id } })
 *   const { data } = useCall(holidaysOfYear, { params: { year } }, { enabled: year > 0 })
 *   const { data } = useCall(enrolments.students, { params: { class: id } }, { offline: true })   // also without signal
 *
 * Whatever `useAction` changes is read again by itself. A failure shows its toast once; `error` is there to draw it too.
 */
import type { Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  queryOptions,
  replaceEqualDeep,
  useQuery,
} from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { notice } from '../feedback/notices.tsx'

import { cache, readCached } from '../offline/offline-cache.ts'
import { forgetPrefetched, takeArrived, takePrefetched } from './answers/prefetch.ts'
import { ApiError, errorMessage, isOutOfReach } from './api-error.ts'
import { type AnyInput, addressOf, anyInput, type CallInput, type InputArgument } from './call-input.ts'
import { call } from './client.ts'
import { withTagOf } from './document-tag.ts'
import { isReached, onReach, setReached } from './reachability.ts'
import { currentUser, onSessionEnd } from './session/session.ts'
import { onToday } from './today.ts'

/** Repeated calls already reported as unreachable. */
const reportedUnreachable = new Set<string>()

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta, queryHash }) => {
      if (error instanceof ApiError && error.sessionLost) return
      if (meta?.isQuiet) return
      // A polling call reports only once that the portal cannot be reached, until it can.
      if (meta?.isRepeated && isOutOfReach(error)) {
        if (reportedUnreachable.has(queryHash)) return
        reportedUnreachable.add(queryHash)
      }
      notice.error(errorMessage(error))
    },
    onSuccess: (_, { queryHash }) => reportedUnreachable.delete(queryHash),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The rows of the last visit are shown at once, and renewed.
      gcTime: 30 * 60_000,
      // What did not change stays the same object, under the tag it has by now.
      structuralSharing: (before, now) => withTagOf(now, replaceEqualDeep(before, now)),
      retry: (count, error) => count < 2 && isOutOfReach(error),
      refetchOnWindowFocus: true,
      // Without signal a call fails with a message or is answered from the cache; it does not wait silently.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

onSessionEnd(() => queryClient.clear())

/** How long a cached call waits for a newer answer. */
const cachedTimeoutMs = 8_000

/** The current answer, or the cached one while the portal cannot be reached. */
export async function callOrCached<R extends Endpoint>(
  route: R,
  input: AnyInput,
  address: string,
): Promise<ResultOf<R>> {
  const known = readCached(address)
  const user = currentUser()?._id
  const timeoutMs = known ? cachedTimeoutMs : undefined
  try {
    const answer = await call(route, ...([{ ...input, timeoutMs, quiet: true }] as unknown as InputArgument<R>))
    // Another session may have begun meanwhile.
    if (currentUser()?._id === user) cache(address, answer)
    return answer
  } catch (error) {
    if (!known || !isOutOfReach(error)) throw error
    // A portal without its database answered, but not with what is shown.
    setReached(false)
    return known.answer as ResultOf<R>
  }
}

/** Query options of a call, for `useQueries` and prefetching. */
export function callOptions<R extends Endpoint>(route: R, ...[input]: InputArgument<R>) {
  const address = addressOf(route.path, anyInput(input))
  return queryOptions({
    queryKey: [address],
    initialData: () => takeArrived(address) as ResultOf<R> | undefined,
    queryFn: ({ signal }): Promise<ResultOf<R>> =>
      (takePrefetched(address) as Promise<ResultOf<R>> | undefined) ??
      call(route, ...([{ ...anyInput(input), signal, quiet: true }] as unknown as InputArgument<R>)),
  })
}

interface ReadOptions<Answer> {
  enabled?: boolean
  /** Shows the previous answer while the next one loads, so that lists do not jump. */
  keep?: boolean
  /** Caches the answer on this device and shows it again while the portal cannot be reached. */
  offline?: boolean
  /** Polls after so many milliseconds while the page is visible; undefined once the answer is final. */
  pollMs?: (answer: Answer | undefined) => number | undefined
  /** A failure has no toast: what it would show may be missing. */
  quiet?: boolean
}

export function useCall<R extends Endpoint>(
  route: R,
  input: Partial<CallInput<R>> extends CallInput<R> ? CallInput<R> | undefined : CallInput<R>,
  { enabled = true, keep: keepShown = false, offline = false, pollMs, quiet = false }: ReadOptions<ResultOf<R>> = {},
) {
  const options = callOptions(route, ...([input] as unknown as InputArgument<R>))
  return useQuery({
    ...options,
    ...(offline
      ? {
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            callOrCached(route, { ...anyInput(input), signal }, addressOf(route.path, anyInput(input))),
        }
      : {}),
    enabled,
    ...(pollMs
      ? {
          refetchInterval: ({ state }: { state: { data: ResultOf<R> | undefined } }) => pollMs(state.data) ?? false,
        }
      : {}),
    meta: { isRepeated: pollMs !== undefined, isQuiet: quiet, isLive: route.method === 'GET' && !offline },
    ...(keepShown ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Stores the result of another call as the answer of a cached one. */
export function cacheAnswer<R extends Endpoint>(route: R, input: CallInput<R>, answer: ResultOf<R>) {
  const address = addressOf(route.path, anyInput(input))
  cache(address, answer)
  queryClient.setQueryData([address], answer)
}

/** Reads everything on screen again. */
export function readAgain(): Promise<void> {
  forgetPrefetched()
  return queryClient.invalidateQueries()
}

// What is due, open or on depends on the day.
onToday(() => void readAgain())
/** A portal that answers some calls and refuses others seems back and away in turn: not each time is all read. */
const readAgainMs = 5_000
let readAt = -readAgainMs
let reading: ReturnType<typeof setTimeout>
// What could not be read, or was answered from the cache, is read when the line returns.
onReach(() => {
  if (!isReached()) return
  clearTimeout(reading)
  reading = setTimeout(
    () => {
      readAt = performance.now()
      void readAgain()
    },
    Math.max(0, readAt + readAgainMs - performance.now()),
  )
})

const failed = () =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .find(({ state }) => state.status === 'error' && state.data === undefined)?.state.error

/** Why the screen has nothing to show; undefined while it may still load. */
export const useUnread = () =>
  useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(listener), failed)
