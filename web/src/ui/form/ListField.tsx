/** The closed field of a list is plain HTML; the list itself is loaded when it is pointed at, focused or pressed. */
import { type AriaAttributes, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { CloseIcon, DownIcon } from '../first/icons.ts'
import { type Option, optionId, useList, type Value } from './use-list.ts'
import './field.css'
import './select.css'

const OptionList = lazyComponent(() => import('../late/OptionList.tsx'))
/** A failure is of no consequence yet: opening the list loads again. */
const preload = () => void OptionList.load().catch(() => {})

export interface ListFieldProps<V extends Value> extends AriaAttributes {
  options: readonly Option<V>[]
  chosen: readonly V[]
  several: boolean
  change: (chosen: V[]) => void
  clearable: boolean
  /** Typing filters the options. */
  searchable?: boolean
  /** Called with what is typed, and with '' when the list closes; the options are then the caller's matches. */
  onSearch?: (text: string) => void
  onOpen?: () => void
  /** Labels of chosen values that may be missing from the options. */
  labelOf?: (value: V) => string
  /** Said in a list without options. */
  empty?: ReactNode
  /** A line below the options. */
  after?: ReactNode
  loading?: boolean
  id?: string | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  className?: string
}

/** A button within the field, out of reach of the keyboard: the field's own keys do the same. */
function InnerButton({ label, className, onPress }: { label: string; className?: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-label={label}
      onClick={(event) => {
        // The field would open its list.
        event.stopPropagation()
        onPress()
      }}
    >
      <CloseIcon aria-hidden />
    </button>
  )
}

interface ChipsProps<V extends Value> extends Pick<ListFieldProps<V>, 'chosen'> {
  labelOf: (value: V) => string
  disabled: boolean
  onRemove: (value: V) => void
}

/** What is chosen of several. */
function Chips<V extends Value>({ chosen, labelOf, disabled, onRemove }: ChipsProps<V>) {
  return chosen.map((value) => (
    <span key={value} className="select-chip">
      <span>{labelOf(value)}</span>
      {!disabled && (
        <InnerButton label={t('Remove {name}', { name: labelOf(value) })} onPress={() => onRemove(value)} />
      )}
    </span>
  ))
}

export function ListField<V extends Value>({
  options,
  chosen,
  several,
  change,
  clearable,
  onSearch,
  searchable = onSearch !== undefined,
  onOpen,
  labelOf = (value) => options.find((option) => option.value === value)?.label ?? String(value),
  empty,
  after,
  loading = false,
  placeholder,
  disabled = false,
  className = '',
  ...rest
}: ListFieldProps<V>) {
  const listId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isShown = () => document.getElementById(listId) !== null
  const list = useList({ options, chosen, several, searchable, onSearch, onOpen, isShown, change })
  const { open, typed, active } = list
  const [first] = chosen
  const text = typed ?? (several || first === undefined ? '' : labelOf(first))

  // What is typed next replaces the label.
  useLayoutEffect(() => {
    const element = input.current
    if (searchable && typed === undefined && element === document.activeElement) element?.select()
  })

  function press({ target }: MouseEvent) {
    if (disabled) return
    input.current?.focus()
    if (!open) list.show()
    else if (!searchable || target !== input.current) list.close()
  }
  function clear() {
    change([])
    list.close()
    input.current?.focus()
  }
  const isClearable = clearable && !disabled && chosen.length > 0

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: enlarges the field within, which has role and keys */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's */}
      <div
        ref={frame}
        className={`field select ${className}`}
        // A filter's chip says its name once it is set.
        data-label={chosen.length > 0 ? rest['aria-label'] : undefined}
        onPointerEnter={preload}
        // Anywhere else in the frame a press would take the focus from the field.
        onMouseDown={(event) => event.target !== input.current && event.preventDefault()}
        onClick={press}
      >
        {several && (
          <Chips
            chosen={chosen}
            labelOf={labelOf}
            disabled={disabled}
            onRemove={(value) => change(chosen.filter((one) => one !== value))}
          />
        )}
        <input
          {...rest}
          ref={input}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-autocomplete={searchable ? 'list' : 'none'}
          aria-activedescendant={open && active ? optionId(listId, active.value) : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // No keyboard comes up on a phone where nothing can be typed.
          readOnly={!searchable}
          disabled={disabled}
          placeholder={chosen.length === 0 ? placeholder : undefined}
          value={text}
          onChange={({ target }) => list.type(target.value)}
          onFocus={preload}
          onBlur={list.close}
          onKeyDown={(event) => {
            const isErasing = !open && !several && ['Backspace', 'Delete'].includes(event.key)
            if (isErasing && isClearable) {
              event.preventDefault()
              clear()
            } else list.onKeyDown(event)
          }}
        />
        {isClearable && <InnerButton className="select-clear" label={t('Clear')} onPress={clear} />}
        <DownIcon className="select-arrow" aria-hidden />
      </div>
      {open && (
        <OptionList
          id={listId}
          anchor={frame}
          label={rest['aria-label'] ?? input.current?.labels?.[0]?.textContent ?? t('Options')}
          options={list.options}
          chosen={chosen}
          active={active?.value}
          several={several}
          loading={loading}
          empty={empty ?? t('Nothing found')}
          after={after}
          onPoint={(value) => list.point(value as V)}
          onChoose={(option) => list.choose(option as Option<V>)}
          onClose={list.close}
        />
      )}
    </>
  )
}
