import { usableHex } from '@academy/contract/brand/brand.ts'
import { defaultHex } from '@academy/contract/brand/palette.ts'
import type { AriaAttributes } from 'react'
import { t } from '../platform/client/i18n.ts'
import { Input } from '../ui/form/Input.tsx'

interface ColourInputProps extends AriaAttributes {
  id?: string
  value?: string | null
  onChange?: (hex: string) => void
}

/** A colour as six digits, or chosen with the browser's own picker. */
export const ColourInput = ({ value, onChange, ...rest }: ColourInputProps) => (
  <span className="colour-input">
    <input
      type="color"
      aria-label={t('Choose a colour')}
      value={usableHex(value) ?? defaultHex}
      onChange={(event) => onChange?.(event.target.value)}
    />
    <Input
      {...rest}
      value={value ?? ''}
      placeholder={defaultHex}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange?.(target.value)}
    />
  </span>
)
