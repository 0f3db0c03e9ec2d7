import { type OutboxMail, recovery } from '@academy/contract/staff/recovery.ts'
import { showInstant } from '../platform/client/dates.ts'
import { useList } from '../platform/client/list.ts'
import { Page } from '../platform/shell/Page.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import './staff.css'

const columns: Column<OutboxMail>[] = [
  { key: 'at', title: 'Date', render: (mail) => showInstant(mail.at), className: 'nowrap' },
  { key: 'to', title: 'To', className: 'breaks' },
  { key: 'subject', phone: 'name', title: 'Subject', className: 'breaks' },
  { key: 'text', title: 'Text', render: (mail) => <pre className="mail-text">{mail.text}</pre> },
]

/** Mails that were not sent, to be passed on by hand. */
export function OutboxPage() {
  const list = useList(recovery.outbox, { status: false })
  return (
    <Page
      title="Outbox"
      subtitle="Mails that were not sent, because no mail server is configured or it refused them."
      back="/user/listing"
    >
      <ListFilters list={list} placeholder="Search receiver or subject" />
      <ListTable
        label="Outbox"
        list={list}
        columns={columns}
        emptyHint="A mail comes here when somebody asks for a new password and it cannot be sent."
      />
    </Page>
  )
}
