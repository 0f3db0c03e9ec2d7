import {
  type MailServerDocument,
  mailServerFields,
  mailServerRoutes,
  usualPort,
} from '@academy/contract/staff/mail-server.ts'
import { useId } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { bodyOf, FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { Form } from '../ui/form/Form.tsx'
import { fixedWords } from './fixed.ts'
import { TestMail } from './TestMail.tsx'

/** By which server the portal's mails go out: codes for new passwords, alerts, anchors of the audit trail. */
export function MailSection() {
  const id = useId()
  const { data, error } = useCall(mailServerRoutes.readMailServer, {})
  return (
    <>
      <section className="panel" aria-labelledby={id}>
        <h2 id={id}>{t('Mail')}</h2>
        {!data && error && <Unread error={error} />}
        {data && <p className="muted">{nowWords(data)}</p>}
        {data && (data.refused ? <p>{t(data.refused)}</p> : <MailForm server={data} />)}
      </section>
      {data?.now.server && !data.refused && <TestMail />}
    </>
  )
}

function nowWords({ now, passwordState, fixed }: MailServerDocument): string {
  if (now.server) return t('Mails go out by {server}, from {sender}.', { server: now.server, sender: now.sender })
  if (passwordState === 'lost' && !fixed.server)
    return t(
      'The password of the mail server cannot be opened any more. Please enter it again; until then mails wait under User Login, Outbox.',
    )
  return t('There is no mail server: codes for new passwords wait under User Login, Outbox.')
}

const valuesOf = ({ host, security, port, username, sender }: MailServerDocument) => ({
  ...{ host, security, port, username, sender },
  password: undefined,
})

const passwordWords = {
  none: undefined,
  kept: 'One is kept. Enter it only to change it, or with another server or user.',
  lost: 'Please enter it again.',
} as const

const nothing = { host: null, security: null, port: null, username: null, password: null }

function MailForm({ server }: { server: MailServerDocument }) {
  const [form] = Form.useForm()
  const read = () => call(mailServerRoutes.readMailServer)
  const version = useEditConflict({ form, record: server, valuesOf, read })
  const save = useAction(mailServerRoutes.giveMailServer, { form, prepare: version.prepare, onDone: version.adopt })
  const security = mailServerFields.security.schema.safeParse(Form.useWatch('security', form)).data ?? 'starttls'
  const { fixed } = server
  const words = passwordWords[server.passwordState]

  function submit(entered: Record<string, unknown>) {
    const body = bodyOf(mailServerFields, entered)
    const said = Object.entries(body).filter(([name]) => !(name === 'sender' ? fixed.sender : fixed.server))
    // Without a server nothing of it stays.
    const rest = body.host || fixed.server ? {} : nothing
    return save.send({ body: { ...Object.fromEntries(said), ...rest } })
  }

  return (
    <>
      <EditConflictNotice conflict={version} fields={mailServerFields} />
      <GuardedForm form={form} initial={valuesOf(server)} onFinish={submit}>
        {fixed.server && <p>{`${t('Mail Server')}: ${fixedWords(fixed.server)}`}</p>}
        {fixed.sender && <p>{`${t('Sender')}: ${fixedWords(fixed.sender)}`}</p>}
        <div className="field-grid">
          {!fixed.server && (
            <>
              <FieldItem name="host" field={mailServerFields.host} />
              <FieldItem name="security" field={{ ...mailServerFields.security, placeholder: 'STARTTLS' }} />
              <FieldItem name="port" field={{ ...mailServerFields.port, placeholder: String(usualPort[security]) }} />
              <FieldItem name="username" field={mailServerFields.username} />
              <FieldItem name="password" field={mailServerFields.password} {...(words ? { extra: t(words) } : {})} />
            </>
          )}
          {!fixed.sender && (
            <FieldItem name="sender" field={{ ...mailServerFields.sender, placeholder: server.now.sender }} />
          )}
        </div>
        {!(fixed.server && fixed.sender) && <FormButtons sending={save.sending} submitText="Save Mail" />}
      </GuardedForm>
    </>
  )
}
