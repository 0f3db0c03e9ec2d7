import { auth, type SessionUser } from '@academy/contract/staff/auth.ts'
import { secondFactor } from '@academy/contract/staff/second-factor.ts'
import { sessions } from '@academy/contract/staff/sessions.ts'
import { userEmail } from '@academy/contract/staff/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { endSession, rememberUser, useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ask } from '../platform/feedback/notices.tsx'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { FormFoot } from '../ui/form/FormSummary.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { DeviceList } from './DeviceList.tsx'
import { OwnPasswordButton } from './PasswordButton.tsx'
import { SecondFactors } from './SecondFactors.tsx'
import './staff.css'

/** The user's own account: e-mail, password, devices. */
export function ProfilePage() {
  const { user } = useSession()
  // One below the other, they are drawn together.
  const waits = [useCall(secondFactor.list, {}), useCall(sessions.list, {})].some(({ data }) => !data)
  return (
    <Page title="Profile" subtitle={user ? `${user.username} · ${user.userGroup.role}` : ' '} loading={!user || waits}>
      {user && (
        <>
          <section className="panel" aria-label={t('Account')}>
            <h2>{t('Account')}</h2>
            <EmailForm user={user} />
          </section>
          <section className="panel" aria-label={t('Second factor')}>
            <h2>{t('Second factor')}</h2>
            <SecondFactors />
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

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Another address needs the password, because codes for a new one go there. */
function EmailForm({ user }: { user: SessionUser }) {
  const [form] = Form.useForm()
  const typed: unknown = Form.useWatch('email', form)
  const isOther = typed !== undefined && textOf(typed) !== user.email
  const version = useEditConflict({ form, record: user, valuesOf, read: () => call(auth.profile) })
  const save = useAction(auth.updateProfile, {
    form,
    prepare: version.prepare,
    onDone: (saved) => {
      form.resetFields(['current'])
      version.adopt(saved)
      rememberUser(saved)
    },
  })
  return (
    <GuardedForm
      form={form}
      initial={valuesOf(user)}
      onFinish={({ email, current }) => save.send({ body: { email: textOf(email), current: textOf(current) } })}
    >
      <div className="profile-email">
        <FieldItem
          name="email"
          field={userEmail}
          extra={t('A forgotten password can be set anew with a mail to this address.')}
        />
        {isOther && <CurrentPassword extra={t('A new address needs your password. The old address is told of it.')} />}
      </div>
      <EditConflictNotice conflict={version} fields={fields} />
      <FormFoot>
        <Button type="primary" htmlType="submit" loading={save.sending}>
          {t('Save')}
        </Button>
        <OwnPasswordButton />
      </FormFoot>
    </GuardedForm>
  )
}

function Devices() {
  const { data } = useCall(sessions.list, {})
  const navigate = useNavigate()
  const devices = data?.items ?? []
  const end = useAction(sessions.end, {
    okText: 'Sign out',
    effect: ({ params: { id } }) => devices.find(({ _id }) => _id === id)?.device,
  })
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
      <DeviceList devices={devices} onSignOut={({ _id }) => end.send({ params: { id: _id } })} />
    </>
  )
}
