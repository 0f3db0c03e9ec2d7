/** Section 7, payment: orders, verification one by one and in bulk, cancelling, notices, the receipt and the card checkout. */
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Academy,
  buildAcademy,
  buildAdult,
  clerkRights,
  coachRights,
  type Document,
  kid,
  orderOf,
  parent,
  userWith,
  walletOf,
} from './academy.ts'
import { clientAt, type Fields, type SpecificationClient } from './client.ts'
import { startPortal, today } from './start.ts'

let address: string
let admin: SpecificationClient
let clerk: SpecificationClient
let coach: SpecificationClient
let academy: Academy
let close: () => Promise<void>
let member: Document
let before: number
beforeAll(async () => {
  ;({ address, admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  clerk = await userWith(admin, 'clerk', clerkRights)
  coach = await userWith(admin, 'coach', coachRights)
  member = await buildAdult(admin, academy, { credit: false })
})
afterAll(() => close())
beforeEach(async () => {
  before = await walletOf(clerk, member)
})
const gained = async () => (await walletOf(clerk, member)) - before
const ordered = (more: Fields = {}): Promise<Document> =>
  clerk.post('/payment', { ...orderOf(academy, member), ...more })
const verifying = (more: Fields = {}) => ({
  isPay: true,
  wallet: 110,
  paymentCreatedAt: '2026-11-20T04:00:00.000Z',
  ...more,
})
const rejecting = { isPay: false, isRejected: true }

describe('an order', () => {
  test('made by the clerk is pending and shows what was bought', async () => {
    const order = await ordered()
    expect(order).toMatchObject({
      orderID: expect.any(String),
      orNo: null,
      paymentType: 'Cash',
      creditPurchase: 110,
      isPay: false,
      isRejected: false,
      isCancelled: false,
      isDisable: false,
      memberId: member._id,
      createdBy: { _id: member._id, name: member.name },
      coachReceived: { _id: academy.coach._id, name: 'Farid bin Osman' },
      packageTitle: 'Starter',
      duration: 6,
      addition: 10,
    })
    expect(Number(order.amount)).toBe(100)
    expect(await gained()).toBe(0)
    const pending = { isPay: false, isRejected: false, isDisable: false, isCancelled: false, paymentType: 'Cash' }
    const { items } = await clerk.get('/payment', { offset: 0, limit: 10, sort: '-createdAt', ...pending })
    expect(items.map(({ _id }: Document) => _id)).toContain(order._id)
  })

  test('takes its amount and credit from the package, whatever the client says of them', async () => {
    for (const lie of [{ creditPurchase: 9999 }, { addition: 500 }, { amount: 1 }, { wallet: 5000 }, { isPay: true }]) {
      const { data, refusal } = await clerk.attempt('POST', '/payment', { ...orderOf(academy, member), ...lie })
      if (refusal) expect(refusal.statusCode).toBeLessThan(410)
      else
        expect(data).toMatchObject({
          creditPurchase: 110,
          addition: 10,
          isPay: false,
          amount: expect.toSatisfy((amount) => Number(amount) === 100),
        })
    }
    expect(await gained()).toBe(0)
  })

  test('takes the objects that the selectors hold', async () => {
    const order = await ordered({ memberId: member, package: academy.creditPackage, coachReceived: academy.coach })
    expect(order).toMatchObject({ memberId: member._id, coachReceived: { _id: academy.coach._id } })
  })

  test('for a child belongs to the parent whose wallet pays', async () => {
    const elder: Document = await admin.post('/member', parent({ relationship: academy.relationship._id }))
    const child: Document = await admin.post('/member', kid({ coachIncharge: academy.coach._id, mainIDs: [elder._id] }))
    expect(await ordered({ memberId: child._id })).toMatchObject({
      createdBy: { _id: elder._id, children: [expect.objectContaining({ name: child.name })] },
    })
  })

  test.each(['memberId', 'package', 'coachReceived'])('needs %s', async (field) => {
    for (const empty of [undefined, null, ''])
      expect(
        (await clerk.refused('POST', '/payment', { ...orderOf(academy, member), [field]: empty })).details,
      ).toMatchObject([{ path: field }])
  })
})

describe('PUT /payment/direct/{id}', () => {
  test('verifies: the wallet is credited once, the receipt is numbered, the expiry moves', async () => {
    const order = await ordered()
    const done = await clerk.put(`/payment/direct/${order._id}`, verifying({ wallet: 99_999 }))
    expect(done).toMatchObject({ isPay: true, isRejected: false, orNo: expect.any(String), verifyBy: 'clerk' })
    expect(await gained()).toBe(110)
    expect(await clerk.get(`/expiration/${member._id}`)).toMatchObject({ creditExpired: '2027-05-20' })
    expect((await clerk.refused('PUT', `/payment/direct/${order._id}`, verifying())).statusCode).toBe(409)
    expect((await clerk.refused('PUT', `/payment/direct/${order._id}`, rejecting)).statusCode).toBe(409)
    expect(await gained()).toBe(110)
    expect((await clerk.get(`/member/${member._id}/wallet`)).items[0]).toMatchObject({
      credit: 110,
      balanceAfter: before + 110,
    })
  })

  test('rejects: nothing is credited, and the member is told a phone to call', async () => {
    const order = await ordered()
    expect(await clerk.put(`/payment/direct/${order._id}`, rejecting)).toMatchObject({ isPay: false, isRejected: true })
    expect(await gained()).toBe(0)
    expect((await clerk.refused('PUT', `/payment/direct/${order._id}`, verifying())).statusCode).toBe(409)
    const { items } = await clerk.get('/payment', { isRejected: true, limit: 1000 })
    expect(items.map(({ _id }: Document) => _id)).toContain(order._id)
    const notices = (await clerk.get('/notify-user', { userID: member._id, limit: 1000 })).items
    expect(JSON.stringify(notices)).toContain('03-1234 5678')
  })

  test.each([{}, { isPay: 'true' }, { isPay: true, isRejected: true }, { isPay: false }, { isPay: null }])(
    'is refused with %j',
    async (body) => {
      const order = await ordered()
      expect((await clerk.refused('PUT', `/payment/direct/${order._id}`, body)).statusCode).toBe(400)
      expect(await gained()).toBe(0)
    },
  )

  test('needs verifyPayment verify', async () => {
    const order = await ordered()
    expect((await coach.refused('PUT', `/payment/direct/${order._id}`, verifying())).statusCode).toBe(403)
  })
})

test('several are verified at once, and what cannot be is told', async () => {
  const [one, two, gone] = [await ordered(), await ordered(), await ordered()]
  await clerk.put(`/payment/direct/${gone._id}`, rejecting)
  const { verified, failed } = await clerk.put('/payment/verify', { ids: [one._id, two._id, gone._id] })
  expect(verified.map(({ _id }: Document) => _id).toSorted()).toEqual([one._id, two._id].toSorted())
  expect(failed).toMatchObject([{ _id: gone._id, message: expect.any(String) }])
  expect(await gained()).toBe(220)
  expect((await clerk.refused('PUT', '/payment/verify', { ids: [] })).message).toBe(
    'Please select at least one payment',
  )
})

test('a paid payment is cancelled with PUT /payment/cancel/{id}, and only that', async () => {
  const order = await ordered()
  expect((await clerk.refused('PUT', `/payment/cancel/${order._id}`, {})).statusCode).toBe(409)
  await clerk.put(`/payment/direct/${order._id}`, verifying())
  expect(await clerk.put(`/payment/cancel/${order._id}`)).toMatchObject({ isCancelled: true })
  expect(await gained()).toBe(0)
  expect((await clerk.refused('PUT', `/payment/cancel/${order._id}`)).statusCode).toBe(409)
  expect((await clerk.refused('GET', `/payment/generate/pdf/${order._id}`)).statusCode).toBe(409)
})

test.each([
  [today, today],
  ['20-11-2026', '20-11-2026'],
  ['2026/11/20', '2026-11-20'],
])('payments from %s to %s', async (startDate, endDate) => {
  const order = await ordered()
  const filters = { offset: 0, limit: 50, sort: '-createdAt', createdBy: member._id, paymentType: 'Cash' }
  const { items } = await clerk.get('/payment', { ...filters, startDate, endDate })
  expect(items.map(({ _id }: Document) => _id)).toContain(order._id)
  expect((await clerk.get('/payment', { ...filters, startDate: '01-01-2026', endDate: '31-01-2026' })).total).toBe(0)
})

test('after verify and reject the client posts notify-details and notify-user, and the member is told once', async () => {
  const told = async () => (await clerk.get('/notify-user', { userID: member._id, limit: 1000 })).total
  const count = await told()
  for (const [decision, title] of [
    [verifying(), 'Payment Verified'],
    [rejecting, 'Payment Rejected'],
  ] as const) {
    const order = await ordered()
    await clerk.put(`/payment/direct/${order._id}`, decision)
    const details = await clerk.post('/notify-details', {
      notifyType: 'payment',
      notifyTitle: title,
      notifyMsg: 'Your payment.',
    })
    const link = await clerk.post('/notify-user', { details: details._id, userID: member._id })
    expect(link).toMatchObject({ _id: expect.any(String) })
    expect(await clerk.get(`/notify-details/${details._id}`)).toMatchObject({ notifyType: expect.any(String) })
  }
  expect(await told()).toBe(count + 2)
})

test('a done payment is downloaded as an official receipt', async () => {
  const order = await ordered()
  expect((await clerk.refused('GET', `/payment/generate/pdf/${order._id}`)).statusCode).toBe(409)
  const done = await clerk.put(`/payment/direct/${order._id}`, verifying())
  const receipt = await clerk.download(`/payment/generate/pdf/${order._id}`)
  expect([receipt.type, receipt.name]).toEqual(['application/pdf', `Official_Receipt_${done.orNo}.pdf`])
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(receipt.bytes)), { mergePages: true })
  for (const said of [done.orNo, member.name, '100.00', 'ONE HUNDRED']) expect(text).toContain(said)
})

describe('the card checkout', () => {
  const body = () => ({ ...orderOf(academy, member), paymentType: 'Direct' })

  test('answers what the checkout page reads, and is paid at the provider', async () => {
    const started = await clerk.post('/payment/checkout', body())
    expect(started).toMatchObject({ member_id: member._id, amount: expect.anything(), currency: 'MYR' })
    for (const name of ['payment_id', 'order_id', 'token']) expect(started[name]).toEqual(expect.any(String))
    expect(await clerk.get(`/payment/${started.payment_id}`)).toMatchObject({ paymentType: 'Direct', isPay: false })
    expect(await gained()).toBe(0)
    // Without the provider's word nothing is credited.
    const lie = {
      payment_id: started.payment_id,
      order_id: started.order_id,
      provider_payment_id: 'pay_1',
      signature: 'a'.repeat(64),
    }
    expect((await clientAt(address).refused('POST', '/payment/checkout/confirm', lie)).statusCode).toBeLessThan(410)
    expect((await clerk.refused('PUT', `/payment/direct/${started.payment_id}`, verifying())).statusCode).toBe(409)
    expect(await gained()).toBe(0)
  })

  test('is not told twice apart: checkout page parameters and order are one payment', async () => {
    const started = await clerk.post('/payment/checkout', {
      memberId: member._id,
      package: academy.creditPackage._id,
      coachReceived: academy.coach._id,
    })
    expect(Number(started.amount)).toBe(100)
    expect(started.payment._id).toBe(started.payment_id)
  })
})

test('who sees the dashboard alone finds the member, the low balances and what is pending there, and makes the order', async () => {
  const desk = await userWith(admin, 'desk', { dashboard: ['View'] })
  const { items } = await desk.get('/member', { limit: 50, searchText: String(member.name), isDisable: false })
  expect(items).toMatchObject([{ _id: member._id, name: member.name }])
  const order = await desk.post('/payment', orderOf(academy, items[0]))
  const pending = await desk.get('/payment', {
    offset: 0,
    limit: 1000,
    isPay: false,
    isRejected: false,
    paymentType: 'Cash',
  })
  expect(pending.items.map(({ _id }: Document) => _id)).toContain(order._id)
  const low = await desk.get('/member', { offset: 0, limit: 5, isIndependent: true, walletFilterAmount: 50 })
  expect(low.items.every(({ wallet }: { wallet: number }) => wallet <= 50)).toBe(true)
  // An empty list would be taken for a month without a payment.
  expect((await desk.refused('GET', '/payment?isPay=true&isRejected=false&isCancelled=false')).statusCode).toBe(403)
  expect((await desk.refused('GET', '/member')).statusCode).toBe(403)
})

test('the dashboard: ten pending payments, low balances of independent members, what each coach received', async () => {
  const pending = await clerk.get('/payment', {
    offset: 0,
    limit: 10,
    isPay: false,
    isRejected: false,
    paymentType: 'Cash',
  })
  expect(pending.items.length).toBeLessThanOrEqual(10)
  const low = await clerk.get('/member', {
    offset: 0,
    limit: 5,
    isIndependent: true,
    walletFilterAmount: 50,
    sort: '+wallet',
  })
  expect(low.items.every(({ wallet }: { wallet: number }) => wallet <= 50)).toBe(true)
  expect(await clerk.get('/dashboard/overview')).toEqual(expect.any(Object))
  expect((await coach.refused('GET', '/dashboard/overview')).statusCode).toBe(403)
})
