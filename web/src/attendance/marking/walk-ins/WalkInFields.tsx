import { attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { type CreditType, creditOf, enrolmentBody } from '@academy/contract/attendance/enrolments.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import { chooseMember, type FoundMember } from '@academy/contract/members/choosing.ts'
import { id } from '@academy/contract/platform/query.ts'
import { MemberSelect, payersOf } from '../../../members/index.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useCall } from '../../../platform/client/query.ts'
import { NumberInput } from '../../../platform/form/NumberInput.tsx'
import { zodItem, zodRule } from '../../../platform/form/zod-rule.ts'
import { Form, type FormInstance } from '../../../ui/form/Form.tsx'
import { CreditTypeItem, PayerItem } from '../../../wallet/index.ts'
import { attendanceEffect } from '../../attendance-effect.ts'

export const walkInBody = enrolmentBody
  .pick({ creditType: true, credit: true })
  .extend({ member: id(attendanceMessages.selectMember) })

interface Props {
  form: FormInstance
  courseId: string
  /** Members who are in the class already. */
  known: ReadonlySet<string>
}

/** Who was in a class without being enrolled, at what cost, and which wallet pays. */
export function WalkInFields({ form, courseId, known }: Props) {
  const memberId: string = Form.useWatch('member', form) ?? ''
  const { data: course } = useCall(courses.get, { params: { id: courseId } })
  const { data } = useCall(chooseMember, { query: { ids: memberId } }, { enabled: memberId !== '' })
  const isKnown = known.has(memberId)
  const member = isKnown ? undefined : data?.items.find(({ _id }) => _id === memberId)
  return (
    <>
      <Form.Item
        name="member"
        label={t('Member')}
        required
        validateFirst
        rules={[
          zodRule(walkInBody, 'member'),
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
        courseId={courseId}
        course={course}
        onChange={(creditType: CreditType) => {
          const credit = course ? creditOf(course, creditType) : null
          if (credit !== null) form.setFieldsValue({ credit })
        }}
      />
      <Form.Item {...zodItem(walkInBody, 'credit')} label={t('Credit')} extra={t('What this class costs')}>
        <NumberInput />
      </Form.Item>
      {member && <PayerItem form={form} name={member.name} payers={payersOf(member)} />}
      {member && <Effect form={form} member={member} />}
    </>
  )
}

/** The chosen wallet, or the only one there is. */
export function payerIn(member: FoundMember, chosen: unknown) {
  const payers = payersOf(member)
  return payers.length === 1 ? payers[0] : payers.find(({ _id }) => _id === chosen)
}

/** What being present does to the wallet. */
function Effect({ form, member }: { form: FormInstance; member: FoundMember }) {
  const typed: unknown = Form.useWatch('credit', form)
  const payer = payerIn(member, Form.useWatch('walletMember', form))
  const { data: credit } = walkInBody.shape.credit.safeParse(typed)
  if (!payer || credit === undefined) return null
  const row = { status: 'A' as const, outStanding: false, creditMinus: 0, credit, walletMember: payer, payer }
  return (
    <p role="status" className="walk-in-effect">
      {attendanceEffect(row, 'P')}
    </p>
  )
}
