import type { SortKey } from '@academy/contract/platform/query.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import { type RawBuilder, type SelectQueryBuilder, type StringReference, sql } from 'kysely'
import { invalid } from '../http/errors.ts'

/** Of a name such as Mas'ud: a keyboard writes the straight one, a phone the curly one. */
const apostrophe = /(?<=\p{L})['\u2018\u2019\u02bc]/gu

/** For `ilike`: the text anywhere, with `%`, `_` and `\` as plain characters and any apostrophe for any other. */
export const likePattern = (text: string): string =>
  `%${tidy(text)
    .replace(/[\\%_]/g, '\\$&')
    .replace(apostrophe, '_')}%`

/** Rows in which one of these columns contains the text, ignoring case; all rows without a text. */
export function search<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  text: string | undefined,
  columns: readonly StringReference<DB, TB>[],
): SelectQueryBuilder<DB, TB, Row> {
  if (!tidy(text ?? '')) return query
  const pattern = likePattern(text ?? '')
  return query.where(({ or }) => or(columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${pattern}`)))
}

/** 400 at the field of the end when the range of days ends before it starts. */
export function checkRange({ startDate, endDate }: { startDate?: string; endDate?: string }, path = 'endDate'): void {
  if (startDate && endDate && startDate > endDate)
    throw invalid([{ path, message: 'The range must end on or after the day it starts' }])
}

/** Orders text as people do, ignoring case. */
export const anyCase = (column: string): RawBuilder<unknown> => sql`lower(${sql.ref(column)})`

type Column = string | RawBuilder<unknown>

/** Sortable fields: the wire's name to a column (camelCase, `table.column`) or an expression. */
export type Sortable = Record<string, Column | { maybeEmpty: Column }>

/**
 * What a row can have none of: those rows come last, however the list is sorted. PostgreSQL puts them first where it
 * descends, and reads a descending order with them last from no index; so only such columns are marked.
 */
export const maybeEmpty = (column: Column) => ({ maybeEmpty: column })

interface Term {
  expression: RawBuilder<unknown>
  /** What follows it. */
  direction: RawBuilder<unknown>
}

/**
 * The `order by` terms: the requested keys, else the fallback, and always the id last, so that pages never overlap.
 * Every field the contract announces has its column here. `idColumn` is `id` unless a join makes it ambiguous.
 */
export function termsOf(
  sort: readonly SortKey[] | undefined,
  columns: Sortable,
  fallback: readonly SortKey[],
  idColumn = 'id',
): Term[] {
  const keys = sort?.length ? sort : fallback
  const terms = keys.map(({ field, descending }) => {
    const column = Object.hasOwn(columns, field) ? columns[field] : undefined
    if (column === undefined) throw new Error(`A list is to be sorted by ${field} and has no such column`)
    const isMarked = typeof column === 'object' && 'maybeEmpty' in column
    const of = isMarked ? column.maybeEmpty : column
    const expression = typeof of === 'string' ? sql.ref(of) : of
    return { expression, direction: descending ? (isMarked ? sql` desc nulls last` : sql` desc`) : sql`` }
  })
  return [...terms, { expression: sql.ref(idColumn), direction: sql`` }]
}

/** The same as one expression. */
export const ordering = (...of: Parameters<typeof termsOf>): RawBuilder<unknown> =>
  sql.join(termsOf(...of).map(({ expression, direction }) => sql`${expression}${direction}`))

/** The same for a kysely query: `orderBy(query, sort, columns, [{ field: 'name', descending: false }])`. */
export const orderBy = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  sort: readonly SortKey[] | undefined,
  columns: Sortable,
  fallback: readonly SortKey[],
  idColumn = 'id',
): SelectQueryBuilder<DB, TB, Row> => query.orderBy(ordering(sort, columns, fallback, idColumn))

/** One page of an ordered query, and the total number of rows, by `counted` where that has the same rows for less. */
export async function paged<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  page: { offset: number; limit: number },
  counted: SelectQueryBuilder<DB, TB, Row> = query,
): Promise<{ items: Row[]; total: number }> {
  const items = await query.offset(page.offset).limit(page.limit).execute()
  const isWhole = page.offset === 0 && items.length < page.limit
  return { items, total: isWhole ? items.length : await totalOf(counted) }
}

/** What was read by the ids of a page, in its order; what went meanwhile is left out. */
export function inOrderOf<Document extends { _id: string }>(
  page: readonly { id: string }[],
  documents: readonly Document[],
): Document[] {
  const byId = new Map(documents.map((document) => [document._id, document]))
  return page.flatMap(({ id }) => byId.get(id) ?? [])
}

/** The number of rows of a query, ignoring order and page. */
export async function totalOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const counted = query.clearSelect().clearOrderBy().select(sql<number>`count(*)::int`.as('total'))
  const { total } = await counted.$castTo<{ total: number }>().executeTakeFirstOrThrow()
  return total
}
