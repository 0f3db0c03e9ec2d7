import { expect, test } from 'vitest'
import { parseSearch, rewriteFor, stringifySearch } from './rewrite.ts'

const paths = [
  '/dashboard/overview',
  '/belt/listing',
  '/belt/create',
  '/belt/edit/$id',
  '/markAttendance/listing',
  '/markAttendance/class',
]
const { input, output } = rewriteFor(paths, () => '/dashboard/overview')
const arrivesAt = (path: string) => {
  const url = input({ url: new URL(path, 'http://academy.test') })
  return url.pathname + url.search
}

test('both families of list paths lead to the same screen, with and without /portal', () => {
  for (const path of ['/belt', '/belt/', '/belt/listing', '/belt/listing/', '/portal/belt', '/portal/belt/listing'])
    expect(arrivesAt(path)).toBe('/belt/listing')
})

test('other screens keep their paths and search', () => {
  expect(arrivesAt('/belt/create')).toBe('/belt/create')
  expect(arrivesAt('/portal/belt/edit/42')).toBe('/belt/edit/42')
  expect(arrivesAt('/markAttendance/class/?id=7&year=2026')).toBe('/markAttendance/class?id=7&year=2026')
  expect(arrivesAt('/portal/belt?page=2')).toBe('/belt/listing?page=2')
})

test('the dashboard answers at every address the specification knows', () => {
  for (const path of ['/', '/portal', '/portal/dashboard', '/dashboard', '/portal/dashboard/overview'])
    expect(arrivesAt(path)).toBe('/dashboard/overview')
  expect(output({ url: new URL('http://academy.test/dashboard/overview') }).pathname).toBe('/portal/dashboard/overview')
  expect(output({ url: new URL('http://academy.test/belt/listing') }).pathname).toBe('/belt/listing')
})

test('the bare address opens what is home to whoever asks', () => {
  const atTheMat = rewriteFor(paths, () => '/markAttendance/listing').input
  const arrives = (path: string) => atTheMat({ url: new URL(path, 'http://academy.test') }).pathname
  expect(['/', '/portal', '/portal/dashboard'].map(arrives)).toEqual([
    '/markAttendance/listing',
    '/markAttendance/listing',
    '/dashboard/overview',
  ])
})

test('a path that only looks alike is left alone', () => {
  expect(arrivesAt('/portalbelt')).toBe('/portalbelt')
  expect(arrivesAt('/sport')).toBe('/sport')
})

test('search params go out and come back as text', () => {
  const search = { searchText: '00123 & more', sort: '+name', empty: '', none: undefined }
  expect(parseSearch(stringifySearch(search))).toEqual({ searchText: '00123 & more', sort: '+name' })
  expect(stringifySearch({ empty: '' })).toBe('')
})
