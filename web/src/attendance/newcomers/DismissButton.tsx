import { dismissalBody, type Newcomer, newcomers } from '@academy/contract/attendance/newcomers.ts'
import { useState } from 'react'
import { showPhone } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../../platform/form/Fields.tsx'
import { FormButtons } from '../../platform/form/FormButtons.tsx'
import { zodItem } from '../../platform/form/zod-rule.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'

/** Ends a follow-up without a charge, with a reason. */
export function DismissButton({ newcomer }: { newcomer: Newcomer }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ReasonButton
        may={newcomers.dismiss.may}
        aria-label={t('Dismiss {name}', { name: newcomer.name })}
        onClick={() => setOpen(true)}
      >
        {t('Dismiss')}
      </ReasonButton>
      {isOpen && (
        <Dialog
          title={t('Dismiss {name}', { name: newcomer.name })}
          onClose={() => setOpen(false)}
          lightDismiss={false}
        >
          <DismissForm newcomer={newcomer} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function DismissForm({ newcomer, onClose }: { newcomer: Newcomer; onClose: () => void }) {
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
