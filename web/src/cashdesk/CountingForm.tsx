import { cashdesk } from '@academy/contract/cashdesk/cashdesk.ts'
import {
  coins,
  type denominations,
  notes,
  type Pieces,
  remarkRequired,
  sumOf,
} from '@academy/contract/cashdesk/rules.ts'
import { formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { Button, Form, type FormInstance, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { GuardedForm } from '../kit/Fields.tsx'
import { ReasonButton } from '../kit/Guard.tsx'
import { t } from '../kit/words.ts'
import { Difference } from './CloseActions.tsx'

export interface Counted {
  /** RM with two decimals. */
  counted: string
  pieces: Pieces | null
  remark: string | null
}

interface Props {
  form: FormInstance
  /** Sen. */
  expected: number
  payments: number
  returned: number
  sending: boolean
  /** Why it cannot be closed, if so. */
  reason: string | false
  onSubmit: (counted: Counted) => unknown
}

/** Sen of what stands in a field, null while that is no amount. */
function senOf(given: unknown): number | null {
  const text = String(given ?? '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? sen(text) : null
}

/** What was counted, by the sum or by notes and coins, beside what is expected. */
export function CountingForm({ form, expected, payments, returned, sending, reason, onSubmit }: Props) {
  const [byPieces, setByPieces] = useState(false)
  const [pieces, setPieces] = useState<Pieces>({})
  const counted = senOf(Form.useWatch('counted', form))
  const difference = counted === null ? null : counted - expected

  function count(piece: (typeof denominations)[number], number: number | null) {
    const next = { ...pieces, [piece]: number ?? 0 }
    setPieces(next)
    form.setFieldValue('counted', ringgit(sumOf(next)))
    void form.validateFields(['counted'])
  }
  function toggle() {
    setByPieces(!byPieces)
    if (!byPieces) form.setFieldValue('counted', ringgit(sumOf(pieces)))
  }
  const submit = (values: Record<string, unknown>) => {
    const sum = senOf(values.counted)
    if (sum === null) return undefined
    const remark = String(values.remark ?? '').trim()
    return onSubmit({ counted: ringgit(sum), pieces: byPieces ? pieces : null, remark: remark || null })
  }
  return (
    <GuardedForm form={form} onFinish={submit}>
      <div className="desk-counting">
        <div>
          <Form.Item
            name="counted"
            label={t('Counted (RM)')}
            rules={[{ required: true, message: t('Counted amount is required') }]}
          >
            <InputNumber
              className="wide"
              stringMode
              precision={2}
              min="0"
              max="9999999"
              inputMode="decimal"
              readOnly={byPieces}
            />
          </Form.Item>
          <p>
            <Button aria-expanded={byPieces} onClick={toggle}>
              {t(byPieces ? 'Enter the sum instead' : 'Count notes and coins')}
            </Button>
          </p>
          {byPieces && <PieceFields pieces={pieces} onCount={count} />}
        </div>
        <div>
          <Sums payments={payments} returned={returned} expected={expected} counted={counted} />
          <Form.Item
            name="remark"
            label={t('Remark')}
            required={Boolean(difference)}
            dependencies={['counted']}
            rules={[
              {
                validator: async (_, remark) => {
                  if (difference && !String(remark ?? '').trim()) throw new Error(t(remarkRequired))
                },
              },
            ]}
          >
            <Input.TextArea
              maxLength={500}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={t('Why the money counted is not what was expected')}
            />
          </Form.Item>
        </div>
      </div>
      <div className="form-buttons">
        <ReasonButton type="primary" htmlType="submit" may={cashdesk.close.may} reason={reason} loading={sending}>
          {t('Close the Day')}
        </ReasonButton>
      </div>
    </GuardedForm>
  )
}

type SumsProps = Pick<Props, 'payments' | 'returned' | 'expected'> & { counted: number | null }

/** What is expected and what was counted, while it is counted. */
const Sums = ({ payments, returned, expected, counted }: SumsProps) => (
  <dl className="desk-sums" aria-live="polite">
    <dt>{t('Payments ticked')}</dt>
    <dd>{payments}</dd>
    {returned > 0 && (
      <>
        <dt>{t('Given back')}</dt>
        <dd>{returned}</dd>
      </>
    )}
    <dt>{t('Expected')}</dt>
    <dd>{formatRM(expected)}</dd>
    <dt>{t('Counted')}</dt>
    <dd>{counted === null ? '-' : formatRM(counted)}</dd>
    <dt className="total">{t('Difference')}</dt>
    <dd className="total">{counted === null ? '-' : <Difference amount={counted - expected} />}</dd>
  </dl>
)

const groups = [
  ['Notes', notes],
  ['Coins', coins],
] as const

function PieceFields(props: {
  pieces: Pieces
  onCount: (piece: (typeof denominations)[number], count: number | null) => void
}) {
  return groups.map(([title, all]) => (
    <fieldset key={title} className="desk-group">
      <legend>{t(title)}</legend>
      <div className="desk-pieces">
        {all.map((piece) => (
          <div key={piece}>
            <label htmlFor={`pieces-${piece}`}>RM {piece}</label>
            <InputNumber
              id={`pieces-${piece}`}
              className="wide"
              aria-label={t('Pieces of RM {piece}', { piece })}
              precision={0}
              min={0}
              max={100_000}
              inputMode="numeric"
              value={props.pieces[piece] ?? null}
              onChange={(count) => props.onCount(piece, count)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  ))
}
