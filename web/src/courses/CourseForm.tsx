import { type Course, courseBody } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { useNavigate } from '@tanstack/react-router'
import { Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { t } from '../platform/client/i18n.ts'
import { FieldsForm } from '../platform/form/Fields.tsx'
import { TimeRangeInput } from '../platform/form/inputs.tsx'
import { timesRule } from '../platform/form/typed-dates.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { fieldsFor } from './course-form.ts'

/** Whether saving leads on to the schedule or back to where the person came from. */
export function useGoOn(back: () => void) {
  const navigate = useNavigate()
  const wanted = useRef(false)
  const saving = useRef(0)
  return {
    /** Submits the form; once it is saved the schedule opens. */
    async submit(form: FormInstance) {
      wanted.current = await form.validateFields().then(
        () => true,
        () => false,
      )
      form.submit()
    },
    /** What was wanted is forgotten when it is saved or declined, not by a second click that is turned away meanwhile. */
    async during(save: () => Promise<unknown>) {
      saving.current += 1
      await save()
      saving.current -= 1
      if (saving.current === 0) wanted.current = false
    },
    after({ _id }: Pick<Course, '_id'>) {
      if (!wanted.current) return back()
      // Going back from the schedule leads to the list, not to a form that is done with.
      void navigate({ to: '/course/schedule/$id', params: { id: _id }, replace: true })
    },
  }
}

type CourseBody = ReturnType<typeof courseBody.parse> & { picture?: unknown }

interface CourseFormProps {
  form: FormInstance
  course?: Course
  goOn: ReturnType<typeof useGoOn>
  goOnText: string
  sending: boolean
  readOnly?: boolean
  /** Gets what the contract asks for, and a picture when a new one was chosen. */
  onSubmit: (body: CourseBody) => Promise<unknown>
  onRemovePicture?: (address: string) => Promise<boolean>
  /** Above the buttons. */
  notice?: ReactNode
}

export function CourseForm(props: CourseFormProps) {
  const { form, course, goOn, goOnText, readOnly = false, onSubmit, notice, ...rest } = props
  const unlimited: unknown = Form.useWatch('unlimited', form) ?? course?.unlimited
  const fields = useMemo(() => fieldsFor(unlimited === true), [unlimited])
  // The checkbox changes rules; what is marked wrong is looked at again once the new ones are in place.
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
        settings={{ duration: { typed: timesRule, control: <TimeRangeInput disabled={readOnly} /> } }}
        onSubmit={({ picture, ...values }) =>
          goOn.during(() => onSubmit({ ...courseBody.parse(values), ...(picture ? { picture } : {}) }))
        }
        buttons={
          !readOnly && (
            <ReasonButton may={schedule.years.may} onClick={() => goOn.submit(form)}>
              {t(goOnText)}
            </ReasonButton>
          )
        }
      >
        {notice}
      </FieldsForm>
    </div>
  )
}
