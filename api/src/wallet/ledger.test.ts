import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { academyIn, order } from '../../test/support/academy.ts'
import { type Client, type TestPortal, testPortal } from '../../test/support/portal.ts'
import { adultWith } from '../../test/support/wallets.ts'

let portal: TestPortal
let clerk: Client
let holder: string
let payment: string

const walletOf = async (query = '', who = clerk) => {
  const answer = await who.get(`/member/${holder}/wallet${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const at = (instant: string) => portal.clock.set(instant)

// 1 November 60, 5 November +120 bought, 10 November set to 100, 15 November the purchase cancelled.
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  at('2026-11-01T04:00:00Z')
  const academy = await academyIn(portal)
  holder = await adultWith(portal, 60)
  // Half past midnight in Kuala Lumpur, the day before in UTC.
  at('2026-11-04T16:30:00Z')
  clerk = await portal.as()
  payment = await order(portal, academy, { member: holder })
  expect((await clerk.put(`/payment/direct/${payment}`, { isPay: true })).statusCode).toBe(200)
  at('2026-11-10T04:00:00Z')
  clerk = await portal.as()
  expect((await clerk.put(`/member/${holder}`, { wallet: 100, walletWas: 180 })).statusCode).toBe(200)
  at('2026-11-15T04:00:00Z')
  clerk = await portal.as()
  expect((await clerk.put(`/payment/cancel/${payment}`, { reason: 'Paid twice' })).statusCode).toBe(200)
  at('2026-11-20T04:00:00Z')
  clerk = await portal.as()
})
afterAll(() => portal.close())

const story = (items: { no: number; kind: string; credit: number; balanceAfter: number }[]) =>
  items.map(({ no, kind, credit, balanceAfter }) => [no, kind, credit, balanceAfter])

describe('a wallet shows its history', () => {
  test('entry by entry, newest first, each with the balance it left', async () => {
    const { items, total, balance, last } = await walletOf()
    expect(story(items)).toEqual([
      [4, 'purchase-cancelled', -120, -20],
      [3, 'manual-edit', -80, 100],
      [2, 'purchase', 120, 180],
      [1, 'opening', 60, 60],
    ])
    expect({ total, balance, last }).toEqual({ total: 4, balance: -20, last: 4 })
    expect(items[0].note).toBe('Paid twice')
  })

  test('with a reversal and what it takes back naming each other, on whatever page', async () => {
    const { items } = await walletOf('?sort=%2Bat')
    const [opening, purchase, edited, cancelled] = items
    expect(cancelled).toMatchObject({
      reverses: purchase._id,
      reversedBy: null,
      counterpart: { _id: purchase._id, no: 2, kind: 'purchase', credit: 120, at: purchase.at },
    })
    expect(purchase).toMatchObject({
      reverses: null,
      reversedBy: cancelled._id,
      counterpart: { _id: cancelled._id, no: 4, kind: 'purchase-cancelled', credit: -120, at: cancelled.at },
    })
    for (const alone of [opening, edited])
      expect(alone).toMatchObject({ reverses: null, reversedBy: null, counterpart: null })
    const [only] = (await walletOf('?limit=1&offset=2')).items
    expect(only.counterpart.no).toBe(4)
  })

  test('with the numbers its payment is found by', async () => {
    const { items } = await walletOf('?kind=purchase')
    const { orNo, orderID } = (await clerk.get(`/payment/${payment}`)).json()
    expect(items[0]).toMatchObject({
      payment: { orNo, orderID, paymentType: 'Cash' },
      attended: null,
      cause: { type: 'payment', _id: payment },
    })
  })

  test('page by page', async () => {
    const pages = await Promise.all([0, 1, 2, 3, 4].map((offset) => walletOf(`?limit=1&offset=${offset}`)))
    expect(pages.flatMap(({ items }) => story(items)).map(([no]) => no)).toEqual([4, 3, 2, 1])
    expect(pages.map(({ total, balance }) => [total, balance])).toEqual(Array(5).fill([4, -20]))
  })
})

describe('the balance as of a day', () => {
  test.each([
    ['2026-10-31', 0, 0],
    ['2026-11-01', 60, 1],
    ['2026-11-04', 60, 1],
    ['2026-11-05', 180, 2],
    ['2026-11-10', 100, 3],
    ['2026-11-14', 100, 3],
    ['2026-11-15', -20, 4],
    ['2026-11-20', -20, 4],
  ])('%s is %i', async (day, balance, entries) => {
    const answer = await walletOf(`?asOf=${day}`)
    expect(answer).toMatchObject({ balance, total: entries, last: 4 })
    expect(answer.items).toHaveLength(entries)
  })

  test('is the whole wallet’s, whatever kind of entry is asked for', async () => {
    expect(await walletOf('?asOf=2026-11-10&kind=opening')).toMatchObject({ balance: 100, total: 1 })
    expect(await walletOf('?kind=expired')).toMatchObject({ balance: -20, total: 0, items: [] })
  })

  test.each([
    ['asOf=2026-11-21', 'asOf', 'The date cannot be in the future'],
    ['asOf=15/11/2026', 'asOf', 'As of can be read in two ways. Use YYYY-MM-DD, DD-MM-YYYY or YYYY/MM/DD.'],
    ['asOf=2026-02-30', 'asOf', 'As of is not a day of the calendar.'],
    ['startDate=2026-11-15&endDate=2026-11-14', 'endDate', 'The range must end on or after the day it starts'],
  ])('%s is refused', async (query, where, message) => {
    const answer = await clerk.get(`/member/${holder}/wallet?${query}`)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json().details).toEqual([{ path: where, message }])
  })
})

describe('the entries can be narrowed', () => {
  test.each([
    ['kind=purchase', [2]],
    ['kind=purchase,opening', [2, 1]],
    ['kind=', [4, 3, 2, 1]],
    ['startDate=2026-11-05', [4, 3, 2]],
    ['startDate=2026-11-05&endDate=2026-11-05', [2]],
    ['endDate=2026-11-04', [1]],
    ['startDate=2026-11-06&kind=manual-edit,opening', [3]],
    ['searchText=PAID%20TWICE', [4]],
    ['searchText=starter', [4, 2]],
    ['searchText=%25', []],
    ['searchText=_', []],
  ])('%s', async (query, numbers) => {
    const { items, total, balance } = await walletOf(`?${query}`)
    expect(items.map(({ no }: { no: number }) => no)).toEqual(numbers)
    expect({ total, balance }).toEqual({ total: numbers.length, balance: -20 })
  })

  test('by known kinds only', async () => {
    const answer = await clerk.get(`/member/${holder}/wallet?kind=purchase,gift`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain('Known kinds: purchase, purchase-cancelled')
  })
})

describe('setting the balance by hand', () => {
  const edit = (member: string, body: object, who = clerk) => who.put(`/member/${member}`, body)

  test('writes the difference, and nothing when there is none', async () => {
    const member = await adultWith(portal, 120)
    expect((await edit(member, { wallet: 90, walletWas: 120 })).json().wallet).toBe(90)
    expect((await edit(member, { wallet: 90, walletWas: 90 })).json().wallet).toBe(90)
    expect((await edit(member, { wallet: 0, walletWas: 90 })).json().wallet).toBe(0)
    const { items } = (await clerk.get(`/member/${member}/wallet`)).json()
    expect(story(items)).toEqual([
      [3, 'manual-edit', -90, 0],
      [2, 'manual-edit', -30, 90],
      [1, 'opening', 120, 120],
    ])
  })

  test('is refused when the wallet moved meanwhile, with the balance it holds now', async () => {
    const member = await adultWith(portal, 120)
    await edit(member, { wallet: 90, walletWas: 120 })
    const answer = await edit(member, { wallet: 200, walletWas: 120 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      message: 'The wallet holds 90 credits now, not 120. Please load the page again.',
      details: [{ path: 'wallet', message: 'The wallet holds 90 credits now' }],
    })
    expect((await clerk.get(`/expiration/${member}`)).json().wallet).toBe(90)
  })

  test('by 20 clerks at once from the same balance lets one through', async () => {
    const member = await adultWith(portal, 120)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => edit(member, { wallet: 200 + index, walletWas: 120 })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
    const won = answers.find(({ statusCode }) => statusCode === 200)
    expect((await clerk.get(`/expiration/${member}`)).json().wallet).toBe(won?.json().wallet)
  })

  test('by 20 clerks at once to the same balance lets one through', async () => {
    const member = await adultWith(portal, 120)
    const answers = await Promise.all(Array.from({ length: 20 }, () => edit(member, { wallet: 130, walletWas: 120 })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect((await clerk.get(`/member/${member}/wallet`)).json().items.length).toBe(2)
  })

  test('needs membership Wallet and the balance it was loaded with, and never goes below zero', async () => {
    const member = await adultWith(portal, 120)
    const editor = await portal.as({ membership: ['view', 'edit'] })
    expect((await edit(member, { wallet: 90, walletWas: 120 }, editor)).statusCode).toBe(403)
    expect((await edit(member, { note: 'Edited', wallet: undefined }, editor)).statusCode).toBe(200)
    for (const [body, where] of [
      [{ wallet: 90 }, 'walletWas'],
      [{ wallet: 90, walletWas: null }, 'walletWas'],
      [{ wallet: -1, walletWas: 120 }, 'wallet'],
      [{ wallet: 1.5, walletWas: 120 }, 'wallet'],
      [{ wallet: 'ninety', walletWas: 120 }, 'wallet'],
      [{ wallet: 1e15, walletWas: 120 }, 'wallet'],
    ] as const) {
      const answer = await edit(member, body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().details.map(({ path }: { path: string }) => path)).toContain(where)
    }
    expect((await clerk.get(`/expiration/${member}`)).json().wallet).toBe(120)
  })
})
