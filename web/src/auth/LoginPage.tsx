import { auth, loginBody, welcome } from '@academy/contract/staff/auth.ts'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { useConfig } from '../kit/config.ts'
import { useSend } from '../kit/send.ts'
import { startSession } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { zodItem } from '../kit/zod-rule.ts'
import { home, safeNext } from './guard.ts'

export function LoginPage() {
  const [form] = Form.useForm()
  const config = useConfig()
  const router = useRouter()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/auth/login' })

  const signIn = useSend(auth.login, {
    form,
    done: ({ user }) => t(welcome(user.username)),
    onDone: (session) => {
      startSession(session)
      const wanted = safeNext(next)
      if (wanted) router.history.replace(wanted)
      else void navigate({ to: home, replace: true })
    },
  })

  const title = config ? config.companyName || 'COMPANY' : ''
  return (
    <main className="sign-in">
      <title>{`${t('Sign In')} · ${title}`}</title>
      <div className="sign-in-card">
        <h1>{title || '\u00a0'}</h1>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          onFinish={(body: { username: string; password: string }) => signIn.send({ body })}
        >
          <Form.Item label={t('Username')} {...zodItem(loginBody, 'username')}>
            <Input size="large" autoComplete="username" autoCapitalize="none" autoFocus />
          </Form.Item>
          <Form.Item label={t('Password')} {...zodItem(loginBody, 'password')}>
            <Input.Password size="large" autoComplete="current-password" />
          </Form.Item>
          <Button type="primary" size="large" htmlType="submit" block loading={signIn.sending}>
            {t('Sign In')}
          </Button>
        </Form>
      </div>
    </main>
  )
}
