import { type Adjustment, adjustmentFields } from '@academy/contract/adjustments/adjustments.ts'
import { type ReactNode, useEffect } from 'react'
import { MemberSelect } from '../members/index.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { FieldItem, GuardedForm, initialValues } from '../platform/form/Fields.tsx'
import { DayInput } from '../platform/form/inputs.tsx'
import { dayRule } from '../platform/form/typed/typed-dates.ts'
import { knownItems } from '../platform/form/values.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { FormFoot } from '../ui/form/FormSummary.tsx'
import { Input } from '../ui/form/Input.tsx'
import { type DraftEffect, EffectLines, UnreadEffect } from './DraftEffect.tsx'
import { SignedCreditInput } from './SignedCreditInput.tsx'

const documentDay = 'YYYY/MM/DD'
const newNumber = '<< NEW >>'
const noMember = '-'

interface AdjustmentFormProps {
  form: FormInstance
  /** The pending document being edited; undefined when creating. */
  adjustment?: Adjustment
  effect: DraftEffect
  sending: boolean
  /** Called with the fields, including `approvedBy`. */
  onSubmit: (values: Record<string, unknown>) => unknown
  /** Shown above the buttons. */
  notice?: ReactNode
}

export function AdjustmentForm({ form, adjustment, effect, sending, onSubmit, notice }: AdjustmentFormProps) {
  const { user } = useSession()
  const today = useToday()
  // A document is dated the day it is written, unless a day was chosen.
  useEffect(() => {
    if (!adjustment && !form.isFieldTouched('date')) form.setFieldValue('date', today)
  }, [adjustment, form, today])
  const first = adjustment ? initialValues(adjustmentFields, adjustment) : { date: today, adjustCredit: null }
  const approvedBy = effect.approves ? (user?.username ?? noMember) : noMember
  const save = adjustment ? 'Update' : 'Submit'
  const { date, member, reason, adjustCredit } = adjustmentFields
  const limits = { format: documentDay, max: today }
  return (
    <div className="panel">
      <GuardedForm
        form={form}
        initial={{ ...first, doc_no: adjustment?.doc_no ?? newNumber, approvedBy }}
        onFinish={onSubmit}
      >
        <div className="field-grid">
          <Form.Item name="doc_no" label={t('Doc No.')} rules={[{ required: true, message: t('Doc No. is required') }]}>
            <Input readOnly />
          </Form.Item>

          <FieldItem name="date" field={date} typed={dayRule(limits)} control={<DayInput {...limits} />} />

          <Form.Item name="approvedBy" label={t('Approved By')}>
            <Input readOnly />
          </Form.Item>

          <FieldItem
            name="member"
            field={member}
            control={
              <MemberSelect
                showsChosen
                known={knownItems(adjustment?.member)}
                placeholder={t(member.placeholder ?? '')}
              />
            }
          />

          <FieldItem name="reason" field={reason} />

          <FieldItem name="adjustCredit" field={adjustCredit} control={<SignedCreditInput />} />
        </div>
        {(effect.text || effect.problem) && (
          <div className="adjustment-effect" role="status">
            <EffectLines effect={effect} />
            {effect.payers?.map(({ _id, name }) => (
              <Button key={_id} size="small" onClick={() => form.setFieldValue('member', _id)}>
                {t('Choose {name}', { name })}
              </Button>
            ))}
          </div>
        )}
        {effect.unread && <UnreadEffect problem={effect.unread} />}
        {notice}
        <FormFoot>
          <ReasonButton type="primary" htmlType="submit" loading={sending} reason={effect.refusal}>
            {t(effect.approves ? `${save} and Approve` : save)}
          </ReasonButton>
        </FormFoot>
      </GuardedForm>
    </div>
  )
}
