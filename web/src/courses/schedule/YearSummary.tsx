import { weekdays } from '@academy/contract/courses/calendar.ts'
import { schedulePreview } from '@academy/contract/courses/preview.ts'
import type { ScheduledYear } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Lines } from './Lines.tsx'
import './schedule.css'

const legend = [
  ['class taken', 'Class, attendance taken'],
  ['class', 'Class'],
  ['holiday', 'Holiday'],
  ['class-on-holiday', 'Class on a holiday'],
  ['pending', 'To be replaced'],
  ['replacement', 'Replacement class'],
] as const

type Plan = Pick<ScheduledYear, 'day' | 'duration' | 'mainInstructor'>

const planWords = (pattern: string, { day, duration, mainInstructor }: Plan, centre: string | undefined): string =>
  [t(pattern, { day: t(weekdays[day] ?? ''), duration }), centre, mainInstructor.map(({ name }) => name).join(', ')]
    .filter(Boolean)
    .join(' · ')

/**
 * 'Fridays 20:00 - 21:30 · Petaling Jaya · Ravi a/l Krishnan'. Where the next class is not as the year was planned, that class: one of
 * them may have been changed, or all that are to come.
 */
function patternOf({ next, ...year }: ScheduledYear, centre: string | undefined): string {
  const everyWeek = (plan: Plan) => planWords('{day}s {duration}', plan, centre)
  if (!next || everyWeek(next) === everyWeek(year)) return everyWeek(year)
  return planWords('Next class: {day} {duration}', next, centre)
}

interface SummaryProps {
  /** The year is being read: room is kept for what it sums up to. */
  isWaiting: boolean
  year: ScheduledYear | undefined
  centre: string | undefined
  onJump: (date: string) => void
  /** Opens the proposals for the pending dates. */
  onPropose: () => void
  /** Why no class can be added; false where one can. */
  refused: string | false
}

/** How many classes the year has, which dates wait for a replacement, and what the colours mean. */
export function YearSummary({ isWaiting, year, centre, onJump, onPropose, refused }: SummaryProps) {
  const pending = year?.pendingReplacementClassDate ?? []
  return (
    <div className={isWaiting ? 'panel year-summary waiting' : 'panel year-summary'}>
      {year && (
        <p>
          <strong>{t('Total Class {n}', { n: year.totalClass })}</strong>
        </p>
      )}
      {year && <p className="muted">{patternOf(year, centre)}</p>}
      {pending.length > 0 && (
        <div className="pending">
          <strong>{t('Pending Replacement Class {n}', { n: pending.length })}</strong>
          {[...Map.groupBy(pending, (date) => date)].map(([date, { length }]) => (
            <button key={date} type="button" className="pending-date" onClick={() => onJump(date)}>
              {length > 1 ? `${date} × ${length}` : date}
            </button>
          ))}
          <ReasonButton size="small" may={schedulePreview.proposals.may} reason={refused} onClick={onPropose}>
            {t('Propose replacements')}
          </ReasonButton>
        </div>
      )}
      {year && year.warnings.length > 0 && (
        <details className="year-overlaps">
          <summary>{t('Overlaps {n}', { n: year.warnings.length })}</summary>
          <Lines lines={year.warnings} />
        </details>
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
