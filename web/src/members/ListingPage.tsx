import { type MemberRow, members } from '@academy/contract/members/members.ts'
import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTab } from '../kit/address.ts'
import { Allowed } from '../kit/Guard.tsx'
import { ListFilters } from '../kit/ListFilters.tsx'
import { useList } from '../kit/list.ts'
import { Page } from '../kit/Page.tsx'
import { useCall } from '../kit/query.ts'
import { ListTable } from '../kit/Table.tsx'
import { Tabs } from '../kit/Tabs.tsx'
import { t } from '../kit/words.ts'
import { EnrollDialog } from './EnrollDialog.tsx'
import { adultColumns, childColumns, pageOf, parentColumns } from './listing-columns.tsx'
import { DeleteButton, EnableButton } from './MemberActions.tsx'
import { EditLink } from './MemberName.tsx'

const tabs = ['adults', 'childrens', 'parents'] as const
type Tab = (typeof tabs)[number]

const labels: Record<Tab, string> = { adults: 'Adults', childrens: 'Childrens', parents: 'Parents' }
const filters = { adults: { isAdult: true }, childrens: { isChildren: true }, parents: { isParent: true } } as const

export function ListingPage() {
  const { tab, open } = useTab(tabs)
  const [enrolling, setEnrolling] = useState(false)
  return (
    <Page
      title="Membership Profile"
      actions={
        <Allowed may={members.create.may}>
          <Button type="primary" icon={<UserAddOutlined />} onClick={() => setEnrolling(true)}>
            {t('Enroll New Member')}
          </Button>
        </Allowed>
      }
    >
      <Tabs
        activeKey={tab}
        // Another tab starts on its first page in its own order; search and status stay.
        onChange={(next) => open(next, { page: undefined, sort: undefined })}
        items={tabs.map((key) => ({
          key,
          label: t(labels[key]),
          children: key === tab && <MemberList key={key} tab={key} />,
        }))}
      />
      <EnrollDialog open={enrolling} onClose={() => setEnrolling(false)} />
    </Page>
  )
}

function MemberList({ tab }: { tab: Tab }) {
  const list = useList(members.list, { query: filters[tab] })
  const childrenOf = useChildren(tab === 'parents' ? list.rows : [])
  const columns = { adults: adultColumns, childrens: childColumns, parents: parentColumns(childrenOf) }[tab]
  return (
    <>
      <ListFilters list={list} placeholder="Name, I/C, phone or email" />
      <ListTable
        label={labels[tab]}
        list={list}
        columns={columns}
        emptyHint="Enroll the first one with the button above."
        actions={(row) => (
          <>
            <EditLink id={pageOf(row)} name={row.name} />
            <EnableButton member={row} />
            <DeleteButton member={row} />
          </>
        )}
      />
    </>
  )
}

const mostChildren = 1000

/** The children of the parents on this page, by parent. */
function useChildren(parents: MemberRow[]): Map<string, MemberRow[]> {
  const { data } = useCall(
    members.list,
    { query: { isChildren: true, mainIDs: parents.map(({ _id }) => _id), limit: mostChildren } },
    { enabled: parents.length > 0, keep: true },
  )
  const children = new Map<string, MemberRow[]>()
  for (const child of data?.items ?? [])
    for (const { _id } of child.mainIDs) children.set(_id, [...(children.get(_id) ?? []), child])
  return children
}
