import type { JobState, JobsState } from '@academy/contract/jobs/jobs.ts'
import { type ReactNode, useState } from 'react'
import { showBytes, showCredit, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { Button } from '../ui/first/Button.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Ended } from './Ended.tsx'

type Kept = NonNullable<JobsState['backups']>

/** What is to be restored. */
interface Wanted {
  name: string
  at: string
  isEncrypted: boolean
  isOffsite: boolean
}

/** The back-ups that the portal made and keeps, here and off the machine, each with how to restore it. */
export function Backups({ kept, trial }: { kept: JobsState['backups']; trial: JobState | undefined }) {
  const [shown, setShown] = useState<Wanted | null>(null)
  return (
    <section className="backups" aria-labelledby="backups">
      <h2 id="backups">{t('Back-ups')}</h2>
      {kept ? <Facts kept={kept} trial={trial} /> : <p className="muted">{t(noneWords)}</p>}
      {kept && <Local kept={kept} onShow={setShown} />}
      {kept?.offsite && <Offsite of={kept.offsite} onShow={setShown} />}
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={t('How to Restore')} width={760}>
        {kept && shown && <Steps kept={kept} of={shown} />}
      </Dialog>
    </section>
  )
}

const noneWords =
  'The portal makes none by itself. Whoever runs it can set BACKUP_DIR to a folder, best on another disk, or run npm run portal -- backup every night.'

const keptWords = ({ folder, keep }: Kept) =>
  t('In {folder}. The last of each of {days} days, {weeks} weeks and {months} months is kept.', { folder, ...keep })

const encryptedWords = ({ recipient }: Kept) =>
  recipient
    ? t('Encrypted to {recipient}: whoever restores one needs the private key, which is not on this machine.', {
        recipient,
      })
    : t('Not encrypted: whoever has the folder reads the members’ data. BACKUP_RECIPIENT encrypts to a public key.')

function Facts({ kept, trial }: { kept: Kept; trial: JobState | undefined }) {
  return (
    <>
      {kept.problem && (
        <p className="backups-warning" role="alert">
          {t('The folder of back-ups cannot be read: {problem}', { problem: kept.problem })}
        </p>
      )}
      <p className="muted">{keptWords(kept)}</p>
      <p className="muted breaks">{encryptedWords(kept)}</p>
      {!kept.offsite && (
        <p className="muted">{t('No copy leaves this machine: S3_ENDPOINT and S3_BUCKET name where to copy them.')}</p>
      )}
      {kept.offsite && !kept.recipient && (
        <p className="backups-warning" role="note">
          {t(
            'Personal data leave this machine unencrypted: whoever reads the bucket reads them. Set BACKUP_RECIPIENT.',
          )}
        </p>
      )}
      {trial && (
        <p>
          {t('Last trial')}: <Ended of={trial} />
          {trial.finishedAt && ` (${showInstant(trial.finishedAt)})`}
        </p>
      )}
    </>
  )
}

interface Shows {
  onShow: (wanted: Wanted) => void
}

const HowTo = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button size="small" aria-label={t('How to Restore {name}', { name })} onClick={onClick}>
    {t('How to Restore')}
  </Button>
)

const yesOrNo = ({ isEncrypted }: { isEncrypted: boolean }): ReactNode => (isEncrypted ? t('Yes') : t('No'))

const Local = ({ kept, onShow }: { kept: Kept } & Shows) => (
  <DataTable
    label={t('Back-ups')}
    rowKey="name"
    rows={kept.list}
    pageSize={20}
    empty={t('None yet. The first one is made tonight, or now with Run Now.')}
    columns={[
      { title: t('Made'), className: 'nowrap', render: ({ at }) => showInstant(at) },
      { title: t('Folder'), field: 'name', className: 'breaks' },
      { title: t('Rows'), align: 'right', render: ({ rows }) => (rows === null ? '-' : showCredit(rows)) },
      { title: t('Pictures'), align: 'right', render: ({ pictures }) => showCredit(pictures) },
      { title: t('Size'), align: 'right', className: 'nowrap', render: ({ bytes }) => showBytes(bytes) },
      { title: t('Encrypted'), render: yesOrNo },
      {
        title: t('Action'),
        align: 'right',
        render: (backup) => <HowTo name={backup.name} onClick={() => onShow({ ...backup, isOffsite: false })} />,
      },
    ]}
  />
)

const Offsite = ({ of: { bucket, endpoint, list }, onShow }: { of: NonNullable<Kept['offsite']> } & Shows) => (
  <>
    <h3 id="offsite">{t('Off-site copies')}</h3>
    <p className="muted breaks">
      {t('In the bucket {bucket} at {endpoint}, as the last copying found them.', { bucket, endpoint })}
    </p>
    <DataTable
      label={t('Off-site copies')}
      rowKey="name"
      rows={list}
      pageSize={20}
      empty={t('None yet. The latest back-up is copied within 15 minutes, or now with Run Now.')}
      columns={[
        { title: t('Made'), className: 'nowrap', render: ({ at }) => showInstant(at) },
        { title: t('Name'), field: 'name', className: 'breaks' },
        { title: t('Files'), align: 'right', render: ({ files }) => showCredit(files) },
        { title: t('Size'), align: 'right', className: 'nowrap', render: ({ bytes }) => showBytes(bytes) },
        { title: t('Encrypted'), render: yesOrNo },
        {
          title: t('Action'),
          align: 'right',
          render: (copy) => (
            <HowTo name={`${copy.name} (${bucket})`} onClick={() => onShow({ ...copy, isOffsite: true })} />
          ),
        },
      ]}
    />
  </>
)

const bucketSettings = (endpoint: string, bucket: string) => [
  `export S3_ENDPOINT=${endpoint} S3_BUCKET=${bucket} BACKUP_DIR=./backups`,
  'export S3_ACCESS_KEY_ID=... S3_SECRET_ACCESS_KEY=...',
]

function commandsFor({ folder, keys, offsite }: Kept, { name, isEncrypted, isOffsite }: Wanted): string[] {
  const [auditKey, linkKey] = keys
  const fetched = isOffsite && offsite ? offsite : null
  const place = fetched ? `./backups/${name}` : `${folder}/${name}`
  return [
    ...(fetched ? [...bucketSettings(fetched.endpoint, fetched.bucket), `npm run portal -- fetch-backup ${name}`] : []),
    `DATA_DIR=./data-restored npm run portal -- restore ${place}${isEncrypted ? ' --identity key.txt' : ''}`,
    `cp ${auditKey} data-restored/`,
    `cp ${linkKey} data-restored/files/`,
    'DATA_DIR=./data-restored npm run portal -- verify',
    'DATA_DIR=./data-restored npm start',
  ]
}

function Steps({ kept, of }: { kept: Kept; of: Wanted }) {
  return (
    <>
      <p>
        {of.isOffsite
          ? t(
              'Everything as it was on {at}, on any machine that has this version of the portal. In its folder whoever runs it calls',
              { at: showInstant(of.at) },
            )
          : t(
              'Everything as it was on {at}. The portal itself restores nothing: whoever runs it stops it and calls, in its folder,',
              { at: showInstant(of.at) },
            )}
      </p>
      <pre className="restore-commands">{commandsFor(kept, of).join('\n')}</pre>
      {of.isEncrypted && (
        <p>{t('key.txt is the file of age-keygen with the private key to it. Nothing else opens the back-up.')}</p>
      )}
      {of.isOffsite && (
        <p>
          {t(
            'The first lines bring the back-up from the bucket, with a key that may read it (S3_REGION as it is set today). On a new machine the two keys come from where a copy of them is kept.',
          )}
        </p>
      )}
      <p>
        {t(
          'restore fills a new folder and leaves today’s as it is, the next two bring the keys, which are in no back-up; then the books are proven and the portal starts on what was restored. With a database server DATABASE_URL names a new, empty database as well.',
        )}
      </p>
    </>
  )
}
