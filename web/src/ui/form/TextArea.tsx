import type { ComponentProps, CSSProperties } from 'react'
import './field.css'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'style'> {
  value?: string | null | undefined
  onChange?: ((event: { target: { value: string } }) => void) | undefined
  /** Its least height; it grows with the text. */
  rows?: number
  /** Shown with the count; the field's rule, or `maxLength`, keeps to it. */
  limit?: number | undefined
  /** How the rule counts. */
  lengthOf?: (text: string) => number
}

/** Several lines of text. */
export function TextArea({ value, rows = 2, limit, lengthOf = (text) => text.length, ...props }: TextAreaProps) {
  const text = value ?? ''
  const length = lengthOf(text)
  return (
    <span className="field-frame">
      {limit !== undefined && (
        <span className={length > limit ? 'field-count field-count-over' : 'field-count'}>
          {length} / {limit}
        </span>
      )}
      <textarea
        {...props}
        className="field field-text"
        rows={rows}
        style={{ '--rows': rows } as CSSProperties}
        value={text}
      />
    </span>
  )
}
