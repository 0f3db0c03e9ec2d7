import { recovery } from '@academy/contract/staff/recovery.ts'
import { type User, users } from '@academy/contract/staff/users.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Allowed } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress } from '../platform/table/address.ts'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink, EntryActions } from '../platform/table/rows/EntryActions.tsx'
import { StatusTag } from '../platform/table/StatusTag.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { MailIcon, PlusIcon } from '../ui/first/icons.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { outrankedBy } from './outranked.ts'
import { PasswordButton } from './PasswordButton.tsx'

/** What a user can access: centres, a coach's data, or everything. */
function Access({ user }: { user: User }) {
  if (user.accessRight.includes('accessAllCentres')) return <Tag color="processing">{t('All centres')}</Tag>
  if (user.isCenter)
    return user.centreIncharge.length > 0 ? (
      user.centreIncharge.map((centre) => centre.description).join(', ')
    ) : (
      <Tag color="warning">{t('No centre yet')}</Tag>
    )
  return user.coachRelated?.name ?? '-'
}

const columns: Column<User>[] = [
  { key: 'username', title: 'Username', className: 'breaks' },
  { key: 'email', title: 'Email', className: 'breaks' },
  { key: 'userGroup', title: 'User Group', render: (user) => user.userGroup.role, className: 'breaks' },
  { key: 'isCenter', title: 'Centre / Coach', render: (user) => <Access user={user} /> },
  {
    key: 'isDisable',
    title: 'Status',
    width: 110,
    render: ({ isDisable }) => <StatusTag isDisable={isDisable} />,
  },
]

const effects = {
  enable: '{name} can sign in again.',
  disable: '{name} is signed out at once and cannot sign in until enabled again.',
}

/** The users of the portal. */
export function UsersPage() {
  const { user, can } = useSession()
  const group = useAddress().userGroup
  const list = useList(users.list, { query: { userGroup: group } })
  return (
    <Page
      title="User Login"
      actions={
        <>
          <Allowed may={recovery.outbox.may}>
            <ButtonLink to="/user/outbox" icon={<MailIcon aria-hidden />}>
              {t('Outbox')}
            </ButtonLink>
          </Allowed>
          <Allowed may={users.create.may}>
            <ButtonLink to="/user/create" look="primary" icon={<PlusIcon aria-hidden />}>
              {t('Add')}
            </ButtonLink>
          </Allowed>
        </>
      }
    >
      <ListFilters list={list} placeholder="Search name, email or group" />
      <ListTable
        label="User Login"
        list={list}
        columns={columns}
        emptyHint={can(users.create.may) ? 'Add the first one.' : undefined}
        actions={(entry) => (
          <EntryActions
            entry={{ ...entry, is_protected: false }}
            name={entry.username}
            routes={users}
            path="/user"
            effects={effects}
            locked={outrankedBy(entry)}
            stay={entry._id === user?._id && 'You cannot disable yourself'}
            keep={entry._id === user?._id && 'You cannot delete yourself'}
          >
            <PasswordButton user={entry} />
          </EntryActions>
        )}
      />
    </Page>
  )
}
