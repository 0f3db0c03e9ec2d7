import type { Field } from '@academy/contract/platform/field.ts'
import { type Entry, type List, listRoutes, webPath } from '@academy/contract/platform/list.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { useMemo } from 'react'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { knownItems } from '../platform/form/values.ts'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink, EntryActions } from '../platform/table/rows/EntryActions.tsx'
import { StatusTag } from '../platform/table/StatusTag.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { PlusIcon } from '../ui/first/icons.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { alwaysAddable } from './always-addable.ts'
import { nameOf } from './entry-form.ts'

const LastNumber = lazyComponent(() => import('./LastNumber.tsx'))

/** The page of a reference list, built from its declaration. */
export function ListPage({ of }: { of: List }) {
  const { can, inCharge } = useSession()
  const routes = useMemo(() => listRoutes(of), [of])
  const list = useList(routes.list)
  const path = webPath(of)
  const createPage: string = `${path}/create`
  const adds = alwaysAddable.has(of.name) || can(routes.create.may)
  return (
    <Page
      title={of.title}
      actions={
        adds && (
          <ButtonLink to={createPage} look="primary" icon={<PlusIcon aria-hidden />}>
            {t('Add')}
          </ButtonLink>
        )
      }
    >
      <ListFilters list={list} />
      <ListTable
        label={of.title}
        list={list}
        columns={columnsOf(of)}
        emptyHint={adds ? 'Add the first one.' : undefined}
        actions={(entry) => (
          <EntryActions
            entry={entry}
            name={nameOf(of, entry)}
            routes={routes}
            path={path}
            locked={of.isCentre === true && !inCharge(entry._id) && messages.otherCentre}
            {...(of.effects ? { effects: of.effects } : {})}
          />
        )}
      />
    </Page>
  )
}

const columnsOf = (list: List): Column<Entry>[] => [
  ...list.columns.flatMap((key) => {
    const field = list.fields[key]
    return field ? [columnOf(list, key, field)] : []
  }),
  ...(list.counter
    ? [{ key: list.counter.key, title: list.counter.label, className: 'number', phone: 'none' as const }]
    : []),
  {
    key: 'isDisable',
    title: 'Status',
    width: 110,
    render: ({ isDisable }) => <StatusTag isDisable={isDisable} />,
  },
]

function columnOf(list: List, key: string, field: Field): Column<Entry> {
  const isName = key === list.label || field.kind === 'picture'
  const column = { key, title: field.label, ...(isName ? { phone: 'name' as const } : {}) }
  switch (field.kind) {
    case 'picture':
      return {
        ...column,
        width: 60,
        render: (entry) => <Avatar name={nameOf(list, entry)} picture={pictureOf(entry)} size={28} />,
      }
    case 'reference':
      return { ...column, render: (entry) => knownItems(entry[key])[0]?.label ?? '-' }
    case 'holidays':
      return { ...column, align: 'right', className: 'number', render: (entry) => countOf(entry[key]) }
    case 'date':
      return { ...column, render: (entry) => lastDay(dayOf(entry[key])) }
    case 'integer':
      if (list.name === 'doc-num-format')
        return { ...column, align: 'right', className: 'number', render: (entry) => <LastNumber {...entry} /> }
      // A year is a name, not an amount: no thousands separator.
      return key === list.label
        ? { ...column, className: 'number' }
        : { ...column, align: 'right', className: 'number' }
    default:
      return { ...column, className: 'breaks' }
  }
}

/** Until when it is shown, and that it no longer is. */
function LastDay({ day }: { day: string }) {
  const isPast = day < useToday()
  return (
    <span>
      {showDay(day)}
      {isPast && (
        <>
          {' '}
          <Tag color="warning">{t('Expired')}</Tag>
        </>
      )}
    </span>
  )
}

const lastDay = (day: string | null) => (day ? <LastDay day={day} /> : '-')

const dayOf = (value: unknown) => (typeof value === 'string' ? value : null)

const countOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function pictureOf({ thumbnail, pictureDIR }: Entry): string | null {
  if (typeof thumbnail === 'string') return thumbnail
  return typeof pictureDIR === 'string' ? pictureDIR : null
}
