import { afterAll, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'
import { nextNumber } from './numbers.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const formatOf = async (type: string) => (await clerk.get(`/doc-num-format/type/${encodeURIComponent(type)}`)).json()

test('the three formats stand from the first start, with the number they would issue next', async () => {
  const { items } = (await clerk.get('/doc-num-format')).json()
  expect(items.map((item: { type: string }) => item.type)).toEqual(['Credit Adjustment', 'Official Receipt', 'Order'])
  expect(items[0]).toMatchObject({ format: 'CA-(yyyy)-{0000}', running_no: 0, isDisable: false, is_protected: false })
  expect(await formatOf('Order')).toMatchObject({ next: 'ORD-2026-0001', running_no: 0 })
  expect((await clerk.get('/doc-num-format/type/Invoice')).statusCode).toBe(404)
})

test('a format is changed, but not its type', async () => {
  const { _id } = await formatOf('Credit Adjustment')
  const changed = await clerk.put(`/doc-num-format/${_id}`, { format: 'ADJ(ddmmyyy)/{00000}', running_no: 41 })
  expect(changed.json()).toMatchObject({ type: 'Credit Adjustment', format: 'ADJ(ddmmyyy)/{00000}', running_no: 41 })
  expect((await formatOf('Credit Adjustment')).next).toBe('ADJ20112026/00042')
  expect((await clerk.put(`/doc-num-format/${_id}`, { running_no: 9999 })).statusCode).toBe(200)
  expect(await formatOf('Credit Adjustment')).toMatchObject({ running_no: 9999, next: null })
  expect((await clerk.put(`/doc-num-format/${_id}`, { running_no: 41 })).statusCode).toBe(200)
  const retyped = await clerk.put(`/doc-num-format/${_id}`, { type: 'Order' })
  expect(retyped.statusCode).toBe(400)
  expect(retyped.json().details).toEqual([{ path: 'type', message: 'Document Type cannot be changed' }])
})

test('what is missing or too large is said in the specification’s words', async () => {
  const { _id } = await formatOf('Order')
  const refused = async (body: object) => (await clerk.put(`/doc-num-format/${_id}`, body)).json().details?.[0]
  expect(await refused({ format: ' ' })).toEqual({ path: 'format', message: 'This field is required' })
  expect(await refused({ running_no: null })).toEqual({ path: 'running_no', message: 'This field is required' })
  expect(await refused({ running_no: 10_000 })).toEqual({
    path: 'running_no',
    message: 'Running No must be at most 9999',
  })
  expect(await refused({ running_no: -1 })).toMatchObject({ path: 'running_no' })
  expect((await refused({ format: 'ORD-(yyyy)' })).path).toBe('format')
})

test('a type has one format', async () => {
  const twin = await clerk.post('/doc-num-format', { type: 'Order', format: '{0000}', running_no: 0 })
  expect(twin.statusCode).toBe(409)
})

test('without its format nothing of a type is numbered, and a new one issues no number twice', async () => {
  const { member } = await portal.run(async (tx) => ({
    member: await insertMember(tx, { kind: 'parent', name: 'Puan Siti' }),
  }))
  const draft = { date: '2026-11-20', member, reason: 'Goodwill', adjustCredit: 5 }
  const issued = (await clerk.post('/credit-adjust', draft)).json().doc_no
  const { _id, format } = await formatOf('Credit Adjustment')
  const viewer = await portal.as({ docFormat: ['view'] })
  expect((await viewer.delete(`/doc-num-format/${_id}`)).statusCode).toBe(403)
  expect((await clerk.delete(`/doc-num-format/${_id}`)).json()).toEqual({ _id })
  expect((await clerk.get('/doc-num-format/type/Credit%20Adjustment')).statusCode).toBe(404)
  const message =
    'There is no Credit Adjustment format, so no number can be issued. Please create it under Doc Format first.'
  expect((await clerk.post('/credit-adjust', draft)).json()).toMatchObject({ statusCode: 409, message })
  expect((await clerk.get('/dashboard/overview')).json().formatWarnings).toEqual([
    { type: 'Credit Adjustment', running_no: 0, isDisable: false, isMissing: true, message },
  ])
  const again = { type: 'Credit Adjustment', format }
  expect((await clerk.post('/doc-num-format', { ...again, running_no: 0 })).statusCode).toBe(409)
  expect((await clerk.post('/doc-num-format', { ...again, running_no: 42 })).statusCode).toBe(201)
  const next = (await clerk.post('/credit-adjust', draft)).json().doc_no
  expect([issued, next]).toEqual(['ADJ20112026/00042', 'ADJ20112026/00043'])
})

test('a running number goes back only as far as no number is issued twice', async () => {
  const order = await formatOf('Order')
  const issue = () =>
    portal.run(async (tx) => {
      const number = await nextNumber(tx, 'Order')
      await tx.change({ section: 't', docType: 't', action: 't', description: 't' }, async (on) => {
        const id = tx.newId()
        await on()
          .insertInto('member')
          .values({ id, kind: 'parent', name: number, isIndependent: true, createdAt: tx.now, updatedAt: tx.now })
          .execute()
        const pack = tx.newId()
        const dates = { createdAt: tx.now, updatedAt: tx.now }
        const shared = { description: 'd', duration: 1, addition: 0 }
        const db = on()
        await db
          .insertInto('creditPackage')
          .values({ id: pack, code: number, title: 't', credit: 1, ...shared, ...dates })
          .execute()
        await db
          .insertInto('payment')
          .values({
            ...{ id: tx.newId(), orderNo: number, member: id, package: pack, packageCode: number, packageTitle: 't' },
            ...{ creditPurchase: 1, amount: '1.00', paymentType: 'Cash', createdByName: 't', dateTime: tx.now },
            ...shared,
            ...dates,
          })
          .execute()
      })
      return number
    })
  expect(await issue()).toBe('ORD-2026-0001')
  expect(await issue()).toBe('ORD-2026-0002')
  const back = await clerk.put(`/doc-num-format/${order._id}`, { running_no: 1 })
  expect(back.statusCode).toBe(409)
  expect(back.json().details[0].path).toBe('running_no')
  expect((await clerk.put(`/doc-num-format/${order._id}`, { running_no: 2 })).statusCode).toBe(200)
  expect((await clerk.put(`/doc-num-format/${order._id}`, { running_no: 700 })).statusCode).toBe(200)
  // Another year has numbers of its own.
  portal.clock.set('2027-01-02T04:00:00Z')
  expect((await clerk.post('/auth/login', {})).statusCode).toBe(400)
  const nextYear = await portal.as()
  expect((await nextYear.put(`/doc-num-format/${order._id}`, { running_no: 0 })).statusCode).toBe(200)
  expect(await issue()).toBe('ORD-2027-0001')
})
