import {
  type CreditType,
  creditOf,
  creditTypeLabels,
  type Enrolment,
  enrolmentBody,
  enrolments,
} from '@academy/contract/attendance/enrolments.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import { members } from '@academy/contract/members/members.ts'
import type { Fields } from '@academy/contract/platform/field.ts'
import type { ReactNode } from 'react'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { EditConflictNotice } from '../../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../../platform/form/edit-conflict.ts'
import { GuardedForm, initialValues } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { LookupSelect } from '../../platform/form/LookupSelect.tsx'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { useSubmitOnceRead } from '../../platform/form/submit-once-read.ts'
import { zodItem, zodRule } from '../../platform/form/zod-rule.ts'
import { Form, type FormInstance } from '../../ui/form/Form.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { CreditTypeItem, PayerItem } from '../../wallet/index.ts'
import { payersOf } from '../payers.ts'
import { MemberSelect } from '../select/MemberSelect.tsx'

interface EnrolmentDialogProps {
  open: boolean
  onClose: () => void
  /** Who can be enrolled; asked for when there are several. */
  students: { _id: string; name: string }[]
  /** The enrolment being edited; undefined when adding. */
  edited?: Enrolment
}

export function EnrolmentDialog({ open, ...form }: EnrolmentDialogProps) {
  return (
    <Dialog open={open} onClose={form.onClose} title={t(form.edited ? 'Edit Class' : 'Add Class')} lightDismiss={false}>
      {form.edited ? <EditEnrolment {...form} edited={form.edited} /> : <NewEnrolment {...form} />}
    </Dialog>
  )
}

const maxCourses = 1000

function useCourses(studentId: string, edited: Enrolment | undefined) {
  const { can } = useSession()
  const may = can(courses.list.may)
  const { data: all } = useCall(
    courses.list,
    { query: { isDisable: edited ? undefined : false, limit: maxCourses, sort: '+name' } },
    { enabled: may },
  )
  const { data: taken } = useCall(
    enrolments.excludedCourses,
    { params: { member: studentId } },
    { enabled: !edited && studentId !== '' },
  )
  const excluded = edited ? [] : (taken?.items ?? [])
  return { may, excluded, items: (all?.items ?? []).filter(({ _id }) => !excluded.includes(_id)) }
}

type FormProps = Omit<EnrolmentDialogProps, 'open'>

function NewEnrolment(props: FormProps) {
  const [form] = Form.useForm()
  const create = useAction(enrolments.create, { form, onDone: props.onClose })
  return (
    <EnrolmentForm
      {...props}
      form={form}
      sending={create.sending}
      onSubmit={(values) => create.send({ body: enrolmentBody.parse(values) })}
    />
  )
}

const enrolmentUpdate = enrolmentBody.omit({ member: true, course: true }).partial()
const enrolmentFields: Fields = {
  creditType: { kind: 'text', label: 'Credit Type', schema: enrolmentBody.shape.creditType },
  credit: { kind: 'integer', label: 'Credit', schema: enrolmentBody.shape.credit },
  walletMember: { kind: 'reference', label: 'Wallet', schema: enrolmentBody.shape.walletMember },
  remark: { kind: 'text', label: 'Remark', schema: enrolmentBody.shape.remark },
}
const valuesOf = (enrolment: Enrolment) => initialValues(enrolmentFields, enrolment)
const typeLabels = (value: unknown) => creditTypeLabels[enrolmentBody.shape.creditType.parse(value)]

function EditEnrolment({ edited, ...props }: FormProps & { edited: Enrolment }) {
  const [form] = Form.useForm()
  const params = { id: edited._id }
  const version = useEditConflict({ form, record: edited, valuesOf, read: () => call(enrolments.get, { params }) })
  const update = useAction(enrolments.update, { form, prepare: version.prepare, onDone: props.onClose })
  return (
    <EnrolmentForm
      {...props}
      edited={edited}
      form={form}
      sending={update.sending}
      onSubmit={({ member: _, course: __, ...rest }) => update.send({ params, body: enrolmentUpdate.parse(rest) })}
      notice={<EditConflictNotice conflict={version} fields={enrolmentFields} words={{ creditType: typeLabels }} />}
    />
  )
}

interface EnrolmentFormProps extends FormProps {
  form: FormInstance
  sending: boolean
  onSubmit: (values: Record<string, unknown>) => unknown
  /** Shown above the buttons. */
  notice?: ReactNode
}

function EnrolmentForm({ form, students, edited, onClose, sending, onSubmit, notice }: EnrolmentFormProps) {
  const singleStudent = edited?.member ?? (students.length === 1 ? students[0] : undefined)
  const studentId: string = Form.useWatch('member', form) ?? singleStudent?._id ?? ''
  const courseId: string = Form.useWatch('course', form) ?? edited?.course._id ?? ''
  const offered = useCourses(studentId, edited)
  const course = offered.items.find(({ _id }) => _id === courseId)
  const { data: student, isLoading } = useCall(
    members.get,
    { params: { id: studentId } },
    { enabled: studentId !== '' },
  )
  // Which wallet pays is asked for once it is known that there are several.
  const { isHeld, hold } = useSubmitOnceRead(form, isLoading)

  function fillCredit(creditType: CreditType) {
    const credit = course ? creditOf(course, creditType) : null
    if (credit !== null) form.setFieldsValue({ credit })
  }

  return (
    <GuardedForm form={form} onFinish={isLoading ? hold : onSubmit} initial={initialOf(edited, singleStudent)}>
      <Form.Item {...zodItem(enrolmentBody, 'member')} label={t('Member')} hidden={Boolean(singleStudent) && !edited}>
        <MemberSelect
          disabled={Boolean(edited)}
          among={(edited ? [edited.member] : students).map(({ _id }) => _id)}
          known={(edited ? [edited.member] : students).map(({ _id, name }) => ({ _id, label: name }))}
          // The choices for another member may not be available to this one.
          onChange={() => form.resetFields(['course', 'creditType', 'credit', 'walletMember'])}
        />
      </Form.Item>
      <CourseItem offered={offered} edited={edited} onChange={() => form.resetFields(['creditType', 'credit'])} />
      <CreditTypeItem
        member={studentId}
        courseId={courseId}
        course={course}
        present={edited?.creditType}
        onChange={fillCredit}
      />
      <Form.Item
        name="credit"
        label={t('Credit')}
        extra={t('What one attended class costs')}
        required
        rules={[zodRule(enrolmentBody, 'credit')]}
      >
        <NumberInput />
      </Form.Item>
      {student && <PayerItem form={form} name={student.name} payers={payersOf(student)} />}
      <Form.Item {...zodItem(enrolmentBody, 'remark')} label={t('Remark')}>
        <TextArea maxLength={200} limit={200} />
      </Form.Item>
      {notice}
      <FormButtons sending={sending || isHeld} onCancel={onClose} />
    </GuardedForm>
  )
}

function initialOf(edited: Enrolment | undefined, onlyStudent: { _id: string } | undefined): Record<string, unknown> {
  if (!edited) return { member: onlyStudent?._id }
  return { member: edited.member._id, course: edited.course._id, ...valuesOf(edited) }
}

interface CourseItemProps {
  offered: ReturnType<typeof useCourses>
  edited: Enrolment | undefined
  onChange: () => void
}

/** The courses the member is not enrolled in yet; users without the right to see courses get names only. */
function CourseItem({ offered, edited, onChange }: CourseItemProps) {
  return (
    <Form.Item
      {...zodItem(enrolmentBody, 'course')}
      label={t('Course')}
      extra={edited && t('For another course add a class, and disable this one.')}
    >
      {offered.may ? (
        <Select
          disabled={Boolean(edited)}
          placeholder={t('Select Course')}
          empty={t('No further course to enroll in')}
          searchable
          options={offered.items.map(({ _id, name, centre }) => ({
            value: _id,
            label: name,
            note: centre?.description,
          }))}
          onChange={onChange}
        />
      ) : (
        <LookupSelect
          resource="course"
          disabled={Boolean(edited)}
          without={offered.excluded}
          known={edited ? [{ _id: edited.course._id, label: edited.course.name }] : []}
        />
      )}
    </Form.Item>
  )
}
