import { type CashClose, cashdesk } from '@academy/contract/cashdesk/cashdesk.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { daysOf, isMonth, monthWords } from '@academy/contract/reports/month.ts'
import { Link } from '@tanstack/react-router'
import { showDay, showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { type RowOf, useList } from '../platform/client/list.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { permissionText } from '../platform/shell/Guard.tsx'
import { Page, PageWaiting } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { DayRangeFilter, LookupFilter } from '../platform/table/filters/AddressFilters.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { RowActions } from '../platform/table/rows/RowActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { PlusIcon } from '../ui/first/icons.ts'
import { Difference, PdfButton } from './CloseActions.tsx'
import './cashdesk.css'

/** The days still to be closed, and past closes. */
export function ListingPage() {
  const today = useToday()
  const { from, to, coach, month: named } = useAddress()
  const month = isMonth(named) ? named : undefined
  const change = useChangeAddress()
  const list = useList(cashdesk.list, {
    status: false,
    query: { startDate: from, endDate: to, coach },
  })
  // They stand above the list, which is not to be pushed down by them.
  const open = useCall(cashdesk.open, month ? { query: daysOf(month) } : undefined)
  const filtered = from || to || coach
  return (
    <Page
      title="Cash Desk Close"
      actions={
        <>
          <ButtonLink to="/cash-close/evening">{t('Evening Close')}</ButtonLink>
          <ButtonLink to="/cash-close/create" look="primary" icon={<PlusIcon aria-hidden />}>
            {t('Close a Day')}
          </ButtonLink>
        </>
      }
    >
      {open.data ? (
        <>
          <OpenDays
            days={open.data.items}
            returned={open.data.returned ?? []}
            of={month ? monthWords(month) : t('the last 31 days')}
          />
          <section aria-labelledby="closes">
            <h2 id="closes">{t('Closes')}</h2>
            <ListFilters list={list} placeholder="Search number, coach or remark">
              <DayRangeFilter label="Day Received" max={today} />
              <LookupFilter name="coach" resource="coach" label="Coach" />
            </ListFilters>
            <ListTable
              label="Closes"
              list={list}
              emptyHint="Close the first day, or choose one of the days still to close."
              clearFilters={filtered ? () => change({ from: undefined, to: undefined, coach: undefined }) : undefined}
              columns={[
                { key: 'number', title: 'No.', className: 'nowrap' },
                { key: 'day', title: 'Day Received', className: 'nowrap', stays: 2, render: (row) => showDay(row.day) },
                { key: 'coach', title: 'Coach', stays: 3, render: (row) => row.coach.name },
                { key: 'payments', title: 'Payments', align: 'right', render: (row) => <Payments close={row} /> },
                {
                  key: 'expected',
                  title: 'Expected',
                  align: 'right',
                  stays: 1,
                  render: (row) => showMoney(row.expected),
                },
                {
                  key: 'counted',
                  phone: 'figure',
                  title: 'Counted',
                  align: 'right',
                  render: (row) => showMoney(row.counted),
                },
                {
                  key: 'difference',
                  phone: 'tag',
                  title: 'Difference',
                  stays: 4,
                  render: (row) => <Difference amount={row.difference} />,
                },
                { key: 'closedBy', title: 'Closed By' },
                { key: 'closedAt', title: 'Closed', render: (row) => showInstant(row.closedAt) },
              ]}
              actions={(row) => <CloseRowActions close={row} />}
            />
          </section>
        </>
      ) : (
        <>
          {/* The place of the filters: on a phone the act of the page is below already. */}
          <div className="list-filters" />
          <PageWaiting />
        </>
      )}
    </Page>
  )
}

function Payments({ close }: { close: CashClose }) {
  if (close.corrects) return t('Corrects {number}', { number: close.corrects.number })
  if (close.returned === 0) return String(close.payments)
  return t('{n}, {m} given back', { n: close.payments, m: close.returned })
}

function CloseRowActions({ close }: { close: CashClose }) {
  const page: string = `/cash-close/view/${close._id}`
  return (
    <RowActions
      name={close.number}
      act={
        <ButtonLink to={page} size="small" aria-label={t('View {number}', { number: close.number })}>
          {t('View')}
        </ButtonLink>
      }
    >
      <PdfButton close={close} />
    </RowActions>
  )
}

type Returned = NonNullable<ResultOf<typeof cashdesk.open>['returned']>

/** Money that was closed and then given back waits for cash of its coach, which a close takes it off. */
const GivenBack = ({ returned }: { returned: Returned }) =>
  returned.length > 0 && (
    <p>
      {t('Given back since its close, to be taken off the next close of the coach: {coaches}.', {
        coaches: returned.map(({ coach, amount }) => `${coach.name} ${showMoney(amount)}`).join(', '),
      })}
    </p>
  )

/** Month End leads to those of its month. */
function OpenDays({ days, returned, of }: { days: RowOf<typeof cashdesk.open>[]; returned: Returned; of: string }) {
  const mayClose = useSession().can(cashdesk.close.may)
  return (
    <section aria-labelledby="open" className="desk-section">
      <h2 id="open">{t('Still to Close')}</h2>
      <p className="muted">
        {mayClose
          ? t(
              'Cash of {days} that is in no close. Choose a day to close it, or close all coaches of today with Evening Close.',
              { days: of },
            )
          : t('Cash of {days} that is in no close. To close it you need the permission {permission}.', {
              days: of,
              permission: permissionText(cashdesk.close.may),
            })}
      </p>
      <GivenBack returned={returned} />
      <DataTable
        label={t('Still to Close')}
        rowKey="_id"
        pageSize={10}
        rows={days}
        empty={t('All cash of {days} is closed.', { days: of })}
        columns={[
          {
            title: t('Day Received'),
            className: 'nowrap',
            render: (row) =>
              mayClose ? (
                <Link
                  to="/cash-close/create"
                  search={{ day: row.day, coach: row.coach._id }}
                  aria-label={t('Close {day} of {coach}', { day: showDay(row.day), coach: row.coach.name })}
                >
                  {showDay(row.day)}
                </Link>
              ) : (
                showDay(row.day)
              ),
          },
          { title: t('Coach'), render: (row) => row.coach.name },
          { title: t('Payments'), align: 'right', field: 'payments' },
          { title: t('Pending'), align: 'right', field: 'pending' },
          { title: t('Amount'), align: 'right', render: (row) => showMoney(row.amount) },
        ]}
      />
    </section>
  )
}
