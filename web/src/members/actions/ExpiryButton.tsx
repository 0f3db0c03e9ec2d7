import type { MemberDetail } from '@academy/contract/members/members.ts'
import { date } from '@academy/contract/platform/field.ts'
import { addMonths } from '@academy/contract/wallet/rules.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import { useState } from 'react'
import { call } from '../../platform/client/client.ts'
import { showDay } from '../../platform/client/dates.ts'
import { withTagOf } from '../../platform/client/document-tag.ts'
import { t } from '../../platform/client/i18n.ts'
import { useToday } from '../../platform/client/today.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { EditConflictNotice } from '../../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../../platform/form/edit-conflict.ts'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { DayInput } from '../../platform/form/inputs.tsx'
import { markChanged } from '../../platform/form/leave-warning.ts'
import { dayRule, isDay } from '../../platform/form/typed/typed-dates.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'

type Owner = Pick<MemberDetail, '_id' | 'creditExpired'>

/** Adjust Expiration: sets the day on which the wallet's credit expires. */
export function ExpiryButton({ member }: { member: Owner }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ReasonButton may={wallet.adjustExpiration.may} onClick={() => setOpen(true)}>
        {t('Adjust Expiration')}
      </ReasonButton>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('Adjust Expiration')}>
        <ExpiryForm member={member} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

const farthestMonths = 120
const extensions = [1, 3, 6, 12]

const fields = { expirationDate: date('Expiration date', { required: 'Expiration date is required' }) }
const valuesOf = ({ creditExpired }: Pick<Owner, 'creditExpired'>) => ({ expirationDate: creditExpired })

function ExpiryForm({ member, onClose }: { member: Owner; onClose: () => void }) {
  const today = useToday()
  const [form] = Form.useForm()
  const chosen: string | null | undefined = Form.useWatch('expirationDate', form)
  const params = { id: member._id }
  const record = valuesOf(member)
  const version = useEditConflict({
    form,
    record,
    valuesOf: (standing) => standing,
    read: async () => {
      const now = await call(wallet.expiration, { params })
      return withTagOf(now, valuesOf(now))
    },
  })
  const adjust = useAction(wallet.adjustExpiration, {
    form,
    prepare: version.prepare,
    onDone: onClose,
    effect: ({ body }) => effectOf(member, body.expirationDate),
  })
  const limits = { max: addMonths(today, farthestMonths) }
  // From the current expiry, or from today when there is none or it is past.
  const from = member.creditExpired && member.creditExpired > today ? member.creditExpired : today
  return (
    <GuardedForm
      form={form}
      initial={record}
      onFinish={({ expirationDate }) => adjust.send({ params, body: { expirationDate: String(expirationDate) } })}
    >
      <Form.Item
        name="expirationDate"
        label={t('Expiration date')}
        validateFirst
        rules={[dayRule(limits), { required: true, message: t('Expiration date is required') }]}
        {...(isDay(chosen) && chosen !== member.creditExpired ? { extra: effectOf(member, chosen) } : {})}
      >
        <DayInput {...limits} />
      </Form.Item>
      <div className="extensions">
        {extensions.map((months) => (
          <Button
            key={months}
            size="small"
            onClick={() => {
              form.setFieldValue('expirationDate', addMonths(from, months))
              markChanged(form)
            }}
          >
            {t(months === 1 ? '+{n} month' : '+{n} months', { n: months })}
          </Button>
        ))}
      </div>
      <EditConflictNotice conflict={version} fields={fields} />
      <FormButtons sending={adjust.sending} submitText="Adjust Expiration" onCancel={onClose} />
    </GuardedForm>
  )
}

const effectOf = ({ creditExpired }: Owner, next: string) =>
  t('Expires {before} → {after}', {
    before: creditExpired ? showDay(creditExpired) : t('never'),
    after: showDay(next),
  })
