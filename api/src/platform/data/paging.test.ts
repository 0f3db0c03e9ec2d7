import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { anyCase, likePattern, ordering } from './paging.ts'

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (on) => new PostgresIntrospector(on),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
const columns = { name: anyCase('member.name'), dob: 'dob' }
const fallback = [{ field: 'name', descending: false }]
const textOf = (...given: Parameters<typeof ordering>) => sql`${ordering(...given)}`.compile(db).sql

test.each([
  ['Tan', '%Tan%'],
  ['  Tan ', '%Tan%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['\\', '%\\\\%'],
  ['Cafe\u0301', '%Café%'],
])('%j is searched as %j', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern)
})

test('the id is the last key of every order', () => {
  expect(textOf(undefined, columns, fallback)).toBe('lower("member"."name"), "id"')
  expect(textOf([], columns, [])).toBe('"id"')
  const sort = [
    { field: 'dob', descending: true },
    { field: 'name', descending: false },
  ]
  expect(textOf(sort, columns, fallback, 'member.id')).toBe('"dob" desc, lower("member"."name"), "member"."id"')
})

test('a field without a column is a fault of ours, for the contract knows it', () => {
  for (const field of ['constructor', '"; drop table'])
    expect(() => textOf([{ field, descending: true }], columns, fallback)).toThrow(`sorted by ${field}`)
})
