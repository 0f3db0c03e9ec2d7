/**
 * Form rules from the contract's schemas, so that a message exists once:
 *
 *   <Form.Item label="Name" {...zodItem(body, 'name')}><Input /></Form.Item>
 *
 * A cross-field check of the whole object (`superRefine` with a `path`) shows at the field of its path; name the other
 * field in `dependencies`. In zod 4 such a check needs `when: () => true` to run while other fields are still wrong.
 */

import type { z } from 'zod'
import type { FormRule } from '../../ui/form/Form.tsx'
import { t } from '../client/i18n.ts'

/** The schema's message for a value, or undefined. Empty text counts as missing. */
export function messageFor(schema: z.ZodType, value: unknown): string | undefined {
  const outcome = schema.safeParse(value === '' ? undefined : value)
  return outcome.success ? undefined : outcome.error.issues[0]?.message
}

/** An object schema's message for one of its fields. */
export const objectMessage = (
  schema: z.ZodObject,
  name: string,
  values: Record<string, unknown>,
): string | undefined => {
  const field = schema.shape[name]
  // The field's own message first: object checks run only once every field is valid.
  const own = field && messageFor(field, values[name])
  if (own) return own
  const whole = schema.safeParse(values)
  return whole.error?.issues.find((issue) => issue.path[0] === name)?.message
}

const reject = (message: string | undefined) => (message ? Promise.reject(new Error(t(message))) : Promise.resolve())

/** The rule of one field's schema. */
export const fieldRule = (schema: z.ZodType): FormRule => ({
  validator: (_, value) => reject(messageFor(schema, value)),
})

/** The rule of one field of an object schema, the object's own checks included. */
export const zodRule =
  (schema: z.ZodObject, name: string): FormRule =>
  ({ getFieldsValue }) => ({
    validator: (_, value) => reject(objectMessage(schema, name, { ...getFieldsValue(true), [name]: value })),
  })

/** A field is marked as required when it may not be left out. */
export const isRequired = (schema: z.ZodType): boolean => !schema.safeParse(undefined).success

/** Name, required mark and rule for a Form.Item. */
export function zodItem(schema: z.ZodObject, name: string) {
  const field = schema.shape[name]
  return { name, required: field ? isRequired(field) : false, rules: [zodRule(schema, name)] }
}
