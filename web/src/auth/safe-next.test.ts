import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

test.each([
  '/membership/listing?searchText=tan&sort=-name#top',
  '/report/tm-report',
  '/',
  '/a?next=//evil.example.com',
])('the sign-in goes on to %j', (next) => {
  expect(safeNext(next)).toBe(next)
})

test.each([
  '//evil.example.com',
  '///evil.example.com',
  'https://evil.example.com',
  'https:evil.example.com',
  '\\\\evil.example.com',
  '/\\evil.example.com',
  '/\t/evil.example.com',
  '\t//evil.example.com',
  '/\n/evil.example.com',
  '/\r\\evil.example.com',
  '/.//evil.example.com',
  '/a/..//evil.example.com',
  '/%2e//evil.example.com',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'evil.example.com',
  '%2F%2Fevil.example.com',
  '/auth/login?next=/auth/login',
  '/../auth/login',
  '',
  undefined,
])('and not to the forged %j', (next) => {
  expect(safeNext(next)).toBeUndefined()
})

test('no text of what browsers read in their own way leads elsewhere', () => {
  const parts = [
    '/',
    '\\',
    '.',
    '..',
    '\t',
    '\n',
    '\r',
    '%2f',
    '%5c',
    '%2e',
    '@',
    ':',
    '?',
    '#',
    'evil.example.com',
    '\u0000',
    ' ',
  ]
  const texts = (depth: number): string[] =>
    depth === 0 ? [''] : texts(depth - 1).flatMap((text) => parts.map((part) => text + part))
  const passed = texts(4).flatMap((text) => safeNext(`/${text}`) ?? [])
  expect(passed.length).toBeGreaterThan(1000)
  const elsewhere = passed.filter((next) => {
    const { origin, pathname } = new URL(next, 'https://portal.example.com')
    return origin !== 'https://portal.example.com' || pathname.startsWith('//')
  })
  expect(elsewhere).toEqual([])
})
