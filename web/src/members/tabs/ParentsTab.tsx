import type { MemberDetail } from '@academy/contract/members/members.ts'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import { DataTable } from '../../ui/first/DataTable.tsx'
import { MemberLink } from '../MemberName.tsx'

/** The child's parents; they are chosen in the form of its profile. */
export default function ParentsTab({ member }: { member: MemberDetail }) {
  return (
    <DataTable
      label={t('Parents')}
      rowKey="_id"
      rows={member.mainIDs}
      empty={<div className="nothing">{t('No parents: this member has a wallet and a page of their own.')}</div>}
      columns={[
        {
          key: 'name',
          title: t('Name'),
          render: (parent) => <MemberLink id={parent._id}>{parent.name}</MemberLink>,
        },
        { key: 'relationship', title: t('Relationship'), render: (parent) => parent.relationship ?? '-' },
        {
          key: 'wallet',
          title: t('Wallet'),
          align: 'right',
          className: 'number',
          render: (parent) => (
            <MemberLink id={parent._id} tab="financial">
              {showCredit(parent.wallet)}
            </MemberLink>
          ),
        },
        { key: 'isDisable', title: t('Status'), render: (parent) => <StatusTag isDisable={parent.isDisable} /> },
      ]}
    />
  )
}
