import { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import { useState } from 'react'
import { showCredit, showDay, showPhone } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { PageWaiting } from '../platform/shell/Page.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'
import { MemberLink, Pages, tableSize } from './parts.tsx'

const states = ['soon', 'expired'] as const
type State = (typeof states)[number]

const labels = {
  soon: { label: 'Within 30 days', none: 'No wallet with credit expires within 30 days.' },
  expired: { label: 'Already expired', none: 'No wallet holds credit that has expired.' },
} as const

/** Members whose credit expires soon, and those whose credit has expired and waits to be extended or cleared. */
export default function ExpiringWallets() {
  const [state, setState] = useState<State>('soon')
  return (
    <>
      <RadioGroup<State>
        buttons
        className="expiring-states"
        aria-label={t('Which wallets')}
        value={state}
        onChange={setState}
        options={states.map((value) => ({ value, label: t(labels[value].label) }))}
      />
      {/* The wallets of the one are none of the other. */}
      <Wallets key={state} state={state} />
    </>
  )
}

function Wallets({ state }: { state: State }) {
  const [page, setPage] = useState(1)
  const query = { state, offset: (page - 1) * tableSize, limit: tableSize }
  const { data } = useCall(dashboard.expiring, { query }, { keep: true })
  if (!data) return <PageWaiting />
  return (
    <>
      <DataTable
        label={t('Expiring Wallets')}
        rowKey="_id"
        rows={data.items}
        empty={data.total === 0 && <span className="muted">{t(labels[state].none)}</span>}
        columns={[
          {
            title: t('Member'),
            className: 'dashboard-first',
            render: (row) => <MemberLink id={row._id} name={row.name} chName={row.chName} />,
          },
          { title: t('Phone No.'), render: (row) => showPhone(row.phoneNo) },
          { title: t('Wallet'), align: 'right', render: (row) => showCredit(row.wallet) },
          { title: t('Expires'), className: 'nowrap', render: (row) => showDay(row.creditExpired) },
          { title: t('Days'), align: 'right', render: (row) => row.expiredIn },
        ]}
      />
      <Pages of="Expiring Wallets" page={page} total={data.total} onChange={setPage} />
    </>
  )
}
