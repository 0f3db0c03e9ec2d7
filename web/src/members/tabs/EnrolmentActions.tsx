import { creditTypeLabels, type Enrolment, enrolments, isTrial } from '@academy/contract/attendance/enrolments.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'

interface ActionProps {
  enrolment: Enrolment
}

export function EnrolmentActions({ enrolment, onEdit }: ActionProps & { onEdit: () => void }) {
  const trial = isTrial(enrolment.creditType)
  const done = trial && enrolment.isDisable
  const course = enrolment.course.name
  return (
    <RowActions
      name={course}
      act={
        <ReasonButton
          type="link"
          may="membership.edit"
          reason={done && 'A finished trial cannot be edited'}
          aria-label={t('Edit {course}', { course })}
          onClick={onEdit}
        >
          {t('Edit')}
        </ReasonButton>
      }
    >
      {trial ? <DoneButton enrolment={enrolment} /> : <SwitchButton enrolment={enrolment} />}
      <RemoveButton enrolment={enrolment} />
    </RowActions>
  )
}

function DoneButton({ enrolment }: ActionProps) {
  const finish = useAction(enrolments.update, {
    confirm: 'Are you sure to mark this trial as done?',
    effect: () => t('Its credit type, credit and remark can no longer be changed.'),
  })
  return (
    <ReasonButton
      type="link"
      may="membership.done"
      reason={enrolment.isDisable && 'This trial is done'}
      loading={finish.sending}
      aria-label={t('Mark {type} of {course} as done', {
        type: creditTypeLabels[enrolment.creditType],
        course: enrolment.course.name,
      })}
      onClick={() => finish.send({ params: { id: enrolment._id }, body: { isDisable: true } })}
    >
      {t('Done')}
    </ReasonButton>
  )
}

function SwitchButton({ enrolment: { _id, isDisable, course } }: ActionProps) {
  const change = useAction(enrolments.update, {
    confirm: isDisable ? messages.enable : messages.disable,
    effect: () =>
      isDisable
        ? t('{course} lists the member again.', { course: course.name })
        : t('{course} no longer lists the member; attendance taken stays.', { course: course.name }),
  })
  return (
    <ReasonButton
      type="link"
      may="membership.edit"
      loading={change.sending}
      aria-label={t(isDisable ? 'Enable {course}' : 'Disable {course}', { course: course.name })}
      onClick={() => change.send({ params: { id: _id }, body: { isDisable: !isDisable } })}
    >
      {t(isDisable ? 'Enable' : 'Disable')}
    </ReasonButton>
  )
}

/** Why an enrolment must stay: attended or finished it counts. */
function keepReason({ creditType, isDisable, is_protected, isAttended }: Enrolment): string | undefined {
  if (is_protected) return 'Protected, it cannot be deleted'
  if (isTrial(creditType) && isDisable) return 'A finished trial cannot be deleted, it counts'
  return isAttended ? 'It has attendance; disable it instead' : undefined
}

function RemoveButton({ enrolment }: ActionProps) {
  const { _id, course } = enrolment
  const remove = useAction(enrolments.remove, { danger: true, okText: 'Delete' })
  return (
    <ReasonButton
      type="text"
      danger
      icon={<DeleteIcon />}
      may={enrolments.remove.may}
      reason={keepReason(enrolment)}
      loading={remove.sending}
      aria-label={t('Delete {course}', { course: course.name })}
      onClick={() => remove.send({ params: { id: _id } })}
    >
      {t('Delete')}
    </ReasonButton>
  )
}
