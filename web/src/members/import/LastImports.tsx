import { type ImportDone, type ImportUndo, memberFiles } from '@academy/contract/members/import.ts'
import { call, fileTimeoutMs } from '../../platform/client/client.ts'
import { showInstant } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { UndoButton } from '../../platform/feedback/UndoButton.tsx'
import { DataTable } from '../../ui/first/DataTable.tsx'

/** The last imports; each can be undone for a day. */
export function LastImports() {
  const { data } = useCall(memberFiles.imports, {})
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('Last imports')}>
      <h3>{t('Last imports')}</h3>
      <DataTable
        label={t('Last imports')}
        className="import-stacked"
        rowKey="_id"
        rows={data.items}
        pageSize={5}
        columns={[
          { title: t('Date'), render: ({ at }) => showInstant(at) },
          { title: t('User'), field: 'by' },
          { title: t('File'), field: 'file', className: 'import-file' },
          {
            title: t('Members'),
            render: ({ created, updated }) => t('{created} created, {updated} updated', { created, updated }),
          },
          { title: t('Undo'), render: (done) => <Undo done={done} /> },
        ]}
      />
    </section>
  )
}

function Undo({ done }: { done: ImportDone }) {
  if (done.undone)
    return (
      <span className="muted">
        {t('Undone by {by}: {removed} removed, {restored} restored, {remaining} left', {
          by: done.undone.by,
          removed: done.undone.removed,
          restored: done.undone.restored,
          remaining: done.undone.remaining,
        })}
      </span>
    )
  if (!done.undoUntil) return <span className="muted">{t('Older than a day')}</span>
  const input = { params: { id: done._id }, timeoutMs: fileTimeoutMs }
  return (
    <UndoButton
      size="small"
      undo={memberFiles.undo}
      input={input}
      of={done.file}
      effect={async () => <Effect undo={await call(memberFiles.dryRunUndo, { ...input, quiet: true })} />}
    />
  )
}

function Effect({ undo }: { undo: ImportUndo }) {
  return (
    <>
      <p>
        {t('{removed} members are removed, {restored} get their old values back.', {
          removed: undo.removed,
          restored: undo.restored,
        })}
      </p>
      {undo.gone > 0 && <p>{t('{gone} were deleted since.', { gone: undo.gone })}</p>}
      {undo.remaining.length > 0 && (
        <>
          <p>{t('Left as they are:')}</p>
          <ul className="import-left">
            {undo.remaining.map(({ row, member, name, reason }) => (
              <li key={`${member} ${reason}`}>{t('Row {row}, {name}: {reason}', { row, name, reason: t(reason) })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
