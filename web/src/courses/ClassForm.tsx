import { yearRange } from '@academy/contract/courses/calendar.ts'
import { type ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { date } from '@academy/contract/kit/field.ts'
import { Alert, Form } from 'antd'
import { tagged } from '../kit/client.ts'
import { GuardedForm, initialValues } from '../kit/Fields.tsx'
import { ReasonButton } from '../kit/Guard.tsx'
import { DayInput } from '../kit/inputs.tsx'
import { NewerNotice } from '../kit/NewerNotice.tsx'
import { useSend } from '../kit/send.ts'
import { useSession } from '../kit/session.ts'
import { dayRule } from '../kit/typed.ts'
import { useVersion } from '../kit/version.ts'
import { t } from '../kit/words.ts'
import { ClassFields } from './ClassFields.tsx'
import { foresee, shortDay } from './DiffView.tsx'
import { Lines } from './Lines.tsx'
import { classBody, patternFields } from './pattern-fields.ts'

interface ClassFormProps {
  session: ClassSession
  onDone: () => void
}

const { duration, mainInstructor, assistantInstructor, remark } = patternFields
const fields = {
  date: date('Date', { required: 'Date is required' }),
  duration,
  mainInstructor,
  assistantInstructor,
  remark,
}
const valuesOf = (session: ClassSession) => initialValues(fields, session)

/** One class of the day: its time, instructors and remark, and its cancellation. */
export function ClassForm({ session, onDone }: ClassFormProps) {
  const [form] = Form.useForm()
  const { can } = useSession()
  const params = { id: session._id }
  const version = useVersion({ form, record: session, valuesOf, read: () => tagged(schedule.get, { params }) })
  const update = useSend(schedule.updateClass, {
    form,
    prepare: version.prepare,
    onDone,
    foresee: ({ body }) => foresee({ ...body, action: 'update', id: session._id }),
  })
  const cancel = useSend(schedule.cancelClass, {
    danger: true,
    okText: 'Yes, cancel it',
    foresee: () => foresee({ action: 'cancel', id: session._id }),
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
      {reason && <Alert type="info" showIcon title={t(reason)} />}
      {session.isReplacement && (
        <p>
          {session.replacementDate
            ? t('Replacement class instead of {date}.', { date: shortDay(session.replacementDate) })
            : t('Replacement class.')}
        </p>
      )}
      {session.warnings.length > 0 && <Alert type="warning" showIcon title={<Lines lines={session.warnings} />} />}
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
      <NewerNotice version={version} fields={fields} />
      <div className="form-buttons">
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
      </div>
    </GuardedForm>
  )
}
