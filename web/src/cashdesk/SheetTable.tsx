/** The payments of a sheet, ticked where they were handed over. */
import { counted as amount, type Sheet } from '@academy/contract/cashdesk/cashdesk.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useTicks } from '../platform/table/rows/table-parts.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'

export interface Line {
  _id: string
  payer: Sheet['items'][number]['payer']
  packageTitle: string
  orderID: string
  receivedAt: string
  verifiedAt: string | null
  amount: string
  state: 'Pending' | 'Done' | 'Given back'
  credit: number
  note: string
}

export const linesOf = (sheet: Sheet): Line[] => [
  ...sheet.items.map((item) => ({
    ...item,
    state: item.status,
    credit: item.status === 'Pending' ? item.creditPurchase : 0,
    note: item.orNo ?? '-',
  })),
  ...sheet.returned.map((item) => ({
    ...item,
    state: 'Given back' as const,
    credit: 0,
    note: t('{receipt}, cancelled after {number}', { receipt: item.orNo ?? '-', number: item.close.number }),
  })),
]

/** A field's amount in sen; null while it is no amount. */
export function senOf(given: unknown): number | null {
  const { success, data } = amount.safeParse(given)
  return success ? sen(data) : null
}

/** In sen. */
export const sumOfLines = (lines: readonly Line[]): number => lines.reduce((sum, { amount }) => sum + sen(amount), 0)

const colours = { Pending: 'warning', Done: 'success', 'Given back': 'error' } as const

interface SheetTableProps {
  label: string
  lines: Line[]
  ticked: readonly Line[]
  /** Which of them are not ticked now. */
  onUntick: (ids: string[]) => void
  empty?: string
}

export function SheetTable({ label, lines, ticked, onUntick, empty }: SheetTableProps) {
  const ticks = useTicks(lines, {
    selected: ticked.map(({ _id }) => _id),
    onChange: (ids) => onUntick(lines.map(({ _id }) => _id).filter((id) => !ids.includes(id))),
    label: ({ payer, orderID }) => t('{order} of {payer} handed over', { order: orderID, payer: payer.name }),
  })
  return (
    <DataTable
      label={label}
      className="desk-section desk-sheet"
      rowKey="_id"
      rows={lines}
      empty={empty}
      ticks={ticks}
      columns={[
        { title: t('Payer'), render: ({ payer }) => `${payer.name} ${payer.chName ?? ''}` },
        { title: t('Amount'), align: 'right', className: 'nowrap', render: (row) => showMoney(row.amount) },
        { title: t('Status'), render: ({ state }) => <Tag color={colours[state]}>{t(state)}</Tag> },
        { title: t('Package'), field: 'packageTitle' },
        { title: t('OR No.'), field: 'note' },
        { title: t('Order'), field: 'orderID', className: 'nowrap' },
        { title: t('Received'), className: 'nowrap', render: (row) => showInstant(row.receivedAt) },
        { title: t('Verified'), className: 'nowrap', render: (row) => showInstant(row.verifiedAt) },
      ]}
    />
  )
}
