import { type Course, courseBody } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { t } from '../platform/client/i18n.ts'
import { FieldsForm } from '../platform/form/Fields.tsx'
import { TimeRangeInput } from '../platform/form/range-inputs.tsx'
import { timesRule } from '../platform/form/typed/typed-ranges.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Form, type FormInstance } from '../ui/form/Form.tsx'
import { fieldsFor } from './course-form.ts'

/** Decides whether saving leads on to the schedule or back. */
export function useScheduleAfterSave(back: () => void) {
  const navigate = useNavigate()
  const isWanted = useRef(false)
  const saving = useRef(0)
  return {
    /** Submits the form; saving then opens the schedule. */
    async submit(form: FormInstance) {
      isWanted.current = await form.validateFields().then(
        () => true,
        () => false,
      )
      form.submit()
    },
    /** The choice is reset once saved or declined, not by a second click ignored meanwhile. */
    async during(save: () => Promise<unknown>) {
      saving.current += 1
      await save()
      saving.current -= 1
      if (saving.current === 0) isWanted.current = false
    },
    after({ _id }: Pick<Course, '_id'>) {
      if (!isWanted.current) return back()
      // Replaced, so that going back from the schedule leads to the list, not to a finished form.
      void navigate({ to: '/course/schedule/$id', params: { id: _id }, replace: true })
    },
  }
}

type CourseBody = ReturnType<typeof courseBody.parse> & { picture?: unknown }

interface CourseFormProps {
  form: FormInstance
  course?: Course
  thenSchedule: ReturnType<typeof useScheduleAfterSave>
  thenScheduleText: string
  sending: boolean
  readOnly?: boolean
  /** Called with a valid body; the picture is included only when a new one was chosen. */
  onSubmit: (body: CourseBody) => Promise<unknown>
  onRemovePicture?: (address: string) => Promise<boolean>
  /** Shown above the buttons. */
  notice?: ReactNode
}

export function CourseForm(props: CourseFormProps) {
  const { form, course, thenSchedule, thenScheduleText, readOnly = false, onSubmit, notice, ...rest } = props
  const unlimited: unknown = Form.useWatch('unlimited', form) ?? course?.unlimited
  const fields = useMemo(() => fieldsFor(unlimited === true), [unlimited])
  const centre: unknown = Form.useWatch('centre', form)
  const isMoved = course !== undefined && centre !== undefined && centre !== (course.centre?._id ?? null)
  // The checkbox changes the rules, so fields with errors are validated again under the new ones.
  useEffect(() => {
    const marked = Object.keys(fields).filter((name) => form.getFieldError(name).length > 0)
    if (marked.length > 0) void form.validateFields(marked).catch(() => undefined)
  }, [form, fields])
  return (
    <div className="panel">
      <FieldsForm
        {...rest}
        form={form}
        fields={fields}
        entry={course ?? null}
        initial={{ unlimited: false }}
        readOnly={readOnly}
        settings={{
          duration: { typed: timesRule, control: <TimeRangeInput disabled={readOnly} /> },
          centre: { extra: isMoved && t('Reports then count all its classes there, those of earlier months too.') },
        }}
        onSubmit={({ picture, ...values }) =>
          thenSchedule.during(() => onSubmit({ ...courseBody.parse(values), ...(picture ? { picture } : {}) }))
        }
        buttons={
          !readOnly && (
            <ReasonButton may={schedule.years.may} onClick={() => thenSchedule.submit(form)}>
              {t(thenScheduleText)}
            </ReasonButton>
          )
        }
      >
        {notice}
      </FieldsForm>
    </div>
  )
}
