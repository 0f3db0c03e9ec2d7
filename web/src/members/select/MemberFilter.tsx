import { t } from '../../platform/client/i18n.ts'
import type { KnownItem } from '../../platform/form/values.ts'
import { useAddress, useChangeAddress } from '../../platform/table/address.ts'
import { MemberSelect } from './MemberSelect.tsx'

interface MemberFilterProps {
  /** In the address. */
  name: string
  label: string
  known?: readonly KnownItem[]
}

/** A list's filter by member, kept in the address. */
export function MemberFilter({ name, label, known = [] }: MemberFilterProps) {
  const value = useAddress()[name]
  const change = useChangeAddress()
  return (
    <MemberSelect
      all
      aria-label={t(label)}
      placeholder={t(label)}
      known={known.filter(({ _id }) => _id === value).slice(0, 1)}
      value={value ?? null}
      onChange={(id) => change({ [name]: id ?? undefined, page: undefined })}
    />
  )
}
