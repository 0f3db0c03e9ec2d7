import { audit } from '@academy/contract/audit/audit.ts'
import { tidy } from '@academy/contract/kit/text.ts'
import { sql } from 'kysely'
import { startOfDay } from '../kit/clock.ts'
import { invalid } from '../kit/errors.ts'
import { likePattern, orderBy, paged } from '../kit/paging.ts'
import { room } from '../kit/serve.ts'
import type { AuditTables } from './tables.ts'

const columns = {
  timestamp: 'at',
  modifier: 'username',
  section: 'section',
  docType: 'docType',
  action: 'action',
  description: 'description',
  /** The order of writing: a transaction's records share their instant. */
  position: 'position',
}
const searched = ['username', 'section', 'docType', 'action', 'description'] as const

export const auditRoom = room(audit, {
  async list(tx, { query }) {
    const { timestampStartDate: from, timestampEndDate: to, offset, limit, sort } = query
    if (from && to && from > to)
      throw invalid([{ path: 'timestampEndDate', message: 'The end must not be before the start' }])
    let records = tx.read<AuditTables>().selectFrom('auditRecord').selectAll()
    if (from) records = records.where('at', '>=', startOfDay(from))
    if (to) records = records.where(sql<boolean>`at < ${startOfDay(to)}::timestamptz + interval '1 day'`)
    const text = tidy(query.searchText ?? query.searches ?? '')
    if (text) {
      const pattern = likePattern(text)
      records = records.where(({ or, eb }) => or(searched.map((column) => eb(column, 'ilike', pattern))))
    }
    const newestFirst = [
      { field: 'timestamp', descending: true },
      { field: 'position', descending: true },
    ]
    const { items, total } = await paged(orderBy(records, sort, columns, newestFirst, 'position'), { offset, limit })
    return {
      total,
      items: items.map((row) => ({
        _id: row.id,
        timestamp: row.at,
        modifier: row.username,
        section: row.section,
        docType: row.docType,
        action: row.action,
        description: row.description,
        changeFrom: row.changeFrom,
        changeTo: row.changeTo,
      })),
    }
  },
})
