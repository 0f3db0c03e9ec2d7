const atOnce = 500

/** Rows in chunks of a few hundred, as many as one statement takes well. */
export function* chunksOf<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}
