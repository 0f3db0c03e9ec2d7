import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { putPackage } from '../../test/support/academy.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { expireOn, postTo } from '../../test/support/wallets.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
const other = await portal.as(undefined, { username: 'the other clerk' })
afterAll(() => portal.close())

const dryRun = async (body: object, by = clerk) => {
  const answer = await by.post('/payment/rehearse', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const ordering = async (memberId: string, more: object = {}) =>
  dryRun({ action: 'order', ...desk.body({ memberId, ...more }) }, await portal.as())
const order = async (memberId: string, more: object = {}, by = clerk) =>
  by.post('/payment', desk.body({ memberId, ...more }))
const everything = () =>
  portal.rows(sql`select (select count(*) from payment) as payments, (select count(*) from audit_record) as records,
    (select sum(running_no) from document_format) as numbers, (select count(*) from wallet_entry) as entries,
    (select count(*) from card_refund) as refunds, (select count(*) from notice) as notices`)

test('an order is previewed: what it would do to the wallet, and nothing stays of it', async () => {
  const member = await desk.adult()
  const before = await everything()
  expect(await dryRun({ action: 'order', ...desk.body({ memberId: member }) })).toEqual({
    payer: { _id: member, name: 'Lim Ah Kow' },
    amount: '100.00',
    wallet: { from: 0, to: 120 },
    creditExpired: { from: null, to: '2027-05-20' },
    openOrders: { count: 0, amount: '0.00' },
    similar: [],
    close: null,
    refund: null,
  })
  expect(await everything()).toEqual(before)
  expect(
    (await clerk.post('/payment/rehearse', { action: 'order', ...desk.body({ package: member }) })).statusCode,
  ).toBe(400)
})

test('an identical open order is named before another one is made, also for a child of that wallet', async () => {
  const first = (await order(academy.parent)).json()
  portal.clock.set('2026-11-20T04:40:00Z')
  for (const member of [academy.parent, academy.child])
    expect(await ordering(member)).toMatchObject({
      payer: { _id: academy.parent },
      openOrders: { count: 1, amount: '100.00' },
      similar: [
        {
          _id: first._id,
          orderID: first.orderID,
          createdAt: '2026-11-20T04:00:00.000Z',
          createdBy: expect.stringMatching(/^user/),
          packageTitle: 'Starter',
          amount: '100.00',
          paymentType: 'Cash',
          status: 'Pending',
        },
      ],
    })
  // Neither another package after 15 minutes nor a rejected order is a reason to ask.
  const large = await portal.run((tx) => putPackage(tx, { credit: 500 }))
  expect(await ordering(academy.parent, { package: large })).toMatchObject({ openOrders: { count: 1 }, similar: [] })
  portal.clock.set('2026-11-20T04:00:00Z')
  await desk.reject(first._id)
  expect(await ordering(academy.parent)).toMatchObject({ openOrders: { count: 0 }, similar: [] })
})

test('a second purchase for a wallet within 15 minutes is named, paid or not, in cash or by card', async () => {
  const member = await desk.adult()
  const first = (await order(member)).json()
  await desk.verify(first._id)
  const large = await portal.run((tx) => putPackage(tx, { credit: 500 }))
  portal.clock.set('2026-11-20T04:14:59Z')
  const card = (await clerk.post('/payment/checkout', desk.body({ memberId: member, package: large }))).json()
  const { similar } = await ordering(member)
  expect(similar.map(({ _id, status }: { _id: string; status: string }) => [_id, status])).toEqual([
    [card.payment_id, 'Pending'],
    [first._id, 'Done'],
  ])
  portal.clock.set('2026-11-20T04:15:00Z')
  expect((await ordering(member)).similar).toMatchObject([{ _id: card.payment_id }])
  portal.clock.set('2026-11-20T04:00:00Z')
})

test('an order that names no known one is refused; one without the list is not', async () => {
  const member = await desk.adult()
  const first = (await order(member, { knows: [] })).json()
  const refused = await order(member, { knows: [] }, other)
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringMatching(`has just made order ${first.orderID} of RM 100.00 for this wallet. Please look again`),
  ])
  const byCard = desk.body({ memberId: member, knows: [] })
  expect((await clerk.post('/payment/checkout', byCard)).statusCode).toBe(409)
  expect((await order(member, { knows: [first._id] })).statusCode).toBe(201)
  expect((await order(member)).statusCode).toBe(201)
  expect((await clerk.post('/payment/checkout', { ...byCard, knows: undefined })).statusCode).toBe(201)
})

test('of clerks who order the same at once, each having seen none, one is served and the others are told', async () => {
  const member = await desk.adult()
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) => order(member, { knows: [] }, n % 2 ? clerk : other)),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const numbers = await portal.rows(
    sql`select running_no - (select count(*)::int from payment) as unused from document_format where type = 'Order'`,
  )
  expect(numbers).toEqual([{ unused: 0 }])
})

test('the same order sent twice under one key is one order', async () => {
  const member = await desk.adult()
  const body = desk.body({ memberId: member, knows: [] })
  const key = { 'idempotency-key': 'one click' }
  const [one, two] = await Promise.all([clerk.post('/payment', body, key), clerk.post('/payment', body, key)])
  expect(two.json()).toEqual(one.json())
  expect((await ordering(member)).openOrders.count).toBe(1)
})

test('a cancellation is previewed: the wallet below zero, the expiry that comes back, the refund to be made', async () => {
  const cards = cardDesk(portal, clerk, academy)
  const started = await cards.start()
  const { member_id: member } = started
  await portal.run((tx) => expireOn(tx, member, '2027-01-31'))
  const money = await cards.payUnheard(started.order_id)
  await cards.confirm(started, money)
  const cause = { key: `class/${member}/1`, type: 'attendance', id: null, label: 'A class' } as const
  await portal.run((tx) => postTo(tx, { member, kind: 'attendance', credit: -50, cause }))
  await order(member)
  const before = await everything()
  const wanted = { action: 'cancel', id: started.payment_id }
  expect(await dryRun(wanted)).toEqual({
    payer: { _id: member, name: 'Lim Ah Kow' },
    amount: '100.00',
    wallet: { from: 70, to: -50 },
    creditExpired: { from: '2027-05-20', to: '2027-01-31' },
    openOrders: { count: 1, amount: '100.00' },
    similar: [],
    close: null,
    refund: { provider: 'sandbox', provider_payment: money.id, amount: '100.00', currency: 'MYR' },
  })
  expect(await everything()).toEqual(before)
  await desk.cancel(started.payment_id)
  expect(await desk.wallet(member)).toMatchObject({ balance: -50, creditExpired: '2027-01-31' })
  const again = await clerk.post('/payment/rehearse', wanted)
  expect([again.statusCode, again.json().message]).toEqual([409, 'The payment is Cancelled, it cannot be cancelled'])
  const seller = await portal.as({ dashboard: ['view'] })
  expect((await seller.post('/payment/rehearse', wanted)).statusCode).toBe(403)
})

test('open orders are counted for any wallets, and stand on the page of the member and of its child', async () => {
  const [parent, child] = [academy.parent, academy.child]
  const before = (await clerk.get(`/member/${parent}`)).json().openOrders.count
  const first = (await order(parent)).json()
  await clerk.post('/payment/checkout', desk.body({ memberId: parent }))
  const count = before + 2
  const sums = async (query: string) => (await clerk.get(`/payment/open-orders?${query}`)).json().items
  expect(await sums(`members=${parent},${child}`)).toEqual([{ _id: parent, count, amount: `${count * 100}.00` }])
  expect(await sums(`members=${parent}&without=${first._id}`)).toMatchObject([{ count: count - 1 }])
  expect(await sums('')).toEqual([])
  for (const member of [parent, child])
    expect((await clerk.get(`/member/${member}`)).json().openOrders).toEqual({
      ...{ count, amount: `${count * 100}.00` },
      credit: count * 120,
    })
  expect((await clerk.get(`/member/${await desk.adult()}`)).json().openOrders).toEqual({
    ...{ count: 0, amount: '0.00' },
    credit: 0,
  })
})
