import { books } from '@academy/contract/books/books.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { PageWaiting } from '../platform/shell/Page.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'

/** Each check of the last time the books were proven. */
export default function LastResult({ onClose }: { onClose: () => void }) {
  const { data } = useCall(books.list, { query: { limit: 1 } })
  const [last] = data?.items ?? []
  return (
    <Dialog onClose={onClose} title={t('The Books')} width={900}>
      {data ? (
        <DataTable
          label={t('What was checked')}
          rowKey="name"
          rows={last?.findings ?? []}
          columns={[
            {
              title: t('What must hold'),
              render: ({ name, note, fault }) => (
                <div className="cell-text">
                  <div>{t(name)}</div>
                  {fault && <div className="books-fault">{`${fault.row}: ${fault.problem}`}</div>}
                  {note && <div className="muted books-fault">{note}</div>}
                </div>
              ),
            },
            { title: t('Checked'), align: 'right', render: ({ count }) => showCredit(count) },
            {
              title: t('Result'),
              render: ({ fault }) => <Tag color={fault ? 'error' : 'success'}>{t(fault ? 'Fault' : 'Holds')}</Tag>,
            },
          ]}
        />
      ) : (
        <PageWaiting />
      )}
    </Dialog>
  )
}
