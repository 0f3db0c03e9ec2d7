import { memberFields, memberKinds } from '@academy/contract/members/fields.ts'
import { describe, expect, test } from 'vitest'
import { formFields, namesIn, newParentFields, sections } from './form-fields.ts'

const today = '2026-11-21'

describe('the member form', () => {
  test.each(memberKinds)('every field of a new %s stands in exactly one section', (kind) => {
    const fields = formFields(kind, today, false, true)
    const shown = sections.flatMap(({ names }) => namesIn(fields, names))
    expect([...shown].sort()).toEqual(Object.keys(memberFields[kind]).sort())
  })

  test.each(memberKinds)('a %s has neither I/C number nor medical notes for who may not see them', (kind) => {
    const hidden = Object.keys(memberFields[kind]).filter((name) => ['icNo', 'medical'].includes(name))
    const open = Object.keys(formFields(kind, today, false, false))
    expect(open).toHaveLength(Object.keys(memberFields[kind]).length - hidden.length)
    expect(open).not.toEqual(expect.arrayContaining(['medical']))
  })

  test('the password is asked for on creation only', () => {
    expect(Object.keys(formFields('adult', today, true))).not.toContain('password')
  })

  test('a picture of 128 KB is the largest where a parent is registered', () => {
    expect(newParentFields(today).picture?.kilobytes).toBe(128)
    expect(formFields('parent', today, true).picture?.kilobytes).toBeUndefined()
  })

  test.each([
    ['2026-11-22', 'Date of birth cannot be in the future'],
    ['1926-11-20', 'Date of birth cannot be more than 100 years ago'],
    [undefined, 'This field is require'],
    ['2015-02-28', undefined],
  ])('a birth date of %s gives: %s', (dob, message) => {
    const outcome = formFields('adult', today, false).dob?.schema.safeParse(dob)
    expect(outcome?.error?.issues[0]?.message).toBe(message)
  })
})
