import type { MemberRow } from '@academy/contract/members/rows.ts'
import { largestInteger, wholeNumber } from '@academy/contract/platform/number.ts'
import { useId } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useDebouncedField } from '../../platform/form/debounce.ts'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { type Address, useAddress, useChangeAddress } from '../../platform/table/address.ts'
import { LookupFilter } from '../../platform/table/filters/AddressFilters.tsx'
import { Button } from '../../ui/first/Button.tsx'

const references = [
  { key: 'belt', resource: 'belt', label: 'Belt Color', of: (row: MemberRow) => row.belt?.beltColor },
  {
    key: 'memberType',
    resource: 'member-type',
    label: 'Member Type',
    of: (row: MemberRow) => row.memberType?.memberType,
  },
  { key: 'coach', resource: 'coach', label: 'Coach Incharge', of: (row: MemberRow) => row.coachIncharge?.name },
] as const

const none = { belt: undefined, memberType: undefined, coach: undefined, wallet: undefined }

/** The filters in an address beside search and status; `most` is the highest wallet balance to show. */
export function filtersFrom({ belt, memberType, coach, wallet, searchText }: Address) {
  const most = wallet !== undefined && /^-?\d{1,7}$/.test(wallet) ? Number(wallet) : undefined
  const families = searchText ? true : undefined
  return { query: { belt, memberType, coachIncharge: coach, walletFilterAmount: most, families }, most }
}

/** The filters beside search and status, kept in the address. */
export function useMemberFilters() {
  const address = useAddress()
  const { belt, memberType, coach } = address
  const change = useChangeAddress()
  const { query, most } = filtersFrom(address)
  return {
    query,
    most,
    isSet: [belt, memberType, coach, most].some((value) => value !== undefined),
    change: (part: Partial<Record<keyof typeof none, string | undefined>>) => change({ ...part, page: undefined }),
    clear: () => change({ ...none, searchText: undefined, status: undefined, page: undefined }),
  }
}
export type MemberFilters = ReturnType<typeof useMemberFilters>

/** `rows` supply the names of the values filtered by. */
export function ListingFilters({ filters, rows }: { filters: MemberFilters; rows: readonly MemberRow[] }) {
  const address = useAddress()
  const [first] = rows
  return (
    <>
      {references.map(({ key, resource, label, of }) => {
        const value = address[key]
        const name = first && value ? of(first) : undefined
        return (
          <LookupFilter
            key={key}
            name={key}
            resource={resource}
            label={label}
            known={value && name ? [{ _id: value, label: name }] : []}
          />
        )
      })}
      <WalletFilter most={filters.most} onChange={(wallet) => filters.change({ wallet })} />
      {filters.isSet && <Button onClick={filters.clear}>{t('Clear')}</Button>}
    </>
  )
}

const whole = wholeNumber({ required: '', min: -largestInteger })

/**
 * Applied like the search box: shortly after the last key, or at once on Enter. Text that is no number does not filter.
 */
function WalletFilter({
  most,
  onChange,
}: {
  most: number | undefined
  onChange: (wallet: string | undefined) => unknown
}) {
  const reason = useId()
  const { typed, setTyped, sendNow } = useDebouncedField<number | string | null>(most ?? null, (next) => {
    const { success, data } = whole.safeParse(next)
    return onChange(success ? String(data) : undefined)
  })
  const problem = typed === null ? undefined : whole.safeParse(typed).error?.issues[0]?.message
  return (
    <div>
      <span className="chip-field" data-label={typed === null ? undefined : t('Wallet up to')}>
        <NumberInput
          aria-label={t('Wallet at or below')}
          placeholder={t('Wallet up to')}
          value={typed}
          onChange={setTyped}
          onPressEnter={sendNow}
          {...(problem ? { 'aria-invalid': true, 'aria-describedby': reason } : {})}
        />
      </span>
      <div id={reason} role="alert" className="filter-problem">
        {problem && t(problem)}
      </div>
    </div>
  )
}
