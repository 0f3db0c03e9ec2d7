import { type Course, courseBody } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { useNavigate } from '@tanstack/react-router'
import { Form, type FormInstance } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { FieldsForm } from '../kit/Fields.tsx'
import { ReasonButton } from '../kit/Guard.tsx'
import { TimeRangeInput } from '../kit/inputs.tsx'
import { t } from '../kit/words.ts'
import { fieldsFor } from './course-form.ts'

/** Whether saving leads on to the schedule or back to where the person came from. */
export function useGoOn(back: () => void) {
  const navigate = useNavigate()
  const wanted = useRef(false)
  return {
    /** Submits the form; once it is saved the schedule opens. */
    async submit(form: FormInstance) {
      wanted.current = await form.validateFields().then(
        () => true,
        () => false,
      )
      form.submit()
    },
    forget() {
      wanted.current = false
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
}

export function CourseForm({ form, course, goOn, goOnText, readOnly = false, onSubmit, ...rest }: CourseFormProps) {
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
        settings={{ duration: { control: <TimeRangeInput disabled={readOnly} /> } }}
        onSubmit={async ({ picture, ...values }) => {
          await onSubmit({ ...courseBody.parse(values), ...(picture ? { picture } : {}) })
          goOn.forget()
        }}
        buttons={
          !readOnly && (
            <ReasonButton may={schedule.years.may} onClick={() => goOn.submit(form)}>
              {t(goOnText)}
            </ReasonButton>
          )
        }
      />
    </div>
  )
}
