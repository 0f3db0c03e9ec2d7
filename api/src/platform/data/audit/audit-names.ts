/** Replaces ids by the names that readers of the audit trail know documents by. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { plannedOnce } from '../reads.ts'
import type { Schema } from '../schema.ts'
import { type AuditRow, clip, longestDescription } from './audit-trail.ts'

const ids = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi
const onlyIds = new RegExp(`^${ids.source}(,\\s*${ids.source})*$`, 'i')

const gone = '(deleted)'

interface Named {
  documentId: string
  name: string
}

/** Looks up the names of all ids in these texts with the database function `document_names`. */
export async function namesFor(
  texts: readonly string[],
  ask: (query: RawBuilder<Named>) => Promise<readonly Named[]>,
): Promise<(text: string) => string> {
  const named = [...new Set(texts.flatMap((text) => text.toLowerCase().match(ids) ?? []))]
  if (named.length === 0) return (text) => text
  const rows = await ask(
    sql`select document_id as "documentId", name from document_names(${named}::uuid[]) ${plannedOnce}`,
  )
  const names = new Map(rows.map((row) => [row.documentId, row.name]))
  const nameOf = (id: string) => names.get(id.toLowerCase())
  return (text) =>
    onlyIds.test(text)
      ? text
          .split(/,\s*/)
          .map((id) => nameOf(id) ?? gone)
          .join(', ')
      : text.replace(ids, (id) => nameOf(id) ?? id)
}

/** Records as they are written, with the names that their documents have at the end of the transaction. */
export async function withNames(db: Kysely<Schema>, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const texts = rows.flatMap((row) => [
    row.description,
    ...[...row.change_from, ...row.change_to].map(({ item }) => item),
  ])
  const named = await namesFor(texts, async (query) => (await query.execute(db)).rows)
  const renamed = <Each extends { item: string }>(changes: readonly Each[]) =>
    changes.map((change) => ({ ...change, item: named(change.item) }))
  return rows.map((row) => ({
    ...row,
    description: clip(named(row.description), longestDescription),
    change_from: renamed(row.change_from),
    change_to: renamed(row.change_to),
  }))
}
