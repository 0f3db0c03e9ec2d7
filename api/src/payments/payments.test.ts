import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestPortal, testPortal } from '../testing.ts'
import { charge, setExpiry, walletOf } from '../wallet/wallet.ts'
import { type Academy, academyIn, order, putAdult, putPackage } from './testing-academy.ts'

let portal: TestPortal
let clerk: Client
let academy: Academy

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  academy = await academyIn(portal)
})
afterAll(() => portal.close())

const unknown = '01900000-0000-7000-8000-00000000abcd'
const body = (more: object = {}) => ({
  memberId: academy.member,
  package: academy.package,
  coachReceived: academy.coach,
  paymentType: 'Cash',
  ...more,
})
const verify = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: true })
const reject = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: false, isRejected: true })
const cancel = (id: string) => clerk.put(`/payment/cancel/${id}`)
const get = async (id: string) => (await clerk.get(`/payment/${id}`)).json()
const wallet = (member: string) => portal.run((tx) => walletOf(tx, member))
const adult = () => portal.run((tx) => putAdult(tx))
const rows = (statement: ReturnType<typeof sql>) => portal.run((tx) => tx.query(statement))

describe('verifying', () => {
  test('a pending payment of a member deleted since can only be rejected', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    expect((await clerk.put(`/member/${member}`, { isDisable: true })).statusCode).toBe(200)
    expect((await clerk.delete(`/member/${member}`)).statusCode).toBe(200)
    const answer = await verify(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('The member was deleted; the payment cannot be verified, only rejected')
    expect(await wallet(member)).toMatchObject({ balance: 0, creditExpired: null })
    expect(await get(id)).toMatchObject({ status: 'Pending', orNo: null })
    expect((await reject(id)).json().status).toBe('Rejected')
  })

  test('credits the wallet, issues a receipt, moves the expiry and tells the member', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const answer = await verify(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'Done',
      isPay: true,
      wallet: 120,
      verifyBy: expect.stringMatching(/^user/),
      expired_date: '2027-05-20',
      dateTime: '2026-11-20T04:00:00Z',
      orNo: expect.stringMatching(/^OR-2026-\d{4}$/),
    })
    expect(await wallet(member)).toMatchObject({ balance: 120, version: 1, creditExpired: '2027-05-20' })
    const notices = await rows(sql`select title, message from notice where member = ${member}`)
    expect(notices).toEqual([
      {
        title: 'Payment verified',
        message:
          `Your payment of RM 100.00 for Starter was verified, official receipt ${answer.json().orNo}. ` +
          '120 credits were added, valid until 20-05-2027.',
      },
    ])
    const ledger = (await clerk.get(`/member/${member}/wallet`)).json()
    expect(ledger).toMatchObject({ total: 1, balance: 120, items: [{ kind: 'purchase', credit: 120 }] })
    expect(ledger.items[0].cause).toMatchObject({ type: 'payment', _id: id })
    const audits = await rows(sql`select action, description from audit_record where doc_id = ${id} order by position`)
    expect(audits).toEqual([
      {
        action: 'Created',
        description: expect.stringMatching(/^Created order ORD-2026-.* of Lim Ah Kow: Starter, RM 100.00$/),
      },
      { action: 'Verified', description: `Verified payment ${answer.json().orNo} of Lim Ah Kow, 120 credits` },
    ])
  })

  test('never brings the expiry forward', async () => {
    const member = await adult()
    await portal.run((tx) => setExpiry(tx, member, '2029-01-01'))
    const id = await order(portal, academy, { member })
    expect((await verify(id)).json().expired_date).toBe('2027-05-20')
    expect(await wallet(member)).toMatchObject({ creditExpired: '2029-01-01' })
  })

  test('a package without credit writes no ledger row', async () => {
    const member = await adult()
    const bought = await portal.run((tx) => putPackage(tx, { credit: 0, addition: null }))
    const id = await order(portal, academy, { member, package: bought })
    expect((await verify(id)).json()).toMatchObject({ status: 'Done', wallet: 0, amount: '0.00' })
    expect(await wallet(member)).toMatchObject({ version: 0, creditExpired: '2027-05-20' })
    expect((await cancel(id)).json()).toMatchObject({ status: 'Cancelled', wallet: 0 })
    expect(await wallet(member)).toMatchObject({ version: 0, creditExpired: null })
  })

  test('again under the same Idempotency-Key answers as the first time did', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const ask = () => clerk.put(`/payment/direct/${id}`, { isPay: true }, { 'idempotency-key': id })
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(await wallet(member)).toMatchObject({ balance: 120, version: 1 })
  })

  test('is refused when the receipt numbers are used up, and the payment stays pending', async () => {
    const id = await order(portal, academy)
    const on = portal.portal.database.handle
    const set = (last: number) =>
      sql`update document_format set running_no = ${last} where type = 'Official Receipt'`.execute(on)
    const [before] = await portal.run((tx) =>
      tx.query<{ last: number }>(sql`select running_no as last from document_format where type = 'Official Receipt'`),
    )
    await set(9999)
    const answer = await verify(id)
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('Official Receipt')])
    expect(await get(id)).toMatchObject({ status: 'Pending' })
    await set(0)
    expect((await verify(id)).json().message).toContain('This number was issued already')
    expect(await get(id)).toMatchObject({ status: 'Pending' })
    await set(before?.last ?? 0)
    expect((await verify(id)).statusCode).toBe(200)
  })

  test('from 20 connections at once credits once, and 19 are told that it is Done', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(`${address}/api/admin/payment/direct/${id}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' },
          body: '{"isPay":true}',
        })
        return { status: answer.status, text: await answer.text() }
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    for (const { text } of refused) expect(text).toContain('The payment is Done, it cannot be verified')
    expect(await wallet(member)).toMatchObject({ balance: 120, version: 1 })
    expect(await rows(sql`select 1 from notice where member = ${member}`)).toHaveLength(1)
  })

  test('30 payments at once numbers their receipts without a gap', async () => {
    const members = await portal.run((tx) => Promise.all(Array.from({ length: 3 }, () => putAdult(tx))))
    const ids = []
    for (let each = 0; each < 30; each++) ids.push(await order(portal, academy, { member: members[each % 3] }))
    const last = `select coalesce(max(right(receipt_no, 4)::int), 0) as last from payment`
    const [before] = await portal.run((tx) => tx.query<{ last: number }>(sql.raw(last)))
    const answers = await Promise.all(ids.map(verify))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(30).fill(200))
    const numbers = answers.map((answer) => Number(answer.json().orNo.slice(-4))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => (before?.last ?? 0) + index + 1))
    for (const member of members) expect(await wallet(member)).toMatchObject({ balance: 1200, version: 10 })
  })

  test('that fails half-way leaves no trace', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const trace = () =>
      rows(sql`select (select row_to_json(payment) from payment where id = ${id}) as payment,
        (select running_no from document_format where type = 'Official Receipt') as last,
        (select count(*) from wallet_entry) as entries, (select count(*) from notice) as notices,
        (select row_to_json(wallet) from wallet where member = ${member}) as wallet,
        (select count(*) from audit_record) as audits`)
    const before = await trace()
    const on = portal.portal.database.handle
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception $$out of paper$$; end'`.execute(
      on,
    )
    await sql`create trigger fail before insert on notice for each row execute function fail()`.execute(on)
    try {
      const answer = await verify(id)
      expect(answer.statusCode).toBe(500)
      expect(answer.body).not.toContain('paper')
    } finally {
      await sql`drop trigger fail on notice`.execute(on)
    }
    expect(await trace()).toEqual(before)
    expect((await verify(id)).json()).toMatchObject({ status: 'Done', wallet: 120 })
  })
})

describe('rejecting', () => {
  test('credits nothing and tells the member whom to call', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const answer = await reject(id)
    expect(answer.json()).toMatchObject({ status: 'Rejected', isPay: false, isRejected: true, wallet: 0, orNo: null })
    const [notice] = await rows(sql`select message from notice where member = ${member}`)
    expect(notice).toMatchObject({ message: expect.stringContaining('03-1234 5678') })
  })

  test.each([{}, { isPay: false }, { isPay: true, isRejected: true }, { isPay: 'true' }, { isPay: null }, [], 'x'])(
    'needs a clear word: %j is neither a yes nor a no',
    async (given) => {
      const id = await order(portal, academy)
      const answer = await clerk.put(`/payment/direct/${id}`, given)
      expect([400, 415]).toContain(answer.statusCode)
      expect(await get(id)).toMatchObject({ status: 'Pending' })
    },
  )
})

describe('two clerks at once', () => {
  const many = Array.from({ length: 8 }, (_, index) => index)

  test.each(many)('verify and reject: one of them happens, round %i', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const answers = await Promise.all([verify(id), reject(id)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const { status, wallet: balance } = await get(id)
    expect([status, balance]).toEqual(answers[0]?.statusCode === 200 ? ['Done', 120] : ['Rejected', 0])
    expect(await rows(sql`select 1 from notice where member = ${member}`)).toHaveLength(1)
  })

  test.each(many)('verify and cancel: never a credit without a payment, round %i', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    const [first, second] = await Promise.all([verify(id), cancel(id)])
    expect(first.statusCode).toBe(200)
    const cancelled = second.statusCode === 200
    if (!cancelled) expect(second.json().message).toBe('The payment is Pending, it cannot be cancelled')
    expect(await get(id)).toMatchObject(
      cancelled ? { status: 'Cancelled', wallet: 0 } : { status: 'Done', wallet: 120 },
    )
  })
})

test('only a pending payment is settled and only a paid one cancelled; the refusal names the state', async () => {
  const [done, rejected, cancelled, pending] = await Promise.all([1, 2, 3, 4].map(() => order(portal, academy)))
  if (!done || !rejected || !cancelled || !pending) throw new Error('no orders')
  await verify(done)
  await reject(rejected)
  await verify(cancelled)
  await cancel(cancelled)
  const moves = [
    [verify, done, 'The payment is Done, it cannot be verified'],
    [reject, done, 'The payment is Done, it cannot be rejected'],
    [verify, rejected, 'The payment is Rejected, it cannot be verified'],
    [reject, rejected, 'The payment is Rejected, it cannot be rejected'],
    [cancel, rejected, 'The payment is Rejected, it cannot be cancelled'],
    [verify, cancelled, 'The payment is Cancelled, it cannot be verified'],
    [cancel, cancelled, 'The payment is Cancelled, it cannot be cancelled'],
    [cancel, pending, 'The payment is Pending, it cannot be cancelled'],
  ] as const
  for (const [move, id, message] of moves) {
    const before = await get(id)
    const answer = await move(id)
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await get(id)).toEqual(before)
  }
})

test.each([7, ['a'], 'x'.repeat(201), 'a\u0000b', '\ud800', '\u202e'])(
  '%j is no reason to cancel for',
  async (reason) => {
    const id = await order(portal, academy)
    await verify(id)
    expect((await clerk.put(`/payment/cancel/${id}`, { reason })).statusCode).toBe(400)
    expect(await get(id)).toMatchObject({ status: 'Done' })
  },
)

test('a card payment cannot be settled by hand', async () => {
  const id = (await clerk.post('/payment', body({ paymentType: 'Direct' }))).json()._id
  for (const move of [verify, reject]) {
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

describe('cancelling', () => {
  test('takes the credit back, keeps the receipt number and puts the expiry back', async () => {
    const member = await adult()
    await portal.run((tx) => setExpiry(tx, member, '2026-12-31'))
    const id = await order(portal, academy, { member })
    const { orNo } = (await verify(id)).json()
    const answer = await clerk.put(`/payment/cancel/${id}`, { reason: 'Bounced' })
    expect(answer.json()).toMatchObject({ status: 'Cancelled', isPay: true, isCancelled: true, orNo, wallet: 0 })
    expect(await wallet(member)).toMatchObject({ creditExpired: '2026-12-31' })
    const [last, first] = (await clerk.get(`/member/${member}/wallet`)).json().items
    expect(last).toMatchObject({ kind: 'purchase-cancelled', credit: -120, reverses: first._id, note: 'Bounced' })
    const titles = await rows(sql`select title from notice where member = ${member} order by id`)
    expect(titles).toEqual([{ title: 'Payment verified' }, { title: 'Payment cancelled' }])
  })

  test('after the credit is spent leaves a debt', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    await verify(id)
    await portal.run(async (tx) => {
      await charge(tx, {
        member,
        credit: 90,
        cause: { key: 'class/x/1', type: 'attendance', id: null, label: 'Class' },
      })
    })
    expect((await cancel(id)).json()).toMatchObject({ status: 'Cancelled', wallet: -90 })
  })

  test('leaves an expiry that was moved since', async () => {
    const member = await adult()
    const id = await order(portal, academy, { member })
    await verify(id)
    await portal.run((tx) => setExpiry(tx, member, '2027-06-30'))
    await cancel(id)
    expect(await wallet(member)).toMatchObject({ balance: 0, creditExpired: '2027-06-30' })
  })

  test('leaves the expiry that a later purchase counts on', async () => {
    const member = await adult()
    const [first, second] = [await order(portal, academy, { member }), await order(portal, academy, { member })]
    await verify(first)
    await verify(second)
    await cancel(first)
    expect(await wallet(member)).toMatchObject({ balance: 120, creditExpired: '2027-05-20' })
  })
})
