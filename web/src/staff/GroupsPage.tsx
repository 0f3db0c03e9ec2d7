import { type UserGroup, userGroups } from '@academy/contract/staff/user-groups.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Allowed } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink, EntryActions } from '../platform/table/rows/EntryActions.tsx'
import { StatusTag } from '../platform/table/StatusTag.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { PlusIcon } from '../ui/first/icons.ts'
import { outrankedByGroup } from './outranked.ts'

const isOrAre = (users: number) => t(users === 1 ? '{n} user' : '{n} users', { n: users })

const usersOf = ({ _id, users }: UserGroup) =>
  users > 0 ? (
    <Link to="/user/listing" search={{ userGroup: _id }}>
      {isOrAre(users)}
    </Link>
  ) : (
    isOrAre(0)
  )

const effects = {
  enable: 'The users of {name} get its rights again when they sign in.',
  disable: 'The users of {name} are signed out and lose all rights at once. They can still sign in.',
}

/** The user groups: what their users may do. */
export function GroupsPage() {
  const { can, user } = useSession()
  const list = useList(userGroups.list)
  const columns: Column<UserGroup>[] = [
    { key: 'role', title: 'User Group Name', className: 'breaks' },
    { key: 'users', title: 'Users', render: (group) => (can('user.view') ? usersOf(group) : group.users) },
    {
      key: 'isDisable',
      title: 'Status',
      width: 110,
      render: ({ isDisable }) => <StatusTag isDisable={isDisable} />,
    },
  ]
  return (
    <Page
      title="User Group"
      actions={
        <Allowed may={userGroups.create.may}>
          <ButtonLink to="/user-group/create" look="primary" icon={<PlusIcon aria-hidden />}>
            {t('Add')}
          </ButtonLink>
        </Allowed>
      }
    >
      <ListFilters list={list} />
      <ListTable
        label="User Group"
        list={list}
        columns={columns}
        actions={(group) => (
          <EntryActions
            entry={group}
            name={group.role}
            routes={userGroups}
            path="/user-group"
            effects={effects}
            locked={outrankedByGroup(group)}
            stay={group._id === user?.userGroup._id && 'You would take your own rights from yourself'}
            keep={group.users > 0 && `Still in use by ${isOrAre(group.users)}. It can be disabled instead.`}
          />
        )}
      />
    </Page>
  )
}
