import { dismissalBody, type Newcomer, newcomers } from '@academy/contract/attendance/newcomers.ts'
import { showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { zodItem } from '../../platform/form/zod-rule.ts'
import { Form } from '../../ui/form/Form.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'

interface Props {
  newcomer: Newcomer
  onClose: () => void
}

/** Asks why a newcomer is dismissed. */
export default function DismissDialog(props: Props) {
  return (
    <Dialog title={t('Dismiss {name}', { name: props.newcomer.name })} onClose={props.onClose} lightDismiss={false}>
      <DismissForm {...props} />
    </Dialog>
  )
}

function DismissForm({ newcomer, onClose }: Props) {
  const [form] = Form.useForm()
  const { _id, name, phoneNo } = newcomer
  const dismiss = useAction(newcomers.dismiss, {
    form,
    danger: true,
    okText: 'Dismiss',
    effect: () =>
      t('{name}, {phone}: name and phone are forgotten, nobody is charged.', { name, phone: showPhone(phoneNo) }),
    onDone: onClose,
  })
  return (
    <GuardedForm
      form={form}
      onFinish={(values) => dismiss.send({ params: { id: _id }, body: dismissalBody.parse(values) })}
    >
      <Form.Item {...zodItem(dismissalBody, 'reason')} label={t('Reason')} extra={t('It stays in the audit trail')}>
        <TextArea />
      </Form.Item>
      <FormButtons sending={dismiss.sending} submitText="Dismiss" onCancel={onClose} />
    </GuardedForm>
  )
}
