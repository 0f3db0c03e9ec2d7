import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { walletTone } from '../members/index.ts'
import { OrderDialog } from '../payments/index.ts'
import { useConfig } from '../platform/client/config/config.ts'
import { showCredit, showDay, showPhone } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Allowed, ReasonButton } from '../platform/shell/Guard.tsx'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Fold } from './Card.tsx'
import { MemberLink, Pages, type Paging } from './parts.tsx'

const remind: string = '/remind'

/** Who is about to run out, each with what mends it. */
export function LowBalance({ low, paging }: { low: Overview['lowBalance']; paging: Paging }) {
  const n = useConfig()?.lowBalance ?? 0
  const [buyer, setBuyer] = useState<Overview['lowBalance']['items'][number]>()
  return (
    <Fold
      open
      id="low"
      title="Low Balance"
      tag={low.total > 0 && <Tag color="warning">{low.total}</Tag>}
      note={t('independent members at or below {n} credits', { n })}
    >
      <DataTable
        label={t('Low Balance')}
        rowKey="_id"
        rows={low.items}
        empty={low.total === 0 && <span className="muted">{t('Nobody’s wallet is that low.')}</span>}
        columns={[
          {
            title: t('Member'),
            className: 'giving',
            render: (row) => <MemberLink id={row._id} name={row.name} chName={row.chName} />,
          },
          { title: t('Phone No.'), render: (row) => showPhone(row.phoneNo) },
          {
            title: t('Wallet'),
            align: 'right',
            render: (row) => <span className={`wallet-${walletTone(row.wallet)}`}>{showCredit(row.wallet)}</span>,
          },
          { title: t('Expires'), render: (row) => showDay(row.creditExpired) },
          {
            title: <span className="visually-hidden">{t('Actions')}</span>,
            align: 'right',
            className: 'stays-right',
            render: (row) => (
              <>
                <Allowed may="membership.view">
                  <ButtonLink
                    to="/family/$memberId"
                    params={{ memberId: row._id }}
                    size="small"
                    look="text"
                    aria-label={t('Family Card: {name}', { name: row.name })}
                  >
                    {t('Family Card')}
                  </ButtonLink>
                </Allowed>
                <ReasonButton
                  size="small"
                  may={payments.order.may}
                  aria-label={t('Buy Package: {name}', { name: row.name })}
                  onClick={() => setBuyer(row)}
                >
                  {t('Buy Package')}
                </ReasonButton>
              </>
            ),
          },
        ]}
      />
      <Allowed may="membership.view">
        <p>
          <Link to={remind}>{t('Remind by WhatsApp or mail')}</Link>
        </p>
      </Allowed>
      <Pages of="Low Balance" page={paging.page} total={low.total} onChange={paging.onPage} />
      <OrderDialog
        open={buyer !== undefined}
        onClose={() => setBuyer(undefined)}
        {...(buyer ? { member: buyer } : {})}
      />
    </Fold>
  )
}
