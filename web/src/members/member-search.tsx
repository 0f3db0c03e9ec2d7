import { type MemberRow, members } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import type { QueryValue } from '../kit/client.ts'
import { useRested } from '../kit/LookupSelect.tsx'
import { useCall } from '../kit/query.ts'
import { t } from '../kit/words.ts'

const limit = 50

export interface MemberOption {
  value: string
  label: string
  /** What tells people of one name apart. */
  facts: string
}

const parentFacts = ({ mainIDs }: MemberRow) => mainIDs.map(({ name }) => t('child of {name}', { name })).join(', ')
const factsOf = (row: MemberRow) =>
  [row.chName, row.relationship?.relationship, row.phoneNo, row.email, parentFacts(row)].filter(Boolean).join(', ')

/** Active members for a Select, found by name, phone or e-mail among those that `filters` lets through. */
export function useMemberSearch(filters: Record<string, QueryValue>) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const searchText = useRested(typed.trim())
  const { data, isFetching } = useCall(
    members.list,
    { query: { ...filters, isDisable: false, searchText, limit } },
    { enabled: opened, keep: true },
  )
  const rows = data?.items ?? []
  return {
    rows,
    found: rows.map((row): MemberOption => ({ value: row._id, label: row.name, facts: factsOf(row) })),
    select: {
      showSearch: { filterOption: false as const, onSearch: setTyped },
      notFoundContent: t(isFetching ? 'Loading…' : 'Nothing found'),
      onOpenChange: (open: boolean) => open && setOpened(true),
      optionRender: ({ data: option }: { data: MemberOption }) => (
        <>
          <div>{option.label}</div>
          {option.facts && <div className="muted">{option.facts}</div>}
        </>
      ),
    },
  }
}
