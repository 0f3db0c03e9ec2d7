/** What the dialogs of PasswordButton.tsx hold. */
import { auth } from '@academy/contract/staff/auth.ts'
import { type User, users } from '@academy/contract/staff/users.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { Form } from '../ui/form/Form.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { PasswordFields } from './PasswordFields.tsx'

const question = 'Are you sure to change password?'

export function OthersPassword({ user, onClose }: { user: Pick<User, '_id' | 'username'>; onClose: () => void }) {
  const [form] = Form.useForm()
  const save = useAction(users.update, {
    form,
    confirm: question,
    effect: () => t('{name} is signed out everywhere.', { name: user.username }),
    onDone: onClose,
  })
  return (
    <GuardedForm
      form={form}
      onFinish={({ password }) => save.send({ params: { id: user._id }, body: { password: String(password) } })}
    >
      <PasswordFields label="New password" narrow />
      <FormButtons sending={save.sending} submitText="Change Password" onCancel={onClose} />
    </GuardedForm>
  )
}

export function OwnPassword({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm()
  const save = useAction(auth.changePassword, {
    form,
    effect: () => t('Your other devices are signed out.'),
    onDone: onClose,
  })
  return (
    <GuardedForm
      form={form}
      onFinish={({ current, password }) =>
        save.send({ body: { current: String(current), password: String(password) } })
      }
    >
      <CurrentPassword />
      <PasswordFields label="New password" narrow />
      <FormButtons sending={save.sending} submitText="Change Password" onCancel={onClose} />
    </GuardedForm>
  )
}
