import { factorName, secondFactor, totpCode } from '@academy/contract/staff/second-factor.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { passkeyPlace, registerPasskey } from '../platform/client/session/passkeys.ts'
import { useAction } from '../platform/client/use-action.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { QrCode } from '../ui/first/QrCode.tsx'
import { Form } from '../ui/form/Form.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'

interface AddProps {
  /** Without a second factor the password is asked for. */
  needsPassword: boolean
  onAdded: (recoveryCodes: string[]) => void
  onClose: () => void
}

const bodyOf = (password: unknown) => (typeof password === 'string' ? { password } : {})

/** Names a passkey, and leaves the rest to the browser. */
export function AddPasskey({ needsPassword, onAdded, onClose }: AddProps) {
  const [form] = Form.useForm()
  const begin = useAction(secondFactor.beginPasskey, { form })
  const add = useAction(secondFactor.addPasskey, { form, onDone: ({ recoveryCodes }) => onAdded(recoveryCodes) })
  const [waiting, setWaiting] = useState(false)

  async function register(values: Record<string, unknown>) {
    const begun = await begin.send({ body: bodyOf(values.password) })
    if (!begun) return
    setWaiting(true)
    try {
      const passkey = await registerPasskey(begun.options)
      await add.send({ body: { ticket: begun.ticket, name: String(values.name), passkey } })
    } catch {
      const place = passkeyPlace(begun.options.rp.id)
      notice.error(
        place
          ? t('Passkeys belong to {place}. Please open the portal there, or add an authenticator app.', { place })
          : 'The browser made no passkey. Please try again.',
      )
    }
    setWaiting(false)
  }
  return (
    <GuardedForm form={form} onFinish={register}>
      <p>{t('Your browser asks for the fingerprint, face, PIN or security key that you will sign in with.')}</p>
      <FieldItem name="name" field={factorName} extra={t('For example: office laptop, blue security key')} />
      {needsPassword && <CurrentPassword name="password" />}
      <FormButtons sending={begin.sending || waiting} submitText="Go on" onCancel={onClose} />
    </GuardedForm>
  )
}

/** Shows the secret of a new authenticator app, and adds it once the app shows the right code. */
export function AddApp({ needsPassword, onAdded, onClose }: AddProps) {
  const [form] = Form.useForm()
  const [begun, setBegun] = useState<{ ticket: string; secret: string; uri: string }>()
  const begin = useAction(secondFactor.beginTotp, { form, onDone: setBegun })
  const add = useAction(secondFactor.addTotp, { form, onDone: ({ recoveryCodes }) => onAdded(recoveryCodes) })
  if (!begun)
    return (
      <GuardedForm form={form} onFinish={({ password }) => begin.send({ body: bodyOf(password) })}>
        <p>{t('Any app for one-time codes will do. It shows a new code of six digits every half minute.')}</p>
        {needsPassword && <CurrentPassword name="password" />}
        <FormButtons sending={begin.sending} submitText="Go on" onCancel={onClose} />
      </GuardedForm>
    )
  return (
    <GuardedForm
      form={form}
      onFinish={({ name, code }) =>
        add.send({ body: { ticket: begun.ticket, name: String(name), code: String(code) } })
      }
    >
      <p>{t('Scan this with the app, or type the key into it. Then enter the code that it shows.')}</p>
      <div className="second-factor-qr">
        <QrCode value={begun.uri} size={200} errorLevel="M" />
        <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <FieldItem name="name" field={factorName} extra={t('For example: my phone')} />
      <FieldItem name="code" field={totpCode} />
      <FormButtons sending={add.sending} submitText="Add" onCancel={onClose} />
    </GuardedForm>
  )
}
