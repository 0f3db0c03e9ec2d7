import type { Proof } from '@academy/contract/staff/second-factor.ts'
import type { SecondFactorAsked } from '@academy/contract/staff/session-user.ts'
import { type FormEvent, useState } from 'react'
import { ApiError, errorMessage } from '../platform/client/api-error.ts'
import { t } from '../platform/client/i18n.ts'
import { passkeyPlace, signWithPasskey } from '../platform/client/session/passkeys.ts'
import { Button } from '../ui/first/Button.tsx'
import { KeyIcon } from '../ui/first/icons.ts'
import { Input } from '../ui/form/Input.tsx'
import { inputProps, LabelledInput } from './AuthCard.tsx'

const missing = 'Please enter a code'
/** `place` is where the portal's passkeys belong to, if not here. */
const declined = (place: string | undefined) =>
  place
    ? t('Passkeys belong to {place}. Please open the portal there, or enter a code.', { place })
    : 'The passkey was not used. Please try again, or enter a code.'

/** Asks for the second factor: the fields of a form, and what happens when it is sent. `send` throws what was refused. */
export function useSecondStep(asked: SecondFactorAsked | undefined, send: (proof: Proof) => Promise<void>) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)

  async function prove(proof: () => Promise<Omit<Proof, 'ticket'>>) {
    if (!asked || sending) return
    setSending(true)
    setProblem('')
    try {
      await send({ ticket: asked.ticket, ...(await proof()) })
    } catch (error) {
      setProblem(error instanceof ApiError ? errorMessage(error) : declined(passkeyPlace(asked.passkey?.rpId)))
    }
    setSending(false)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (code.trim()) void prove(async () => ({ code }))
    else setProblem(missing)
  }
  const passkey = asked?.passkey
  const fields = (
    <>
      {passkey && (
        <Button
          size="large"
          block
          icon={<KeyIcon aria-hidden />}
          disabled={sending}
          onClick={() => prove(async () => ({ passkey: await signWithPasskey(passkey) }))}
        >
          {t('Use a passkey')}
        </Button>
      )}
      <p className="second-step-words">
        {asked?.totp
          ? t('Enter the code that your authenticator app shows now, or one of your recovery codes.')
          : t('Without the passkey at hand, enter one of your recovery codes.')}
      </p>
      <LabelledInput name="code" label="Code" problem={problem}>
        <Input
          {...inputProps('code', problem)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </LabelledInput>
    </>
  )
  return { fields, submit, sending }
}
