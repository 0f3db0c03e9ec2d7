import { type ComponentProps, useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { Input } from '../ui/form/Input.tsx'
import { Select } from '../ui/form/Select.tsx'
import { type Operator, signedBy, splitSign } from './signed-credit.ts'

interface SignedCreditProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  /** Signed credits, or text that is no number; null while empty. */
  value?: number | string | null
  onChange?: (credit: number | string | null) => void
}

/** What the two fields show for a value. */
const fieldsOf = (value: number | string | null): { operator: Operator; amount: string } => ({
  operator: typeof value === 'number' && value < 0 ? '-' : '+',
  amount: value === null ? '' : String(typeof value === 'number' ? Math.abs(value) : value),
})

/**
 * A plus or minus operator and a number of at least 1; the value is one signed number. A typed sign chooses the
 * operator.
 */
export function SignedCreditInput({ value = null, onChange, ...control }: SignedCreditProps) {
  const [entered, setEntered] = useState(() => fieldsOf(value))
  // The form may set or reset the value too, not only typing.
  const { operator, amount } = signedBy(entered.operator, entered.amount) === value ? entered : fieldsOf(value)
  function change(next: { operator: Operator; amount: string }) {
    setEntered(next)
    onChange?.(signedBy(next.operator, next.amount))
  }
  return (
    <div className="field-joined">
      <Select
        className="operator"
        aria-label={t('Add or minus')}
        value={operator}
        options={[
          { value: '+', label: t('+ Add') },
          { value: '-', label: t('- Minus') },
        ]}
        onChange={(next: Operator) => change({ operator: next, amount })}
      />
      <Input
        {...control}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => change(splitSign(target.value, operator))}
      />
    </div>
  )
}
