import { numberIn } from '@academy/contract/platform/number.ts'
import { useState } from 'react'
import { Input, type InputProps } from '../../ui/form/Input.tsx'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** A number, or text that is none, which the field's rule refuses. */
  value?: number | string | null
  onChange?: (value: number | string | null) => void
}

const textOf = (value: NumberInputProps['value']) => (value === null || value === undefined ? '' : String(value))
const entryOf = (text: string) => {
  const value = numberIn(text)
  return typeof value === 'number' ? value : text.trim() === '' ? null : text
}

/** A number as typed: nothing is rewritten, and neither arrow keys nor the mouse wheel change it. */
export function NumberInput({ value, onChange, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState(() => textOf(value))
  // The form may set or reset the value too, not only typing.
  const shown = entryOf(typed) === (value ?? null) ? typed : textOf(value)
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode="numeric"
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(entryOf(target.value))
      }}
    />
  )
}
