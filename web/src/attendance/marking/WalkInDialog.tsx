import { attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { type CreditType, enrolmentBody } from '@academy/contract/attendance/enrolments.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { type FoundMember, members } from '@academy/contract/members/members.ts'
import { id } from '@academy/contract/platform/query.ts'
import { useEffect, useState } from 'react'
import { MemberSelect } from '../../members/index.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { cacheAnswer, useCall } from '../../platform/client/query.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { NumberInput } from '../../platform/form/NumberInput.tsx'
import { zodItem, zodRule } from '../../platform/form/zod-rule.ts'
import { Form, type FormInstance } from '../../ui/form/Form.tsx'
import { CreditTypeItem, creditOf, PayerItem } from '../../wallet/index.ts'
import { attendanceEffect } from '../attendance-effect.ts'
import { addWalkIn, storageFull } from '../offline/phone-marks.ts'
import { payersOf } from './walk-ins.ts'

interface Props {
  session: ClassSession
  /** Members who are on the roll or in the form already. */
  known: ReadonlySet<string>
  onClose: () => void
}

/** Adds a member who is not enrolled: who, at what cost, and which wallet pays. */
export default function WalkInDialog({ onClose, ...props }: Props) {
  return (
    <Dialog title={t('Add Member')} onClose={onClose} lightDismiss={false}>
      <WalkInForm {...props} onClose={onClose} />
    </Dialog>
  )
}

const body = enrolmentBody
  .pick({ creditType: true, credit: true })
  .extend({ member: id(attendanceMessages.selectMember) })

function WalkInForm({ session, known, onClose }: Props) {
  const [form] = Form.useForm()
  const close = useCloseDialog()
  const memberId: string = Form.useWatch('member', form) ?? ''
  const { data: course } = useCall(courses.get, { params: { id: session.course._id } })
  const { data, isFetching, refetch } = useCall(
    members.choose,
    { query: { ids: memberId } },
    { enabled: memberId !== '' },
  )
  const member = data?.items.find(({ _id }) => _id === memberId)
  const isKnown = known.has(memberId)
  const [isAsked, setAsked] = useState(false)

  // Once the chosen member is read it is submitted again, since a choice between payers may have come with it. Why it
  // could not be read, a toast has said.
  useEffect(() => {
    if (!isAsked || isFetching) return
    setAsked(false)
    if (member) form.submit()
    else if (data) notice.error(t('This member can no longer be chosen. Please choose another one.'))
  }, [isAsked, isFetching, member, data, form])

  function add(values: Record<string, unknown>) {
    if (!data || !member) {
      if (!isFetching) void refetch()
      return setAsked(true)
    }
    const { creditType, credit } = body.parse(values)
    const payer = payerIn(member, values.walletMember)
    const { _id, name } = member
    if (!payer) return notice.error(t('No active parent could pay for {name}.', { name }))
    const walkIn = { member: _id, name, creditType, creditMinus: credit, walletMember: payer._id, payer: payer.name }
    // Cached, so that the form can show the member without signal.
    cacheAnswer(members.choose, { query: { ids: _id } }, data)
    if (!addWalkIn(session, walkIn)) notice.error(storageFull)
    else notice.success(t('{name} is in the form as present. Submit it to record the attendance.', { name }))
    onClose()
  }

  return (
    <GuardedForm form={form} onFinish={add}>
      <p className="quiet">
        {t('For somebody who is not enrolled in {course}, in the class of {day} only.', {
          course: session.course.name,
          day: showDay(session.date),
        })}
      </p>
      <Form.Item
        name="member"
        label={t('Member')}
        required
        validateFirst
        rules={[
          zodRule(body, 'member'),
          {
            validator: (_, value) =>
              known.has(value)
                ? Promise.reject(new Error(t('This member is in the class already.')))
                : Promise.resolve(),
          },
        ]}
      >
        <MemberSelect
          isChildrenOrAdult
          placeholder={t('Select Member')}
          showsChosen
          // The terms chosen for another member may not be available to this one.
          onChange={() => form.resetFields(['creditType', 'credit', 'walletMember'])}
        />
      </Form.Item>
      <CreditTypeItem
        member={isKnown ? '' : memberId}
        courseId={session.course._id}
        course={course}
        onChange={(creditType: CreditType) => {
          const credit = course ? creditOf(course, creditType) : null
          if (credit !== null) form.setFieldsValue({ credit })
        }}
      />
      <Form.Item {...zodItem(body, 'credit')} label={t('Credit')} extra={t('What this class costs')}>
        <NumberInput />
      </Form.Item>
      {member && !isKnown && <PayerItem form={form} name={member.name} payers={payersOf(member)} />}
      {member && !isKnown && <Effect form={form} member={member} />}
      <FormButtons sending={isAsked} submitText="Add" onCancel={close ?? onClose} />
    </GuardedForm>
  )
}

/** The chosen wallet, or the only one there is. */
function payerIn(member: FoundMember, chosen: unknown) {
  const payers = payersOf(member)
  return payers.length === 1 ? payers[0] : payers.find(({ _id }) => _id === chosen)
}

/** What being present does to the wallet. */
function Effect({ form, member }: { form: FormInstance; member: FoundMember }) {
  const typed: unknown = Form.useWatch('credit', form)
  const payer = payerIn(member, Form.useWatch('walletMember', form))
  const { data: credit } = body.shape.credit.safeParse(typed)
  if (!payer || credit === undefined) return null
  const row = { status: 'A' as const, outStanding: false, creditMinus: 0, credit, walletMember: payer, payer }
  return (
    <p role="status" className="walk-in-effect">
      {attendanceEffect(row, 'P')}
    </p>
  )
}
