/** A list's filters kept in the address; any change returns to the first page. */

import type { ComponentProps } from 'react'
import { Select } from '../../../ui/form/Select.tsx'
import { t } from '../../client/i18n.ts'
import { type LookupItem, LookupSelect } from '../../form/LookupSelect.tsx'
import { useAddress, useChangeAddress } from '../address.ts'
import { FilterDays } from './DayFilters.tsx'

/** `state` in the address: one of these, or all. */
export function StateFilter({ states }: { states: readonly string[] }) {
  const { state } = useAddress()
  const change = useChangeAddress()
  return (
    <Select
      aria-label={t('Status')}
      className={state ? '' : 'is-unset'}
      value={state ?? 'All'}
      onChange={(next) => change({ state: next === 'All' ? undefined : next, page: undefined })}
      options={['All', ...states].map((value) => ({ value, label: t(value) }))}
    />
  )
}

/** `dates` in the address: which of a payment's two dates is meant. */
export function DatesFilter() {
  const { dates, from, to } = useAddress()
  const change = useChangeAddress()
  return (
    <Select
      aria-label={t('Date used')}
      placeholder={t('Date used')}
      className={dates ? '' : 'is-unset'}
      // Without days it filters nothing, and its name takes less of the line.
      value={dates ?? (from || to ? '' : null)}
      onChange={(next) => change({ dates: next || undefined, page: undefined })}
      options={[
        { value: '', label: t('Verified, else received') },
        { value: 'received', label: t('Received') },
        { value: 'verified', label: t('Verified') },
      ]}
    />
  )
}

type RangeProps = Pick<ComponentProps<typeof FilterDays>, 'max' | 'format'> & { label?: string }

/** `from` and `to` in the address. */
export function DayRangeFilter({ label = 'Date', ...range }: RangeProps) {
  const { from, to } = useAddress()
  const change = useChangeAddress()
  return (
    <div className="filter-range">
      <FilterDays
        {...range}
        aria-label={t(label)}
        value={from || to ? [from ?? '', to ?? ''] : null}
        onChange={(days) => change({ from: days?.[0] || undefined, to: days?.[1] || undefined, page: undefined })}
      />
    </div>
  )
}

interface LookupFilterProps {
  /** In the address. */
  name: string
  resource: string
  label: string
  /** Labels of possible values. */
  known?: readonly LookupItem[]
}

export function LookupFilter({ name, resource, label, known = [] }: LookupFilterProps) {
  const value = useAddress()[name]
  const change = useChangeAddress()
  return (
    <LookupSelect
      all
      resource={resource}
      aria-label={t(label)}
      placeholder={t(label)}
      known={known.filter(({ _id }) => _id === value).slice(0, 1)}
      value={value ?? null}
      onChange={(id) => change({ [name]: id ?? undefined, page: undefined })}
    />
  )
}
