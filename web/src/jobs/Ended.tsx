import type { JobState } from '@academy/contract/jobs/jobs.ts'
import { t } from '../platform/client/i18n.ts'
import { Tag, type TagColor } from '../ui/first/Tag.tsx'

/** How the last run ended, or that one is under way. */
export function Ended({ of: { runningOn, isFailed, isPossible, finishedAt, result } }: { of: JobState }) {
  if (runningOn) return <Outcome color="processing" word="Running" more={t('on {process}', { process: runningOn })} />
  if (!finishedAt) return <span className="muted">{t('has not run yet')}</span>
  if (!isPossible) return <Outcome color="default" word="Not possible" more={result} />
  return <Outcome color={isFailed ? 'error' : 'success'} word={isFailed ? 'Failed' : 'Done'} more={result} />
}

const Outcome = ({ color, word, more }: { color: TagColor; word: string; more: string | null }) => (
  <span>
    <Tag color={color}>{t(word)}</Tag> {more}
  </span>
)
