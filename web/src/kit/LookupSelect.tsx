import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { request } from './client.ts'
import { MemberSelect } from './MemberSelect.tsx'
import { useRested } from './typing.ts'
import { t } from './words.ts'

export interface LookupItem {
  _id: string
  label: string
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
  /** The list's name: coach, belt, member ... */
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

function useOptions(
  resource: string,
  known: readonly LookupItem[],
  without: readonly string[],
  values: readonly string[],
) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const searchText = useRested(typed.trim())
  // A value that came with the address has no label yet.
  const nameless = values.some((value) => !known.some(({ _id }) => _id === value))
  const answer = useQuery({
    queryKey: ['lookup', resource, searchText],
    queryFn: ({ signal }) => lookUp(resource, searchText, signal),
    enabled: opened || nameless,
    placeholderData: (before) => before,
  })
  const found = answer.data ?? []
  const extra = searchText ? [] : known.filter((item) => !found.some((one) => one._id === item._id))
  const options = [...found, ...extra]
    .filter((item) => !without.includes(item._id))
    .map((item) => ({ value: item._id, label: item.label }))
  return {
    options,
    loading: answer.isFetching,
    notFoundContent: answer.isFetching ? t('Loading…') : t('Nothing found'),
    showSearch: { filterOption: false as const, onSearch: setTyped },
    onOpenChange: (open: boolean) => {
      if (open) setOpened(true)
      else setTyped('')
    },
  }
}

const none: readonly never[] = []

type LookupSelectProps = LookupProps & { value?: string | null; onChange?: (id: string | null) => void }

/** Chooses one entry of another list by typing; the value is its id. People are told apart by more than their label. */
export function LookupSelect({ resource, without, ...rest }: LookupSelectProps) {
  if (resource === 'member') return <MemberSelect {...rest} />
  if (resource === 'parent') return <MemberSelect {...rest} kind="parent" />
  return <EntrySelect {...rest} {...(without ? { without } : {})} resource={resource} />
}

function EntrySelect({
  resource,
  known = none,
  without = none,
  placeholder,
  value,
  onChange,
  ...rest
}: LookupSelectProps) {
  const { options, ...select } = useOptions(resource, known, without, value ? [value] : none)
  const [chosen, setChosen] = useState<LookupItem>()
  // The chosen one's label must survive the next search.
  const isMissing = value && !options.some((one) => one.value === value)
  const label = chosen && chosen._id === value ? chosen.label : t(select.loading ? 'Loading…' : 'Chosen')
  return (
    <Select
      {...rest}
      {...select}
      allowClear
      placeholder={placeholder ?? t('Select')}
      value={value ?? null}
      options={isMissing ? [...options, { value, label }] : options}
      onChange={(id: string | null | undefined) => {
        const option = options.find((one) => one.value === id)
        const item = option ? { _id: option.value, label: option.label } : null
        setChosen(item ?? undefined)
        onChange?.(id ?? null)
      }}
    />
  )
}

/** Tab leaves the field; antd would take the highlighted entry in or out on the way. */
const leaveOnTab = (event: KeyboardEvent) => {
  if (event.key === 'Tab') event.stopPropagation()
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
  const [picked, setPicked] = useState<readonly LookupItem[]>(none)
  const { options, ...select } = useOptions(resource, known, without, value ?? none)
  const missing = [...known, ...picked].filter(
    (item, place, all) =>
      value?.includes(item._id) &&
      !options.some((one) => one.value === item._id) &&
      all.findIndex((one) => one._id === item._id) === place,
  )
  const shown = [...options, ...missing.map((item) => ({ value: item._id, label: item.label }))]
  return (
    <Select
      {...rest}
      {...select}
      mode="multiple"
      onInputKeyDown={leaveOnTab}
      allowClear
      placeholder={placeholder ?? t('Select')}
      value={value ?? []}
      options={shown}
      onChange={(ids: string[]) => {
        setPicked(shown.filter((one) => ids.includes(one.value)).map((one) => ({ _id: one.value, label: one.label })))
        onChange?.(ids)
      }}
    />
  )
}
