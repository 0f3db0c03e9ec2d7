/**
 * The open list of a Select. The focus stays in the field, which has the keys and names the active option: so this is
 * a preview card, the one of Base UI's popups that leaves the focus alone.
 */
import { PreviewCard } from '@base-ui/react/preview-card'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { TickIcon } from '../first/icons.ts'
import { type Option, optionId, type Value } from '../form/use-list.ts'
import { closing, placing } from './placing.ts'
import './option-list.css'

interface OptionListProps {
  id: string
  label: string
  anchor: RefObject<HTMLElement | null>
  options: readonly Option[]
  chosen: readonly Value[]
  active: Value | undefined
  several: boolean
  loading: boolean
  empty: ReactNode
  after: ReactNode
  onPoint: (value: Value) => void
  onChoose: (option: Option) => void
  onClose: () => void
}

export default function OptionList({ anchor, empty, after, onClose, ...list }: OptionListProps) {
  return (
    <PreviewCard.Root open onOpenChange={closing(anchor, onClose)}>
      <PreviewCard.Portal>
        <PreviewCard.Positioner {...placing(anchor)}>
          <PreviewCard.Popup
            className="popup option-popup"
            // A place of its own for who reads by landmarks: it stands at the end of the page.
            role="region"
            aria-label={list.label}
            tabIndex={undefined}
            onMouseDown={(event) => event.preventDefault()}
          >
            <Options {...list} />
            {list.options.length === 0 && (
              <div role="status" className="option-empty">
                {empty}
              </div>
            )}
            {after}
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}

type OptionsProps = Omit<OptionListProps, 'anchor' | 'empty' | 'after' | 'onClose'>

function Options({ id, label, options, chosen, active, several, loading, onPoint, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const option = active === undefined ? null : document.getElementById(optionId(id, active))
    if (list.current && option) reveal(list.current, option)
  }, [id, active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={several || undefined}
      aria-busy={loading}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
        <div
          key={option.value}
          id={optionId(id, option.value)}
          role="option"
          aria-selected={chosen.includes(option.value)}
          aria-disabled={option.disabled || undefined}
          className={option.value === active ? 'option option-active' : 'option'}
          onMouseMove={() => option.value !== active && onPoint(option.value)}
          onClick={() => onChoose(option)}
        >
          <span className="option-text">
            <span>{option.label}</span>
            {option.note && <span className="option-note">{option.note}</span>}
          </span>
          <TickIcon className="option-check" aria-hidden />
        </div>
      ))}
    </div>
  )
}

/** Scrolls the list alone: it may have no place on the page yet. */
function reveal(list: HTMLElement, option: HTMLElement) {
  const [frame, box] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom
}
