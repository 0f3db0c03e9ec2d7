import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../client.ts'
import { askEarly, takeEarly } from './early.ts'

const profile = { path: '/auth/profile', query: {} }
const address = '/api/admin/auth/profile'
const asked = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockReset().mockImplementation(async () => Response.json({ username: 'owner' }))
  vi.stubGlobal('fetch', asked)
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const clientOf = (token: string) =>
  createClient({
    origin: '',
    tokens: { access: () => token, refresh: () => null, renew: () => undefined, withLock: (work) => work() },
    onUnauthorized: () => undefined,
  })

test('the client takes an answer that was asked for early, once, and asks again after that', async () => {
  askEarly('a token', profile)
  const client = clientOf('a token')
  expect(await (await client.request('GET', '/auth/profile')).json()).toEqual({ username: 'owner' })
  expect(asked).toHaveBeenCalledOnce()
  await client.request('GET', '/auth/profile')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('an answer for another session is nobody’s, nor is one that waited too long', async () => {
  askEarly('an earlier token', profile)
  await clientOf('a token').request('GET', '/auth/profile')
  expect(asked).toHaveBeenCalledTimes(2)
  askEarly('a token', profile)
  vi.advanceTimersByTime(10_000)
  expect(takeEarly(address, 'a token', new AbortController().signal)).toBeUndefined()
})

test('nothing but reading is answered early', async () => {
  askEarly('a token', profile)
  await clientOf('a token').request('PUT', '/auth/profile', { body: {} })
  expect(asked).toHaveBeenCalledTimes(2)
})

test('whoever takes an answer that does not come waits no longer than for one of their own', async () => {
  asked.mockReturnValue(new Promise(() => undefined))
  askEarly('a token', profile)
  const leaving = new AbortController()
  const answer = clientOf('a token').request('GET', '/auth/profile', { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
  expect(asked).toHaveBeenCalledOnce()
})

test('an early call that never arrived is a portal out of reach', async () => {
  asked.mockRejectedValue(new TypeError('Failed to fetch'))
  askEarly('a token', profile)
  await expect(clientOf('a token').request('GET', '/auth/profile')).rejects.toMatchObject({ statusCode: 0 })
  expect(asked).toHaveBeenCalledOnce()
})
