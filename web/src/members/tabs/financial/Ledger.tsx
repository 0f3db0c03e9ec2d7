import type { MemberDetail } from '@academy/contract/members/members.ts'
import { isDay } from '@academy/contract/platform/dates.ts'
import { type Counterpart, wallet } from '@academy/contract/wallet/wallet.ts'
import { useState } from 'react'
import { showCredit, showDay } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useList, useOfRows } from '../../../platform/client/list.ts'
import { useToday } from '../../../platform/client/today.ts'
import { Allowed } from '../../../platform/shell/Guard.tsx'
import { useAddress } from '../../../platform/table/address.ts'
import { FilterDay, FilterDays } from '../../../platform/table/filters/DayFilters.tsx'
import { ButtonLink } from '../../../platform/table/rows/EntryActions.tsx'
import { Button } from '../../../ui/first/Button.tsx'
import { SelectMany } from '../../../ui/form/Select.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import { kindOptions } from './ledger-text.ts'

interface Filters {
  asOf: string | null
  kinds: string[]
  days: [string, string] | null
}

const noFilters: Filters = { asOf: null, kinds: [], days: null }

/** Reports link here with their date range. */
function daysFromAddress({ startDate, endDate }: Record<string, string | undefined>): Filters['days'] {
  return isDay(startDate) && isDay(endDate) ? [startDate, endDate] : null
}
const pageSize = 20

/** The entries with their running balance: all, up to a chosen day, or filtered by kind and date range. */
export function Ledger({ member }: { member: MemberDetail }) {
  const today = useToday()
  const address = useAddress()
  const [filters, setFilters] = useState<Filters>({ ...noFilters, days: daysFromAddress(address) })
  const [highlighted, setHighlighted] = useState<string>()
  const { asOf, kinds, days } = filters
  const list = useList(wallet.ledger, {
    params: { id: member._id },
    query: { asOf: asOf ?? undefined, kind: kinds.join() || undefined, startDate: days?.[0], endDate: days?.[1] },
    inAddress: false,
    status: false,
    size: pageSize,
  })

  const balanceOf = useOfRows(list, asOf)

  function filter(part: Partial<Filters>) {
    setFilters({ ...filters, ...part })
    setHighlighted(undefined)
    list.change({ page: 1 })
  }

  /** Goes to the page of the other entry, newest first and without filters. */
  function goToCounterpart({ _id, no }: Counterpart) {
    setHighlighted(_id)
    if (list.rows.some((row) => row._id === _id)) return
    setFilters(noFilters)
    const newer = (list.answer?.last ?? no) - no
    list.change({ page: Math.floor(newer / list.state.size) + 1, sort: '' })
  }

  const isFiltered = kinds.length > 0 || days !== null
  return (
    <section aria-labelledby="ledger-title">
      <div className="section-head">
        <h2 id="ledger-title">{t('Wallet history')}</h2>
        <div className="tab-buttons">
          {member.kind === 'parent' && (
            <Allowed may="report.CreditStatement.view">
              <ButtonLink
                to="/report/credit-statement-report"
                search={{ parentId: member._id, ...(days && { startDate: days[0], endDate: days[1] }) }}
              >
                {t('Credit Statement')}
              </ButtonLink>
            </Allowed>
          )}
          <Button onClick={() => window.print()}>{t('Print')}</Button>
        </div>
      </div>
      <AsOf asOf={asOf} toldOf={balanceOf} balance={list.answer?.balance} onChange={(day) => filter({ asOf: day })} />
      <search className="ledger-filters">
        <SelectMany
          clearable
          aria-label={t('What it was')}
          placeholder={t('What it was')}
          value={kinds}
          options={kindOptions()}
          onChange={(chosen) => filter({ kinds: chosen })}
        />
        <div className="ledger-days">
          <label htmlFor="ledger-days" className="visually-hidden">
            {t('From')}
          </label>
          <FilterDays id="ledger-days" value={days} max={today} onChange={(range) => filter({ days: range })} />
        </div>
        {(isFiltered || asOf) && <Button onClick={() => filter(noFilters)}>{t('Clear')}</Button>}
      </search>
      <LedgerTable
        member={member}
        list={list}
        highlighted={highlighted}
        onCounterpart={goToCounterpart}
        emptyHint={
          isFiltered || asOf
            ? 'No entry matches. Clear shows them all.'
            : 'The first entry appears when a package is verified or a class is attended.'
        }
      />
    </section>
  )
}

interface AsOfProps {
  asOf: string | null
  /** The day that the balance is of: another one may be on its way. */
  toldOf: string | null
  balance: number | undefined
  onChange: (day: string | null) => void
}

/** The balance now, or at the end of any day. */
function AsOf({ asOf, toldOf, balance, onChange }: AsOfProps) {
  const today = useToday()
  return (
    <div className="as-of">
      <label htmlFor="as-of">{t('Balance as of')}</label>
      <FilterDay id="as-of" value={asOf} max={today} placeholder={t('Today')} onChange={onChange} />
      <output className="number" htmlFor="as-of">
        {balance !== undefined &&
          (toldOf
            ? t('{balance} credits at the end of {day}', { balance: showCredit(balance), day: showDay(toldOf) })
            : t('{balance} credits now', { balance: showCredit(balance) }))}
      </output>
    </div>
  )
}
