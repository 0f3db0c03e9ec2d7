import { expect, test } from 'vitest'
import { nearPayments } from './near-payments.ts'

test('what was received within two weeks, before or after, without the payment itself', () => {
  const at = (_id: string, day: string) => ({ _id, receivedAt: `${day}T04:00:00.000Z` })
  const one = at('one', '2026-11-15')
  const all = [one, at('before', '2026-11-01'), at('long before', '2026-10-31'), at('after', '2026-11-29')]
  expect(nearPayments(one, all).map(({ _id }) => _id)).toEqual(['before', 'after'])
})
