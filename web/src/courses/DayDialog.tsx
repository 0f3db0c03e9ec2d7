import { longDate } from '@academy/contract/courses/calendar.ts'
import type { ClassSession, ScheduledYear } from '@academy/contract/courses/schedule.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'
import { ClassForm } from './ClassForm.tsx'
import { shortDay } from './DiffView.tsx'
import { ReplacementForm } from './ReplacementForm.tsx'
import type { YearDay } from './year-days.ts'

interface DayDialogProps {
  year: ScheduledYear
  /** Undefined while the dialog is closed. */
  day: YearDay | undefined
  /** The class that replaces this day's. */
  replacement: ClassSession | undefined
  onClose: () => void
  onClosed: () => void
}

/** A day of the year: its holiday, its classes, and a replacement class where there is none. */
export function DayDialog({ day, onClose, onClosed, ...rest }: DayDialogProps) {
  return (
    <Dialog open={day !== undefined} title={day && longDate(day.date)} onClose={onClose} afterClose={onClosed}>
      {day && <DayContent key={day.date} day={day} onDone={onClose} {...rest} />}
    </Dialog>
  )
}

interface ContentProps extends Pick<DayDialogProps, 'year' | 'replacement'> {
  day: YearDay
  onDone: () => void
}

function DayContent({ year, day, replacement, onDone }: ContentProps) {
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
