import { type Notice, notices } from '@academy/contract/notices/notices.ts'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { permissionText } from '../platform/shell/Guard.tsx'
import { Whole } from '../platform/shell/Whole.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'

const columns: Column<Notice>[] = [
  {
    key: 'createdAt',
    title: 'Date and time',
    className: 'number',
    render: (row) => showInstant(row.createdAt),
  },
  { key: 'notifyTitle', phone: 'name', title: 'Title', render: ({ details }) => details.notifyTitle },
  {
    key: 'notifyMsg',
    title: 'Message',
    render: ({ details }) => (
      <div className="notice-message">
        <Whole in={details.notifyMsg} />
      </div>
    ),
  },
]

/** The notifications sent to the member's app about payments, word for word. */
export function MemberNotices({ memberId }: { memberId: string }) {
  const { can } = useSession()
  const may = can(notices.list.may)
  const list = useList(notices.list, {
    query: { userID: memberId },
    inAddress: false,
    status: false,
    size: 10,
    enabled: may,
  })
  return (
    <section aria-labelledby="notices-title" className="below-list">
      <h2 id="notices-title">{t('Notifications')}</h2>
      {may ? (
        <ListTable
          label="Notifications"
          list={list}
          columns={columns}
          emptyHint="The member is told when a payment is verified, rejected or cancelled."
        />
      ) : (
        <p className="muted">
          {t('Needs the permission {permission}', { permission: permissionText(notices.list.may) })}
        </p>
      )}
    </section>
  )
}
