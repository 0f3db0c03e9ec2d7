import { pointAdjust } from '@academy/contract/pointadjust/pointadjust.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import { Button, Col, Form, Row } from 'antd'
import { call } from '../kit/client.ts'
import { showDay } from '../kit/days.ts'
import { GuardedForm, third } from '../kit/Fields.tsx'
import { MemberSelect } from '../kit/MemberSelect.tsx'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'

const required = (message: string) => [{ required: true, message: t(message) }]
const dated = (day: string | null) => (day ? showDay(day) : t('never'))

/** What will be, of each of the two: asked of the server, for the date may have moved since. */
async function effectOf({ from, to }: { from: string; to: string }) {
  const expiryOf = async (id: string) => (await call(wallet.expiration, { params: { id } })).creditExpired
  const [given, replaced] = await Promise.all([expiryOf(from), expiryOf(to)])
  return (
    <>
      <div>{t('Who gives it: expires {before} -> {after}', { before: dated(given), after: t('never') })}</div>
      <div>{t('Who gets it: expires {before} -> {after}', { before: dated(replaced), after: dated(given) })}</div>
    </>
  )
}

export function MoveExpiration() {
  const [form] = Form.useForm()
  const move = useSend(pointAdjust.moveExpiration, {
    form,
    foresee: ({ body }) => effectOf(body),
    onDone: () => form.resetFields(),
  })
  return (
    <GuardedForm
      form={form}
      initial={{}}
      onFinish={({ from, to }) => move.send({ body: { from: String(from), to: String(to) } })}
    >
      <Row gutter={24}>
        <Col {...third}>
          <Form.Item name="from" label={t('Who gives it')} rules={required('Who gives the expiry is required')}>
            <MemberSelect told />
          </Form.Item>
        </Col>
        <Col {...third}>
          <Form.Item name="to" label={t('Who gets it')} rules={required('Who gets the expiry is required')}>
            <MemberSelect told />
          </Form.Item>
        </Col>
      </Row>
      <Button type="primary" htmlType="submit" loading={move.sending}>
        {t('Move Expiration')}
      </Button>
    </GuardedForm>
  )
}
