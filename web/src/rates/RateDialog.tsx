import { type CoachRate, priceBody, rateBody, rateFields, rates } from '@academy/contract/rates/rates.ts'
import { lastSince, type RateKind, rateKinds } from '@academy/contract/rates/rules.ts'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { DayInput } from '../platform/form/inputs.tsx'
import { dayRule } from '../platform/form/typed/typed-dates.ts'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'

type Known = Partial<Record<'coach' | 'course', { _id: string; name: string }>>

export interface NewRateProps {
  /** First values of the form. */
  initial?: Partial<Record<'coach' | 'course' | 'role' | 'since', string>>
  /** The names of what they name. */
  known?: Known
  onClose: () => void
}

/** A new rate, or one that is put right. */
export default function RateDialog({ rate, ...props }: NewRateProps & { rate?: string }) {
  return (
    <Dialog title={t(rate ? 'Put a Rate Right' : 'Set a Rate')} onClose={props.onClose} lightDismiss={false}>
      {rate ? <Loaded id={rate} onClose={props.onClose} /> : <NewRate {...props} />}
    </Dialog>
  )
}

function NewRate({ initial, known, onClose }: NewRateProps) {
  const [form] = Form.useForm()
  const today = useToday()
  const create = useAction(rates.create, { form, okText: 'Save', onDone: onClose })
  return (
    <GuardedForm
      form={form}
      initial={{ role: 'main', since: today, ...initial }}
      onFinish={(values) => create.send({ body: rateBody.parse(values) })}
    >
      <p className="quiet">
        {t(
          'It holds from its day until that of the next rate. A class without a rate of its own has that of all classes.',
        )}
      </p>
      {(['coach', 'course', 'role'] as const).map((name) => (
        <FieldItem
          key={name}
          name={name}
          field={rateFields[name]}
          entry={known ?? null}
          {...(name === 'course' ? { extra: t('Leave it empty for all classes') } : {})}
        />
      ))}
      <Price form={form} />
      <FormButtons sending={create.sending} submitText="Save" onCancel={onClose} />
    </GuardedForm>
  )
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useCall(rates.get, { params: { id } })
  if (error && !data) return <Unread error={error} />
  return data ? <PutRight rate={data} onClose={onClose} /> : <Waiting />
}

const valuesOf = ({ kind, amount, since }: CoachRate) => ({ kind, amount, since })

function PutRight({ rate, onClose }: { rate: CoachRate; onClose: () => void }) {
  const [form] = Form.useForm()
  const params = { id: rate._id }
  const version = useEditConflict({ form, record: rate, valuesOf, read: () => call(rates.get, { params }) })
  const save = useAction(rates.update, { form, okText: 'Save', prepare: version.prepare, onDone: onClose })
  return (
    <>
      <EditConflictNotice conflict={version} fields={rateFields} />
      <GuardedForm
        form={form}
        initial={valuesOf(rate)}
        onFinish={(values) => save.send({ params, body: priceBody.parse(values) })}
      >
        <p className="quiet">
          {t('{coach}, {course}. Months that were settled change, too: for a new agreement set a rate from its day.', {
            coach: rate.coach.name,
            course: rate.course?.name ?? t('all classes'),
          })}
        </p>
        <Price form={form} />
        <FormButtons sending={save.sending} submitText="Save" onCancel={onClose} />
      </GuardedForm>
    </>
  )
}

const meanings: Record<RateKind, string> = {
  head: 'RM for everybody who was present, whatever it cost them',
  class: 'RM for each class held, whoever came',
  share: 'Per cent of the credit used, at the price of a credit',
}

function Price({ form }: { form: FormInstance }) {
  const chosen: unknown = Form.useWatch('kind', form)
  const limits = { max: lastSince(useToday()) }
  const kind = rateKinds.find((one) => one === chosen)
  return (
    <>
      <FieldItem name="kind" field={rateFields.kind} />
      <FieldItem
        name="amount"
        field={rateFields.amount}
        schema={priceBody}
        dependencies={['kind']}
        control={<Input inputMode="decimal" autoComplete="off" />}
        {...(kind ? { extra: t(meanings[kind]) } : {})}
      />
      <FieldItem name="since" field={rateFields.since} typed={dayRule(limits)} control={<DayInput {...limits} />} />
    </>
  )
}
