import { changePasswordBody } from '@academy/contract/staff/auth.ts'
import { t } from '../platform/client/i18n.ts'
import { fieldRule } from '../platform/form/zod-rule.ts'
import { Form } from '../ui/form/Form.tsx'
import { Password } from '../ui/form/Input.tsx'

/** The caller's own password, asked for before what a stolen session must not do. */
export const CurrentPassword = ({ name = 'current', extra }: { name?: string; extra?: string }) => (
  <Form.Item
    name={name}
    label={t('Current password')}
    required
    rules={[fieldRule(changePasswordBody.shape.current)]}
    extra={extra}
  >
    <Password autoComplete="current-password" />
  </Form.Item>
)
