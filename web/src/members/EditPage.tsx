import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useCall } from '../platform/client/query.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Page, PageWaiting } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress, useTab } from '../platform/table/address.ts'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { RowActions } from '../platform/table/rows/RowActions.tsx'
import { Tabs } from '../ui/first/Tabs.tsx'
import { ArchiveButton } from './actions/ArchiveButton.tsx'
import { BuyButton } from './actions/BuyButton.tsx'
import { DeleteButton, EnableButton } from './actions/MemberActions.tsx'
import { MemberCard } from './card/MemberCard.tsx'
import { ProfileForm } from './form/ProfileForm.tsx'
import { locationOf } from './MemberName.tsx'

/** What the tabs hold beside the form, loaded with the first look at it. */
const tabContent = (load: () => Promise<{ default: ComponentType<{ member: MemberDetail }> }>) =>
  lazyComponent(load, <PageWaiting />)

const contents = {
  overview: tabContent(() => import('./tabs/overview/OverviewTab.tsx')),
  parents: tabContent(() => import('./tabs/ParentsTab.tsx')),
  children: tabContent(() => import('./tabs/ChildrenTab.tsx')),
  contacts: tabContent(() => import('./tabs/ContactsTab.tsx')),
  class: tabContent(() => import('./tabs/ClassTab.tsx')),
  financial: tabContent(() => import('./tabs/financial/FinancialTab.tsx')),
  attendance: tabContent(() => import('./tabs/AttendanceTab.tsx')),
}

const listing = '/membership/listing'

export function EditPage() {
  const { memberId = '' } = useParams({ strict: false })
  const { data: member, error } = useCall(members.get, { params: { id: memberId } })
  if (error && !member)
    return (
      <Page title="Member" back={listing}>
        <Unread error={error}>
          <Link to={listing}>{t('Go to Membership Profile')}</Link>
        </Unread>
      </Page>
    )
  if (!member) return <Page title="Member" back={listing} loading />
  return <MemberPage key={member._id} member={member} />
}

/** A dependent child is shown on its parent's page; its own page has what its tabs hold. */
function MemberPage({ member }: { member: MemberDetail }) {
  const { tab } = useAddress()
  const [parentRow] = useState(() => (tab ? undefined : locationOf(member)))
  if (parentRow?.child)
    return (
      <Navigate
        replace
        to="/membership/edit/$memberId"
        params={{ memberId: parentRow.id }}
        search={{ tab: 'children', child: parentRow.child }}
      />
    )
  return <OwnPage member={member} />
}

function OwnPage({ member }: { member: MemberDetail }) {
  const navigate = useNavigate()
  return (
    <Page
      title={member.name}
      {...(member.chName ? { subtitle: member.chName } : {})}
      back={listing}
      actions={
        <>
          <RowActions quiet name={member.name} act={<EnableButton member={member} type="default" />}>
            <ArchiveButton member={member} />
            <DeleteButton member={member} onDeleted={() => navigate({ to: listing, replace: true })} />
          </RowActions>
          <ButtonLink to="/family/$memberId" params={{ memberId: member._id }}>
            {t('Family Card')}
          </ButtonLink>
          <BuyButton member={member} />
        </>
      }
    >
      <div className="member-page">
        <MemberCard member={member} />
        <MemberTabs member={member} />
      </div>
    </Page>
  )
}

const family = { adult: 'parents', child: 'parents', parent: 'children' } as const
const familyLabels = { parents: 'Parents', children: 'Children' } as const

/** Which tab a page opens with. The first in the row is the overview; the form opens until the academy chooses otherwise. */
const opensFirst = 'profile'

function MemberTabs({ member }: { member: MemberDetail }) {
  const row = ['overview', 'profile', family[member.kind], 'contacts', 'class', 'financial', 'attendance'] as const
  const { tab, open } = useTab([opensFirst, ...row])
  const change = useChangeAddress()
  // Without a tab in its address a dependent child's page leads to its parent's.
  const isNamedAlways = member.kind === 'child' && !member.isIndependent
  // Once opened, the form stays with what was entered while another tab is open.
  const [hasForm, setHasForm] = useState(false)
  if (tab === 'profile' && !hasForm) setHasForm(true)
  const labels = {
    overview: 'Overview',
    profile: 'Profile',
    ...familyLabels,
    contacts: 'Emergency Contact',
    class: 'Class',
    financial: 'Financial Info',
    attendance: 'Attendance Records',
  }
  const Content = tab === 'profile' ? undefined : contents[tab]
  const shown = (
    <>
      {(hasForm || tab === 'profile') && (
        <div id="member-profile" hidden={tab !== 'profile'}>
          <ProfileForm member={member} />
        </div>
      )}
      {Content && <Content member={member} />}
    </>
  )
  return (
    <div className="panel member-tabs">
      <Tabs
        activeKey={tab}
        onChange={(next) => (isNamedAlways ? change({ tab: next }) : open(next))}
        items={row.map((key) => ({
          key,
          label: t(labels[key]),
          children: key === tab && shown,
          prepare: key === 'profile' ? undefined : contents[key].load,
        }))}
      />
    </div>
  )
}
