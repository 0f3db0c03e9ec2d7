import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { anyCase, likePattern, maybeEmpty, ordering } from './paging.ts'

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
  ["Mas'ud", '%Mas_ud%'],
  ['Mas\u2019ud', '%Mas_ud%'],
  ["'", "%'%"],
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

test('what can be empty comes last in either direction; what cannot is left to its index', () => {
  const some = { dob: maybeEmpty('dob'), belt: maybeEmpty(anyCase('belt.beltColor')), createdAt: 'createdAt' }
  const sorted = (descending: boolean) => Object.keys(some).map((field) => ({ field, descending }))
  expect(textOf(sorted(false), some, [])).toBe('"dob", lower("belt"."beltColor"), "createdAt", "id"')
  expect(textOf(sorted(true), some, [])).toBe(
    '"dob" desc nulls last, lower("belt"."beltColor") desc nulls last, "createdAt" desc, "id"',
  )
})

test('a field without a column is a fault of ours, for the contract knows it', () => {
  for (const field of ['constructor', '"; drop table'])
    expect(() => textOf([{ field, descending: true }], columns, fallback)).toThrow(`sorted by ${field}`)
})
