import { differentRetype, passwordBody } from '@academy/contract/staff/users.ts'
import { t } from '../platform/client/i18n.ts'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { Form } from '../ui/form/Form.tsx'
import { Password } from '../ui/form/Input.tsx'

/** A new password, typed twice. */
export function PasswordFields({ label = 'Password', narrow = false }: { label?: string; narrow?: boolean }) {
  return (
    <div className={narrow ? undefined : 'field-grid'}>
      <Form.Item name="password" label={t(label)} required rules={[fieldRule(passwordBody.shape.password)]}>
        <Password autoComplete="new-password" />
      </Form.Item>

      <Form.Item
        name="retype"
        label={t('Retype password')}
        required
        validateFirst
        dependencies={['password']}
        rules={[
          fieldRule(passwordBody.shape.retype),
          ({ getFieldValue }) => ({
            validator: (_, value) =>
              value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error(t(differentRetype))),
          }),
        ]}
      >
        <Password autoComplete="new-password" />
      </Form.Item>
    </div>
  )
}
