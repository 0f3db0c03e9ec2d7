import { counted as amount } from '@academy/contract/cashdesk/cashdesk.ts'
import { remarkRequired } from '@academy/contract/cashdesk/rules.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import { useState } from 'react'
import { showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { Opener, type useTicks } from '../platform/table/rows/table-parts.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { Difference } from './CloseActions.tsx'
import type { CoachRow } from './evening-rows.ts'
import { SheetTable } from './SheetTable.tsx'

interface EveningCoachesProps {
  rows: CoachRow[]
  ticks: ReturnType<typeof useTicks<CoachRow>>
  onUntick: (row: CoachRow, ids: readonly string[]) => void
}

/** A row for each coach: what is expected, what was counted, why they differ. */
export function EveningCoaches({ rows, ticks, onUntick }: EveningCoachesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => setOpened((now) => (now.has(id) ? minus(now, id) : new Set([...now, id])))
  return (
    <DataTable
      label={t('Coaches')}
      className="desk-section desk-evening"
      rowKey="_id"
      rows={rows}
      ticks={ticks && { all: ticks.all, one: ticks.one }}
      below={(row) =>
        opened.has(row._id) && (
          <SheetTable
            label={t('Payments of {coach}', { coach: row.name })}
            lines={row.lines}
            ticked={row.ticked}
            onUntick={(ids) => onUntick(row, ids)}
          />
        )
      }
      columns={[
        {
          title: t('Coach'),
          render: (row) => (
            <span className="desk-coach">
              <Opener open={opened.has(row._id)} onToggle={() => toggle(row._id)} of={`coach-${row._id}`} />
              <span id={`coach-${row._id}`}>{row.name}</span>
            </span>
          ),
        },
        { title: t('Payments'), align: 'right', className: 'nowrap', render: countOf },
        {
          title: t('Expected'),
          align: 'right',
          className: 'nowrap',
          render: (row) => showMoney(ringgit(row.expected)),
        },
        { title: t('Counted (RM)'), className: 'desk-count', render: (row) => <CountField row={row} /> },
        {
          title: t('Difference'),
          className: 'nowrap',
          // Of the longest words, so that no field moves while somebody types.
          width: 160,
          render: (row) =>
            row.ticked.length > 0 && row.counted !== null ? <Difference amount={row.counted - row.expected} /> : '-',
        },
        { title: t('Remark'), className: 'desk-remark', render: (row) => <RemarkField row={row} /> },
      ]}
    />
  )
}

const minus = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((one) => one !== id))

/** '3', or '2 of 3' where one was not handed over. */
const countOf = ({ lines, ticked }: CoachRow) =>
  lines.length === ticked.length ? String(lines.length) : t('{n} of {total}', { n: ticked.length, total: lines.length })

const CountField = ({ row: { _id, name, ticked } }: { row: CoachRow }) =>
  ticked.length === 0 ? (
    '-'
  ) : (
    <Form.Item
      name={['counted', _id]}
      label={t('Counted of {coach} (RM)', { coach: name })}
      required
      rules={[fieldRule(amount)]}
    >
      <Input inputMode="decimal" autoComplete="off" />
    </Form.Item>
  )

function RemarkField({ row: { _id, name, ticked, expected, counted } }: { row: CoachRow }) {
  if (ticked.length === 0) return '-'
  const differs = counted !== null && counted !== expected
  return (
    <Form.Item
      name={['remark', _id]}
      label={t('Remark of {coach}', { coach: name })}
      required={differs}
      dependencies={[['counted', _id]]}
      rules={[
        {
          validator: async (_, remark) => {
            if (differs && !String(remark ?? '').trim()) throw new Error(t(remarkRequired))
          },
        },
      ]}
    >
      <Input maxLength={500} autoComplete="off" />
    </Form.Item>
  )
}
