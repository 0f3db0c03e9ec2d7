import { auth } from '@academy/contract/staff/auth.ts'
import { type User, users } from '@academy/contract/staff/users.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Button } from '../ui/first/Button.tsx'
import { KeyIcon } from '../ui/first/icons.ts'
import { Form } from '../ui/form/Form.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { outrankedBy } from './outranked.ts'
import { PasswordFields } from './PasswordFields.tsx'

const title = 'Change Password'

/** Change Password of a user in the list; for oneself it asks for the current one. */
export function PasswordButton({ user }: { user: Pick<User, '_id' | 'username' | 'outranks'> }) {
  const [open, setOpen] = useState(false)
  const session = useSession()
  const isOwn = user._id === session.user?._id
  const close = () => setOpen(false)
  return (
    <>
      <ReasonButton
        type="link"
        icon={<KeyIcon aria-hidden />}
        {...(isOwn ? {} : { may: users.update.may, reason: session.can(users.update.may) && outrankedBy(user) })}
        aria-label={t('Change the password of {name}', { name: user.username })}
        onClick={() => setOpen(true)}
      >
        {t('Password')}
      </ReasonButton>
      <Dialog open={open} onClose={close} title={`${t(title)}: ${user.username}`}>
        {isOwn ? <OwnPassword onClose={close} /> : <OthersPassword user={user} onClose={close} />}
      </Dialog>
    </>
  )
}

/** Change your own password, a button of the profile page. */
export function OwnPasswordButton() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button icon={<KeyIcon aria-hidden />} onClick={() => setOpen(true)}>
        {t(title)}
      </Button>
      <Dialog open={open} onClose={close} title={t(title)}>
        <OwnPassword onClose={close} />
      </Dialog>
    </>
  )
}

const question = 'Are you sure to change password?'

function OthersPassword({ user, onClose }: { user: Pick<User, '_id' | 'username'>; onClose: () => void }) {
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
      <FormButtons sending={save.sending} onCancel={onClose} />
    </GuardedForm>
  )
}

function OwnPassword({ onClose }: { onClose: () => void }) {
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
      <FormButtons sending={save.sending} onCancel={onClose} />
    </GuardedForm>
  )
}
