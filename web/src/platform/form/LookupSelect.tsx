import { type ScreenPath, screenOf, screens } from '@academy/contract/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Select, SelectMany } from '../../ui/form/Select.tsx'
import { request } from '../client/client.ts'
import { t } from '../client/i18n.ts'
import { useRested } from './debounce.ts'

export interface LookupItem {
  _id: string
  label: string
  /** For a coach, the users linked to it, with their user group. */
  users?: string
  isDisable?: boolean
}

const limit = 50

interface Wanted {
  searchText?: string
  ids?: readonly string[]
  all?: boolean
}

/** `GET /lookup/{resource}`: entries by label, for any session. */
async function lookUp(resource: string, wanted: Wanted, signal: AbortSignal): Promise<LookupItem[]> {
  const answer = await request('GET', '/lookup/:resource', {
    params: { resource },
    query: { ...wanted, limit },
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
  /** Instead of what the server offers. */
  only?: readonly LookupItem[]
  /** Leave these ids out. */
  without?: readonly string[]
  /** Disabled ones are offered too, as in a filter: who has left is in what happened. */
  all?: boolean
}

/** Why there is nothing to choose, and what to do about a list that has no entry yet. */
function nothingIn(resource: string, isEmpty: boolean): string {
  const path = `/${resource}/listing`
  const listing = Object.hasOwn(screens, path) && screenOf(path as ScreenPath)
  if (!isEmpty || !listing) return t('Nothing found')
  return t('None yet. The first is added under {screen}.', {
    screen: [listing.menu === 'Maintenance' && t('Maintenance'), t(listing.title)].filter(Boolean).join(', '),
  })
}

/** The options of a Select; `remember` keeps the labels of the chosen ones. */
function useOptions({ resource, known = none, without = none, only, all }: LookupProps, values: readonly string[]) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  // The label of a chosen entry must survive the next search.
  const [chosen, setChosen] = useState<readonly LookupItem[]>(none)
  const { rested: searchText } = useRested(typed.trim())
  // A value from the address has no label yet.
  const nameless = values.filter((value) => ![...known, ...chosen].some(({ _id }) => _id === value))
  const named = useQuery({
    queryKey: ['lookup', resource, nameless],
    queryFn: ({ signal }) => lookUp(resource, { ids: nameless }, signal),
    enabled: nameless.length > 0,
  })
  const answer = useQuery({
    queryKey: ['lookup', resource, searchText, all],
    queryFn: ({ signal }) => lookUp(resource, { searchText, all }, signal),
    enabled: opened && !only,
    placeholderData: (before) => before,
  })
  // While typing, nothing is offered: Enter must not choose a match of an earlier text.
  const isCurrent = searchText === typed.trim() && !answer.isPlaceholderData
  const last =
    only?.filter(({ label }) => label.toLowerCase().includes(searchText.toLowerCase())) ?? answer.data ?? none
  const found = isCurrent ? last : none
  const extra = isCurrent && !searchText ? known.filter((item) => !found.some((one) => one._id === item._id)) : none
  const options = [...found, ...extra]
    .filter((item) => !without.includes(item._id))
    .map(({ _id, label, users, isDisable }) => ({
      value: _id,
      label,
      note: [users, isDisable && t('Disabled')].filter(Boolean).join(' · '),
    }))
  const isSearching = answer.isFetching || !isCurrent
  const labelOf = (value: string) =>
    [...known, ...chosen, ...last, ...(named.data ?? none)].find(({ _id }) => _id === value)?.label ??
    t(named.isFetching ? 'Loading…' : named.isSuccess ? 'Not there any more' : 'Chosen')
  return {
    remember: (ids: readonly string[]) => setChosen(ids.map((id) => ({ _id: id, label: labelOf(id) }))),
    select: {
      options,
      labelOf,
      loading: answer.isFetching,
      empty: isSearching ? t('Loading…') : nothingIn(resource, searchText === '' && !only && found.length === 0),
      onSearch: setTyped,
      onOpen: () => setOpened(true),
    },
  }
}

const none: readonly never[] = []

interface Chosen<Value> {
  value?: Value | null
  onChange?: (value: Value) => void
}

/** What is told to the search, and what to the field that shows it. */
function divide({ resource, known, without, only, all, placeholder = t('Select'), ...field }: LookupProps) {
  return { wanted: { resource, known, without, only, all }, field: { ...field, placeholder } }
}

/** Chooses one entry of another list by typing; the value is its id. For people there is MemberSelect. */
export function LookupSelect({ value, onChange, ...props }: LookupProps & Chosen<string | null>) {
  const { wanted, field } = divide(props)
  const { remember, select } = useOptions(wanted, value ? [value] : none)
  return (
    <Select
      {...field}
      {...select}
      clearable
      value={value}
      onChange={(id: string | undefined) => {
        remember(id ? [id] : none)
        onChange?.(id ?? null)
      }}
    />
  )
}

/** Chooses several; the value is their ids. */
export function LookupSelectMany({ value, onChange, ...props }: LookupProps & Chosen<string[]>) {
  const { wanted, field } = divide(props)
  const { remember, select } = useOptions(wanted, value ?? none)
  return (
    <SelectMany
      {...field}
      {...select}
      clearable
      value={value}
      onChange={(ids) => {
        remember(ids)
        onChange?.(ids)
      }}
    />
  )
}
