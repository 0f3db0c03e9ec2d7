import { type ClassSession, type ScheduledYear, schedule } from '@academy/contract/courses/schedule.ts'
import { Alert, Form } from 'antd'
import { GuardedForm, initialValues } from '../kit/Fields.tsx'
import { ReasonButton } from '../kit/Guard.tsx'
import { useSend } from '../kit/send.ts'
import { useSession } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { ClassFields } from './ClassFields.tsx'
import { classBody, patternFields } from './pattern-fields.ts'

interface ClassFormProps {
  session: ClassSession
  year: ScheduledYear
  onDone: () => void
}

/** One class of the day: its time, instructors and remark, and its cancellation. */
export function ClassForm({ session, year, onDone }: ClassFormProps) {
  const [form] = Form.useForm()
  const { can } = useSession()
  const params = { id: session._id }
  const update = useSend(schedule.updateClass, { form, onDone })
  const cancel = useSend(schedule.cancelClass, {
    danger: true,
    okText: 'Yes, cancel it',
    effect: () => cancelEffect(session, year),
    onDone,
  })
  const reason = session.isAttendanceTaken && 'Attendance of this class has been taken, so it cannot be changed.'
  const { duration, mainInstructor, assistantInstructor, remark } = patternFields
  return (
    <GuardedForm
      form={form}
      initial={initialValues({ duration, mainInstructor, assistantInstructor, remark }, session)}
      onFinish={(values) => update.send({ params, body: classBody.parse(values) })}
    >
      {reason && <Alert type="info" showIcon title={t(reason)} />}
      {session.isReplacement && (
        <p>
          {session.replacementDate
            ? t('Replacement class instead of {date}.', { date: session.replacementDate })
            : t('Replacement class.')}
        </p>
      )}
      {session.warnings.length > 0 && <Alert type="warning" showIcon title={<Lines lines={session.warnings} />} />}
      <ClassFields entry={session} disabled={Boolean(reason) || !can(schedule.updateClass.may)} />
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

/** Which date waits for a replacement once the class is cancelled. */
function cancelEffect({ isReplacement, replacementDate, date }: ClassSession, year: ScheduledYear): string {
  const waits = isReplacement ? replacementDate : date
  if (!waits) return t('It stood for no other date, so none becomes pending.')
  const was = year.pendingReplacementClass
  const next = year.pendingReplacementClassDate.includes(waits) ? was : was + 1
  return t('{date} becomes pending. Pending Replacement Class {was} -> {next}.', { date: waits, was, next })
}

/** Sentences, one a line. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="plain-lines">
      {lines.map((line) => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  )
}
