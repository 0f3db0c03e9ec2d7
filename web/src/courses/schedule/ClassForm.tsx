import { yearRange } from '@academy/contract/courses/calendar.ts'
import { type ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { date } from '@academy/contract/platform/field.ts'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { EditConflictNotice } from '../../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../../platform/form/edit-conflict.ts'
import { GuardedForm, initialValues } from '../../platform/form/Fields.tsx'
import { DayInput } from '../../platform/form/inputs.tsx'
import { dayRule } from '../../platform/form/typed/typed-dates.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFoot } from '../../ui/form/FormSummary.tsx'
import { ClassFields } from './ClassFields.tsx'
import { previewOf, shortDay } from './DiffView.tsx'
import { Lines } from './Lines.tsx'
import { classBody, scheduleFields } from './pattern-fields.ts'

interface ClassFormProps {
  session: ClassSession
  onDone: () => void
}

const { duration, mainInstructor, assistantInstructor, remark } = scheduleFields
const fields = {
  date: date('Date', { required: 'Date is required' }),
  duration,
  mainInstructor,
  assistantInstructor,
  remark,
}
const valuesOf = (session: ClassSession) => initialValues(fields, session)

/** One class of the day: its time, instructors, remark and cancellation. */
export function ClassForm({ session, onDone }: ClassFormProps) {
  const [form] = Form.useForm()
  const { can } = useSession()
  const params = { id: session._id }
  const version = useEditConflict({ form, record: session, valuesOf, read: () => call(schedule.get, { params }) })
  const update = useAction(schedule.updateClass, {
    form,
    prepare: version.prepare,
    onDone,
    preview: ({ body }) => previewOf({ ...body, action: 'update', id: session._id }),
  })
  const cancel = useAction(schedule.cancelClass, {
    danger: true,
    okText: 'Yes, cancel it',
    preview: () => previewOf({ action: 'cancel', id: session._id }),
    onDone,
  })
  const reason = session.isAttendanceTaken && 'Attendance of this class has been taken, so it cannot be changed.'
  const isFixed = Boolean(reason) || !can(schedule.updateClass.may)
  const { from: min, to: max } = yearRange(session.year)
  const limits = { min, max }
  return (
    <GuardedForm
      form={form}
      initial={valuesOf(session)}
      onFinish={({ date, ...values }) =>
        update.send({ params, body: { ...classBody.parse(values), date: String(date) } })
      }
    >
      {reason && <Alert type="info" title={t(reason)} />}
      {session.isReplacement && (
        <p>
          {session.replacementDate
            ? t('Replacement class instead of {date}.', { date: shortDay(session.replacementDate) })
            : t('Replacement class.')}
        </p>
      )}
      {session.warnings.length > 0 && <Alert type="warning" title={<Lines lines={session.warnings} />} />}
      <Form.Item
        name="date"
        label={t('Date')}
        required
        validateFirst
        rules={[dayRule(limits), { required: true, message: t('Date is required') }]}
      >
        <DayInput disabled={isFixed} {...limits} />
      </Form.Item>
      <ClassFields entry={session} disabled={isFixed} />
      <EditConflictNotice conflict={version} fields={fields} />
      <FormFoot>
        <ReasonButton
          type="primary"
          htmlType="submit"
          may={schedule.updateClass.may}
          reason={reason}
          loading={update.sending}
        >
          {t('Update')}
        </ReasonButton>
        <ReasonButton
          danger
          may={schedule.cancelClass.may}
          reason={reason}
          loading={cancel.sending}
          onClick={() => cancel.send({ params })}
        >
          {t('Cancel class')}
        </ReasonButton>
      </FormFoot>
    </GuardedForm>
  )
}
