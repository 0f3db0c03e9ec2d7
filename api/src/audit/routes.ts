import { audit } from '@academy/contract/audit/audit.ts'
import { endOfDay, startOfDay } from '../kit/clock.ts'
import { invalid } from '../kit/errors.ts'
import { orderBy, paged, search } from '../kit/paging.ts'
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
    if (to) records = records.where('at', '<', endOfDay(to))
    records = search(records, query.searchText ?? query.searches, searched)
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
