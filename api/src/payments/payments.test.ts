import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfPages } from '../kit/testing-pdf.ts'
import { type Client, type TestPortal, testPortal } from '../testing.ts'
import { setExpiry, walletOf } from '../wallet/wallet.ts'
import { type Academy, academyIn, order, put, putAdult, putMember, putPackage } from './testing-academy.ts'

let portal: TestPortal
let clerk: Client
let academy: Academy

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  academy = await academyIn(portal)
})
afterAll(() => portal.close())

const verify = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: true })
const reject = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: false, isRejected: true })
const cancel = (id: string) => clerk.put(`/payment/cancel/${id}`)
const get = async (id: string) => (await clerk.get(`/payment/${id}`)).json()
const wallet = (member: string) => portal.run((tx) => walletOf(tx, member))
const adult = () => portal.run((tx) => putAdult(tx))
const rows = (statement: ReturnType<typeof sql>) => portal.run((tx) => tx.query(statement))
const body = (more: object = {}) => ({
  memberId: academy.member,
  package: academy.package,
  coachReceived: academy.coach,
  paymentType: 'Cash',
  ...more,
})
const unknown = '01900000-0000-7000-8000-00000000abcd'

describe('an order', () => {
  test('copies the package, whatever else the client sends, and stays as it was when the package is edited', async () => {
    const bought = await portal.run((tx) => putPackage(tx, { title: 'Pro', credit: 250, addition: 50, duration: 12 }))
    const lies = {
      amount: '1.00',
      creditPurchase: 9999,
      addition: 900,
      duration: 99,
      isPay: true,
      packageTitle: 'Free',
    }
    const answer = await clerk.post('/payment', body({ package: bought, ...lies }))
    expect(answer.statusCode).toBe(201)
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'test', action: 'Edited', description: 'Edited a package' }, (on) =>
        sql`update credit_package set credit = 1, title = 'Other' where id = ${bought}`.execute(on()),
      ),
    )
    expect(await get(answer.json()._id)).toMatchObject({
      amount: '250.00',
      creditPurchase: 300,
      addition: 50,
      duration: 12,
      packageTitle: 'Pro',
      status: 'Pending',
      isPay: false,
      orNo: null,
      verifyBy: null,
      expired_date: null,
      orderID: expect.stringMatching(/^ORD-2026-\d{4}$/),
      coachReceived: { _id: academy.coach, name: 'Farid bin Osman' },
    })
  })

  test('for a dependent child belongs to the parent whose wallet pays', async () => {
    const answer = await clerk.post('/payment', body({ memberId: academy.child }))
    expect(answer.json().createdBy).toEqual({
      _id: academy.parent,
      name: 'Tan Wei Ming',
      chName: '陈伟明',
      children: [{ _id: academy.child, name: 'Tan Jia Hui' }],
    })
  })

  test.each(['memberId', 'package', 'coachReceived'])('with an unknown %s is refused at that field', async (path) => {
    for (const given of [unknown, 'nonsense', null, 7, undefined]) {
      const answer = await clerk.post('/payment', body({ [path]: given }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ path, message: expect.any(String) }])
    }
  })

  test('with a disabled member, package or coach is refused', async () => {
    const disabled = await portal.run(async (tx) => ({
      memberId: await putMember(tx, { kind: 'parent', name: 'Gone', is_disable: true }),
      package: await putPackage(tx, { is_disable: true }),
      coachReceived: await put(tx, 'coach', {
        name: 'Gone too',
        designation: await put(tx, 'designation', { designation: 'Assistant' }),
        email: 'gone@example.com',
        is_disable: true,
      }),
    }))
    for (const [path, id] of Object.entries(disabled)) {
      const answer = await clerk.post('/payment', body({ [path]: id }))
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(/disabled/)
    }
  })

  test('that is refused uses no order number', async () => {
    const first = (await clerk.post('/payment', body())).json().orderID
    await clerk.post('/payment', body({ coachReceived: unknown }))
    const second = (await clerk.post('/payment', body())).json().orderID
    expect(Number(second.slice(-4))).toBe(Number(first.slice(-4)) + 1)
  })
})

describe('verifying', () => {
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
      const { charge } = await import('../wallet/wallet.ts')
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

describe('bulk verification', () => {
  const verifyMany = (ids: unknown) => clerk.put('/payment/verify', { ids })

  test('verifies what can be verified and says why not of the rest', async () => {
    const [good, other, done] = [
      await order(portal, academy),
      await order(portal, academy),
      await order(portal, academy),
    ]
    await verify(done)
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
    const [good, bad] = [await adult(), await adult()]
    const ids = [await order(portal, academy, { member: bad }), await order(portal, academy, { member: good })]
    const on = portal.portal.database.handle
    await sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.member = ${sql.lit(bad)} then raise exception 'no'; end if; return new; end $$`.execute(on)
    await sql`create trigger refuse before insert on notice for each row execute function refuse()`.execute(on)
    const { verified, failed } = (await verifyMany(ids)).json()
    await sql`drop trigger refuse on notice`.execute(on)
    expect(verified).toHaveLength(1)
    expect(failed).toEqual([{ _id: ids[0], message: 'Something went wrong on our side. Please try again.' }])
    expect(await wallet(bad)).toMatchObject({ balance: 0 })
    expect(await wallet(good)).toMatchObject({ balance: 120 })
  })

  test.each([[[]], [undefined], [null], ['x'], [['x']], [[null]]])('of %j is refused', async (ids) => {
    expect((await verifyMany(ids)).statusCode).toBe(400)
  })

  test('of none says so', async () => {
    expect((await verifyMany([])).json().message).toBe('Please select at least one payment')
  })
})

describe('the list', () => {
  const list = async (query: string, by = clerk) => {
    const answer = await by.get(`/payment?${query}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const idsOf = (found: { items: { _id: string }[] }) => found.items.map((item) => item._id)
  let of: string
  let made: { pending: string; done: string; rejected: string; cancelled: string; card: string }

  beforeAll(async () => {
    const member = await portal.run((tx) => putAdult(tx, '100%_Zulkifli'))
    of = `createdBy=${member}`
    const next = async (day: string) => {
      portal.clock.set(`2026-11-${day}T16:30:00Z`)
      return order(portal, academy, { member })
    }
    made = {
      pending: await next('01'),
      done: await next('02'),
      rejected: await next('03'),
      cancelled: await next('04'),
      card: (await clerk.post('/payment', body({ memberId: member, paymentType: 'Direct' }))).json()._id,
    }
    portal.clock.set('2026-11-10T04:00:00Z')
    await verify(made.done)
    await reject(made.rejected)
    await verify(made.cancelled)
    await cancel(made.cancelled)
    portal.clock.set('2026-11-20T04:00:00Z')
  })

  test.each([
    ['', ['done', 'cancelled', 'card', 'rejected', 'pending']],
    ['status=Pending', ['card', 'pending']],
    ['status=Done', ['done']],
    ['status=Rejected', ['rejected']],
    ['status=Cancelled', ['cancelled']],
    ['isPay=true', ['done', 'cancelled']],
    ['isPay=true&isCancelled=false', ['done']],
    ['isRejected=true', ['rejected']],
    ['isDisable=true', []],
    ['paymentType=Direct', ['card']],
    ['paymentType=Cash&status=Pending', ['pending']],
    // 2 November, half past midnight in Kuala Lumpur.
    ['startDate=2026-11-02&endDate=2026-11-02', ['pending']],
    // Once verified, a payment is of the day of its verification.
    ['startDate=2026-11-10&endDate=2026-11-10', ['done', 'cancelled']],
    ['endDate=9999-12-31&startDate=2026-11-05', ['done', 'cancelled', 'card']],
    ['searchText=%25_zulk', ['done', 'cancelled', 'card', 'rejected', 'pending']],
    ['searchText=%25%25', []],
    ['sort=-dateTime&limit=2&offset=2', ['card', 'rejected']],
    ['sort=orderID', ['pending', 'done', 'rejected', 'cancelled', 'card']],
    ['sort=%2BpaymentType,-orderID', ['cancelled', 'rejected', 'done', 'pending', 'card']],
  ] as const)('with %j', async (query, expected) => {
    const found = await list(`${of}&${query}`)
    expect(idsOf(found)).toEqual(expected.map((name) => made[name]))
    if (!query.includes('limit')) expect(found.total).toBe(expected.length)
  })

  test('counts all, also beyond the last page', async () => {
    expect(await list(`${of}&offset=100`)).toEqual({ items: [], total: 5 })
  })

  test('sorts by every field it names', async () => {
    for (const field of 'dateTime createdAt orNo orderID amount creditPurchase createdBy coachReceived paymentType'.split(
      ' ',
    ))
      expect(new Set(idsOf(await list(`${of}&sort=-${field}`)))).toEqual(new Set(Object.values(made)))
  })

  test.each([
    'limit=0',
    'limit=1001',
    'offset=-1',
    'sort=password',
    'startDate=2026-02-30',
    'startDate=2026-11-03&endDate=2026-11-01',
    'createdBy=x',
    'status=Lost',
    'isPay=maybe',
    'paymentType=Cheque',
    'searchText=%00',
  ])('refuses %s', async (query) => {
    expect((await clerk.get(`/payment?${query}`)).statusCode).toBe(400)
  })

  test('shows those with dashboard view alone what is pending, nothing more', async () => {
    const front = await portal.as({ dashboard: ['view'] })
    expect(idsOf(await list(of, front))).toEqual([made.card, made.pending])
    expect(idsOf(await list(`${of}&status=Done`, front))).toEqual([])
    expect((await front.get(`/payment/${made.pending}`)).statusCode).toBe(200)
    expect((await front.get(`/payment/${made.done}`)).statusCode).toBe(404)
    expect((await front.put(`/payment/direct/${made.pending}`, { isPay: true })).statusCode).toBe(403)
    expect((await front.put('/payment/verify', { ids: [made.pending] })).statusCode).toBe(403)
    expect((await front.put(`/payment/cancel/${made.done}`)).statusCode).toBe(403)
    expect((await front.get(`/payment/generate/pdf/${made.done}`)).statusCode).toBe(403)
  })
})

describe('the official receipt', () => {
  test('names payer, children and what was bought', async () => {
    const id = await order(portal, academy, { member: academy.child })
    const { orNo } = (await verify(id)).json()
    const answer = await clerk.get(`/payment/generate/pdf/${id}`)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`Official_Receipt_${orNo}.pdf`)
    const [page] = await pdfPages(answer.rawPayload)
    for (const text of [
      `No. ${orNo} Date 20-11-2026`,
      'Tan Wei Ming (陈伟明) CHILDREN Tan Jia Hui',
      '100 + 20 extra 100.00',
      'RINGGIT MALAYSIA ONE HUNDRED ONLY',
      'VALID UNTIL 20-05-2027',
      'RECEIVED BY Farid bin Osman',
    ])
      expect(page).toContain(text)
  })

  test('is there for a Done payment only', async () => {
    const id = await order(portal, academy)
    const state = async () => {
      const answer = await clerk.get(`/payment/generate/pdf/${id}`)
      return answer.statusCode === 200 ? 'a receipt' : answer.json().message
    }
    expect(await state()).toBe('The payment is Pending, it cannot be printed as a receipt')
    await verify(id)
    expect(await state()).toBe('a receipt')
    await cancel(id)
    expect(await state()).toBe('The payment is Cancelled, it cannot be printed as a receipt')
    expect((await clerk.get(`/payment/generate/pdf/${unknown}`)).statusCode).toBe(404)
  })
})
