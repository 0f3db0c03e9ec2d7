import { memberPassword, memberPasswordBody } from '@academy/contract/members/password-code.ts'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { Button } from '../ui/first/Button.tsx'
import { Input } from '../ui/form/Input.tsx'
import { AuthCard, LabelledInput, problemsIn } from './AuthCard.tsx'
import { NewPassword, retypeProblem } from './NewPassword.tsx'
import { useAuthForm } from './use-auth-form.ts'

const problemsOf = (body: Record<'code' | 'password' | 'retype', string>) => ({
  ...problemsIn(memberPasswordBody, body),
  ...retypeProblem(body),
})

/** A member sets a password for the academy's app with the mailed code, which the link carries behind the #. */
export function MemberPasswordPage() {
  const linked = useRouterState({ select: (state) => state.location.hash })
  const [isSet, setIsSet] = useState(false)
  const { entry, problems, sending, submit } = useAuthForm(
    { code: linked, password: '', retype: '' },
    {
      problemsOf,
      send: async ({ code, password }) => {
        await call(memberPassword.redeem, { body: { code, password } })
        setIsSet(true)
        return false
      },
    },
  )

  if (isSet)
    return (
      <AuthCard title="Your password" heading="Your password is set" onSubmit={(event) => event.preventDefault()}>
        <p role="status">{t('You can now sign in to the academy’s app with it. This page is not needed any more.')}</p>
      </AuthCard>
    )
  return (
    <AuthCard title="Your password" heading="Choose your password" onSubmit={submit}>
      <p>{t('With it you sign in to the academy’s app.')}</p>
      <LabelledInput name="code" label="Code from the mail" problem={problems.code}>
        <Input {...entry('code')} autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
      </LabelledInput>
      <NewPassword entry={entry} problems={problems} />
      <Button type="primary" size="large" htmlType="submit" block loading={sending}>
        {t('Set password')}
      </Button>
    </AuthCard>
  )
}
