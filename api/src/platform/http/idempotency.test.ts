import { endpoint } from '@academy/contract/platform/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cost } from '../runtime/passwords/argon2.ts'
import { repeatable } from './idempotency.ts'

// Put back, since other tests of the same process hold the cost that is in use.
const inUse = { ...cost }
beforeAll(() => void Object.assign(cost, { memory: 128, passes: 1 }))
afterAll(() => void Object.assign(cost, inUse))

const route = endpoint({ method: 'POST', path: '/view', may: 'session', body: z.object({}), result: z.object({}) })

test('who sends many passwords at once waits alone, and is refused beyond some', async () => {
  const served: string[] = []
  const call = async (userId: string, key: string) => {
    const { requestHash } = await repeatable({ userId, key, route, params: {}, body: { password: 'a secret' } })
    served.push(userId)
    return requestHash
  }
  const greedy = Array.from({ length: 30 }, (_, n) => call('greedy', `key ${n}`))
  const neighbour = call('neighbour', 'key')
  const answers = await Promise.allSettled(greedy)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
  const refused = { statusCode: 429, retryAfter: 5 }
  expect(answers.slice(21)).toEqual(Array(9).fill({ status: 'rejected', reason: expect.objectContaining(refused) }))
  expect(await neighbour).toMatch(/^[\w-]{43} \S{43}$/)
  expect(served.indexOf('neighbour')).toBe(1)
})

test('what holds no password waits for nobody', async () => {
  const { requestHash } = await repeatable({ userId: 'one', key: 'key', route, params: {}, body: { name: 'Adults' } })
  expect(requestHash).toMatch(/^[\w-]{43}$/)
})
