import { languages } from '@academy/contract/messages/languages.ts'
import type { MessageFacts } from '@academy/contract/messages/messages.ts'
import { expect, test } from 'vitest'
import { messageText } from './texts.ts'

const letter = { name: 'Siti', academy: 'Kata Academy', today: '2026-11-20' }
const say = (facts: MessageFacts, language: (typeof languages)[number] = 'en') =>
  messageText(facts, language, letter).split('\n')

const moved = { kind: 'moved', about: 'x', course: 'Taekwondo', date: '2026-11-24', instead: null } as const
const cardLink: MessageFacts = {
  kind: 'link',
  about: 'x',
  title: 'Gold',
  amount: '550.00',
  currency: 'MYR',
  link: 'https://kata.test/checkout?token=a&amount=550.00',
}
const receipt: MessageFacts = {
  kind: 'receipt',
  about: 'x',
  orNo: 'OR0007',
  amount: '1100.00',
  credit: 1200,
  date: '2026-11-20',
  link: 'https://kata.test/receipt/abc_-1',
}
const balance: MessageFacts = {
  kind: 'balance',
  about: null,
  wallet: 1040,
  creditExpired: '2027-01-31',
  entries: [
    { date: '2026-11-17', label: 'Taekwondo', who: '陈小明', credit: -10 },
    { date: '2026-11-01', label: 'Fifteen', who: null, credit: 1050 },
  ],
}
const all: MessageFacts[] = [
  { kind: 'owed', about: null, cases: 2, credit: 20, wallet: 5 },
  moved,
  { ...moved, instead: { date: '2026-11-28', duration: '18:00 - 19:00' } },
  { kind: 'expiring', about: null, wallet: 1200, date: '2026-12-20' },
  { kind: 'low', about: null, wallet: 5, classes: 0 },
  { kind: 'low', about: null, wallet: 40, classes: 4 },
  cardLink,
  receipt,
  balance,
]

test('the figures of now are in the text, as the screens show them', () => {
  expect(say({ kind: 'low', about: null, wallet: 12, classes: 1 })).toEqual([
    'Hello Siti, this is Kata Academy.',
    'Your wallet has 12 credits left, enough for about 1 class. Please top up at the counter at your next visit.',
    'Thank you!',
  ])
  expect(say({ kind: 'owed', about: null, cases: 1, credit: 10, wallet: 5 })[1]).toMatch(
    /^1 class is not paid for yet, 10 credits in all.*Please top up/,
  )
  expect(say({ kind: 'owed', about: null, cases: 2, credit: 20, wallet: 20 })[1]).toMatch(
    /They will be taken from it\.$/,
  )
  expect(say({ ...moved, instead: { date: '2026-11-28', duration: '18:00 - 19:00' } })[1]).toBe(
    'The class Taekwondo on 24-11-2026 does not take place. It is made up for on 28-11-2026, 18:00 - 19:00.',
  )
  expect(say({ ...moved, date: '2026-11-17' })[1]).toBe(
    'The class Taekwondo on 17-11-2026 did not take place. We will tell you when it is made up for.',
  )
  expect(say(cardLink).slice(1, 3)).toEqual([
    'You can pay RM 550.00 for Gold by card here:',
    'https://kata.test/checkout?token=a&amount=550.00',
  ])
  expect(say(receipt).slice(1, 3)).toEqual([
    'We received RM 1,100.00 on 20-11-2026 for 1,200 credits, receipt OR0007:',
    'https://kata.test/receipt/abc_-1',
  ])
  expect(say(balance).slice(1, -1)).toEqual([
    'Your wallet has 1,040 credits, valid until 31-01-2027.',
    'The last movements:',
    '17-11-2026  −10  Taekwondo (陈小明)',
    '01-11-2026  +1,050  Fifteen',
  ])
})

test('credit past its day is told as expired, and an empty or owing wallet has no day', () => {
  const held = (wallet: number, creditExpired: string | null) =>
    say({ kind: 'balance', about: null, wallet, creditExpired, entries: [] })[1]
  expect(held(135, '2026-11-19')).toBe('Your wallet has 135 credits, which expired on 19-11-2026.')
  expect(held(135, '2026-11-20')).toBe('Your wallet has 135 credits, valid until 20-11-2026.')
  expect(held(0, '2026-12-20')).toBe('Your wallet has 0 credits.')
  expect(held(-160, '2026-12-20')).toBe('Your wallet has −160 credits.')
})

test.each(languages)('every text in %s names the member and the academy, and leaves no gap', (language) => {
  for (const facts of all) {
    const text = messageText(facts, language, letter)
    expect(text).toContain('Siti')
    expect(text).toContain('Kata Academy')
    expect(text).not.toMatch(/undefined|null|NaN|\[object|\{|\}/)
  }
  // Each says something of its own.
  expect(new Set(all.map((facts) => messageText(facts, language, letter))).size).toBe(all.length)
})
