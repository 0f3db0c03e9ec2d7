import type { JobsState, KeptBackup } from '@academy/contract/jobs/jobs.ts'
import { useState } from 'react'
import { showBytes, showCredit, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { Button } from '../ui/first/Button.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'

/** The back-ups that the portal made and keeps, each with how to restore it. */
export function Backups({ kept }: { kept: JobsState['backups'] }) {
  const [shown, setShown] = useState<KeptBackup | null>(null)
  return (
    <section className="backups" aria-labelledby="backups">
      <h2 id="backups">{t('Back-ups')}</h2>
      <p className="muted">{kept ? keptWords(kept) : t(noneWords)}</p>
      {kept && (
        <DataTable
          label={t('Back-ups')}
          rowKey="name"
          rows={kept.list}
          pageSize={20}
          empty={t('None yet. The first one is made tonight, or now with Run Now.')}
          columns={[
            { title: t('Made'), className: 'nowrap', render: ({ at }) => showInstant(at) },
            { title: t('Folder'), field: 'name', className: 'breaks' },
            { title: t('Rows'), align: 'right', render: ({ rows }) => showCredit(rows) },
            { title: t('Pictures'), align: 'right', render: ({ pictures }) => showCredit(pictures) },
            { title: t('Size'), align: 'right', className: 'nowrap', render: ({ bytes }) => showBytes(bytes) },
            {
              title: t('Action'),
              align: 'right',
              render: (backup) => (
                <Button
                  size="small"
                  aria-label={t('How to Restore {name}', { name: backup.name })}
                  onClick={() => setShown(backup)}
                >
                  {t('How to Restore')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={t('How to Restore')} width={760}>
        {kept && shown && <Steps kept={kept} of={shown} />}
      </Dialog>
    </section>
  )
}

const noneWords =
  'The portal makes none by itself. Whoever runs it sets BACKUP_DIR to a folder, best on another disk, or calls npm run portal -- backup each night.'

const keptWords = ({ folder, keep }: NonNullable<JobsState['backups']>) =>
  t('In {folder}. The last of each of {days} days, {weeks} weeks and {months} months is kept.', {
    folder,
    ...keep,
  })

function Steps({
  kept: {
    folder,
    keys: [auditKey, linkKey],
  },
  of: { name, at },
}: {
  kept: NonNullable<JobsState['backups']>
  of: KeptBackup
}) {
  const commands = [
    `DATA_DIR=./data-restored npm run portal -- restore ${folder}/${name}`,
    `cp ${auditKey} data-restored/`,
    `cp ${linkKey} data-restored/files/`,
    'DATA_DIR=./data-restored npm run portal -- verify',
    'DATA_DIR=./data-restored npm start',
  ]
  return (
    <>
      <p>
        {t(
          'Everything as it was on {at}. The portal itself restores nothing: whoever runs it stops it and calls, in its folder,',
          { at: showInstant(at) },
        )}
      </p>
      <pre className="restore-commands">{commands.join('\n')}</pre>
      <p>
        {t(
          'The first fills a new folder and leaves today’s as it is, the next two bring the keys, which are in no back-up; then the books are proven and the portal starts on what was restored. With a database server DATABASE_URL names a new, empty database as well.',
        )}
      </p>
    </>
  )
}
