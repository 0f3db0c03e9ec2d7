import { mailServerRoutes, testMailFields } from '@academy/contract/staff/mail-server.ts'
import { useState } from 'react'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { FieldItem } from '../platform/form/Fields.tsx'
import { Alert } from '../ui/first/Alert.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'

/** One mail by the server that was saved, and what the server said to it. */
export function TestMail() {
  const [form] = Form.useForm()
  const [answer, setAnswer] = useState<{ isTaken: boolean; message: string }>()
  const send = useAction(mailServerRoutes.testMail, { form, done: false, onDone: setAnswer })
  return (
    <Form
      form={form}
      name="test-mail"
      onFinish={({ email }) => {
        setAnswer(undefined)
        return send.send({ body: { email: String(email) } })
      }}
    >
      <div className="test-mail">
        <FieldItem
          name="email"
          field={testMailFields.email}
          extra={t('One mail goes there by what was submitted above.')}
        />
        <Button htmlType="submit" loading={send.sending}>
          {t('Send a Test Mail')}
        </Button>
      </div>
      {answer && <Alert type={answer.isTaken ? 'success' : 'error'} role="status" title={t(answer.message)} />}
    </Form>
  )
}
