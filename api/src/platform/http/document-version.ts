import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { plannedOnce } from '../data/reads.ts'
import type { Tx } from '../data/tx.ts'
import { HttpError } from './errors.ts'

/**
 * The version of the document that the path's parameters name; it differs after each change of anything its PUT could
 * overwrite. Undefined where the caller finds no such document.
 */
export type VersionOf = (tx: Tx, params: Readonly<Record<string, string>>) => Promise<string | undefined>

/** The version of a document that is one row, whose id is in the path. */
export const rowVersion =
  (table: string): VersionOf =>
  async (tx, { id }) => {
    const [row] = await tx.query<{ version: string }>(
      sql`select row_version as version from ${sql.table(table)} where id = ${id} ${plannedOnce}`,
    )
    return row?.version
  }

const documentIn = ({ path, changes = path }: Endpoint) => changes

/** Whether a call reads or changes a document that has both a GET and a PUT; one without an id is the only one. */
export const isGuarded = (route: Endpoint, routes: readonly Endpoint[]): boolean => {
  const { method } = route
  const path = documentIn(route)
  const has = (wanted: Endpoint['method']) =>
    routes.some((other) => documentIn(other) === path && other.method === wanted)
  return method !== 'POST' && has('GET') && (has('PUT') || (path.includes('/:') && has('DELETE')))
}

export const etagOf = (version: string | undefined) => (version === undefined ? undefined : `"${version}"`)

/**
 * A tag as it was answered. A proxy that compresses a document hands on another: nginx and Cloudflare call it weak, Caddy and
 * Apache put the coding at its end. The version is of the row and not of the bytes, so it is still that.
 */
const answered = (tag: string) =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:gzip|br|zstd|deflate)"$/, '"')

/** 412 unless If-Match names the version. A missing document is left to the handler. */
function refuseStale(ifMatch: string, version: string | undefined): void {
  const present = etagOf(version)
  if (ifMatch === '*' || present === undefined) return
  const named = ifMatch.split(',').map(answered)
  if (!named.includes(present)) throw new HttpError(412, 'The document has changed meanwhile')
}

/**
 * Compares the If-Match of a call with its document: before the first write, when the handler has locked the rows it
 * decides on; where the handler writes nothing or refuses, before the answer.
 */
export function guardOf(version: VersionOf | undefined, params: Readonly<Record<string, string>>, ifMatch?: string) {
  if (!version || ifMatch === undefined)
    return { compare: undefined, around: <Result>(_: Tx, work: () => Promise<Result>) => work() }
  let isCompared = false
  const compare = async (tx: Tx) => {
    isCompared = true
    refuseStale(ifMatch, await version(tx, params))
  }
  return {
    compare,
    async around<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
      isCompared = false
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof HttpError)) isCompared = true
        throw error
      } finally {
        if (!isCompared) await compare(tx)
      }
    },
  }
}
