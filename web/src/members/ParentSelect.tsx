import { type MemberRow, members } from '@academy/contract/members/members.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useRested } from '../kit/LookupSelect.tsx'
import { useCall } from '../kit/query.ts'
import { t } from '../kit/words.ts'

export interface KnownParent {
  _id: string
  name: string
}

interface ParentSelectProps {
  /** Names of parents chosen before, perhaps disabled since. */
  known?: readonly KnownParent[]
  id?: string
  disabled?: boolean
  value?: string[]
  onChange?: (ids: string[]) => void
}

const limit = 50
const factsOf = ({ relationship, phoneNo, email }: MemberRow) =>
  [relationship?.relationship, phoneNo, email].filter(Boolean).join(', ')

/** Chooses parents by searching name, phone or e-mail. The first one chosen pays unless said otherwise. */
export function ParentSelect({ known = [], value = [], onChange, ...rest }: ParentSelectProps) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<readonly KnownParent[]>([])
  const [opened, setOpened] = useState(false)
  const searchText = useRested(typed.trim())
  const { data, isFetching } = useCall(
    members.list,
    { query: { isParent: true, isDisable: false, searchText, limit } },
    { enabled: opened, keep: true },
  )
  const found = (data?.items ?? []).map((row) => ({ value: row._id, label: row.name, facts: factsOf(row) }))
  const named = new Map([...known, ...picked].map(({ _id, name }) => [_id, name]))
  const missing = value
    .filter((one) => !found.some((option) => option.value === one))
    .map((one) => ({ value: one, label: named.get(one) ?? one, facts: '' }))

  return (
    <Select
      {...rest}
      mode="multiple"
      placeholder={t('Search a parent by name, phone or email')}
      value={value}
      options={[...found, ...missing]}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={t(isFetching ? 'Loading…' : 'Nothing found')}
      onOpenChange={(open) => open && setOpened(true)}
      optionRender={({ data: option }) => (
        <>
          <div>{option.label}</div>
          {option.facts && <div className="muted">{option.facts}</div>}
        </>
      )}
      onChange={(ids: string[]) => {
        const all = [...found, ...missing]
        setPicked(
          all
            .filter((option) => ids.includes(option.value))
            .map((option) => ({ _id: option.value, name: option.label })),
        )
        onChange?.(ids)
      }}
    />
  )
}
