import { mailServerRoutes, testMailFields } from '@academy/contract/staff/mail-server.ts'
import { useId, useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { FieldItem } from '../platform/form/Fields.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'

/** One mail by the server that was saved, and what the server said to it. */
export function TestMail() {
  const id = useId()
  const [form] = Form.useForm()
  const [answer, setAnswer] = useState<{ isTaken: boolean; message: string }>()
  const send = useAction(mailServerRoutes.testMail, { form, done: false, onDone: setAnswer })
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('Test Mail')}</h2>
      <Form
        form={form}
        name={id}
        onFinish={({ email }) => {
          setAnswer(undefined)
          return send.send({ body: { email: String(email) } })
        }}
      >
        <div className="test-mail">
          <FieldItem
            name="email"
            field={testMailFields.email}
            extra={t('One mail goes there, by what was saved above.')}
          />
          <Button htmlType="submit" loading={send.sending}>
            {t('Send a Test Mail')}
          </Button>
        </div>
        {answer && <Alert type={answer.isTaken ? 'success' : 'error'} role="status" title={t(answer.message)} />}
      </Form>
    </section>
  )
}
