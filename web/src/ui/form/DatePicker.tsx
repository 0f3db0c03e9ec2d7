import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useTouch } from '../../platform/shell/appearance.ts'
import { CalendarIcon } from '../first/icons.ts'
import type { WholeRange } from '../late/Calendar.tsx'
import { PickerFrame, type PickerProps, useParts } from './PickerFrame.tsx'

const Calendar = lazyComponent(() => import('../late/Calendar.tsx'))

interface DatePickerProps extends PickerProps {
  /** The day that is chosen, `YYYY-MM-DD`. */
  value: string | null
  today: string
  min?: string | undefined
  max?: string | undefined
  range?: WholeRange | undefined
  onPick: (day: string | null) => void
}

/** A day, typed or picked from a calendar. */
export function DatePicker({ value, today, min, max, range, onPick, ...field }: DatePickerProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isTouch = useTouch()
  const parts = useParts(open, close)
  return (
    <>
      <PickerFrame
        {...field}
        {...parts}
        open={open}
        popup="dialog"
        name={t('Calendar')}
        icon={<CalendarIcon aria-hidden />}
        preload={Calendar.load}
        onOpen={() => setOpen(true)}
        onClose={close}
      />
      {open && (
        <Calendar
          anchor={parts.frame}
          // In the field a phone would bring up its keyboard.
          focusAfter={isTouch ? parts.opener : parts.input}
          value={value}
          today={today}
          min={min}
          max={max}
          range={range}
          onPick={onPick}
          onClose={close}
        />
      )}
    </>
  )
}
