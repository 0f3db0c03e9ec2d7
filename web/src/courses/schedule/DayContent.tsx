import type { ClassSession, ScheduledYear } from '@academy/contract/courses/schedule.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { Alert } from '../../ui/first/Alert.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'
import { ClassForm } from './ClassForm.tsx'
import { shortDay } from './DiffView.tsx'
import { ReplacementForm } from './ReplacementForm.tsx'
import type { YearDay } from './year-days.ts'

interface ContentProps {
  year: ScheduledYear
  day: YearDay
  /** The class that replaces this day's. */
  replacement: ClassSession | undefined
  onDone: () => void
}

/** What a day's dialog holds; its forms are loaded with it. */
export default function DayContent({ year, day, replacement, onDone }: ContentProps) {
  const [chosen, setChosen] = useState<string>()
  const session = day.classes.find(({ _id }) => _id === chosen) ?? day.classes[0]
  return (
    <div className="day-dialog">
      {day.holiday && session && (
        <Alert type="error" title={t('Class on a holiday: {holiday}', { holiday: day.holiday })} />
      )}
      {day.isPending && <Alert type="warning" title={t('The class of this day waits for a replacement.')} />}
      {replacement && (
        <p>{t('The class of this day is held on {date} instead.', { date: shortDay(replacement.date) })}</p>
      )}
      {day.classes.length > 1 && (
        <RadioGroup
          aria-label={t('Classes of this day')}
          buttons
          value={session?._id}
          onChange={setChosen}
          options={day.classes.map(({ _id, duration }) => ({ value: _id, label: duration }))}
        />
      )}
      {session ? (
        <ClassForm key={session._id} session={session} onDone={onDone} />
      ) : (
        <ReplacementForm key={String(day.isPending)} year={year} day={day} onDone={onDone} />
      )}
    </div>
  )
}
