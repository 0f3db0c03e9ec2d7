import { type ReactNode, useId, useState } from 'react'
import { SearchIcon } from '../../../ui/first/icons.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { RadioGroup } from '../../../ui/form/Radio.tsx'
import { t } from '../../client/i18n.ts'
import type { ListOf } from '../../client/list.ts'
import { useDebouncedField } from '../../form/debounce.ts'
import { type Status, statuses } from '../list-query.ts'
import './chips.css'

const labels: Record<Status, string> = { active: 'Active', inactive: 'Inactive', all: 'All' }

/** Search box and Active/Inactive/All; `children` are the module's further filters and buttons. */
export function ListFilters<Row>({
  list,
  placeholder = 'Search',
  search = true,
  children,
}: {
  list: ListOf<Row>
  placeholder?: string
  search?: boolean
  children?: ReactNode
}) {
  return (
    <search className="list-filters">
      {search && (
        <SearchBox
          value={list.state.searchText}
          placeholder={placeholder}
          onSearch={(searchText) => list.change({ searchText })}
        />
      )}
      {list.hasStatus && (
        <RadioGroup
          aria-label={t('Status')}
          buttons
          value={list.state.status}
          onChange={(status) => list.change({ status })}
          options={statuses.map((status) => ({ value: status, label: t(labels[status]) }))}
        />
      )}
      {children && <Chips>{children}</Chips>}
    </search>
  )
}

/** The further filters; on a phone those that are not set are behind one. */
function Chips({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="chip-more"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        {t('Filter')}
      </button>
      <div id={id} className="chips" data-open={open || undefined}>
        {children}
      </div>
    </>
  )
}

/** Calls back 500 ms after the last key, at once on Enter. */
export function SearchBox({
  value,
  onSearch,
  placeholder = 'Search',
}: {
  value: string
  onSearch: (text: string) => unknown
  placeholder?: string
}) {
  const { typed, setTyped, sendNow } = useDebouncedField(value, onSearch, (text) => text.trim())
  return (
    <Input
      className="search-box"
      type="search"
      prefix={<SearchIcon aria-hidden />}
      allowClear
      aria-label={t(placeholder)}
      placeholder={t(placeholder)}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={sendNow}
    />
  )
}
