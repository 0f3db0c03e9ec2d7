import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { order } from '../../test/support/academy.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { unknown } from '../../test/support/portal.ts'
import { atOnce, expectWhole } from '../../test/support/undo.ts'
import { expireOn } from '../../test/support/wallets.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
const cards = cardDesk(portal, clerk, academy)
afterAll(() => portal.close())

const undo = (id: string, by = clerk) => by.post(`/payment/${id}/undo`)
const rehearse = (id: string, by = clerk) => by.post(`/payment/${id}/undo/rehearse`)

/** A verified payment of somebody new. */
async function verified() {
  const member = await desk.adult()
  await portal.run((tx) => expireOn(tx, member, '2026-12-31'))
  const id = await order(portal, academy, { member })
  expect((await desk.verify(id)).statusCode).toBe(200)
  return { member, id, ...(await desk.get(id)) }
}

describe('undoing a verification', () => {
  test('is told first; it cancels the payment and makes the same order again, together', async () => {
    const { id, member, orNo, amount } = await verified()
    const effect = (await rehearse(id)).json()
    expect(effect.wallets).toMatchObject([
      {
        member: { _id: member },
        wallet: { from: 120, to: 0 },
        creditExpired: { from: '2027-05-20', to: '2026-12-31' },
      },
    ])
    expect(effect.lines[0]).toBe(`Receipt ${orNo} keeps its number and is no longer valid.`)
    expect(await desk.get(id)).toMatchObject({ status: 'Done', replacedBy: null, wallet: 120 })
    const { made, wallets } = (await undo(id)).json()
    expect([wallets, made.number]).toEqual([effect.wallets, effect.made.number])
    expect(await desk.get(id)).toMatchObject({
      status: 'Cancelled',
      cancelReason: 'Verification undone',
      replacedBy: { _id: made._id, orderID: made.number },
    })
    const again = await desk.get(made._id)
    expect(again).toMatchObject({
      status: 'Pending',
      amount,
      creditPurchase: 120,
      orNo: null,
      memberId: member,
      replaces: { _id: id },
    })
    await expectWhole(portal)
    expect((await desk.verify(made._id)).json()).toMatchObject({ wallet: 120, validUntil: '2027-05-20' })
    await expectWhole(portal)
  })

  test('keeps the terms of then, whatever became of the package since', async () => {
    const { id } = await verified()
    await clerk.put(`/credit-package/${academy.package}`, { credit: 7, isDisable: true })
    const { made } = (await undo(id)).json()
    expect(await desk.get(made._id)).toMatchObject({ creditPurchase: 120, duration: 6, amount: '100.00' })
    await clerk.put(`/credit-package/${academy.package}`, { credit: 100, isDisable: false })
  })

  test('happens once, however many ask at once and however often', async () => {
    const { id, member } = await verified()
    expect(await atOnce(() => undo(id))).toEqual([200, 409, 409, 409])
    expect((await clerk.get(`/payment?createdBy=${member}`)).json().total).toBe(2)
    expect((await rehearse(id)).json().message).toMatch(/^This was undone already: the order was made again as /)
    await expectWhole(portal)
  })

  test('against a cancellation at the same moment: one of them cancels, ten times', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, member } = await verified()
      const [undone, cancelled] = await Promise.all([undo(id), desk.cancel(id)])
      // Who undoes second undoes the cancellation: either way there is one order to settle.
      expect(undone.statusCode).toBe(200)
      expect([200, 409]).toContain(cancelled.statusCode)
      const { items } = (await clerk.get(`/payment?createdBy=${member}&sort=%2BreceivedAt`)).json()
      expect(items.map(({ status }: { status: string }) => status).toSorted()).toEqual(['Cancelled', 'Pending'])
    }
    await expectWhole(portal)
  })

  test('is refused for credit that was not moved, for cards, and for a deleted member', async () => {
    const refusal = async (id: string) => {
      const before = await desk.get(id)
      const [answer, rehearsed] = [await undo(id), await rehearse(id)]
      expect([answer.statusCode, rehearsed.json()], answer.body).toEqual([409, answer.json()])
      expect(await desk.get(id)).toEqual(before)
      return answer.json().message
    }
    const pending = await order(portal, academy)
    expect(await refusal(pending)).toBe('The payment is Pending: it moved no credit')
    await desk.reject(pending)
    expect(await refusal(pending)).toBe('The payment is Rejected: it moved no credit')
    const started = await cards.start()
    await cards.confirm(started, await cards.payUnheard(started.order_id))
    const card = started.payment_id
    expect(await refusal(card)).toBe(
      'A card payment is cancelled, so that its money goes back; a new order is paid by a new link',
    )
    await desk.cancel(card)
    expect(await refusal(card)).toBe('The money of a card payment goes back; please make a new order')
  })

  test('needs the right to verify, and a payment', async () => {
    const { id } = await verified()
    const viewer = await portal.as({ verifyPayment: ['view'], dashboard: ['view'] })
    for (const call of [undo, rehearse]) {
      expect((await call(id, viewer)).statusCode).toBe(403)
      expect((await call(unknown)).statusCode).toBe(404)
      expect((await call('x')).statusCode).toBe(404)
    }
    expect(await desk.get(id)).toMatchObject({ status: 'Done' })
  })
})

describe('undoing a cancellation', () => {
  test('makes the same order again, once; the receipt stays cancelled', async () => {
    const { id, member, orNo } = await verified()
    await desk.cancel(id)
    const effect = (await rehearse(id)).json()
    expect(effect.lines[0]).toBe(`Receipt ${orNo} stays cancelled: it is not given back.`)
    expect(effect.wallets).toMatchObject([{ wallet: { from: 0, to: 0 } }])
    const { made } = (await undo(id)).json()
    expect(await atOnce(() => undo(id), 2)).toEqual([409, 409])
    expect(await desk.get(id)).toMatchObject({ status: 'Cancelled', orNo })
    const answer = await desk.verify(made._id)
    expect(answer.json()).toMatchObject({ status: 'Done', wallet: 120 })
    expect(answer.json().orNo).not.toBe(orNo)
    const records = await portal.run((tx) =>
      tx.query<{ description: string }>(
        sql`select description from audit_record where doc_id = ${made._id} order by position limit 1`,
      ),
    )
    expect(records[0]?.description).toMatch(/^Made order .+ again as .+: Starter, RM 100.00$/)
    expect((await desk.wallet(member)).balance).toBe(120)
    await expectWhole(portal)
  })

  test('a payment of a member who was deleted since cannot be cancelled: nobody could pay the debt', async () => {
    const { id, member } = await verified()
    const { balance } = await desk.wallet(member)
    await clerk.put(`/member/${member}`, { wallet: 0, walletWas: balance })
    await clerk.put(`/member/${member}`, { isDisable: true })
    expect((await clerk.delete(`/member/${member}`)).statusCode).toBe(200)
    const answer = await desk.cancel(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The member was deleted with a settled wallet; the payment stays as it is',
    ])
    expect((await desk.wallet(member)).balance).toBe(0)
    await expectWhole(portal)
  })

  test('of a member who was deleted since is refused', async () => {
    const { id, member } = await verified()
    await desk.cancel(id)
    await clerk.put(`/member/${member}`, { isDisable: true })
    expect((await clerk.delete(`/member/${member}`)).statusCode).toBe(200)
    const answer = await undo(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The member was deleted; the order cannot be made again',
    ])
  })
})
