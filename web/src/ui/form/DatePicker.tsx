/**
 * Text fields for a day and a time of day, each with a button that opens what it can be picked from; the arrow down
 * opens it too. What was typed is the caller's: it parses the text and keeps what is no day.
 */
import {
  type AriaAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/lazy.ts'
import { useTouch } from '../../platform/shell/appearance.ts'
import { useLayer } from '../../platform/shell/layers.ts'
import { CalendarIcon, ClockIcon } from '../first/icons.ts'
import { type Option, optionId, useList } from './use-list.ts'
import './field.css'
import './picker.css'

const loadCalendar = () => import('../late/Calendar.tsx')
const loadList = () => import('../late/OptionList.tsx')
const Calendar = lazyComponent(loadCalendar)
const OptionList = lazyComponent(loadList)

interface PickerProps extends AriaAttributes {
  /** What the field shows. */
  text: string
  onType: (text: string) => void
  /** The text is complete: the focus leaves, or Enter is pressed. */
  onCommit: () => void
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

interface FrameProps extends PickerProps {
  frame: RefObject<HTMLDivElement | null>
  input: RefObject<HTMLInputElement | null>
  opener: RefObject<HTMLButtonElement | null>
  open: boolean
  popup: 'dialog' | 'listbox'
  /** Names the button. */
  name: string
  icon: ReactNode
  preload: () => Promise<unknown>
  onOpen: () => void
  onClose: () => void
  /** A key of the open popup; true when it was used. */
  onKey?: (event: KeyboardEvent) => void
}

/** The closed field. */
function Frame({
  frame,
  input,
  opener,
  open,
  popup,
  name,
  icon,
  preload,
  onOpen,
  onClose,
  onKey,
  text,
  onType,
  onCommit,
  disabled = false,
  ...rest
}: FrameProps) {
  const prepare = () => void preload().catch(() => {})
  function show() {
    onCommit()
    onOpen()
  }
  return (
    <div ref={frame} className="field picker" onPointerEnter={prepare}>
      <input
        {...rest}
        ref={input}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={text}
        onChange={({ target }) => {
          if (popup === 'listbox') onClose()
          onType(target.value)
        }}
        onFocus={prepare}
        onBlur={onCommit}
        onKeyDown={(event) => {
          if (open) return onKey?.(event)
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          // Enter commits the text; it does not submit the surrounding form.
          event.preventDefault()
          if (event.key === 'Enter') onCommit()
          else show()
        }}
      />
      <button
        ref={opener}
        type="button"
        // One stop for each field; its keys open the popup as well.
        tabIndex={-1}
        disabled={disabled}
        aria-label={rest['aria-label'] ? `${rest['aria-label']}: ${name}` : name}
        aria-haspopup={popup}
        aria-expanded={open}
        // The focus stays in the field.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (open ? onClose() : show())}
      >
        {icon}
      </button>
    </div>
  )
}

function useParts(open: boolean, close: () => void) {
  // On a phone Back closes what is open before it leaves the page.
  const isTouch = useTouch()
  useLayer(open && isTouch, () => {
    close()
    return true
  })
  return {
    frame: useRef<HTMLDivElement>(null),
    input: useRef<HTMLInputElement>(null),
    opener: useRef<HTMLButtonElement>(null),
  }
}

interface DatePickerProps extends PickerProps {
  /** The day that is chosen, `YYYY-MM-DD`. */
  value: string | null
  today: string
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string | null) => void
}

export function DatePicker({ value, today, min, max, onPick, ...field }: DatePickerProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isTouch = useTouch()
  const parts = useParts(open, close)
  return (
    <>
      <Frame
        {...field}
        {...parts}
        open={open}
        popup="dialog"
        name={t('Calendar')}
        icon={<CalendarIcon aria-hidden />}
        preload={loadCalendar}
        onOpen={() => setOpen(true)}
        onClose={close}
      />
      {open && (
        <Suspense>
          <Calendar
            anchor={parts.frame}
            // In the field a phone would bring up its keyboard.
            focusAfter={isTouch ? parts.opener : parts.input}
            value={value}
            today={today}
            min={min}
            max={max}
            onPick={onPick}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

const quarters = 96
const two = (part: number) => String(part).padStart(2, '0')
const times: readonly Option<string>[] = Array.from({ length: quarters }, (_, at) => {
  const value = `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`
  return { value, label: value }
})
/** Where the list of an empty field begins. */
const morning = '09:00'

interface TimePickerProps extends PickerProps {
  /** The time that is chosen, `HH:mm`. */
  value: string | null
  /** Where the list begins while none is chosen. */
  near?: string | undefined
  onPick: (time: string) => void
}

export function TimePicker({ value, near = morning, onPick, ...field }: TimePickerProps) {
  const listId = useId()
  const list = useList({
    options: times,
    chosen: value ? [value] : [],
    several: false,
    searchable: true,
    onSearch: undefined,
    onOpen: undefined,
    isShown: () => document.getElementById(listId) !== null,
    change: ([time]) => time && onPick(time),
  })
  const { open, active } = list
  const parts = useParts(open, list.close)
  const isTouch = useTouch()
  return (
    <>
      <Frame
        {...field}
        {...parts}
        {...(open && active
          ? { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, active.value) }
          : {})}
        open={open}
        popup="listbox"
        name={t('Times')}
        icon={<ClockIcon aria-hidden />}
        preload={loadList}
        onOpen={() => {
          list.show()
          list.point(times.find((time) => time.value >= (value ?? near))?.value)
          // There the focus would bring up the keyboard.
          if (!isTouch) parts.input.current?.focus()
        }}
        onClose={list.close}
        onKey={list.onKeyDown}
        onCommit={() => {
          list.close()
          field.onCommit()
        }}
      />
      {open && (
        <Suspense>
          <OptionList
            id={listId}
            anchor={parts.frame}
            label={t('Times')}
            options={times}
            chosen={value ? [value] : []}
            active={active?.value}
            several={false}
            loading={false}
            empty={null}
            after={null}
            onPoint={(time) => list.point(String(time))}
            onChoose={({ value: time }) => list.choose({ value: String(time), label: '' })}
            onClose={list.close}
          />
        </Suspense>
      )}
    </>
  )
}
