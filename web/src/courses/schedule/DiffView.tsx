import { displayDate, weekday, weekdays } from '@academy/contract/courses/calendar.ts'
import {
  type DryRunBody,
  dryRunBody,
  type ScheduleDiff,
  type Slot,
  schedulePreview,
} from '@academy/contract/courses/preview.ts'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { Lines } from './Lines.tsx'
import './schedule.css'

/** `Tue 03-03-2026` */
export const shortDay = (date: string) => `${t(weekdays[weekday(date)] ?? '').slice(0, 3)} ${displayDate(date)}`

/** For `preview` of a change: what the server says it would do. */
export const previewOf = async (change: Pick<DryRunBody, 'action'> & Record<string, unknown>) => (
  <DiffView diff={await call(schedulePreview.dryRun, { body: dryRunBody.parse(change) })} />
)

/** So many are shown without expanding. */
const maxShown = 6

const whole = ({ date, duration }: Slot) => `${shortDay(date)}, ${duration}`
const people = ({ mainInstructor, assistantInstructor }: Slot) =>
  [...mainInstructor, ...assistantInstructor].map(({ name }) => name).join(', ')

interface Pair {
  from: Slot
  to: Slot
}

/** `Tue 03-03-2026, 18:00 - 19:00 → Wed 04-03-2026, 20:00 - 21:00: Coach Tan → Coach Devi` */
export const movedText = (pair: Pair): string => [timeText(pair), peopleText(pair)].filter(Boolean).join(': ')

const peopleText = ({ from, to }: Pair) => people(from) !== people(to) && `${people(from)} → ${people(to)}`

function timeText({ from, to }: Pair): string {
  if (from.date === to.date) return `${shortDay(from.date)}: ${from.duration} → ${to.duration}`
  if (from.duration === to.duration) return `${shortDay(from.date)} → ${shortDay(to.date)}`
  return `${whole(from)} → ${whole(to)}`
}

const changedText = (pair: Pair): string =>
  `${shortDay(pair.to.date)}: ${peopleText(pair) || (pair.to.remark ?? t('No remark'))}`

/** The dates that stand in a list more often than in the other, so many times. */
export function beyond(dates: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return dates.filter((date) => {
    const at = left.indexOf(date)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** The effect on the year: a line for each kind of change, with its classes below. */
export function DiffView({ diff }: { diff: ScheduleDiff }) {
  const { added, moved, changed, removed, kept, pendingBefore, pendingAfter, warnings } = diff
  const nothing = [added, moved, changed, removed].every((list) => list.length === 0)
  return (
    <div className="diff">
      {nothing && <p>{t('No class changes.')}</p>}
      <Part look="added" one="Class added" title="Classes added" lines={added.map(whole)} />
      <Part look="moved" one="Class moved" title="Classes moved" lines={moved.map(movedText)} />
      <Part look="moved" one="Class changed" title="Classes changed" lines={changed.map(changedText)} />
      <Part look="removed" one="Class removed" title="Classes removed" lines={removed.map(whole)} />
      <Part look="kept" title="Left alone, attendance was taken" lines={kept.map(whole)} />
      <p>{t('Pending Replacement Class {was} → {next}', { was: pendingBefore.length, next: pendingAfter.length })}</p>
      <Part
        look="removed"
        one="Becomes pending"
        title="Become pending"
        lines={beyond(pendingAfter, pendingBefore).map(shortDay)}
      />
      <Part look="added" title="No longer pending" lines={beyond(pendingBefore, pendingAfter).map(shortDay)} />
      {warnings.length > 0 && <Alert type="warning" title={<Lines lines={warnings} />} />}
    </div>
  )
}

interface PartProps {
  look: string
  title: string
  /** Where the title is of several. */
  one?: string
  lines: readonly string[]
}

function Part({ look, title, one = title, lines }: PartProps) {
  if (lines.length === 0) return null
  const heading = (
    <>
      <span className={`diff-count ${look}`}>{lines.length}</span> {t(lines.length === 1 ? one : title)}
    </>
  )
  if (lines.length <= maxShown)
    return (
      <div className="diff-part">
        {heading}
        <Lines lines={lines} />
      </div>
    )
  return (
    <details className="diff-part">
      <summary>{heading}</summary>
      <Lines lines={lines} />
    </details>
  )
}
