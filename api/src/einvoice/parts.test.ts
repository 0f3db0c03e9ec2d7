/** A month with more lines than one file may have. */
import { afterAll, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { supplier } from '../../test/support/payments/e-invoice.ts'
import { testPortal } from '../../test/support/portal.ts'
import { createOrder, verifyPayment } from '../payments/payments.ts'
import { mostLines } from './month.ts'
import { ublInvoice } from './ubl.ts'

const portal = await testPortal()
afterAll(() => portal.close())

test('is divided, and its files are numbered through', async () => {
  const academy = await academyIn(portal)
  const clerk = await portal.as()
  // The running number is not what these numbers end in, so that each receipt is a line.
  const { _id } = (await clerk.get('/doc-num-format/type/Official%20Receipt')).json()
  expect((await clerk.put(`/doc-num-format/${_id}`, { format: 'OR{0000}/7' })).statusCode).toBe(200)
  const body = { memberId: academy.member, package: academy.package, coachReceived: academy.coach }
  await portal.run(async (tx) => {
    for (let place = 0; place <= mostLines; place++)
      await verifyPayment(tx, await createOrder(tx, { ...body, paymentType: 'Cash' }))
  })
  portal.clock.set('2026-12-01T00:00+08:00')
  const owner = await portal.as()
  await owner.put('/e-invoice/supplier', supplier)

  const november = (await owner.get('/e-invoice?month=2026-11')).json()
  expect(november).toMatchObject({
    receipts: 201,
    amount: '20100.00',
    parts: [
      { part: 1, number: 'EINV-2026-11-1', receipts: 200, amount: '20000.00' },
      { part: 2, number: 'EINV-2026-11-2', receipts: 1, amount: '100.00' },
    ],
  })
  const file = (part: number) => owner.get(`/e-invoice/generate/json?month=2026-11&part=${part}`)
  const second = await file(2)
  expect(second.headers['content-disposition']).toContain('EINV-2026-11-2.json')
  expect(ublInvoice.parse(second.json()).Invoice[0]).toMatchObject({
    ID: [{ _: 'EINV-2026-11-2' }],
    InvoiceLine: [{ Item: [{ Description: [{ _: 'Receipt OR0201/7' }] }] }],
    LegalMonetaryTotal: [{ PayableAmount: [{ _: 100 }] }],
  })
  expect((await file(1)).json().Invoice[0].InvoiceLine).toHaveLength(200)
  expect((await file(3)).statusCode).toBe(404)
})
