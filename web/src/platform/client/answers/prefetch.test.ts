import { afterEach, expect, test, vi } from 'vitest'
import { forgetPrefetched, prefetch, takeArrived, takePrefetched } from './prefetch.ts'

const address = '/api/admin/belt?offset=0&limit=50'
const ask = () => prefetch({ path: '/belt', query: { offset: 0, limit: 50, searchText: '' } })

afterEach(() => vi.unstubAllGlobals())

/** A network that answers on demand. */
function network() {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', () => promise)
  return { answer: (body: unknown) => resolve(Response.json(body)), fail: () => reject(new TypeError('no line')) }
}

test('an answer on its way is taken once, and is no longer offered when it comes', async () => {
  const { answer } = network()
  ask()
  expect(takeArrived(address)).toBeUndefined()
  const pending = takePrefetched(address)
  expect(takePrefetched(address)).toBeUndefined()
  answer({ total: 2 })
  expect(await pending).toEqual({ total: 2 })
  expect(takeArrived(address)).toBeUndefined()
})

test('an answer that has come is taken at once, and once', async () => {
  const { answer } = network()
  ask()
  answer({ total: 3 })
  await expect.poll(() => takeArrived(address)).toEqual({ total: 3 })
  expect(takeArrived(address)).toBeUndefined()
  expect(takePrefetched(address)).toBeUndefined()
})

test('a failure is told to the page that takes it', async () => {
  const { fail } = network()
  ask()
  fail()
  await expect(takePrefetched(address)).rejects.toThrow()
  expect(takeArrived(address)).toBeUndefined()
})

test('what is on its way is not asked for again', async () => {
  let calls = 0
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', () => {
    calls++
    return new Promise(() => {})
  })
  ask()
  ask()
  await expect.poll(() => calls).toBe(1)
  forgetPrefetched()
  ask()
  await expect.poll(() => calls).toBe(2)
  forgetPrefetched()
})

test('what nobody takes any more is called off: after signing out it would be refused', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  ask()
  await expect.poll(() => signals.length).toBe(1)
  forgetPrefetched()
  expect(signals[0]?.aborted).toBe(true)
})

test('after a change, what was asked for before it is not shown', async () => {
  const { answer } = network()
  ask()
  answer({ total: 4 })
  await Promise.resolve()
  forgetPrefetched()
  expect(takeArrived(address)).toBeUndefined()
  expect(takePrefetched(address)).toBeUndefined()
})

test('what failed in the background is asked for again by the page, and by who opens it', async () => {
  const answers = [new Response(null, { status: 401 }), Response.json({ total: 5 }), Response.json({ total: 6 })]
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async () => answers.shift())
  prefetch({ path: '/belt', query: { offset: 0, limit: 50 } }, true)
  expect(await takePrefetched(address)).toEqual({ total: 5 })

  answers.unshift(new Response(null, { status: 401 }))
  prefetch({ path: '/belt', query: { offset: 0, limit: 50 } }, true)
  // Asked for anew once the failure is known, and not before.
  const open = () => {
    ask()
    return takeArrived(address)
  }
  await expect.poll(open).toEqual({ total: 6 })
})
