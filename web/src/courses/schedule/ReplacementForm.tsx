import { type Proposed, schedulePreview } from '@academy/contract/courses/preview.ts'
import { type ScheduledYear, schedule } from '@academy/contract/courses/schedule.ts'
import { useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { GuardedForm, initialValues } from '../../platform/form/Fields.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { FormFoot } from '../../ui/form/FormSummary.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { ClassFields } from './ClassFields.tsx'
import { previewOf, shortDay } from './DiffView.tsx'
import { classBody, scheduleFields } from './pattern-fields.ts'
import type { YearDay } from './year-days.ts'

interface ReplacementProps {
  year: ScheduledYear
  /** A day without a class. */
  day: YearDay
  onDone: () => void
}

/** Adds a class on this day, which may replace one of the pending dates: it begins as the class of that date was. */
export function ReplacementForm(props: ReplacementProps) {
  const { year } = props
  const { can } = useSession()
  const isAsked = year.pendingReplacementClass > 0 && can(schedulePreview.proposals.may)
  const { data, isError } = useCall(schedulePreview.proposals, { params: { id: year._id } }, { enabled: isAsked })
  if (isAsked && !data && !isError) return <Waiting className="page-waiting" />
  return <Replacement {...props} lost={data?.items ?? []} />
}

const { duration, mainInstructor, assistantInstructor } = scheduleFields
const likeFields = { duration, mainInstructor, assistantInstructor }

function Replacement({ year, day, onDone, lost }: ReplacementProps & { lost: readonly Proposed[] }) {
  const [form] = Form.useForm()
  const pending = year.pendingReplacementClassDate
  const suggested = pending.includes(day.date) ? day.date : pending[0]
  const [instead, setInstead] = useState(suggested)
  const add = useAction(schedule.replace, {
    form,
    onDone,
    preview: ({ body }) => previewOf({ ...body, action: 'replace' }),
  })
  if (pending.length + year.totalClass === 0)
    return <p className="muted">{t('There is no class in this year, and no class is pending replacement.')}</p>
  // On a pending day the class replaces that day unless another is chosen.
  const mayBeNone = year.totalClass > 0 && !day.isPending
  const likeOf = (date: string | undefined) => lost.find((one) => one.date === date) ?? year
  const beLike = (date: string | undefined) => {
    const [was, is] = [likeOf(instead), likeOf(date)].map((like) => initialValues(likeFields, like))
    const now = form.getFieldsValue()
    // What was changed by hand stays.
    const isAsFilled = (name: string) => JSON.stringify(now[name]) === JSON.stringify(was?.[name])
    form.setFieldsValue(Object.fromEntries(Object.entries(is ?? {}).filter(([name]) => isAsFilled(name))))
    setInstead(date)
  }
  return (
    <GuardedForm
      form={form}
      initial={{ ...initialValues(likeFields, likeOf(suggested)), replacementDate: suggested }}
      onFinish={({ replacementDate, ...values }) =>
        add.send({
          body: {
            ...classBody.parse(values),
            course: year.course._id,
            year: year.year,
            date: day.date,
            replacementDate: replacementDate ? String(replacementDate) : null,
            force: day.holiday !== null,
          },
        })
      }
    >
      {day.holiday && (
        <Alert
          type="warning"
          title={t('This day is a holiday: {holiday}. A class added here is held all the same.', {
            holiday: day.holiday,
          })}
        />
      )}
      <Form.Item
        name="replacementDate"
        label={t('Replacement Date')}
        extra={t(
          mayBeNone
            ? 'The pending date that this class makes up for; without one it makes up for none.'
            : 'The pending date that this class makes up for.',
        )}
        rules={mayBeNone ? [] : [{ required: true, message: t('Replacement Date is required') }]}
      >
        <Select
          clearable={mayBeNone}
          placeholder={t('None')}
          disabled={pending.length === 0}
          onChange={beLike}
          options={[...new Set(pending)].map((date) => ({ value: date, label: shortDay(date) }))}
        />
      </Form.Item>
      <ClassFields entry={likeOf(instead)} />
      <FormFoot>
        <ReasonButton type="primary" htmlType="submit" may={schedule.replace.may} loading={add.sending}>
          {t('Add Replacement Class')}
        </ReasonButton>
      </FormFoot>
    </GuardedForm>
  )
}
