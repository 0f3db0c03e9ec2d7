import { coaches } from '@academy/contract/lists/coaches.ts'
import { bodyOf as schemasOf } from '@academy/contract/platform/list.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf, initialValues, knownItems } from './values.ts'

test('a record becomes form values and goes back as a body the contract accepts', () => {
  const id = '0199d0c0-0000-7000-8000-000000000001'
  const record = {
    _id: 'c1',
    name: 'Coach Lim',
    designation: { _id: id, designation: 'Head Coach' },
    email: 'lim@academy.my',
    bankName: 'CIMB',
    picture: '/files/a.jpg?sig=1',
    pictureDIR: '/files/a.jpg?sig=1',
  }
  const values = initialValues(coaches.fields, record)
  expect(values.designation).toBe(id)
  expect(knownItems(record.designation)).toEqual([{ _id: id, label: 'Head Coach' }])
  const body = bodyOf(coaches.fields, { ...values, bankName: '' })
  expect(body).toMatchObject({ name: 'Coach Lim', designation: id, bankName: null })
  expect(body).not.toHaveProperty('picture')
  expect(schemasOf(coaches).update.safeParse(body).success).toBe(true)
})

test('a chosen picture is sent, an untouched password is not', () => {
  const picture = new File(['x'], 'a.png')
  expect(bodyOf(coaches.fields, { picture })).toEqual({ picture })
  const fields = { password: { kind: 'password' as const, label: 'Password', schema: z.string() } }
  expect(bodyOf(fields, { password: '' })).toEqual({})
})
