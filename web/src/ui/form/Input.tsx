import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { CloseIcon, EyeIcon, EyeOffIcon } from '../first/icons.ts'
import './field.css'

export interface InputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'prefix' | 'size'> {
  /** Without it, not even as undefined, the input keeps its text itself. */
  value?: string | number | null | undefined
  onChange?: ((event: { target: { value: string } }) => void) | undefined
  /** An icon before the text. */
  prefix?: ReactNode
  /** A button empties it while there is text. */
  allowClear?: boolean
  onPressEnter?: (() => void) | undefined
}

/** One line of text. */
export function Input({ prefix, allowClear = false, className, ...props }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  const isFramed = prefix !== undefined || allowClear
  const line = <Line {...props} ref={input} {...(isFramed || !className ? {} : { className })} />
  if (!isFramed) return line
  const { value, disabled, readOnly, onChange } = props
  function clear() {
    onChange?.({ target: { value: '' } })
    input.current?.focus()
  }
  return (
    <Frame className={className}>
      {prefix}
      {line}
      {allowClear && value && !disabled && !readOnly ? (
        <button type="button" className="field-button" aria-label={t('Clear text')} onClick={clear}>
          <CloseIcon aria-hidden />
        </button>
      ) : null}
    </Frame>
  )
}

/** A secret, with a button that shows it. */
export function Password({ className, ...props }: InputProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Frame className={className}>
      <Line {...props} type={isShown ? 'text' : 'password'} />
      <button
        type="button"
        className="field-button"
        aria-pressed={isShown}
        disabled={props.disabled}
        // The cursor stays where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
        {/* A text and no label: what is labelled Password is the field alone. */}
        <span className="visually-hidden">{t('Show password')}</span>
      </button>
    </Frame>
  )
}

const Frame = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  <span className={className ? `field-frame ${className}` : 'field-frame'}>{children}</span>
)

type LineProps = Omit<InputProps, 'prefix' | 'allowClear'>

function Line({ className, onPressEnter, onKeyDown, ...given }: LineProps) {
  const { value, ...props } = given
  return (
    <input
      {...props}
      {...('value' in given ? { value: value ?? '' } : {})}
      className={className ? `field ${className}` : 'field'}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onPressEnter?.()
        onKeyDown?.(event)
      }}
    />
  )
}
