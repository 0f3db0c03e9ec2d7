import { longDate } from '@academy/contract/courses/calendar.ts'
import type { ClassSession, ScheduledYear } from '@academy/contract/courses/schedule.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import type { YearDay } from './year-days.ts'

const DayContent = lazyComponent(() => import('./DayContent.tsx'), <Waiting className="page-waiting" />)

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
