/**
 * A text field for a day or a time of day, with a button that opens what it can be picked from; the arrow down opens it
 * too. What was typed is the caller's: it parses the text and keeps what is no day.
 */
import { type AriaAttributes, type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useTouch } from '../../platform/shell/appearance.ts'
import { useLayer } from '../../platform/shell/layers.ts'
import { afterPress } from './after-press.ts'
import './field.css'
import './picker.css'

export interface PickerProps extends AriaAttributes {
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
  /** A key while the popup is open and the focus still in the field. */
  onKey?: (event: KeyboardEvent) => void
}

/** The closed field. */
export function PickerFrame({
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
  const named = rest['aria-label'] ?? rest.placeholder
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
        onBlur={() => afterPress(onCommit)}
        onKeyDown={(event) => {
          if (open) {
            // The calendar has not the focus yet.
            if (event.key === 'Escape' && !onKey) {
              event.preventDefault()
              onClose()
            }
            return onKey?.(event)
          }
          // What was typed counts when its dialog asks whether to leave.
          if (event.key === 'Escape') onCommit()
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
        aria-label={named ? `${named}: ${name}` : name}
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

/** The elements of a field; while it is open on a phone, Back closes it before it leaves the page. */
export function useParts(open: boolean, close: () => void) {
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
