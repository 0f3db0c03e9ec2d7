/** In the corner of every page: files being created, their progress, and a button to cancel each. */
import { createPortal } from 'react-dom'
import { Button } from '../../ui/first/Button.tsx'
import { showBytes, showCredit } from '../client/dates.ts'
import { type Download, useDownloads } from '../client/downloads/downloads-shown.ts'
import { t } from '../client/i18n.ts'

/** Announced to screen readers too, so it changes seldom. */
function stageOf({ file, phase, making, ahead }: Download): string {
  if (phase === 'preparing') return t('Preparing {file}', { file })
  if (phase === 'full') return t('Too many exports are waiting. {file} is asked for again in a moment.', { file })
  const line =
    ahead > 0 ? t(ahead === 1 ? ', {n} more waits before it' : ', {n} more wait before it', { n: ahead }) : ''
  return t('{file} is waiting, {n} exports are being made', { file, n: making }) + line
}

/** '12,000 of 100,000 rows, 1.2 MB' */
function progressOf({ rows, expected, bytes }: Download): string {
  const counted = expected
    ? t('{n} of {m} rows', { n: showCredit(Math.min(rows, expected)), m: showCredit(expected) })
    : rows > 0 && t(rows === 1 ? '{n} row' : '{n} rows', { n: showCredit(rows) })
  return [counted, bytes > 0 && showBytes(bytes)].filter(Boolean).join(', ')
}

function Line({ download }: { download: Download }) {
  const { file, phase, rows, expected, cancel } = download
  const stage = stageOf(download)
  const progress = phase === 'preparing' && progressOf(download)
  return (
    <li>
      <div className="download-words">
        <strong className="cell-text">{stage}</strong>
        {progress && <span className="muted">{progress}</span>}
        <progress aria-label={stage} {...(expected ? { value: Math.min(rows, expected), max: expected } : {})} />
      </div>
      <Button aria-label={t('Cancel {file}', { file })} onClick={cancel}>
        {t('Cancel')}
      </Button>
    </li>
  )
}

export default function DownloadPanel() {
  const { under, got } = useDownloads()
  const long = under.filter(({ isLong }) => isLong)
  const announced = long.length > 0 ? long.map(stageOf).join('. ') : got && t('{file} is saved', { file: got })
  // Not within the page, which is inert under a dialog.
  return createPortal(
    <>
      <div role="status" className="visually-hidden">
        {announced}
      </div>
      {long.length > 0 && (
        <section className="downloads" aria-label={t('Downloads')}>
          <ul>
            {long.map((download) => (
              <Line key={download.id} download={download} />
            ))}
          </ul>
        </section>
      )}
    </>,
    document.body,
  )
}
