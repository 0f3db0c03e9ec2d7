import { auth, loginBody } from '@academy/contract/staff/auth.ts'
import { secondFactor } from '@academy/contract/staff/second-factor.ts'
import type { SecondFactorAsked } from '@academy/contract/staff/session-user.ts'
import { useEffect, useState } from 'react'
import { errorMessage } from '../platform/client/api-error.ts'
import { publicClient } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { currentUser, onSignIn, otherUser, startSession } from '../platform/client/session/session.ts'
import type { HostProps } from '../platform/feedback/notice-host.ts'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { rememberFocus } from '../platform/shell/focus-return.ts'
import { openLayer } from '../platform/shell/layers.ts'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Input, Password } from '../ui/form/Input.tsx'
import { Labelled } from '../ui/form/Labelled.tsx'
import { Modal } from '../ui/late/Modal.tsx'
import { useSecondStep } from './second-step.tsx'

/** Asks the signed-in user for the password again; see renewal.tsx. */
export default function SignInAgain({ onReady }: HostProps<() => Promise<boolean>>) {
  const [question, setQuestion] = useState<{ answer: (isSignedIn: boolean) => void }>()
  useEffect(() => onReady(() => new Promise((answer) => setQuestion({ answer }))), [onReady])
  if (!question) return null
  return (
    <SignInDialog
      onDone={(isSignedIn) => {
        setQuestion(undefined)
        question.answer(isSignedIn)
      }}
    />
  )
}

function SignInDialog({ onDone }: { onDone: (isSignedIn: boolean) => void }) {
  const [user] = useState(currentUser)
  const [other, setOther] = useState(otherUser)
  const [form] = Form.useForm()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<SecondFactorAsked>()
  const step = useSecondStep(asked, async (proof) => {
    startSession(await publicClient.call(secondFactor.signIn, { body: proof, quiet: true }))
    onDone(true)
  })
  // Back must not leave the page whose work the dialog protects.
  useEffect(() => openLayer(() => false), [])
  useEffect(() => {
    const finish = rememberFocus()
    return () => void setTimeout(finish)
  }, [])
  useEffect(() => form.focusField('password'), [form])
  // Another tab may sign in first.
  useEffect(
    () =>
      onSignIn((next) => {
        setOther(otherUser())
        if (next._id === user?._id) onDone(true)
      }),
    [user, onDone],
  )

  async function signIn(password: string) {
    if (!user || sending) return
    setSending(true)
    setProblem('')
    try {
      const answer = await publicClient.call(auth.login, { body: { username: user.username, password } })
      if ('secondFactor' in answer) setAsked(answer.secondFactor)
      else {
        startSession(answer)
        onDone(true)
      }
      setSending(false)
    } catch (error) {
      setProblem(errorMessage(error))
      setSending(false)
    }
  }
  return (
    // Above questions: one may be open, waiting for the call that found the session expired.
    <Modal above title={other ? t('{name} is signed in now', { name: other.username }) : t('Sign in again')}>
      <p>
        {other
          ? t(
              'In another tab {name} signed in. What {you} entered is still here and is not saved as {name}: sign in as {you} to go on, or leave it.',
              { name: other.username, you: user?.username ?? '' },
            )
          : t('Your session has ended. What you entered is still here and goes on once you sign in.')}
      </p>
      {problem && <Alert type="error" role="alert" title={t(problem)} className="sign-in-again-problem" />}
      {asked && (
        <form noValidate onSubmit={step.submit}>
          {step.fields}
          <div className="form-buttons dialog-buttons">
            <Button danger onClick={() => onDone(false)}>
              {t('Leave without saving')}
            </Button>
            <Button type="primary" htmlType="submit" loading={step.sending}>
              {t('Continue')}
            </Button>
          </div>
        </form>
      )}
      <Form
        hidden={asked !== undefined}
        form={form}
        name="sign-in-again"
        onFinish={({ password }) => signIn(String(password))}
      >
        <Labelled label={t('Username')} id="sign-in-again-username">
          <Input readOnly value={user?.username} autoComplete="username" />
        </Labelled>
        <Form.Item name="password" label={t('Password')} required rules={[fieldRule(loginBody.shape.password)]}>
          <Password autoComplete="current-password" />
        </Form.Item>
        <div className="form-buttons dialog-buttons">
          <Button danger onClick={() => onDone(false)}>
            {t('Leave without saving')}
          </Button>
          <Button type="primary" htmlType="submit" loading={sending}>
            {t('Sign In')}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
