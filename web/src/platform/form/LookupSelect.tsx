import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select, SelectMany } from '../../ui/form/Select.tsx'
import { request } from '../client/client.ts'
import { t } from '../client/i18n.ts'
import { useDebounced } from './debounce.ts'

export interface LookupItem {
  _id: string
  label: string
  /** For a coach, the users linked to it, with their user group. */
  users?: string
}

const limit = 50

/** `GET /lookup/{resource}`: active entries by label, for any session. */
export async function lookUp(resource: string, searchText: string, signal?: AbortSignal): Promise<LookupItem[]> {
  const answer = await request('GET', '/lookup/:resource', {
    params: { resource },
    query: { searchText, limit },
    signal,
  })
  const { items }: { items: LookupItem[] } = await answer.json()
  return items
}

interface LookupProps {
  /** The list's name: coach, belt, centre ... */
  resource: string
  /** Labels of values chosen earlier, perhaps disabled since. */
  known?: readonly LookupItem[]
  id?: string
  placeholder?: string
  disabled?: boolean
  'aria-label'?: string
  /** Leave these ids out. */
  without?: readonly string[]
}

/** The options of a Select; `remember` keeps the labels of the chosen ones. */
function useOptions(
  resource: string,
  known: readonly LookupItem[],
  without: readonly string[],
  values: readonly string[],
) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  // The label of a chosen entry must survive the next search.
  const [chosen, setChosen] = useState<readonly LookupItem[]>(none)
  const searchText = useDebounced(typed.trim())
  // A value from the address has no label yet.
  const nameless = values.some((value) => ![...known, ...chosen].some(({ _id }) => _id === value))
  const answer = useQuery({
    queryKey: ['lookup', resource, searchText],
    queryFn: ({ signal }) => lookUp(resource, searchText, signal),
    enabled: opened || nameless,
    placeholderData: (before) => before,
  })
  // While typing, nothing is offered: Enter must not choose a match of an earlier text.
  const isSettled = searchText === typed.trim() && !answer.isPlaceholderData
  const last = answer.data ?? none
  const found = isSettled ? last : none
  const extra = isSettled && !searchText ? known.filter((item) => !found.some((one) => one._id === item._id)) : none
  const options = [...found, ...extra]
    .filter((item) => !without.includes(item._id))
    .map((item) => ({ value: item._id, label: item.label, note: item.users }))
  const isSearching = answer.isFetching || !isSettled
  const labelOf = (value: string) =>
    [...known, ...chosen, ...last].find(({ _id }) => _id === value)?.label ?? t(isSearching ? 'Loading…' : 'Chosen')
  return {
    remember: (ids: readonly string[]) => setChosen(ids.map((id) => ({ _id: id, label: labelOf(id) }))),
    select: {
      options,
      labelOf,
      loading: answer.isFetching,
      empty: isSearching ? t('Loading…') : t('Nothing found'),
      onSearch: setTyped,
      onOpen: () => setOpened(true),
    },
  }
}

const none: readonly never[] = []

type LookupSelectProps = LookupProps & { value?: string | null; onChange?: (id: string | null) => void }

/** Chooses one entry of another list by typing; the value is its id. For people there is MemberSelect. */
export function LookupSelect({
  resource,
  known = none,
  without = none,
  placeholder,
  value,
  onChange,
  ...rest
}: LookupSelectProps) {
  const { remember, select } = useOptions(resource, known, without, value ? [value] : none)
  return (
    <Select
      {...rest}
      {...select}
      clearable
      placeholder={placeholder ?? t('Select')}
      value={value}
      onChange={(id: string | undefined) => {
        remember(id ? [id] : none)
        onChange?.(id ?? null)
      }}
    />
  )
}

/** Chooses several; the value is their ids. */
export function LookupSelectMany({
  resource,
  known = none,
  without = none,
  placeholder,
  value,
  onChange,
  ...rest
}: LookupProps & { value?: string[] | null; onChange?: (ids: string[]) => void }) {
  const { remember, select } = useOptions(resource, known, without, value ?? none)
  return (
    <SelectMany
      {...rest}
      {...select}
      clearable
      placeholder={placeholder ?? t('Select')}
      value={value}
      onChange={(ids) => {
        remember(ids)
        onChange?.(ids)
      }}
    />
  )
}
