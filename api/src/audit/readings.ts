import { fieldLabel } from '@academy/contract/audit/field-labels.ts'
import type { readings, SensitiveReading } from '@academy/contract/audit/readings.ts'
import { isSensitive } from '@academy/contract/platform/sensitive.ts'
import { sql } from 'kysely'
import { checkRange, orderBy, paged, search, type Tx } from '../platform/data/index.ts'
import type { Call } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'

const mostNamed = 5

/** Who was told medical notes and I/C numbers. */
export async function listReadings(tx: Tx, { query }: Pick<Call<typeof readings.list>, 'query'>) {
  const { timestampStartDate: from, timestampEndDate: to, member, offset, limit, sort } = query
  checkRange({ startDate: from, endDate: to }, 'timestampEndDate')
  let found = tx.read().selectFrom('sensitiveReading').selectAll()
  if (from) found = found.where('at', '>=', startOfDay(from))
  if (to) found = found.where('at', '<', endOfDay(to))
  if (member) found = found.where(sql<boolean>`members @> array[${member}]::uuid[]`)
  found = search(found, query.searchText, ['username', 'call'])
  const columns = { timestamp: 'at', reader: 'username', call: 'call' } as const
  const ordered = orderBy(found, sort, columns, [{ field: 'timestamp', descending: true }], 'id')
  const { items, total } = await paged(ordered, { offset, limit })
  const ids = [...new Set(items.flatMap(({ members }) => shown(members, member)))]
  const people = await tx.query<{ id: string; name: string }>(
    sql`select id, name from member where id = any(${ids}::uuid[])`,
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return {
    total,
    items: items.map(
      (row): SensitiveReading => ({
        _id: row.id,
        timestamp: row.at,
        reader: row.username,
        call: row.call,
        filter: row.filter,
        fields: row.fields.map((field) => (isSensitive(field) ? fieldLabel('member', field) : field)),
        count: row.count,
        members: shown(row.members, member).flatMap((_id) => {
          const name = names.get(_id)
          return name === undefined ? [] : [{ _id, name }]
        }),
      }),
    ),
  }
}

/** The one asked for first. */
const shown = (members: readonly string[], wanted: string | undefined): string[] =>
  [...(wanted ? [wanted] : []), ...members.filter((each) => each !== wanted)].slice(0, mostNamed)
