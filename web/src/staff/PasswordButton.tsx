import { type User, users } from '@academy/contract/staff/users.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Button } from '../ui/first/Button.tsx'
import { KeyIcon } from '../ui/first/icons.ts'
import { outrankedBy } from './outranked.ts'

const OwnPassword = lazyComponent(async () => ({ default: (await import('./PasswordForms.tsx')).OwnPassword }))
const OthersPassword = lazyComponent(async () => ({ default: (await import('./PasswordForms.tsx')).OthersPassword }))

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
