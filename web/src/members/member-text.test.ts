import { describe, expect, test } from 'vitest'
import { ageOn } from '../platform/client/dates.ts'
import {
  clearReason,
  daysLeftText,
  daysText,
  deleteReason,
  disableReason,
  expiryTone,
  filledBars,
  mailAddress,
  runwayText,
  runwayTone,
  whatsAppAddress,
} from './member-text.ts'
import { walletTone } from './wallet-tone.ts'

describe('a member in a few words', () => {
  test('a birthday not yet reached this year does not count', () => {
    expect(ageOn('2026-11-21', '2015-11-21')).toBe(11)
    expect(ageOn('2026-11-20', '2015-11-21')).toBe(10)
  })

  test('the days left are told in the singular where there is one', () => {
    expect([2, 1, 0, -1, -20].map(daysLeftText)).toEqual([
      '2 days left',
      '1 day left',
      'last day today',
      'expired 1 day ago',
      'expired 20 days ago',
    ])
    expect([2, 1, 0, -20].map(daysText)).toEqual(['2 days', '1 day', 'last day today', 'expired 20 days ago'])
    expect([-1, 0, 30, 31].map(expiryTone)).toEqual(['over', 'soon', 'soon', 'fine'])
  })
})

describe('how long a wallet lasts', () => {
  test('is said as about so many classes, unless it is less than one', () => {
    expect(
      [
        [0, 0],
        [0, -20],
        [0, 9],
        [1, 10],
        [15, 315],
      ].map(([classes = 0, wallet = 0]) => runwayText(classes, wallet)),
    ).toEqual(['none left', 'none left', 'less than 1 class', 'about 1 class', 'about 15 classes'])
  })

  test('is drawn in five bars: green from five classes, amber below, empty under one', () => {
    expect([0, 1, 2, 3, 4, 5, 9, 10, 14, 15, 200].map(filledBars)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect([0, 1, 4, 5, 6].map(runwayTone)).toEqual(['over', 'short', 'short', 'long', 'long'])
    expect([-1, 0, 1, 50, 51].map((wallet) => walletTone(wallet, 50))).toEqual(['none', 'none', 'low', 'low', 'fine'])
  })
})

test('a chat opens with the number as the country has it', () => {
  expect(
    ['012-345 6789', '+60 12-345 6789', '+65 8123 4567', '999', null].map((phone) => whatsAppAddress(phone)),
  ).toEqual([
    'https://wa.me/60123456789',
    'https://wa.me/60123456789',
    'https://wa.me/6581234567',
    undefined,
    undefined,
  ])
})

test('a text goes into a chat and into a mail as it was written', () => {
  const text = 'Baki 40 & 陈\nTerima kasih!'
  const chat = new URL(whatsAppAddress('0123456789', text) ?? '')
  expect([chat.host, chat.pathname, chat.searchParams.get('text')]).toEqual(['wa.me', '/60123456789', text])
  const mail = new URL(mailAddress('siti+a@mail.test', text) ?? '')
  expect(decodeURIComponent(mail.pathname)).toBe('siti+a@mail.test')
  expect(mail.searchParams.get('body')).toBe(text.replace('\n', '\r\n'))
  expect(mailAddress(null, text)).toBeUndefined()
})

describe('what stands in the way', () => {
  test('every reason why a member cannot be deleted is named', () => {
    expect(deleteReason({ isDisable: true, isProtected: false, wallet: 0 })).toBeUndefined()
    const everything = { isDisable: false, isProtected: true, wallet: -20, openOutstanding: 1, dependents: 2 }
    expect(deleteReason(everything)).toBe(
      'Cannot be deleted: the member is not disabled, the member is protected, the wallet holds -20 credits, ' +
        'there are open outstanding cases, there are dependent children',
    )
  })

  test('a protected member cannot be disabled, yet enabled', () => {
    expect(disableReason({ isDisable: false, isProtected: true })).toMatch(/Protected/)
    expect(disableReason({ isDisable: true, isProtected: true })).toBeUndefined()
  })

  test('credit can be cleared from the day after it expired', () => {
    expect(clearReason(null, 120, '2026-11-21')).toBe('No expiration date found.')
    expect(clearReason('2026-11-21', 120, '2026-11-21')).toMatch(/expires on 21-11-2026/)
    expect(clearReason('2026-11-20', 0, '2026-11-21')).toBe('There is no credit to clear')
    expect(clearReason('2026-11-20', 120, '2026-11-21')).toBeUndefined()
  })
})
