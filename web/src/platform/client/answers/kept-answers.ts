/** Answers that are kept on this device ahead of the page that asks for them, or changed there. */
import type { Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { readCached } from '../../offline/offline-cache.ts'
import { addressOf, anyInput, type CallInput } from '../call-input.ts'
import { cacheAnswer, callOrCached, queryClient } from '../query.ts'

/** An answer is not read anew sooner than this. */
const keptFreshMs = 60_000

/**
 * Caches an answer on this device ahead of the page that asks for it with `offline`. Resolves to what the device has
 * now and since when, in milliseconds; rejects when it has nothing.
 */
export async function keepAnswer<R extends Endpoint>(route: R, input: CallInput<R>) {
  const address = addressOf(route.path, anyInput(input))
  const answer = await queryClient.fetchQuery({
    queryKey: [address],
    queryFn: () => callOrCached(route, { ...anyInput(input), inBackground: true }, address),
    staleTime: keptFreshMs,
    meta: { isQuiet: true },
  })
  return { answer, at: readCached(address)?.at ?? Date.now() }
}

/** Changes a cached answer after another call, where it was read before. */
export function cacheChange<R extends Endpoint>(
  route: R,
  input: CallInput<R>,
  change: (answer: ResultOf<R>) => ResultOf<R>,
) {
  const known = queryClient.getQueryData<ResultOf<R>>([addressOf(route.path, anyInput(input))])
  if (known !== undefined) cacheAnswer(route, input, change(known))
}
