import { displayDate, longDate } from '@academy/contract/courses/calendar.ts'
import {
  type FreedClass,
  type HolidayTouch,
  schedulePreview,
  type TouchedClass,
} from '@academy/contract/courses/preview.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { TryAgainButton } from '../platform/feedback/SignalLine.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Checkbox } from '../ui/form/Checkbox.tsx'

const counted = (n: number, one: string, many: string) => t(n === 1 ? one : many, { n })

/** A summary of what holidays do to the classes of all courses. */
export function TouchSummary({ touch: { classes, freed } }: { touch: HolidayTouch }) {
  const courses = new Set([...classes, ...freed].map(({ course }) => course._id)).size
  return (
    <>
      {classes.length > 0 && (
        <p>{counted(classes.length, '{n} class falls on a holiday.', '{n} classes fall on holidays.')}</p>
      )}
      {freed.length > 0 && (
        <p>
          {counted(
            freed.length,
            '{n} class was taken by a holiday that is no more.',
            '{n} classes were taken by holidays that are no more.',
          )}
        </p>
      )}
      <p>
        {counted(courses, '{n} course is touched.', '{n} courses are touched.')}{' '}
        {t('After saving you choose which to cancel into pending replacements and which to bring back.')}
      </p>
    </>
  )
}

/** The classes on the year's saved holidays, and the actions to resolve them; empty when there are none. */
export function HolidayClasses({ year }: { year: number }) {
  const { data, error } = useCall(schedulePreview.holidayTouch, { params: { year }, body: {} })
  if (error && !data)
    return (
      <Alert
        type="warning"
        className="holiday-unread"
        title={t('It could not be read which classes these holidays touch.')}
        action={<TryAgainButton />}
      />
    )
  if (!data || data.classes.length + data.freed.length === 0) return null
  return <ResolveClasses key={JSON.stringify(data)} year={year} touch={data} />
}

const keyOf = ({ scheduledYear, date, duration }: FreedClass) => `${scheduledYear} ${date} ${duration}`

/** Saving a long set leaves the page at its end, while the affected classes are shown above it. */
const bringIntoView = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' })

function ResolveClasses({ year, touch: { classes, freed } }: { year: number; touch: HolidayTouch }) {
  // Classes that staff scheduled on a holiday on purpose stay unless chosen.
  const preselected = [...classes.filter((one) => !one.isAttendanceTaken && !one.isReplacement).map(({ _id }) => _id)]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set([...preselected, ...freed.map(keyOf)]))
  const resolve = useAction(schedulePreview.mendHolidays, {
    effect: () => <ResolveEffect cancelled={cancel.length} back={back.length} />,
  })
  const cancel = classes.filter(({ _id }) => chosen.has(_id))
  const back = freed.filter((one) => chosen.has(keyOf(one)))
  const choose = (key: string) => (isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(key)
    else next.delete(key)
    setChosen(next)
  }
  const text = [
    cancel.length > 0 && counted(cancel.length, 'Cancel {n} class', 'Cancel {n} classes'),
    back.length > 0 && counted(back.length, 'Bring back {n} class', 'Bring back {n} classes'),
  ].filter((part) => part !== false)
  return (
    <section className="holiday-classes" ref={bringIntoView} aria-label={t('Classes these holidays touch')}>
      {classes.length > 0 && (
        <>
          <h2>{t('Classes on holidays')}</h2>
          <p className="muted">{t('Those chosen are cancelled and wait for a replacement.')}</p>
          <ul>
            {classes.map((one) => (
              <Choice
                key={one._id}
                of={one}
                note={noteOf(one)}
                disabled={one.isAttendanceTaken}
                checked={chosen.has(one._id)}
                onChoose={choose(one._id)}
              />
            ))}
          </ul>
        </>
      )}
      {freed.length > 0 && (
        <>
          <h2>{t('Taken by a holiday that is no more')}</h2>
          <p className="muted">{t('Those chosen are brought back as they were.')}</p>
          <ul>
            {freed.map((one) => (
              <Choice key={keyOf(one)} of={one} checked={chosen.has(keyOf(one))} onChoose={choose(keyOf(one))} />
            ))}
          </ul>
        </>
      )}
      <ReasonButton
        type="primary"
        may={schedulePreview.mendHolidays.may}
        reason={text.length === 0 && 'Choose at least one class.'}
        loading={resolve.sending}
        onClick={() =>
          resolve.send({
            params: { year },
            body: {
              cancel: cancel.map(({ _id }) => _id),
              bringBack: back.map(({ scheduledYear, date, duration }) => ({ scheduledYear, date, duration })),
            },
          })
        }
      >
        {text.length > 0 ? text.join(', ') : t('Nothing chosen')}
      </ReasonButton>
    </section>
  )
}

const ResolveEffect = ({ cancelled, back }: { cancelled: number; back: number }) => (
  <>
    {cancelled > 0 && (
      <p>
        {counted(
          cancelled,
          '{n} class is cancelled and waits for a replacement.',
          '{n} classes are cancelled and wait for replacements.',
        )}
      </p>
    )}
    {back > 0 && <p>{counted(back, '{n} class is brought back.', '{n} classes are brought back.')}</p>}
  </>
)

function noteOf({ isAttendanceTaken, isReplacement }: TouchedClass): string | undefined {
  if (isAttendanceTaken) return 'left alone, attendance was taken'
  return isReplacement ? 'replacement class' : undefined
}

interface ChoiceProps {
  of: TouchedClass | FreedClass
  note?: string | undefined
  disabled?: boolean
  checked: boolean
  onChoose: (isChosen: boolean) => void
}

function Choice({
  of: { course, date, duration, holidayName },
  note,
  disabled = false,
  checked,
  onChoose,
}: ChoiceProps) {
  return (
    <li>
      <Checkbox
        aria-label={`${course.name}, ${longDate(date)}, ${duration}`}
        disabled={disabled}
        checked={checked}
        onChange={(event) => onChoose(event.target.checked)}
      >
        {displayDate(date, '/')} {duration} <strong>{course.name}</strong>
        <span className="muted"> · {[holidayName, note && t(note)].filter(Boolean).join(' · ')}</span>
      </Checkbox>
    </li>
  )
}
