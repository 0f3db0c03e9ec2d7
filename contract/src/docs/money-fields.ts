/** Fields of card payments, of the cash desk and of numbers that are issued. */
import type { FieldWords } from './field-words.ts'

export const moneyFields: Readonly<Record<string, FieldWords>> = {
  payment_id: ['Id of the payment', '019ab3f2-7c41-7d0e-9a55-3f6c2b8e1d04'],
  member_id: ['Id of the member', '019ab3f2-7c41-7d0e-9a55-3f6c2b8e1d05'],
  order_id: ['The order at the card provider', 'order_N8x2Kq'],
  provider_payment_id: ['The payment at the card provider', 'pay_N8x9Lm'],
  signature: ['The provider’s signature over order and payment, hexadecimal', `${'9f86d081884c7d65'.repeat(4)}`],
  checkoutUrl: ['The checkout page', 'https://portal.example.com/checkout?payment_id=…'],
  sandbox: ['No money moves', false],
  confirmed: ['Of each row whose name differs from the member it would overwrite: what the dry run gave as confirm'],
  counted: ['RM counted', '450.00'],
  expected: ['RM expected', '450.00'],
  difference: ['Counted less expected; negative is short', '0.00'],
  pieces: ['How many of each note and coin', null],
  number: ['Number', 'CC-2026-0007'],
  event: ['What happened', 'payment.captured'],
  done: ['It was done', true],
  files: ['The files'],
  closed: ['What was closed'],
  left: ['How many are left', 0],
  next: ['The number that it would issue next', 'OR-2026-0043'],
}
