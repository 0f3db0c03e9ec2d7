import { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import { members } from '@academy/contract/members/members.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { auth } from '@academy/contract/staff/auth.ts'
import { expect, test } from 'vitest'
import { everyVisit, firstPageAt, firstPages } from './first-pages.ts'
import { addressOf } from './platform/client/call-input.ts'
import { parseSearch } from './rewrite.ts'

test.each([
  ['/dashboard/overview', dashboard.overview],
  ['/membership/listing', members.list],
  ['/verify-payment/listing', payments.list],
] as const)('what %s begins with is a call that who sees the page may make', (path, { path: called, may }) => {
  const page = firstPageAt(path)
  expect(page?.first({})?.path).toBe(called)
  expect([may].flat()).toContain(page?.may)
})

test('what every visit asks for are calls', () => {
  expect(everyVisit.map(({ path }) => path)).toEqual([auth.config.path, auth.profile.path])
})

test('a page is known however its address is written', () => {
  const { '/membership/listing': members, '/dashboard/overview': overview } = firstPages
  for (const path of ['/membership', '/membership/', '/portal/membership', '/portal/membership/listing'])
    expect(firstPageAt(path)).toBe(members)
  for (const path of ['/', '/portal', '/portal/', '/dashboard', '/portal/dashboard/overview'])
    expect(firstPageAt(path)).toBe(overview)
  for (const path of ['/membership/create/adult', '/membershiplisting', '/portals/membership', '/constructor'])
    expect(firstPageAt(path)).toBeUndefined()
})

test('the rows of an address are asked for as its list does; a list with filters of its own asks by itself', () => {
  const asked = (search: string) => {
    const call = firstPages['/membership/listing'].first(parseSearch(search))
    return call && addressOf(call.path, call)
  }
  expect(asked('')).toBe('/api/admin/member?offset=0&limit=50&isAdult=true')
  expect(asked('?page=2&size=20&sort=-name&searchText=tan&status=active')).toBe(
    '/api/admin/member?offset=20&limit=20&sort=-name&searchText=tan&isDisable=false&isAdult=true&families=true',
  )
  expect(asked('?tab=parents')).toBeUndefined()
  expect(asked('?wallet=50&page=2')).toBeUndefined()
})
