import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfPages } from '../kit/testing-pdf.ts'
import { type Client, type TestPortal, testPortal } from '../testing.ts'
import { walletOf } from '../wallet/wallet.ts'
import { type Academy, academyIn, order, putAdult } from './testing-academy.ts'

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
const verify = (id: string) => clerk.put(`/payment/direct/${id}`, { isPay: true })
const cancel = (id: string) => clerk.put(`/payment/cancel/${id}`)
const wallet = (member: string) => portal.run((tx) => walletOf(tx, member))
const adult = () => portal.run((tx) => putAdult(tx))

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
