import { expect, test } from 'vitest'
import { text } from './field.ts'
import { isBlank } from './text.ts'

test.each(['', ' ', '\u200b', ' \u200b\ufeff\t', '\u00ad'])(
  '%j shows nothing, so that it is no required text',
  (given) => {
    expect(isBlank(given)).toBe(true)
    expect(text('Name', { required: 'Name is required' }).schema.safeParse(given).error?.issues[0]?.message).toBe(
      'Name is required',
    )
    expect(text('Note').schema.parse(given)).toBeNull()
  },
)

test('a joiner between letters is part of them', () => {
  const family = '\u{1f468}\u200d\u{1f467}'
  expect(isBlank(family)).toBe(false)
  expect(text('Name', { required: 'Name is required' }).schema.parse(family)).toBe(family)
})
