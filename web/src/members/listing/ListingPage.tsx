import { members } from '@academy/contract/members/members.ts'
import { isSensitive, maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { QueryValue } from '../../platform/client/call-input.ts'
import { t } from '../../platform/client/i18n.ts'
import { useList } from '../../platform/client/list.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { Allowed } from '../../platform/shell/Guard.tsx'
import { Page } from '../../platform/shell/Page.tsx'
import { useTab } from '../../platform/table/address.ts'
import { ListFilters } from '../../platform/table/filters/ListFilters.tsx'
import { listQuery } from '../../platform/table/list-query.ts'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { ListTable } from '../../platform/table/Table.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { UploadIcon, UserPlusIcon } from '../../ui/first/icons.ts'
import { Tabs } from '../../ui/first/Tabs.tsx'
import { DeleteButton, EnableButton } from '../actions/MemberActions.tsx'
import { ImportDialog } from '../import/ImportDialog.tsx'
import { EditLink, locationOf } from '../MemberName.tsx'
import { EnrollDialog } from '../tabs/EnrollDialog.tsx'
import { ExportButton } from './ExportButton.tsx'
import { filtersFrom, ListingFilters, useMemberFilters } from './ListingFilters.tsx'
import { adultColumns, childColumns, parentColumns } from './listing-columns.tsx'

const tabs = ['adults', 'childrens', 'parents'] as const
type Tab = (typeof tabs)[number]

const labels: Record<Tab, string> = { adults: 'Adults', childrens: 'Childrens', parents: 'Parents' }
const kinds = { adults: { isAdult: true }, childrens: { isChildren: true }, parents: { isParent: true } } as const

type Filters = ReturnType<typeof filtersFrom>

/** A dependent child has no credit of its own, so the balance filter looks only at wallets that pay. */
const payingWalletsOnly = ({ query, most }: Filters) => ({
  ...(most === undefined ? {} : { isIndependent: true }),
  ...query,
})

/** The query of a tab's list and of its export. */
const queryOf = (tab: Tab, filters: Filters) => ({ ...kinds[tab], ...payingWalletsOnly(filters) })

export function ListingPage() {
  const { tab, open } = useTab(tabs)
  const [enrolling, setEnrolling] = useState(false)
  const [importing, setImporting] = useState(false)
  return (
    <Page
      title="Membership Profile"
      actions={
        <Allowed may={members.create.may}>
          <ExportButton queryIn={(address) => queryOf(tab, filtersFrom(address))} />
          <Button icon={<UploadIcon aria-hidden />} onClick={() => setImporting(true)}>
            {t('Import from Excel')}
          </Button>
          <Button type="primary" icon={<UserPlusIcon />} onClick={() => setEnrolling(true)}>
            {t('Enroll New Member')}
          </Button>
        </Allowed>
      }
    >
      <Tabs
        activeKey={tab}
        // Another tab starts on its first page and in its own order; search and status stay.
        onChange={(next) => open(next, { page: undefined, sort: undefined })}
        items={tabs.map((key) => ({
          key,
          label: t(labels[key]),
          children: key === tab && <MemberList key={key} tab={key} />,
        }))}
      />
      <EnrollDialog open={enrolling} onClose={() => setEnrolling(false)} />
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </Page>
  )
}

const kindOf = { adults: 'adult', childrens: 'child', parents: 'parent' } as const

/** What the same search finds in the other tabs, with links. */
function Elsewhere({ tab, query }: { tab: Tab; query: Record<string, QueryValue> }) {
  const { data: counts } = useCall(members.counts, { query })
  const others = tabs.filter((other) => other !== tab && counts && counts[kindOf[other]] > 0)
  if (!counts || others.length === 0) return null
  return (
    <div className="elsewhere">
      {others.map((other) => (
        <Link
          key={other}
          to="."
          search={(before: Record<string, unknown>) => ({
            ...before,
            tab: other === tabs[0] ? undefined : other,
            page: undefined,
            sort: undefined,
          })}
        >
          {t('{n} in {tab}', { n: counts[kindOf[other]], tab: t(labels[other]) })}
        </Link>
      ))}
    </div>
  )
}

const columnsOf = { adults: adultColumns, childrens: childColumns, parents: parentColumns }

function MemberList({ tab }: { tab: Tab }) {
  const filters = useMemberFilters()
  const { can } = useSession()
  const list = useList(members.list, { query: queryOf(tab, filters) })
  return (
    <>
      <ListFilters
        list={list}
        placeholder={can(maySeeSensitive) ? 'Name, I/C, TM no., phone or email' : 'Name, TM no., phone or email'}
      >
        <ListingFilters filters={filters} rows={list.rows} />
      </ListFilters>
      {list.state.searchText && (
        <Elsewhere
          tab={tab}
          query={listQuery({ ...list.state, sort: '', page: 1 }, { query: payingWalletsOnly(filters) })}
        />
      )}
      <ListTable
        label={labels[tab]}
        list={list}
        columns={columnsOf[tab].filter(({ key }) => can(maySeeSensitive) || !isSensitive(key))}
        emptyHint="Enroll the first one."
        clearFilters={filters.isSet ? filters.clear : undefined}
        actions={(row) => (
          <RowActions quiet name={row.name} act={<EditLink {...locationOf(row)} name={row.name} />}>
            <EnableButton member={row} />
            <DeleteButton member={row} />
          </RowActions>
        )}
      />
    </>
  )
}
