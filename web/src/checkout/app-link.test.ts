import { expect, test } from 'vitest'
import { appLink } from './app-link.ts'

test('a payment that went through carries what the app needs, any other only its status', () => {
  const paid = { payment_id: 'p', order_id: 'o', provider_payment_id: 'pay', member_id: 'm', signature: 'a&b' }
  expect(appLink('academy', { status: true, paid })).toBe(
    'academy://payment?status=true&payment_id=p&order_id=o&provider_payment_id=pay&member_id=m&signature=a%26b',
  )
  expect(appLink('dojo', { status: true })).toBe('dojo://payment?status=true')
  expect(appLink('dojo', { status: false })).toBe('dojo://payment?status=false')
})
