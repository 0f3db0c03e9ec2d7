import {
  type EInvoiceLine,
  type EInvoiceMonth,
  type EInvoiceSale,
  largestConsolidated,
} from '@academy/contract/einvoice/einvoice.ts'
import { formatRM } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { showDay, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { ChineseName } from '../ui/first/ChineseName.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'

const rowsShown = 50
const countWords = (receipts: number) => (receipts === 1 ? t('1 receipt') : t('{n} receipts', { n: receipts }))

/** How the file and the Collection Report of the month come together. */
export function Sums({ of }: { of: EInvoiceMonth }) {
  const { startDate, endDate } = of
  const report = (
    <Link to="/report/collection-report" search={{ startDate, endDate }}>
      {t('Collection Report of these days')}
    </Link>
  )
  return (
    <dl className="einvoice-sum">
      <div>
        <dt>
          {t('In the file')} <small>{countWords(of.receipts)}</small>
        </dt>
        <dd>{showMoney(of.amount)}</dd>
      </div>
      {of.large.length > 0 && (
        <div>
          <dt>
            {t('Above {amount} each, not in the file', { amount: formatRM(largestConsolidated) })}{' '}
            <small>{countWords(of.large.length)}</small>
          </dt>
          <dd>{showMoney(of.largeAmount)}</dd>
        </div>
      )}
      {of.cancelledLater.receipts > 0 && (
        <div>
          <dt>
            {t('Cancelled after the month, in the file all the same')}{' '}
            <small>{countWords(of.cancelledLater.receipts)}</small>
          </dt>
          <dd>−{showMoney(of.cancelledLater.amount)}</dd>
        </div>
      )}
      <div className="total">
        <dt>
          {report} <small>{countWords(of.collected.receipts)}</small>
        </dt>
        <dd>{showMoney(of.collected.amount)}</dd>
      </div>
      {of.leftOut.receipts > 0 && (
        <div className="aside">
          <dt>
            {t('Cancelled within the month, in neither')} <small>{countWords(of.leftOut.receipts)}</small>
          </dt>
          <dd>{showMoney(of.leftOut.amount)}</dd>
        </div>
      )}
    </dl>
  )
}

/** The lines of a file. */
export const Chains = ({ lines, label }: { lines: readonly EInvoiceLine[]; label: string }) => (
  <DataTable
    label={label}
    rowKey="first"
    rows={lines}
    pageSize={rowsShown}
    columns={[
      { title: t('Receipt numbers'), render: ({ first, last }) => (first === last ? first : `${first} – ${last}`) },
      { title: t('Receipts'), field: 'receipts', align: 'right' },
      { title: t('Amount'), align: 'right', className: 'nowrap', render: ({ amount }) => showMoney(amount) },
    ]}
  />
)

interface SalesProps {
  title: string
  words: string
  sales: readonly EInvoiceSale[]
}

/** Sales that stand beside the file, and what is to be done about them. */
export function Sales({ title, words, sales }: SalesProps) {
  const id = useId()
  const wereCancelled = sales.some(({ cancelled }) => cancelled !== null)
  return (
    <section aria-labelledby={id} className="einvoice-section">
      <h2 id={id}>{title}</h2>
      <p className="einvoice-words">{words}</p>
      <DataTable
        label={title}
        rowKey="_id"
        rows={sales}
        pageSize={rowsShown}
        columns={[
          { title: t('OR No.'), field: 'orNo', className: 'nowrap' },
          {
            title: t('Member Name'),
            render: ({ member }) => (
              <span>
                {member.name}
                {member.chName && <ChineseName>{member.chName}</ChineseName>}
              </span>
            ),
          },
          { title: t('Verified'), className: 'nowrap', render: ({ date }) => showDay(date) },
          ...(wereCancelled
            ? [
                {
                  title: t('Cancelled'),
                  className: 'nowrap',
                  render: ({ cancelled }: EInvoiceSale) => showDay(cancelled),
                },
              ]
            : []),
          { title: t('Amount'), align: 'right', className: 'nowrap', render: ({ amount }) => showMoney(amount) },
        ]}
      />
    </section>
  )
}
