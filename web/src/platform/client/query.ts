/**
 * Reading in a component:
 *
 *   const { data, isPending, error } = useCall(members.get, { params: { id } })
 *   const { data } = useCall(holidaysOfYear, { params: { year } }, { enabled: year > 0 })
 *   const { data } = useCall(enrolments.students, { params: { class: id } }, { kept: true })   // also without signal
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
import { keep, recall } from '../offline/offline-cache.ts'
import { ApiError, isOutOfReach, wordsOf } from './api-error.ts'
import { type AnyInput, addressOf, anyInput, type CallInput, call, type InputArgument, withTagOf } from './client.ts'
import { takeArrived, takePrefetched } from './prefetch.ts'
import { isReached, onReach } from './reachability.ts'
import { onSessionEnd } from './session.ts'
import { onToday } from './today.ts'

/** Repeated calls that were told to be out of reach. */
const unreached = new Set<string>()

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta, queryHash }) => {
      if (error instanceof ApiError && error.sessionLost) return
      // What is asked again by itself tells once that it cannot be reached, until it is.
      if (meta?.isRepeated && isOutOfReach(error)) {
        if (unreached.has(queryHash)) return
        unreached.add(queryHash)
      }
      notice.error(wordsOf(error))
    },
    onSuccess: (_, { queryHash }) => unreached.delete(queryHash),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What did not change stays the same object, under the tag it has by now.
      structuralSharing: (before, now) => withTagOf(now, replaceEqualDeep(before, now)),
      retry: (count, error) => count < 2 && isOutOfReach(error),
      refetchOnWindowFocus: true,
      // Without signal a call fails and says so, or is answered by what was kept; it does not wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

onSessionEnd(() => queryClient.clear())

/** How long a kept call waits for a better answer than the one known. */
const keptPatience = 8_000

/** The answer of now, or the one kept while the portal is out of reach. */
async function callOrRecall<R extends Endpoint>(route: R, input: AnyInput, address: string): Promise<ResultOf<R>> {
  const known = recall(address)
  const patience = known ? keptPatience : undefined
  try {
    const answer = await call(route, ...([{ ...input, patience, quiet: true }] as unknown as InputArgument<R>))
    keep(address, answer)
    return answer
  } catch (error) {
    if (known && isOutOfReach(error)) return known.answer as ResultOf<R>
    throw error
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
  /** Keeps showing the last answer while the next one loads: pages of a list do not jump. */
  keep?: boolean
  /** Keeps the answer on this device and shows it again while the portal is out of reach. */
  kept?: boolean
  /** Asks again after so many milliseconds, while the page is in sight; undefined once what is shown is final. */
  every?: (answer: Answer | undefined) => number | undefined
}

export function useCall<R extends Endpoint>(
  route: R,
  input: Partial<CallInput<R>> extends CallInput<R> ? CallInput<R> | undefined : CallInput<R>,
  { enabled = true, keep: keepShown = false, kept = false, every }: ReadOptions<ResultOf<R>> = {},
) {
  const options = callOptions(route, ...([input] as unknown as InputArgument<R>))
  return useQuery({
    ...options,
    ...(kept
      ? {
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            callOrRecall(route, { ...anyInput(input), signal }, addressOf(route.path, anyInput(input))),
        }
      : {}),
    enabled,
    ...(every
      ? {
          refetchInterval: ({ state }: { state: { data: ResultOf<R> | undefined } }) => every(state.data) ?? false,
          meta: { isRepeated: true },
        }
      : {}),
    ...(keepShown ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Takes what another call has told for the answer of a kept one, without asking. */
export function learn<R extends Endpoint>(route: R, input: CallInput<R>, answer: ResultOf<R>) {
  const address = addressOf(route.path, anyInput(input))
  keep(address, answer)
  queryClient.setQueryData([address], answer)
}

/** Everything on screen is read again; nothing that is not on screen is. */
export const readAgain = (): Promise<void> => queryClient.invalidateQueries()

// What is due, open or on is so of a day.
onToday(() => void readAgain())
// What could not be read is read when the line returns.
onReach(() => {
  if (isReached())
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
})

const failed = () =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .find(({ state }) => state.status === 'error' && state.data === undefined)?.state.error

/** Why something on screen has nothing to show; undefined while it may still come. */
export const useUnread = () =>
  useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(listener), failed)
