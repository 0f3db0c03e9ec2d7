import { phoneDigits } from '@academy/contract/platform/phone.ts'
import { useState } from 'react'
import { Input, type InputProps } from '../../ui/form/Input.tsx'
import { showPhone } from '../client/dates.ts'

interface PhoneInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  value?: string | null
  onChange?: (value: string) => void
}

/** A phone number, typed and shown as people write it; the form holds its digits. */
export function PhoneInput({ value, onChange, onBlur, ...rest }: PhoneInputProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode="tel"
      value={typed ?? (value ? showPhone(value) : '')}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(phoneDigits(target.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
