import { InputNumber, Select, Space } from 'antd'
import { useState } from 'react'
import { t } from '../kit/words.ts'

type Operator = '+' | '-'

interface SignedCreditProps {
  id?: string
  /** Signed credits; null while nothing is entered. */
  value?: number | null
  onChange?: (credit: number | null) => void
}

const most = 1_000_000

const signedBy = (operator: Operator, amount: number | null) =>
  amount === null ? null : operator === '-' ? -amount : amount

/** A plus or minus operator and a number of at least 1; the value is one signed number. */
export function SignedCreditInput({ id, value = null, onChange }: SignedCreditProps) {
  // An empty field has no sign of its own.
  const [operator, setOperator] = useState<Operator>(value !== null && value < 0 ? '-' : '+')
  const amount = value === null ? null : Math.abs(value)
  return (
    <Space.Compact block>
      <Select
        className="operator"
        aria-label={t('Add or minus')}
        value={operator}
        options={[
          { value: '+', label: t('+ Add') },
          { value: '-', label: t('- Minus') },
        ]}
        onChange={(next: Operator) => {
          setOperator(next)
          onChange?.(signedBy(next, amount))
        }}
      />
      <InputNumber
        {...(id ? { id } : {})}
        className="wide"
        min={1}
        max={most}
        precision={0}
        inputMode="numeric"
        value={amount}
        onChange={(next) => onChange?.(signedBy(operator, next))}
      />
    </Space.Compact>
  )
}
