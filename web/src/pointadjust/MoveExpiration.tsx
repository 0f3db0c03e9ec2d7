import { pointAdjust } from '@academy/contract/pointadjust/pointadjust.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import { MemberSelect } from '../members/index.ts'
import { call } from '../platform/client/client.ts'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { GuardedForm } from '../platform/form/Fields.tsx'
import { Button } from '../ui/first/Button.tsx'
import { Form } from '../ui/form/Form.tsx'

const required = (message: string) => [{ required: true, message: t(message) }]
const dated = (day: string | null) => (day ? showDay(day) : t('never'))

/** A dry run for both members, asked of the server since the dates may have changed. */
async function effectOf({ from, to }: { from: string; to: string }) {
  const expiryOf = async (id: string) => (await call(wallet.expiration, { params: { id } })).creditExpired
  const [original, replaced] = await Promise.all([expiryOf(from), expiryOf(to)])
  return (
    <>
      <div>{t('Who gives it: expires {before} → {after}', { before: dated(original), after: t('never') })}</div>
      <div>{t('Who gets it: expires {before} → {after}', { before: dated(replaced), after: dated(original) })}</div>
    </>
  )
}

export function MoveExpiration() {
  const [form] = Form.useForm()
  const move = useAction(pointAdjust.moveExpiration, {
    form,
    preview: ({ body }) => effectOf(body),
    onDone: () => form.resetFields(),
  })
  return (
    <GuardedForm
      form={form}
      initial={{}}
      onFinish={({ from, to }) => move.send({ body: { from: String(from), to: String(to) } })}
    >
      <div className="field-grid">
        <Form.Item name="from" label={t('Who gives it')} rules={required('Who gives the expiry is required')}>
          <MemberSelect showsChosen />
        </Form.Item>

        <Form.Item name="to" label={t('Who gets it')} rules={required('Who gets the expiry is required')}>
          <MemberSelect showsChosen />
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" loading={move.sending}>
        {t('Move Expiration')}
      </Button>
    </GuardedForm>
  )
}
