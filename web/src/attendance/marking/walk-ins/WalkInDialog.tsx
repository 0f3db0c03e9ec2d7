import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { chooseMember } from '@academy/contract/members/choosing.ts'
import { useEffect, useState } from 'react'
import { showDay } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { cacheAnswer, useCall } from '../../../platform/client/query.ts'
import { useReached } from '../../../platform/client/reachability.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { Dialog } from '../../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../../platform/feedback/dialog-context.ts'
import { notice } from '../../../platform/feedback/notices.tsx'
import { GuardedForm } from '../../../platform/form/Fields.tsx'
import { FormButtons } from '../../../platform/form/FormButtons.tsx'
import { Form } from '../../../ui/form/Form.tsx'
import { RadioGroup } from '../../../ui/form/Radio.tsx'
import { NewcomerForm } from '../../newcomers/NewcomerForm.tsx'
import { addWalkIn, storageFull } from '../../offline/phone-marks.ts'
import { payerIn, WalkInFields, walkInBody } from './WalkInFields.tsx'

interface Props {
  session: ClassSession
  /** Members who are on the roll or in the form already. */
  known: ReadonlySet<string>
  onClose: () => void
}

/** Adds somebody who is not enrolled: a member, or a new name that the desk sees to. */
export default function WalkInDialog({ onClose, ...props }: Props) {
  const { can } = useSession()
  const mayAddMember = can(enrolments.create.may) && can(chooseMember.may)
  const isReached = useReached()
  // A member is looked up in the portal; a name can wait on this device. The signal comes and goes, what was typed stays.
  const [kind, setKind] = useState(mayAddMember && isReached ? 'member' : 'new')
  return (
    <Dialog title={t('Add Member')} onClose={onClose} lightDismiss={false}>
      {mayAddMember && !isReached && (
        <p className="quiet">{t('Adding a member needs signal; a new name waits on this device.')}</p>
      )}
      {mayAddMember && (isReached || kind === 'member') && (
        <RadioGroup
          buttons
          className="walk-in-kind"
          aria-label={t('Who came')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'member', label: t('A member') },
            { value: 'new', label: t('A new name') },
          ]}
        />
      )}
      {kind === 'member' ? (
        <WalkInForm {...props} onClose={onClose} />
      ) : (
        <NewcomerForm session={props.session} onClose={onClose} />
      )}
    </Dialog>
  )
}

function WalkInForm({ session, known, onClose }: Props) {
  const [form] = Form.useForm()
  const close = useCloseDialog()
  const memberId: string = Form.useWatch('member', form) ?? ''
  const { data, isFetching, refetch } = useCall(
    chooseMember,
    { query: { ids: memberId } },
    { enabled: memberId !== '' },
  )
  const member = data?.items.find(({ _id }) => _id === memberId)
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
    const { creditType, credit } = walkInBody.parse(values)
    const payer = payerIn(member, values.walletMember)
    const { _id, name } = member
    if (!payer) return notice.error(t('No active parent could pay for {name}.', { name }))
    const walkIn = { member: _id, name, creditType, creditMinus: credit, walletMember: payer._id, payer: payer.name }
    // Cached, so that the form can show the member without signal.
    cacheAnswer(chooseMember, { query: { ids: _id } }, data)
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
      <WalkInFields form={form} courseId={session.course._id} known={known} />
      <FormButtons sending={isAsked} submitText="Add" onCancel={close ?? onClose} />
    </GuardedForm>
  )
}
