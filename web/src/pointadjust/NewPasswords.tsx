import { allPasswordsBody, pointAdjust, pointAdjustFiles } from '@academy/contract/pointadjust/pointadjust.ts'
import { Button, Col, Form, Input, Row } from 'antd'
import { fileTimeoutMs } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { saveAs } from '../platform/client/use-download.ts'
import { GuardedForm, third } from '../platform/form/Fields.tsx'
import { zodRule } from '../platform/form/zod-rule.ts'

export function NewPasswords() {
  const [form] = Form.useForm()
  const renew = useAction(pointAdjust.allPasswords, {
    form,
    danger: true,
    effect: () => t('The present passwords of all members stop working.'),
    onDone: (workbook) => {
      saveAs(workbook, pointAdjustFiles.passwords)
      form.resetFields()
    },
  })
  return (
    <GuardedForm
      form={form}
      initial={{}}
      onFinish={({ password }) => renew.send({ body: { password: String(password) }, timeoutMs: fileTimeoutMs })}
    >
      <Row gutter={24}>
        <Col {...third}>
          <Form.Item
            name="password"
            label={t('Your own password')}
            required
            rules={[zodRule(allPasswordsBody, 'password')]}
          >
            <Input.Password autoComplete="current-password" maxLength={200} />
          </Form.Item>
        </Col>
      </Row>
      <Button danger htmlType="submit" loading={renew.sending}>
        {t('Set new passwords')}
      </Button>
    </GuardedForm>
  )
}
