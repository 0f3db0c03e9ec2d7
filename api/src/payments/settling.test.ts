import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { order, putPackage } from '../../test/support/academy.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { testEntry, unknown } from '../../test/support/portal.ts'
import { expireOn } from '../../test/support/wallets.ts'
import { charge, lockWallet, walletOf } from '../wallet/wallet.ts'
import { verifyPayment } from './payments.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
afterAll(() => portal.close())

describe('rejecting', () => {
  test('credits nothing and notifies the member, with the number to call', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const answer = await desk.reject(id)
    expect(answer.json()).toMatchObject({ status: 'Rejected', isPay: false, isRejected: true, wallet: 0, orNo: null })
    const [notice] = await portal.rows(sql`select message from notice where member = ${member}`)
    expect(notice).toMatchObject({ message: expect.stringContaining('03-1234 5678') })
  })

  test.each([{}, { isPay: false }, { isPay: true, isRejected: true }, { isPay: 'true' }, { isPay: null }, [], 'x'])(
    'needs a clear word: %j is neither a yes nor a no',
    async (given) => {
      const id = await order(portal, academy)
      const answer = await clerk.put(`/payment/direct/${id}`, given)
      expect([400, 415]).toContain(answer.statusCode)
      expect(await desk.get(id)).toMatchObject({ status: 'Pending' })
    },
  )
})

describe('two clerks at once', () => {
  const many = Array.from({ length: 8 }, (_, index) => index)

  test.each(many)('verify and reject: one of them happens, round %i', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const answers = await Promise.all([desk.verify(id), desk.reject(id)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const { status, wallet: balance } = await desk.get(id)
    expect([status, balance]).toEqual(answers[0]?.statusCode === 200 ? ['Done', 120] : ['Rejected', 0])
    expect(await portal.rows(sql`select 1 from notice where member = ${member}`)).toHaveLength(1)
  })

  test.each(many)('verify and cancel: never a credit without a payment, round %i', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const [first, second] = await Promise.all([desk.verify(id), desk.cancel(id)])
    expect(first.statusCode).toBe(200)
    const cancelled = second.statusCode === 200
    if (!cancelled) expect(second.json().message).toBe('The payment is Pending, it cannot be cancelled')
    expect(await desk.get(id)).toMatchObject(
      cancelled ? { status: 'Cancelled', wallet: 0 } : { status: 'Done', wallet: 120 },
    )
  })
})

describe('who names the payment as it was read', () => {
  const tagOf = async (id: string) => String((await clerk.get(`/payment/${id}`)).headers.etag)
  const settle = (id: string, etag: string, isPay: boolean) =>
    clerk.put(`/payment/direct/${id}`, isPay ? { isPay } : { isPay, isRejected: true }, { 'if-match': etag })
  const cancel = (id: string, etag: string) => clerk.put(`/payment/cancel/${id}`, undefined, { 'if-match': etag })

  test('settles and cancels it, and after each the payment has another tag', async () => {
    const id = await order(portal, academy)
    const pending = await tagOf(id)
    expect((await settle(id, pending, true)).statusCode).toBe(200)
    const done = await tagOf(id)
    expect((await cancel(id, done)).statusCode).toBe(200)
    expect(new Set([pending, done, await tagOf(id)]).size).toBe(3)
  })

  test('moves no money when it has changed meanwhile', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const stale = await tagOf(id)
    await portal.run((tx) =>
      tx.change(testEntry, (on) => sql`update payment set updated_at = now() where id = ${id}`.execute(on())),
    )
    for (const isPay of [true, false]) expect((await settle(id, stale, isPay)).statusCode).toBe(412)
    expect(await desk.get(id)).toMatchObject({ status: 'Pending', wallet: 0 })
    expect((await desk.verify(id)).statusCode).toBe(200)
    expect((await cancel(id, stale)).statusCode).toBe(412)
    expect((await settle(id, stale, true)).statusCode).toBe(412)
    expect(await desk.get(id)).toMatchObject({ status: 'Done', wallet: 120 })
  })

  test('is one of two who do it at the same moment', async () => {
    const id = await order(portal, academy)
    const tag = await tagOf(id)
    const answers = await Promise.all([settle(id, tag, true), settle(id, tag, false)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
  })
})

test('only a pending payment is settled and only a paid one cancelled; the refusal names the state', async () => {
  const [done, rejected, cancelled, pending] = await Promise.all([1, 2, 3, 4].map(() => order(portal, academy)))
  if (!done || !rejected || !cancelled || !pending) throw new Error('no orders')
  await desk.verify(done)
  await desk.reject(rejected)
  await desk.verify(cancelled)
  await desk.cancel(cancelled)
  const moves = [
    [desk.verify, done, 'The payment is Done, it cannot be verified'],
    [desk.reject, done, 'The payment is Done, it cannot be rejected'],
    [desk.verify, rejected, 'The payment is Rejected, it cannot be verified'],
    [desk.reject, rejected, 'The payment is Rejected, it cannot be rejected'],
    [desk.cancel, rejected, 'The payment is Rejected, it cannot be cancelled'],
    [desk.verify, cancelled, 'The payment is Cancelled, it cannot be verified'],
    [desk.cancel, cancelled, 'The payment is Cancelled, it cannot be cancelled'],
    [desk.cancel, pending, 'The payment is Pending, it cannot be cancelled'],
  ] as const
  for (const [move, id, message] of moves) {
    const before = await desk.get(id)
    const answer = await move(id)
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await desk.get(id)).toEqual(before)
  }
})

test.each([7, ['a'], 'x'.repeat(201), 'a\u0000b', '\ud800', '\u202e'])(
  '%j is no reason to cancel for',
  async (reason) => {
    const id = await order(portal, academy)
    await desk.verify(id)
    expect((await clerk.put(`/payment/cancel/${id}`, { reason })).statusCode).toBe(400)
    expect(await desk.get(id)).toMatchObject({ status: 'Done' })
  },
)

test('a card payment cannot be settled by hand', async () => {
  const id = (await clerk.post('/payment', desk.body({ paymentType: 'Direct' }))).json()._id
  for (const move of [desk.verify, desk.reject]) {
    const answer = await move(id)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The payment is Pending. A card payment is settled by the card provider, not by hand.',
    ])
  }
})

test.each(['direct', 'cancel'])('an unknown payment is not found by %s', async (call) => {
  for (const id of [unknown, 'nonsense'])
    expect((await clerk.put(`/payment/${call}/${id}`, { isPay: true })).statusCode).toBe(404)
})

describe('bulk verification', () => {
  const verifyMany = (ids: unknown) => clerk.put('/payment/verify', { ids })

  test('verifies what can be verified and says why not of the rest', async () => {
    const [good, other, done] = [
      await order(portal, academy),
      await order(portal, academy),
      await order(portal, academy),
    ]
    await desk.verify(done)
    const answer = await verifyMany([good, unknown, good.toUpperCase(), done, other])
    expect(answer.statusCode).toBe(200)
    const { verified, failed } = answer.json()
    expect(verified.map((payment: { _id: string }) => payment._id)).toEqual([good, other])
    expect(failed).toEqual([
      { _id: unknown, message: 'Payment not found' },
      { _id: done, message: 'The payment is Done, it cannot be verified' },
    ])
  })

  test('each is a transaction of its own: one that fails does not stop the others', async () => {
    const [good, bad] = [await desk.adult(), await desk.adult()]
    const ids = [await order(portal, academy, { member: bad }), await order(portal, academy, { member: good })]
    const on = portal.handle
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.member = ${sql.lit(bad)} then raise exception 'no'; end if; return new; end $$`.execute(on)
    await sql`create trigger refuse before insert on notice for each row execute function refuse()`.execute(on)
    const { verified, failed } = (await verifyMany(ids)).json()
    await sql`drop trigger refuse on notice`.execute(on)
    expect(verified).toHaveLength(1)
    expect(failed).toEqual([{ _id: ids[0], message: 'Something went wrong on our side. Please try again.' }])
    expect(await desk.wallet(bad)).toMatchObject({ balance: 0 })
    expect(await desk.wallet(good)).toMatchObject({ balance: 120 })
  })

  test.each([[[]], [undefined], [null], ['x'], [['x']], [[null]]])('of %j is refused', async (ids) => {
    expect((await verifyMany(ids)).statusCode).toBe(400)
  })

  test('of none says so', async () => {
    expect((await verifyMany([])).json().message).toBe('Please select at least one payment')
  })
})

describe('cancelling', () => {
  test('takes the credit back, keeps the receipt number and puts the expiry back', async () => {
    const member = await desk.adult()
    await portal.run((tx) => expireOn(tx, member, '2026-12-31'))
    const id = await order(portal, academy, { member })
    const { orNo } = (await desk.verify(id)).json()
    const answer = await clerk.put(`/payment/cancel/${id}`, { reason: 'Bounced' })
    expect(answer.json()).toMatchObject({ status: 'Cancelled', isPay: true, isCancelled: true, orNo, wallet: 0 })
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: '2026-12-31' })
    const [last, first] = (await clerk.get(`/member/${member}/wallet`)).json().items
    expect(last).toMatchObject({ kind: 'purchase-cancelled', credit: -120, reverses: first._id, note: 'Bounced' })
    const titles = await portal.rows(sql`select title from notice where member = ${member} order by id`)
    expect(titles).toEqual([{ title: 'Payment verified' }, { title: 'Payment cancelled' }])
  })

  test('after the credit is spent leaves a debt', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    await desk.verify(id)
    await portal.run(async (tx) => {
      await charge(tx, await lockWallet(tx, member), {
        credit: 90,
        cause: { key: 'class/x/1', type: 'attendance', id: null, label: 'Class' },
      })
    })
    expect((await desk.cancel(id)).json()).toMatchObject({ status: 'Cancelled', wallet: -90 })
  })

  test('leaves an expiry that was moved since', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    await desk.verify(id)
    await portal.run((tx) => expireOn(tx, member, '2027-06-30'))
    await desk.cancel(id)
    expect(await desk.wallet(member)).toMatchObject({ balance: 0, creditExpired: '2027-06-30' })
  })

  test('leaves the expiry that a later purchase counts on', async () => {
    const member = await desk.adult()
    const [first, second] = [await order(portal, academy, { member }), await order(portal, academy, { member })]
    await desk.verify(first)
    await desk.verify(second)
    await desk.cancel(first)
    expect(await desk.wallet(member)).toMatchObject({ balance: 120, creditExpired: '2027-05-20' })
  })
})

test('of two payments of one wallet, verified together, either is cancelled as if they had been verified one after the other', async () => {
  const [long, short] = await Promise.all([12, 1].map((duration) => portal.run((tx) => putPackage(tx, { duration }))))
  const verifiedTogether = async () => {
    const member = await desk.adult()
    const [early = '', late = ''] = await Promise.all(
      [long, short].map((bought = '') => order(portal, { ...academy, package: bought }, { member })),
    )
    // The call that began first gets the wallet last.
    await portal.run(async (tx) => {
      portal.clock.set('2026-11-20T04:00:01Z')
      expect((await desk.verify(late)).statusCode).toBe(200)
      await verifyPayment(tx, early)
    })
    return { member, early, late }
  }
  const expiryOf = async (member: string) => (await portal.run((tx) => walletOf(tx, member))).creditExpired
  const one = await verifiedTogether()
  expect(await expiryOf(one.member)).toBe('2027-11-20')
  expect((await desk.cancel(one.early)).statusCode).toBe(200)
  expect(await expiryOf(one.member)).toBe('2026-12-20')
  expect((await desk.cancel(one.late)).statusCode).toBe(200)
  expect(await expiryOf(one.member)).toBe(null)
  portal.clock.set('2026-11-20T04:00:00Z')
  const other = await verifiedTogether()
  expect((await desk.cancel(other.late)).statusCode).toBe(200)
  expect(await expiryOf(other.member)).toBe('2027-11-20')
  expect((await desk.cancel(other.early)).statusCode).toBe(200)
  expect(await expiryOf(other.member)).toBe(null)
})

test('a purchase of time without credit, which has no entry in the ledger, is cancelled in its turn, too', async () => {
  const [month, time] = await Promise.all([
    portal.run((tx) => putPackage(tx, { duration: 1 })),
    portal.run((tx) => putPackage(tx, { credit: 0, addition: 0, duration: 12 })),
  ])
  for (const places of [
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const member = await desk.adult()
    const ids: string[] = []
    for (const bought of [month, time, month]) {
      const id = await order(portal, { ...academy, package: bought }, { member })
      expect((await desk.verify(id)).statusCode).toBe(200)
      ids.push(id)
    }
    const left = new Set([0, 1, 2])
    for (const at of places) {
      expect((await desk.cancel(ids[at] ?? '')).statusCode).toBe(200)
      left.delete(at)
      const expected = left.has(1) ? '2027-11-20' : left.size > 0 ? '2026-12-20' : null
      expect((await desk.wallet(member)).creditExpired).toBe(expected)
    }
  }
})
