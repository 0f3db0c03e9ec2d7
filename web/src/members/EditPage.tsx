import { type MemberDetail, members } from '@academy/contract/members/members.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { OrderDialog } from '../payments/index.ts'
import { errorMessage } from '../platform/client/api-error.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useTab } from '../platform/table/address.ts'
import { ShoppingCartIcon } from '../ui/first/icons.ts'
import { Tabs } from '../ui/first/Tabs.tsx'
import { ArchiveButton } from './ArchiveButton.tsx'
import { DeleteButton, EnableButton } from './MemberActions.tsx'
import { MemberHead } from './MemberHead.tsx'
import { locationOf } from './MemberName.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { AttendanceTab } from './tabs/AttendanceTab.tsx'
import { ChildrenTab } from './tabs/ChildrenTab.tsx'
import { ClassTab } from './tabs/ClassTab.tsx'
import { ContactsTab } from './tabs/ContactsTab.tsx'
import { FinancialTab } from './tabs/FinancialTab.tsx'
import { ParentsTab } from './tabs/ParentsTab.tsx'

const listing = '/membership/listing'

export function EditPage() {
  const { memberId = '' } = useParams({ strict: false })
  const { data: member, error } = useCall(members.get, { params: { id: memberId } })
  if (error && !member)
    return (
      <Page title="Member" back={listing}>
        <div className="problem">
          <p>{errorMessage(error)}</p>
          <Link to={listing}>{t('Go to Membership Profile')}</Link>
        </div>
      </Page>
    )
  if (!member) return <Page title="Member" back={listing} loading />
  return <MemberPage key={member._id} member={member} />
}

const kindLabels = { adult: 'Adult', parent: 'Parent', child: 'Child' } as const

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
  const kind = t(kindLabels[member.kind])
  return (
    <Page
      title={member.name}
      subtitle={member.chName ? `${member.chName} · ${kind}` : kind}
      back={listing}
      actions={
        <>
          <BuyButton member={member} />
          <ArchiveButton member={member} />
          <EnableButton member={member} type="default" />
          <DeleteButton member={member} type="default" onDeleted={() => navigate({ to: listing, replace: true })} />
        </>
      }
    >
      <MemberHead member={member} />
      <ProfileAndTabs member={member} />
    </Page>
  )
}

/** Buys a package for the member. */
function BuyButton({ member }: { member: MemberDetail }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ReasonButton
        type="primary"
        icon={<ShoppingCartIcon aria-hidden />}
        may={payments.order.may}
        reason={member.isDisable && 'This member is disabled'}
        onClick={() => setOpen(true)}
      >
        {t('Buy Package')}
      </ReasonButton>
      <OrderDialog open={open} onClose={() => setOpen(false)} member={member} />
    </>
  )
}

const family = { adult: 'parents', child: 'parents', parent: 'children' } as const
const familyLabels = { parents: 'Parents', children: 'Children' } as const

function ProfileAndTabs({ member }: { member: MemberDetail }) {
  const first = family[member.kind]
  const tabs = [first, 'contacts', 'class', 'financial', 'attendance'] as const
  const { tab, open, isNamed } = useTab(tabs)
  // A link to a tab should show the tab, not the form above it, which would push the tabs out of sight on a phone.
  const [profileOpen, setProfileOpen] = useState(() => !isNamed && !matchMedia('(width < 768px)').matches)
  const contents: Record<(typeof tabs)[number], ReactNode> = {
    parents: <ParentsTab member={member} />,
    children: <ChildrenTab parent={member} />,
    contacts: <ContactsTab member={member} />,
    class: <ClassTab member={member} />,
    financial: <FinancialTab member={member} />,
    attendance: <AttendanceTab member={member} />,
  }
  const labels = {
    ...familyLabels,
    contacts: 'Emergency Contact',
    class: 'Class',
    financial: 'Financial Info',
    attendance: 'Attendance Records',
  }
  return (
    <>
      <ProfilePanel member={member} open={profileOpen} onToggle={() => setProfileOpen(!profileOpen)} />
      <div className="panel member-tabs">
        <Tabs
          activeKey={tab}
          onChange={(next) => open(next)}
          items={tabs.map((key) => ({ key, label: t(labels[key]), children: key === tab && contents[key] }))}
        />
      </div>
    </>
  )
}
