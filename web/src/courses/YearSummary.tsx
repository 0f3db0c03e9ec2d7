import type { ScheduledYear } from '@academy/contract/courses/schedule.ts'
import { t } from '../kit/words.ts'

const legend = [
  ['class', 'Class'],
  ['holiday', 'Holiday'],
  ['class-on-holiday', 'Class on a holiday'],
  ['pending', 'To be replaced'],
  ['replacement', 'Replacement class'],
] as const

/** How many classes the year has, which dates wait for a replacement, and what the colours mean. */
export function YearSummary({ year, onJump }: { year: ScheduledYear | undefined; onJump: (date: string) => void }) {
  const pending = year?.pendingReplacementClassDate ?? []
  return (
    <div className="panel year-summary">
      {year && (
        <p>
          <strong>{t('Total Class {n}', { n: year.totalClass })}</strong>
        </p>
      )}
      {pending.length > 0 && (
        <div className="pending">
          <strong>{t('Pending Replacement Class {n}', { n: pending.length })}</strong>
          {pending.map((date) => (
            <button key={date} type="button" className="pending-date" onClick={() => onJump(date)}>
              {date}
            </button>
          ))}
        </div>
      )}
      <ul className="year-legend" aria-label={t('What the colours mean')}>
        {legend.map(([look, words]) => (
          <li key={look} className={look}>
            {t(words)}
          </li>
        ))}
      </ul>
    </div>
  )
}
