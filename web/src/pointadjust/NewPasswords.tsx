import { allPasswordsBody, pointAdjust, pointAdjustFiles } from '@academy/contract/pointadjust/pointadjust.ts'
import { Button, Col, Form, Input, Row } from 'antd'
import { filePatience } from '../kit/client.ts'
import { GuardedForm, third } from '../kit/Fields.tsx'
import { useSend } from '../kit/send.ts'
import { saveAs } from '../kit/use-download.ts'
import { t } from '../kit/words.ts'
import { zodRule } from '../kit/zod-rule.ts'

export function NewPasswords() {
  const [form] = Form.useForm()
  const renew = useSend(pointAdjust.allPasswords, {
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
      onFinish={({ password }) => renew.send({ body: { password: String(password) }, patience: filePatience })}
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
