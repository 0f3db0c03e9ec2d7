import { afterAll, describe, expect, test } from 'vitest'
import { order } from '../../test/support/academy.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import type { Client } from '../../test/support/portal.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
afterAll(() => portal.close())

const noticesOf = async (member: string) => (await clerk.get(`/notify-user?userID=${member}&sort=createdAt`)).json()
const count = async (member: string) => (await noticesOf(member)).total
const titlesOf = async (member: string) =>
  (await noticesOf(member)).items.map((each: { details: { notifyTitle: string } }) => each.details.notifyTitle).sort()
const generic = { notifyType: 'payment', notifyTitle: 'Payment', notifyMsg: 'Your payment was settled. Thank you!' }
const news = (notifyTitle: string) => ({ notifyType: 'news', notifyTitle, notifyMsg: `${notifyTitle}, see you.` })

/** The two calls the specification lists after verify or reject. */
const write = async (words: object, by = clerk) => {
  const answer = await by.post('/notify-details', words)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()._id as string
}
const tell = async (details: string, userID: string, by = clerk) => {
  const answer = await by.post('/notify-user', { details, userID })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const both = async (words: object, member: string, by?: Client) => tell(await write(words, by), member, by)
const ordered = (member: string) => order(portal, academy, { member })

describe('a client that posts what it verified or rejected', () => {
  test.each(['verify', 'reject'] as const)(
    'by %s is answered the notice that stands, whatever its words',
    async (how) => {
      const member = await desk.adult()
      await desk[how](await ordered(member))
      const [own] = (await noticesOf(member)).items
      const details = await write(generic)
      expect(await tell(details, member)).toEqual(own)
      expect(await tell(details, member)).toEqual(own)
      expect((await noticesOf(member)).items).toEqual([own])
      expect(await both(news(`Hall closed ${how}`), member)).toMatchObject({ userID: { _id: member } })
      expect(await count(member)).toBe(2)
    },
  )

  test('in bulk is answered once for each payment, in the same words or in others, one by one or at once', async () => {
    for (const words of [() => generic, (n: number) => ({ ...generic, notifyMsg: `Payment ${n}` })])
      for (const isAtOnce of [false, true]) {
        const member = await desk.adult()
        const ids = [await ordered(member), await ordered(member), await ordered(member)]
        await clerk.put('/payment/verify', { ids })
        const own = (await noticesOf(member)).items
        const answers = isAtOnce ? await Promise.all(ids.map((_, n) => both(words(n), member))) : []
        if (!isAtOnce) for (const n of ids.keys()) answers.push(await both(words(n), member))
        expect(answers.map((each) => each._id).sort()).toEqual(own.map((each: { _id: string }) => each._id).sort())
        expect(await count(member)).toBe(3)
        await both(news('Grading'), member)
        expect(await count(member)).toBe(4)
      }
  })

  test('in the very words of the portal uses up that notice and no other', async () => {
    const member = await desk.adult()
    await desk.verify(await ordered(member))
    await desk.reject(await ordered(member))
    const own = (await noticesOf(member)).items
    const second = own.find((each: { details: { notifyTitle: string } }) => /rejected/.test(each.details.notifyTitle))
    expect(await both(second.details, member)).toEqual(second)
    const answer = await both(generic, member)
    expect(answer.details.notifyTitle).toBe('Payment verified')
    expect(await both(second.details, member)).toEqual(second)
    expect(await count(member)).toBe(2)
    await both(news('Belts'), member)
    expect(await count(member)).toBe(3)
  })

  test('for a child that the payer pays for, is answered the payer’s notice', async () => {
    const { parent, child } = academy
    await desk.verify(await ordered(parent))
    const [own] = (await noticesOf(parent)).items
    expect(await both(generic, child)).toEqual(own)
    expect([await count(parent), await count(child)]).toEqual([1, 0])
    await both(news('Camp'), child)
    expect(await count(child)).toBe(1)
  })
})

describe('a message is sent', () => {
  test('of another user, to another member, or when nothing was settled', async () => {
    const [member, other] = [await desk.adult(), await desk.adult()]
    const colleague = await portal.as()
    await both(generic, other)
    expect(await count(other)).toBe(1)
    await desk.verify(await ordered(member))
    await both({ ...generic, notifyMsg: 'From somebody else' }, member, colleague)
    expect(await count(member)).toBe(2)
    await both({ ...generic, notifyMsg: 'To somebody else' }, other)
    expect(await count(other)).toBe(2)
    // The post about the payment itself is still to come.
    await both(generic, member)
    expect(await titlesOf(member)).toEqual(['Payment', 'Payment verified'])
  })

  test('after ten minutes, and beside a payment that was cancelled', async () => {
    const member = await desk.adult()
    const payment = await ordered(member)
    await desk.verify(payment)
    portal.clock.set('2026-11-20T04:10:01Z')
    await both(generic, member)
    expect(await count(member)).toBe(2)
    await desk.cancel(payment)
    await both(news('Sorry'), member)
    portal.clock.set('2026-11-20T04:00:00Z')
    expect(await count(member)).toBe(4)
  })

  test('once of two at once, where one payment was settled', async () => {
    const member = await desk.adult()
    await desk.verify(await ordered(member))
    const [first, second] = [await write(news('One')), await write(news('Two'))]
    await Promise.all([tell(first, member), tell(second, member)])
    expect(await count(member)).toBe(2)
  })
})
