/**
 * Reading in a component:
 *
 *   const { data, isPending, error } = useCall(members.get, { params: { id } })
 *   const { data } = useCall(holidaysOfYear, { params: { year } }, { enabled: year > 0 })
 *
 * Whatever `useSend` changes is read again by itself. A failure shows its toast once; `error` is there to draw it too.
 */
import type { ResultOf, Route } from '@academy/contract/kit/route.ts'
import { keepPreviousData, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, wordsOf } from './api-error.ts'
import { addressOf, anyInput, type CallInput, call, type InputArgument } from './client.ts'
import { takeEarly } from './early.ts'
import { notice } from './notices.tsx'
import { onSessionEnd } from './session.ts'

const retryable = (error: Error) => error instanceof ApiError && (error.statusCode === 0 || error.statusCode === 503)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (!(error instanceof ApiError && error.sessionLost)) notice.error(wordsOf(error))
    },
  }),
  defaultOptions: {
    queries: { staleTime: 5_000, retry: (count, error) => count < 2 && retryable(error), refetchOnWindowFocus: true },
  },
})

onSessionEnd(() => queryClient.clear())

/** Query options of a call, for `useQueries` and prefetching. */
export function callOptions<R extends Route>(route: R, ...[input]: InputArgument<R>) {
  const address = addressOf(route.path, anyInput(input))
  return queryOptions({
    queryKey: [address],
    queryFn: ({ signal }): Promise<ResultOf<R>> =>
      (takeEarly(address) as Promise<ResultOf<R>> | undefined) ??
      call(route, ...([{ ...anyInput(input), signal }] as unknown as InputArgument<R>)),
  })
}

interface ReadOptions {
  enabled?: boolean
  /** Keeps showing the last answer while the next one loads: pages of a list do not jump. */
  keep?: boolean
}

export function useCall<R extends Route>(
  route: R,
  input: Partial<CallInput<R>> extends CallInput<R> ? CallInput<R> | undefined : CallInput<R>,
  { enabled = true, keep = false }: ReadOptions = {},
) {
  return useQuery({
    ...callOptions(route, ...([input] as unknown as InputArgument<R>)),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Everything on screen is read again; nothing that is not on screen is. */
export const readAgain = (): Promise<void> => queryClient.invalidateQueries()
