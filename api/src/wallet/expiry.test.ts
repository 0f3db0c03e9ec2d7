import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn, order } from '../../test/support/academy.ts'
import { insertMember } from '../../test/support/families.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { adultWith, postTo } from '../../test/support/wallets.ts'
import { lockWallet, reverse } from './wallet.ts'

const today = '2026-11-20'
const yesterday = '2026-11-19'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
afterAll(() => portal.close())

const path = (member: string) => `/expiration/${member}`
const entriesOf = async (member: string) => {
  const answer = await clerk.get(`/member/${member}/wallet?sort=%2Bat`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().items.map(({ kind, credit }: { kind: string; credit: number }) => [kind, credit])
}
const trailOf = (docId: string) =>
  portal.run((tx) =>
    tx.query<{ action: string; description: string }>(
      sql`select action, description from audit_record where doc_id = ${docId} order by position desc`,
    ),
  )

describe('the expiry of a wallet', () => {
  test('is shown with the days left: ahead, on its last day, past, and none', async () => {
    const holder = await adultWith(portal, 40)
    expect((await clerk.get(path(holder))).json()).toEqual({ creditExpired: null, expiredIn: null, wallet: 40 })
    for (const [day, expiredIn] of [
      ['2026-12-20', 30],
      [today, 0],
      [yesterday, -1],
    ]) {
      const answer = await clerk.put(path(holder), { expirationDate: day })
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json()).toEqual({ creditExpired: day, expiredIn, wallet: 40 })
      expect((await clerk.get(path(holder))).json()).toEqual(answer.json())
    }
    expect(await entriesOf(holder)).toEqual([['opening', 40]])
  })

  test('is adjusted at most ten years ahead, to a day that exists', async () => {
    const holder = await adultWith(portal, 40, '2026-12-01')
    for (const [expirationDate, message] of [
      ['2036-11-21', 'At most 10 years ahead'],
      ['9999-12-31', 'At most 10 years ahead'],
      ['2027-02-29', 'Expiration date is not a day of the calendar.'],
      ['20-13-2027', 'Expiration date is not a day of the calendar.'],
      ['0001-01-01', 'Expiration date is not a day of the calendar.'],
      ['', 'Expiration date is required'],
      [null, 'Expiration date is required'],
      [20271120, 'Expiration date is required'],
      [undefined, 'Expiration date is required'],
    ]) {
      const answer = await clerk.put(path(holder), { expirationDate })
      expect(answer.statusCode, `${expirationDate} ${answer.body}`).toBe(400)
      expect(answer.json().details).toEqual([{ path: 'expirationDate', message }])
    }
    expect((await clerk.get(path(holder))).json().creditExpired).toBe('2026-12-01')
    expect((await clerk.put(path(holder), { expirationDate: '2036-11-20' })).statusCode).toBe(200)
  })

  test('leaves a record that names both days, and none when nothing changes', async () => {
    const holder = await adultWith(portal, 40, '2026-12-01')
    const before = (await trailOf(holder)).length
    await clerk.put(path(holder), { expirationDate: '2027-01-31' })
    const [record, ...rest] = await trailOf(holder)
    expect(rest).toHaveLength(before)
    expect(record?.description).toMatch(/^Credit of .+ expires 31-01-2027, before 01-12-2026$/)
    await clerk.put(path(holder), { expirationDate: '2027-01-31' })
    expect(await trailOf(holder)).toHaveLength(before + 1)
  })

  test('of a dependent child is its parents’: it is shown as none and cannot be adjusted or cleared', async () => {
    expect((await clerk.get(path(academy.child))).json()).toEqual({ creditExpired: null, expiredIn: null, wallet: 0 })
    for (const answer of [
      await clerk.put(path(academy.child), { expirationDate: '2027-01-31' }),
      await clerk.delete(path(academy.child)),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toBe('Tan Jia Hui has no wallet of its own, the parents pay')
    }
  })

  test('of unknown is not there: unknown, no id at all, erased', async () => {
    const erased = await portal.run((tx) =>
      insertMember(tx, { kind: 'adult', name: 'Deleted member', is_deleted: true }),
    )
    for (const id of [unknown, 'not-an-id', erased]) {
      for (const answer of [
        await clerk.get(path(id)),
        await clerk.put(path(id), { expirationDate: '2027-01-31' }),
        await clerk.delete(path(id)),
        await clerk.get(`/member/${id}/wallet`),
      ])
        expect(answer.statusCode, answer.body).toBe(404)
    }
  })

  test('needs a right of its own for each: see, adjust, clear', async () => {
    const holder = await adultWith(portal, 40, yesterday)
    const viewer = await portal.as({ membership: ['view', 'edit', 'wallet'] })
    expect((await viewer.get(path(holder))).statusCode).toBe(200)
    expect((await viewer.put(path(holder), { expirationDate: '2027-01-31' })).statusCode).toBe(403)
    expect((await viewer.delete(path(holder))).statusCode).toBe(403)
    const adjuster = await portal.as({ membership: ['expiration'] })
    expect((await adjuster.get(path(holder))).statusCode).toBe(403)
    expect((await adjuster.delete(path(holder))).statusCode).toBe(403)
    expect((await adjuster.put(path(holder), { expirationDate: yesterday })).statusCode).toBe(200)
    const clearer = await portal.as({ membership: ['clearExpired'] })
    expect((await clearer.put(path(holder), { expirationDate: '2027-01-31' })).statusCode).toBe(403)
    expect((await clearer.delete(path(holder))).json()).toEqual({
      creditExpired: yesterday,
      expiredIn: -1,
      wallet: 0,
    })
  })
})

describe('clearing', () => {
  test('is refused until the expiry is past, without an expiry, and with nothing to clear', async () => {
    const holder = await adultWith(portal, 40)
    const refusal = async () => {
      const answer = await clerk.delete(path(holder))
      expect(answer.statusCode, answer.body).toBe(409)
      return answer.json().message
    }
    expect(await refusal()).toBe('No expiration date found.')
    await clerk.put(path(holder), { expirationDate: today })
    expect(await refusal()).toBe('The credit expires on 20-11-2026 and cannot be cleared yet')
    await clerk.put(path(holder), { expirationDate: yesterday })
    expect((await clerk.delete(path(holder))).statusCode).toBe(200)
    expect(await refusal()).toBe('The wallet holds 0 credits, there is nothing to clear')
    expect(await entriesOf(holder)).toEqual([
      ['opening', 40],
      ['expired', -40],
    ])
  })

  test('ten times at once clears once', async () => {
    const holder = await adultWith(portal, 40, yesterday)
    const answers = await Promise.all(Array.from({ length: 10 }, () => clerk.delete(path(holder))))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await entriesOf(holder)).toEqual([
      ['opening', 40],
      ['expired', -40],
    ])
  })

  test('does not touch a wallet that owes', async () => {
    const holder = await adultWith(portal, 0)
    const id = await order(portal, academy, { member: holder })
    expect((await clerk.put(`/payment/direct/${id}`, { isPay: true })).statusCode).toBe(200)
    await clerk.put(`/member/${holder}`, { wallet: 20, walletWas: 120 })
    expect((await clerk.put(`/payment/cancel/${id}`)).statusCode).toBe(200)
    await clerk.put(path(holder), { expirationDate: yesterday })
    const answer = await clerk.delete(path(holder))
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('The wallet holds -100 credits, there is nothing to clear')
  })

  test('leaves what comes back later, which can be cleared again', async () => {
    const holder = await adultWith(portal, 40, yesterday)
    const spent = await portal.run((tx) =>
      postTo(tx, {
        member: holder,
        kind: 'attendance',
        credit: -10,
        cause: { key: `class/${tx.newId()}/1`, type: 'attendance', id: null, label: 'Karate' },
      }),
    )
    expect((await clerk.delete(path(holder))).statusCode).toBe(200)
    await portal.run(async (tx) =>
      reverse(tx, await lockWallet(tx, holder), {
        entry: spent.entry,
        kind: 'attendance-reversed',
        cause: { key: `class/${tx.newId()}/reversed`, type: 'attendance', id: null, label: 'Karate' },
      }),
    )
    expect((await clerk.get(path(holder))).json()).toEqual({ creditExpired: yesterday, expiredIn: -1, wallet: 10 })
    expect((await clerk.delete(path(holder))).statusCode).toBe(200)
    expect(await entriesOf(holder)).toEqual([
      ['opening', 40],
      ['attendance', -10],
      ['expired', -30],
      ['attendance-reversed', 10],
      ['expired', -10],
    ])
  })

  test('against a top-up at the same moment loses no verified credit, 30 times', async () => {
    const rounds = Array.from({ length: 30 }, (_, round) => round)
    const outcomes = { 'cleared first': 0, 'topped up first': 0 }
    const race = async (round: number) => {
      const holder = await adultWith(portal, 50, yesterday)
      const id = await order(portal, academy, { member: holder })
      const verify = () => clerk.put(`/payment/direct/${id}`, { isPay: true })
      // Verifying has more to do before it comes to the wallet: the clerk who clears reads it a few times meanwhile.
      const clear = async () => {
        for (let read = 0; read < round % 5; read++) await clerk.get(path(holder))
        return clerk.delete(path(holder))
      }
      const [verified, cleared] = await Promise.all([verify(), clear()])
      expect(verified.statusCode, verified.body).toBe(200)
      const state = (await clerk.get(path(holder))).json()
      const entries = await entriesOf(holder)
      expect(state.creditExpired).toBe('2027-05-20')
      if (cleared.statusCode === 200) {
        outcomes['cleared first']++
        expect([state.wallet, entries]).toEqual([
          120,
          [
            ['opening', 50],
            ['expired', -50],
            ['purchase', 120],
          ],
        ])
      } else {
        outcomes['topped up first']++
        expect(cleared.statusCode, cleared.body).toBe(409)
        expect([state.wallet, entries]).toEqual([
          170,
          [
            ['opening', 50],
            ['purchase', 120],
          ],
        ])
      }
    }
    // Five wallets at a time, so that the two calls of each meet in ever other ways.
    for (const first of rounds.filter((round) => round % 5 === 0))
      await Promise.all(rounds.slice(first, first + 5).map(race))
    expect(outcomes['cleared first'] + outcomes['topped up first']).toBe(30)
    console.log('clear against top-up:', outcomes)
  })
})
