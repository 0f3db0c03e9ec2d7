import { messages } from '@academy/contract/platform/messages.ts'
import { expect, test } from 'vitest'
import { messageFor } from '../platform/form/zod-rule.ts'
import { fieldsFor } from './course-form.ts'

const told = (name: string, unlimited: boolean, value: unknown) => {
  const field = fieldsFor(unlimited)[name]
  return field && { star: Boolean(field.required), message: messageFor(field.schema, value) }
}

test.each(['centre', 'sport', 'special', 'free'])('%s is required unless the course is unlimited', (name) => {
  for (const nothing of [undefined, null]) {
    expect(told(name, false, nothing)).toEqual({ star: true, message: messages.required })
    expect(told(name, true, nothing)).toEqual({ star: false, message: undefined })
  }
})

test.each(['normal', 'normal2'])('%s is always required', (name) => {
  for (const unlimited of [true, false]) {
    expect(told(name, unlimited, null)).toEqual({ star: true, message: messages.required })
    expect(told(name, unlimited, 0)?.message).toBeUndefined()
  }
})

test.each(['normal', 'normal2', 'special', 'free'])('%s is at least 0', (name) => {
  expect(told(name, false, -1)?.message).toBe(messages.positive)
})
