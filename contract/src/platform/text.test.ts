import { expect, test } from 'vitest'
import { longText, text } from './field.ts'
import { isBlank, tidy } from './text.ts'

test.each(['', ' ', '\u200b', ' \u200b\ufeff\t', '\u00ad', '\u3164', '\u2800 '])(
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

test('marks beyond any script are refused, and not put in order first: that takes minutes for a body full of them', () => {
  const name = text('Name', { required: 'Name is required' }).schema
  const [above, below] = ['\u0301', '\u0316']
  const most = `a${above.repeat(15)}${below.repeat(15)}`
  expect(name.parse(most)).toBe(most.normalize('NFC'))
  expect(name.parse(`${most}b${most}`)).toBe(`${most}b${most}`.normalize('NFC'))
  expect(name.safeParse(`${most}${below}`).error?.issues[0]?.message).toBe('Contains characters that are not allowed')
  const whole = `a${above.repeat(100_000)}${below.repeat(100_000)}`
  expect(tidy(` ${whole} `)).toBe(whole)
})

test('a field of one line keeps no line break; a cell of a workbook may have one', () => {
  expect(text('School').schema.parse('SJKC\r\nChung Hwa\n')).toBe('SJKC Chung Hwa')
  expect(longText('House Address').schema.parse('1, Jalan Sample\nKlang')).toBe('1, Jalan Sample\nKlang')
})
