import { auth, type SessionUser } from '@academy/contract/staff/auth.ts'
import { type OwnSession, sessions } from '@academy/contract/staff/sessions.ts'
import { userEmail } from '@academy/contract/staff/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button, Form, Tag } from 'antd'
import { call } from '../platform/client/client.ts'
import { showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { endSession, rememberUser, useSession } from '../platform/client/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ask } from '../platform/feedback/notices.tsx'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { OwnPasswordButton } from './PasswordButton.tsx'
import './staff.css'

/** The user's own account: e-mail, password, devices. */
export function ProfilePage() {
  const { user } = useSession()
  return (
    <Page title="Profile" subtitle={user ? `${user.username} · ${user.userGroup.role}` : ' '} loading={!user}>
      {user && (
        <>
          <section className="panel" aria-label={t('Account')}>
            <h2>{t('Account')}</h2>
            <EmailForm user={user} />
          </section>
          <section className="panel" aria-label={t('Devices')}>
            <Devices />
          </section>
        </>
      )}
    </Page>
  )
}

const fields = { email: userEmail }
const valuesOf = ({ email }: SessionUser) => ({ email })

function EmailForm({ user }: { user: SessionUser }) {
  const [form] = Form.useForm()
  const version = useEditConflict({ form, record: user, valuesOf, read: () => call(auth.profile) })
  const save = useAction(auth.updateProfile, {
    form,
    prepare: version.prepare,
    onDone: (saved) => {
      version.adopt(saved)
      rememberUser(saved)
    },
  })
  return (
    <GuardedForm
      form={form}
      initial={valuesOf(user)}
      onFinish={({ email }) => save.send({ body: { email: typeof email === 'string' && email ? email : null } })}
    >
      <div className="profile-email">
        <FieldItem
          name="email"
          field={userEmail}
          extra={t('A forgotten password can be set anew with a mail to this address.')}
        />
      </div>
      <EditConflictNotice conflict={version} fields={fields} />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={save.sending}>
          {t('Save')}
        </Button>
        <OwnPasswordButton />
      </div>
    </GuardedForm>
  )
}

function Devices() {
  const { data } = useCall(sessions.list, {})
  const navigate = useNavigate()
  const signOut = useAction(sessions.endAll, {
    confirm: false,
    onDone: () => {
      endSession()
      void navigate({ to: '/auth/login', replace: true })
    },
  })
  async function askToSignOut() {
    const question = {
      question: sessions.endAll.confirm ?? '',
      effect: t('All your devices are signed out, this one too.'),
      okText: 'Log out everywhere',
      danger: true,
    }
    if (await ask(question)) await signOut.send()
  }
  return (
    <>
      <div className="devices-head">
        <h2>{t('Where you are signed in')}</h2>
        <Button danger loading={signOut.sending} onClick={askToSignOut}>
          {t('Log out everywhere')}
        </Button>
      </div>
      <ul className="devices">
        {(data?.items ?? []).map((session) => (
          <Device key={session._id} session={session} />
        ))}
      </ul>
    </>
  )
}

function Device({ session }: { session: OwnSession }) {
  const end = useAction(sessions.end, { okText: 'Sign out', effect: () => session.device })
  return (
    <li>
      <div>
        <strong>{session.device}</strong> {session.isCurrent && <Tag color="success">{t('This device')}</Tag>}
        <p className="muted">
          {t('{address}, last used {at}', { address: session.address ?? '-', at: showInstant(session.lastUsed) })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          loading={end.sending}
          aria-label={t('Sign out {device}', { device: session.device })}
          onClick={() => end.send({ params: { id: session._id } })}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
