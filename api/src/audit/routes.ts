import { audit } from '@academy/contract/audit/audit.ts'
import { fieldLabel } from '@academy/contract/audit/field-labels.ts'
import { readings } from '@academy/contract/audit/readings.ts'
import { inRM } from '@academy/contract/platform/figures.ts'
import { tidy } from '@academy/contract/platform/text.ts'
import { sql } from 'kysely'
import {
  type Change,
  checkRange,
  namesFor,
  orderBy,
  paged,
  search,
  shownValue,
  type Tx,
} from '../platform/data/index.ts'
import { apiModule } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'
import { isAlert } from './alerts.ts'
import { listReadings } from './readings.ts'

const columns = {
  timestamp: 'at',
  modifier: 'username',
  section: 'section',
  docType: 'docType',
  action: 'action',
  description: 'description',
  /** In the order written: records of one transaction share their instant. */
  position: 'position',
}
const searched = ['username', 'section', 'docType', 'action', 'description'] as const

/** Older records hold lists and words as JSON; everything else is text. */
function parsed(item: string): unknown {
  if (!/^(true|false|null|[[{].*[\]}])$/s.test(item)) return item
  try {
    return JSON.parse(item)
  } catch {
    return item
  }
}

const moneyFields = new Set(['amount', 'counted', 'expected', 'left_amount', 'leftAmount', 'made'])
const isMoney = (field: string, item: string) => moneyFields.has(field) && /^-?\d+\.\d\d$/.test(item)

async function lastPosition(tx: Tx): Promise<number> {
  const [last] = await tx.query<{ position: number }>(
    sql`select coalesce(max(position), 0)::int as position from audit_record`,
  )
  return last?.position ?? 0
}

export const auditModule = apiModule(audit, {
  async list(tx, { query }) {
    const { timestampStartDate: from, timestampEndDate: to, offset, limit, sort } = query
    checkRange({ startDate: from, endDate: to }, 'timestampEndDate')
    let records = tx.read().selectFrom('auditRecord').selectAll()
    if (from) records = records.where('at', '>=', startOfDay(from))
    if (to) records = records.where('at', '<', endOfDay(to))
    if (query.modifier) records = records.where('username', '=', tidy(query.modifier))
    if (query.alert) records = records.where(isAlert(query.alert, from && startOfDay(from), to && endOfDay(to)))
    const text = query.searchText ?? query.searches
    const [, position] = /^\s*#(\d{1,15})\s*$/.exec(text ?? '') ?? []
    records = position ? records.where('position', '=', position) : search(records, text, searched)
    const newestFirst = [
      { field: 'timestamp', descending: true },
      { field: 'position', descending: true },
    ]
    const ordered = orderBy(records, sort, columns, newestFirst, 'position')
    // Positions are without gaps: all of them need not be counted.
    const isAll = !from && !to && !query.modifier && !query.alert && !tidy(text ?? '')
    const { items, total } = isAll
      ? { items: await ordered.offset(offset).limit(limit).execute(), total: await lastPosition(tx) }
      : await paged(ordered, { offset, limit })
    const named = await namesFor(
      items.flatMap((row) => [row.description, ...[...row.changeFrom, ...row.changeTo].map(({ item }) => item)]),
      (query) => tx.query(query),
    )
    const labelled = (docType: string, changes: readonly Change[]) =>
      changes.map(({ field, item, type }) => ({
        field,
        label: fieldLabel(docType, field),
        item: isMoney(field, item) ? inRM(item) : named(shownValue(parsed(item), field)),
        type,
      }))
    return {
      total,
      items: items.map((row) => ({
        _id: row.id,
        position: Number(row.position),
        timestamp: row.at,
        modifier: row.username,
        section: row.section,
        docType: row.docType,
        action: row.action,
        description: named(row.description),
        changeFrom: labelled(row.docType, row.changeFrom),
        changeTo: labelled(row.docType, row.changeTo),
      })),
    }
  },
})

export const readingsModule = apiModule(readings, { list: listReadings })
