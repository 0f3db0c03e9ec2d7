import type { MemberRow } from '@academy/contract/members/rows.ts'
import { t } from '../../platform/client/i18n.ts'
import { SelectMany } from '../../ui/form/Select.tsx'
import { useMemberSearch } from '../select/MemberSelect.tsx'

export type KnownParent = Pick<MemberRow['mainIDs'][number], '_id' | 'name'>

interface ParentSelectProps {
  /** Names of parents chosen before, who may be disabled by now. */
  known?: readonly KnownParent[]
  id?: string
  disabled?: boolean
  value?: string[]
  onChange?: (ids: string[]) => void
}

/** Chooses parents by name, phone, I/C or e-mail. The first one pays unless specified otherwise. */
export function ParentSelect({ known = [], value = [], onChange, ...rest }: ParentSelectProps) {
  const labelled = known.map(({ _id, name }) => ({ _id, label: name }))
  const { select } = useMemberSearch({ kind: 'parent', known: labelled }, value)
  return (
    <SelectMany
      {...rest}
      {...select}
      placeholder={t('Search a parent by name, phone or email')}
      value={value}
      onChange={onChange}
    />
  )
}
