/** What is counted of each coach in an evening close, and what is sent of it. */
import type { EveningBody, OpenEvening } from '@academy/contract/cashdesk/evening.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useTicks } from '../platform/table/rows/table-parts.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { type Line, linesOf, senOf, sumOfLines } from './SheetTable.tsx'

export interface CoachRow {
  /** Of the coach. */
  _id: string
  name: string
  lines: Line[]
  ticked: Line[]
  /** In sen. */
  expected: number
  /** In sen; null while it is no amount. */
  counted: number | null
}

/** A row for each coach, of whose payments all are ticked that nobody unticked. */
export function useCoachRows(evening: OpenEvening, form: FormInstance) {
  // Of payments, and of coaches who are left out whole. All else starts ticked, also what comes in during the count.
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const typed: Record<string, unknown> = Form.useWatch('counted', form) ?? {}
  const rows: CoachRow[] = evening.items.map((sheet) => {
    const lines = linesOf(sheet)
    const { _id, name } = sheet.coach
    const ticked = unticked.has(_id) ? [] : lines.filter((line) => !unticked.has(line._id))
    return { _id, name, lines, ticked, expected: sumOfLines(ticked), counted: senOf(typed[_id]) }
  })
  const chosen = rows.filter(({ ticked }) => ticked.length > 0)
  function untick(turned: readonly CoachRow[], idsOf: (row: CoachRow) => readonly string[]) {
    const next = new Set(unticked)
    for (const row of turned) {
      const ids = idsOf(row)
      for (const { _id } of [row, ...row.lines]) next.delete(_id)
      for (const id of ids.length === row.lines.length ? [row._id, ...ids] : ids) next.add(id)
    }
    setUnticked(next)
  }
  const ticks = useTicks(rows, {
    selected: chosen.map(({ _id }) => _id),
    onChange: (ids) => {
      const turned = rows.filter(({ _id, ticked }) => ids.includes(_id) !== ticked.length > 0)
      untick(turned, ({ _id, lines }) => (ids.includes(_id) ? [] : lines.map((line) => line._id)))
    },
    label: ({ name }) => t('{coach} hands over cash', { coach: name }),
  })
  return { rows, chosen, ticks, untick }
}

const isBack = ({ state }: Line) => state === 'Given back'

export function closeOf({ _id, ticked, counted, expected }: CoachRow, remarks: unknown): EveningBody['closes'] {
  if (counted === null) return []
  const remark = String(Object(remarks)[_id] ?? '').trim()
  return [
    {
      coach: _id,
      payments: ticked.filter((line) => !isBack(line)).map((line) => line._id),
      returned: ticked.filter(isBack).map((line) => line._id),
      counted: ringgit(counted),
      remark: remark || null,
      expected: ringgit(expected),
    },
  ]
}

/** Why the chosen coaches cannot be closed yet. */
export function notYet(chosen: readonly CoachRow[]) {
  if (chosen.length === 0) return 'Please choose at least one coach'
  const tooMuch = chosen.find(({ expected }) => expected < 0)
  return (
    tooMuch &&
    t('{coach} gave back more than is handed over. Leave what is given back for a later close.', {
      coach: tooMuch.name,
    })
  )
}
