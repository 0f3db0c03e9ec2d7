import { type CreditType, creditOf, creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import { newcomerBody, newcomers, newcomerTypes } from '@academy/contract/attendance/newcomers.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { PhoneInput } from '../../platform/form/PhoneInput.tsx'
import { zodItem } from '../../platform/form/zod-rule.ts'
import { Form } from '../../ui/form/Form.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { addNewcomer } from '../offline/newcomers.ts'
import { storageFull } from '../offline/phone-marks.ts'
import { startSending } from '../offline/sending.ts'

/** Notes somebody who is no member yet, with what the class is to cost. Nobody is charged. */
export function NewcomerForm({ session, onClose }: { session: ClassSession; onClose: () => void }) {
  const [form] = Form.useForm()
  const close = useCloseDialog()
  const { data: course } = useCall(courses.get, { params: { id: session.course._id } }, { offline: true, quiet: true })
  const isReached = useReached()
  const create = useAction(newcomers.create, { form, onDone: onClose })
  const place = { scheduledClass: session._id, course: session.course._id, classDate: session.date }
  async function add(values: Record<string, unknown>) {
    const body = newcomerBody.parse(values)
    if (isReached) return create.send({ body: { ...body, ...place } })
    if (!(await ask({ question: newcomers.create.confirm ?? '' }))) return
    if (addNewcomer(session, body)) notice.success('Saved on this device. It is sent when the line returns.')
    else notice.error(storageFull)
    startSending()
    onClose()
  }
  return (
    <GuardedForm form={form} onFinish={add}>
      <p className="quiet">
        {t(
          'For somebody who is no member yet, or a member of another class. The desk finds the name under Outstanding Credit, to enroll or charge.',
        )}
      </p>
      <Form.Item {...zodItem(newcomerBody, 'name')} label={t('Name')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item {...zodItem(newcomerBody, 'phoneNo')} label={t('Phone No.')}>
        <PhoneInput />
      </Form.Item>
      <Form.Item {...zodItem(newcomerBody, 'creditType')} label={t('Credit Type')}>
        <Select
          placeholder={t('Select Credit Type')}
          options={newcomerTypes.map((value) => {
            const credit = course && creditOf(course, value)
            return {
              value,
              label: t(creditTypeLabels[value]),
              disabled: credit === null,
              note:
                credit === null
                  ? t('This course has no such credit')
                  : credit !== undefined && t('{credit} credits', { credit: showCredit(credit) }),
            }
          })}
          onChange={(creditType: CreditType) => {
            const creditMinus = course ? creditOf(course, creditType) : null
            if (creditMinus !== null) form.setFieldsValue({ creditMinus })
          }}
        />
      </Form.Item>
      <Form.Item {...zodItem(newcomerBody, 'creditMinus')} label={t('Credit')} extra={t('What this class costs')}>
        <NumberInput />
      </Form.Item>
      <Form.Item
        {...zodItem(newcomerBody, 'payer')}
        label={t('Who pays')}
        extra={t('Whose wallet, if it is known; the desk decides')}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <FormButtons sending={create.sending} submitText="Add" onCancel={close ?? onClose} />
    </GuardedForm>
  )
}
