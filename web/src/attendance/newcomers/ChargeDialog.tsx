import { type Newcomer, newcomers } from '@academy/contract/attendance/newcomers.ts'
import { chooseMember } from '@academy/contract/members/choosing.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { useSubmitOnceRead } from '../../platform/form/submit-once-read.ts'
import { Form } from '../../ui/form/Form.tsx'
import { WalkInFields, walkInBody } from '../marking/walk-ins/WalkInFields.tsx'

interface Props {
  newcomer: Newcomer
  /** Chosen already: who was enrolled just now. */
  member: string | undefined
  onClose: () => void
}

/** Charges the class of a newcomer to a member. */
export default function ChargeDialog(props: Props) {
  return (
    <Dialog title={t('Charge {name}', { name: props.newcomer.name })} onClose={props.onClose} lightDismiss={false}>
      <ChargeForm {...props} />
    </Dialog>
  )
}

const nobody: ReadonlySet<string> = new Set()
const textOr = (given: unknown) => (typeof given === 'string' ? given : null)

function ChargeForm({ newcomer, member, onClose }: Props) {
  const [form] = Form.useForm()
  const close = useCloseDialog()
  const { _id, course, classDate, creditType, creditMinus } = newcomer
  const memberId: string = Form.useWatch('member', form) ?? ''
  const { isLoading } = useCall(chooseMember, { query: { ids: memberId } }, { enabled: memberId !== '' })
  // Which wallet pays is asked for once it is known that there are several.
  const { isHeld, hold } = useSubmitOnceRead(form, isLoading)
  const charge = useAction(newcomers.charge, { form, onDone: onClose })
  function send(values: Record<string, unknown>) {
    const { credit, ...sent } = walkInBody.parse(values)
    return charge.send({
      params: { id: _id },
      body: { ...sent, creditMinus: credit, walletMember: textOr(values.walletMember) },
    })
  }
  return (
    <GuardedForm form={form} initial={{ member, creditType, credit: creditMinus }} onFinish={isLoading ? hold : send}>
      <p className="quiet">
        {t('{course} on {day} is recorded for this member. What the wallet does not cover becomes outstanding.', {
          course: course.name,
          day: showDay(classDate),
        })}
      </p>
      <WalkInFields form={form} courseId={course._id} known={nobody} />
      <FormButtons sending={charge.sending || isHeld} submitText="Charge" onCancel={close ?? onClose} />
    </GuardedForm>
  )
}
