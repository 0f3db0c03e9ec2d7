import { Select } from 'antd'
import { useState } from 'react'
import { t } from '../kit/words.ts'
import { useMemberSearch } from './member-search.tsx'

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

/** Chooses parents by searching name, phone or e-mail. The first one chosen pays unless said otherwise. */
export function ParentSelect({ known = [], value = [], onChange, ...rest }: ParentSelectProps) {
  const [picked, setPicked] = useState<readonly KnownParent[]>([])
  const { found, select } = useMemberSearch({ isParent: true })
  const named = new Map([...known, ...picked].map(({ _id, name }) => [_id, name]))
  const missing = value
    .filter((one) => !found.some((option) => option.value === one))
    .map((one) => ({ value: one, label: named.get(one) ?? one, facts: '' }))

  return (
    <Select
      {...rest}
      {...select}
      mode="multiple"
      placeholder={t('Search a parent by name, phone or email')}
      value={value}
      options={[...found, ...missing]}
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
