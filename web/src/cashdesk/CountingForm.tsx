import { counted as amount, type CloseBody, cashdesk, pieceCount } from '@academy/contract/cashdesk/cashdesk.ts'
import { coins, denominations, notes, type Pieces, remarkRequired, sumOf } from '@academy/contract/cashdesk/rules.ts'
import { ringgit } from '@academy/contract/wallet/rules.ts'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { NumberInput } from '../platform/form/NumberInput.tsx'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { FormFoot } from '../ui/form/FormSummary.tsx'
import { Input } from '../ui/form/Input.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'
import { CameIn } from './CameIn.tsx'
import { Difference } from './CloseActions.tsx'
import { senOf } from './SheetTable.tsx'

export type Counted = Pick<CloseBody, 'counted' | 'pieces' | 'remark'>

interface Props {
  /** Of the sheet that is counted. */
  address: string
  form: FormInstance
  /** In sen. */
  expected: number
  payments: number
  returned: number
  sending: boolean
  /** Why it cannot be closed; false when it can. */
  reason: string | false
  onSubmit: (counted: Counted) => unknown
}

const typedPieces = z.partialRecord(z.enum(denominations), z.union([z.number(), z.string()]).nullish())

/** The notes and coins entered; undefined while a field is invalid. */
function enteredPieces(given: unknown): Pieces | undefined {
  const typed = Object.entries(typedPieces.parse(given ?? {})).filter(
    ([, count]) => count !== null && count !== undefined,
  )
  const read = typed.map(([piece, count]) => [piece, pieceCount.safeParse(count)] as const)
  return read.every(([, { success }]) => success)
    ? Object.fromEntries(read.map(([piece, { data }]) => [piece, data ?? 0]))
    : undefined
}

const dayAndCoach = ['day', 'coach']

/** Counts the cash, as one sum or by notes and coins, next to the expected amount. */
export function CountingForm({ address, form, expected, payments, returned, sending, reason, onSubmit }: Props) {
  const [byPieces, setByPieces] = useState(false)
  const pieces = enteredPieces(Form.useWatch('pieces', form))
  const sum = pieces && ringgit(sumOf(pieces))
  const counted = senOf(Form.useWatch('counted', form))
  const difference = counted === null ? null : counted - expected

  useEffect(() => {
    if (byPieces) form.setFields([{ name: 'counted', value: sum ?? '', errors: [] }])
  }, [form, byPieces, sum])
  const submit = (values: Record<string, unknown>) => {
    const sum = senOf(values.counted)
    if (sum === null) return undefined
    const remark = String(values.remark ?? '').trim()
    return onSubmit({ counted: ringgit(sum), pieces: (byPieces && pieces) || null, remark: remark || null })
  }
  return (
    <GuardedForm form={form} of={dayAndCoach} onFinish={submit}>
      <div className="desk-counting">
        <div>
          <Form.Item name="counted" label={t('Counted (RM)')} required rules={[fieldRule(amount)]}>
            <Input inputMode="decimal" autoComplete="off" readOnly={byPieces} />
          </Form.Item>
          <p>
            <Button aria-expanded={byPieces} onClick={() => setByPieces(!byPieces)}>
              {t(byPieces ? 'Enter the sum instead' : 'Count notes and coins')}
            </Button>
          </p>
          {byPieces && <PieceFields />}
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
            <TextArea maxLength={500} placeholder={t('Why the money counted is not what was expected')} />
          </Form.Item>
        </div>
      </div>
      <FormFoot>
        <ReasonButton type="primary" htmlType="submit" may={cashdesk.close.may} reason={reason} loading={sending}>
          {t('Close the Day')}
        </ReasonButton>
        <CameIn address={address} />
      </FormFoot>
    </GuardedForm>
  )
}

type SumsProps = Pick<Props, 'payments' | 'returned' | 'expected'> & { counted: number | null }

/** The expected and the counted amount, updated while counting. */
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
    <dd>{showMoney(ringgit(expected))}</dd>
    <dt>{t('Counted')}</dt>
    <dd>{counted === null ? '-' : showMoney(ringgit(counted))}</dd>
    <dt className="total">{t('Difference')}</dt>
    <dd className="total">{counted === null ? '-' : <Difference amount={counted - expected} />}</dd>
  </dl>
)

const groups = [
  ['Notes', notes],
  ['Coins', coins],
] as const

function PieceFields() {
  return groups.map(([title, all]) => (
    <fieldset key={title} className="desk-group">
      <legend>{t(title)}</legend>
      <div className="desk-pieces">
        {all.map((piece) => (
          <Form.Item
            key={piece}
            name={['pieces', piece]}
            label={`RM ${piece}`}
            rules={[fieldRule(pieceCount.nullish())]}
          >
            <NumberInput aria-label={t('Pieces of RM {piece}', { piece })} />
          </Form.Item>
        ))}
      </div>
    </fieldset>
  ))
}
