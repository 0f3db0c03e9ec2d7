/** A month of sales as a file, with figures worked out by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { academyIn, putPackage } from '../../test/support/academy.ts'
import { insertRow } from '../../test/support/families.ts'
import { supplier } from '../../test/support/payments/e-invoice.ts'
import { type Client, type TestPortal, testPortal } from '../../test/support/portal.ts'
import { cancelPayment, completeCardPayment, createOrder, verifyPayment } from '../payments/payments.ts'
import { type UblInvoice, ublInvoice } from './ubl.ts'

let portal: TestPortal
let owner: Client
let orderOf: (credit: number, paymentType?: 'Cash' | 'Direct') => Promise<string>

const at = (instant: string) => portal.clock.set(`${instant}+08:00`)
const verified = async (id: string) => {
  await portal.run((tx) => verifyPayment(tx, id))
  return id
}

/** Receipts 0001 and 0002 around New Year, 0003 in September, 0004 to 0011 in October, 0012 in November. */
beforeAll(async () => {
  portal = await testPortal()
  const academy = await academyIn(portal)
  orderOf = async (credit, paymentType = 'Cash') => {
    const bought = await portal.run((tx) => putPackage(tx, { credit }))
    const body = { memberId: academy.parent, package: bought, coachReceived: academy.coach, paymentType } as const
    return portal.run((tx) => createOrder(tx, body))
  }
  const priced = async (creditPrice: string | null) => (await portal.as()).put('/brand', { creditPrice })

  at('2025-12-31T23:59:59')
  await verified(await orderOf(20_000)) // 0001
  at('2026-01-01T00:00')
  await verified(await orderOf(20_000)) // 0002
  at('2026-09-29T12:00')
  await priced('1.05')
  const early = await orderOf(33) // RM 34.65, received in September
  await priced(null)
  at('2026-09-30T23:59:59')
  const september = await verified(await orderOf(77)) // 0003
  at('2026-10-01T00:00')
  await verified(await orderOf(100)) // 0004
  const laterGone = await verified(await orderOf(250)) // 0005
  at('2026-10-15T20:00')
  await verified(early) // 0006
  const gone = await verified(await orderOf(60)) // 0007
  const card = await orderOf(40, 'Direct')
  await portal.run((tx) => completeCardPayment(tx, card)) // 0008
  await verified(await orderOf(10_000)) // 0009, just small enough
  await verified(await orderOf(10_001)) // 0010
  at('2026-10-31T23:59:59')
  await portal.run((tx) => cancelPayment(tx, gone, 'Paid twice'))
  await portal.run((tx) => cancelPayment(tx, september))
  await verified(await orderOf(5)) // 0011
  at('2026-11-01T00:00')
  await verified(await orderOf(900)) // 0012
  await portal.run((tx) => cancelPayment(tx, laterGone))
  at('2026-11-03T09:30')
  owner = await portal.as()
})
afterAll(() => portal.close())

const month = async (of: string, by = owner) => {
  const answer = await by.get(`/e-invoice?month=${of}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const file = (of: string, by = owner, part = '') => by.get(`/e-invoice/generate/json?month=${of}${part}`)
const invoice = async (of: string): Promise<UblInvoice['Invoice'][0]> => {
  const answer = await file(of)
  expect(answer.statusCode, answer.body).toBe(200)
  return ublInvoice.parse(answer.json()).Invoice[0]
}
const collected = async (startDate: string, endDate: string) =>
  (await owner.get(`/report/collection-report?startDate=${startDate}&endDate=${endDate}&limit=1`)).json()

describe('October', () => {
  test('has the receipts of its days in Kuala Lumpur, by chain; 0007 was cancelled in time and 0010 is too large', async () => {
    const october = await month('2026-10')
    expect(october).toMatchObject({
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      dueDate: '2026-11-07',
      receipts: 6,
      amount: '10429.65',
      leftOut: { receipts: 1, amount: '60.00' },
      cancelledLater: { receipts: 1, amount: '250.00' },
      largeAmount: '10001.00',
      returnedAmount: '77.00',
    })
    expect(october.parts).toEqual([
      {
        part: 1,
        number: 'EINV-2026-10',
        receipts: 6,
        amount: '10429.65',
        lines: [
          { first: 'OR-2026-0004', last: 'OR-2026-0006', receipts: 3, amount: '384.65' },
          { first: 'OR-2026-0008', last: 'OR-2026-0009', receipts: 2, amount: '10040.00' },
          { first: 'OR-2026-0011', last: 'OR-2026-0011', receipts: 1, amount: '5.00' },
        ],
      },
    ])
    expect(october.large).toMatchObject([
      {
        orNo: 'OR-2026-0010',
        date: '2026-10-15',
        amount: '10001.00',
        member: { name: 'Tan Wei Ming', chName: '陈伟明' },
      },
    ])
    expect(october.returned).toMatchObject([
      { orNo: 'OR-2026-0003', date: '2026-09-30', cancelled: '2026-10-31', amount: '77.00' },
    ])
  })

  test('agrees with the Collection Report to the sen: file 10,429.65 + apart 10,001.00 - cancelled since 250.00', async () => {
    expect((await month('2026-10')).collected).toEqual({ receipts: 6, amount: '20180.65' })
    expect(await collected('2026-10-01', '2026-10-31')).toMatchObject({ total: 6, totalAmount: '20180.65' })
    const { collected: november } = await month('2026-11')
    expect(november).toEqual({ receipts: 1, amount: '900.00' })
    expect(await collected('2026-11-01', '2026-11-30')).toMatchObject({ total: 1, totalAmount: '900.00' })
  })

  test('gives no file until the academy has said what MyInvois asks for', async () => {
    const { missing, refused } = await month('2026-10')
    expect(missing).toEqual([
      'Tax Identification Number (TIN)',
      'Registered By',
      'Registration Number',
      'MSIC Code',
      'Business Activity',
      'Address Line 1',
      'Postcode',
      'City',
      'State',
      'Contact Number',
    ])
    const message = `Please say on the page Academy first: ${missing.join(', ')}`
    expect(refused).toBe(message)
    const answer = await file('2026-10')
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    await owner.put('/e-invoice/supplier', { ...supplier, taxType: 'E' })
    expect((await month('2026-10')).missing).toEqual(['Reason of the Exemption'])
    await owner.put('/e-invoice/supplier', supplier)
    expect(await month('2026-10')).toMatchObject({ missing: [], refused: null })
  })

  test('is a file that holds to the schema, with the sums of the page', async () => {
    await owner.put('/brand', { companyName: 'Tan & Sons "Harimau" 猛虎武術' })
    const october = await invoice('2026-10')
    expect(october.AccountingSupplierParty[0].Party[0].PartyLegalEntity[0].RegistrationName[0]._).toBe(
      'Tan & Sons "Harimau" 猛虎武術',
    )
    expect(october.LegalMonetaryTotal[0].PayableAmount[0]._).toBe(10429.65)
    expect(
      october.InvoiceLine.map(({ Item: [item], LineExtensionAmount: [{ _ }] }) => [item.Description[0]._, _]),
    ).toEqual([
      ['Receipt OR-2026-0004 - OR-2026-0006', 384.65],
      ['Receipt OR-2026-0008 - OR-2026-0009', 10040],
      ['Receipt OR-2026-0011', 5],
    ])
    const { headers } = await file('2026-10')
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toContain('EINV-2026-10.json')
    const [record] = (await owner.get('/auth/audit-trail?searchText=EINV-2026-10&limit=1')).json().items
    expect(record).toMatchObject({
      section: 'e-Invoice',
      action: 'Exported',
      description: 'Exported EINV-2026-10.json',
      changeTo: expect.arrayContaining([expect.objectContaining({ field: 'month', item: '2026-10' })]),
    })
  })

  test('stays as it is whatever is cancelled later; only the moment of its issue is that of the download', async () => {
    const first = await file('2026-10')
    expect((await file('2026-10')).body).toBe(first.body)
    const { IssueDate, IssueTime, ...before } = await invoice('2026-10')
    expect([IssueDate[0]._, IssueTime[0]._]).toEqual(['2026-11-03', '01:30:00Z'])
    at('2026-11-06T07:00')
    const later = await portal.as()
    const [{ _id }] = (await later.get('/payment?searchText=OR-2026-0011&isPay=true&sort=orNo&limit=50'))
      .json()
      .items.filter(({ orNo }: { orNo: string }) => orNo === 'OR-2026-0011')
    await portal.run((tx) => cancelPayment(tx, _id))
    owner = later
    const { IssueDate: date, IssueTime: time, ...after } = await invoice('2026-10')
    expect([date[0]._, time[0]._]).toEqual(['2026-11-05', '23:00:00Z'])
    expect(after).toEqual(before)
    expect(await month('2026-10')).toMatchObject({
      receipts: 6,
      cancelledLater: { receipts: 2, amount: '255.00' },
      collected: { receipts: 5, amount: '20175.65' },
    })
    expect((await collected('2026-10-01', '2026-10-31')).totalAmount).toBe('20175.65')
    expect((await month('2026-11')).returned.map(({ orNo }: { orNo: string }) => orNo)).toEqual([
      'OR-2026-0005',
      'OR-2026-0011',
    ])
  })
})

test('a month that is not over and one without sales give no file, and say why', async () => {
  const refusals = {
    '2026-11': 'November 2026 is not over: its file can be made from the day after 30-11-2026',
    '2026-08': 'August 2026 has no sale to submit',
  }
  // Cancelled in October, so that September's file keeps it.
  expect(await month('2026-09')).toMatchObject({ receipts: 1, amount: '77.00', refused: null })
  for (const when of ['2026-11', '2026-08'] as const) {
    expect((await month(when)).refused).toBe(refusals[when])
    const answer = await file(when)
    expect([answer.statusCode, answer.json().message]).toEqual([409, refusals[when]])
  }
  expect((await file('2026-10', owner, '&part=2')).statusCode).toBe(404)
})

test('a large sale may stand in a file of 2025, and a month of large ones alone has none', async () => {
  expect(await month('2025-12')).toMatchObject({ receipts: 1, amount: '20000.00', large: [], refused: null })
  expect(await month('2026-01')).toMatchObject({
    receipts: 0,
    parts: [],
    largeAmount: '20000.00',
    refused: 'Every sale of January 2026 is above RM 10,000.00 and needs an e-Invoice of its own',
  })
})

test('who may see the Collection Report sees the month, who may export it has the file', async () => {
  const viewer = await portal.as({ 'report.collection': ['view'] })
  expect(await month('2026-10', viewer)).toMatchObject({ refused: null })
  expect((await file('2026-10', viewer)).statusCode).toBe(403)
  const exporter = await portal.as({ 'report.collection': ['view', 'export'] })
  expect((await file('2026-10', exporter)).statusCode).toBe(200)
  const clerk = await portal.as({ verifyPayment: ['view', 'verify'] })
  expect((await clerk.get('/e-invoice?month=2026-10')).statusCode).toBe(403)
  expect((await file('2026-10', clerk)).statusCode).toBe(403)
  expect((await file('2026-10', portal.anyone)).statusCode).toBe(401)
})

test('whoever is in charge of some centres only is told who makes the file', async () => {
  const centre = await portal.run((tx) => insertRow(tx, 'centre', { description: 'Cheras' }))
  const some = await portal.as({ 'report.collection': ['view', 'export'] }, { centres: [centre] })
  const message = 'An e-Invoice is of the whole academy: it is made by somebody who is in charge of all centres'
  expect((await month('2026-10', some)).refused).toBe(message)
  const answer = await file('2026-10', some)
  expect([answer.statusCode, answer.json().message]).toEqual([403, message])
  const all = await portal.as(
    { 'report.collection': ['view', 'export'] },
    { centres: [centre], accessRight: ['accessAllCentres'] },
  )
  expect((await file('2026-10', all)).statusCode).toBe(200)
})

test.each(['month=2026-13', 'month=2026-1', 'month=0000-01', 'month=October', 'month=2026-10-01'])(
  'a question with "%s" is answered with what is wrong',
  async (query) => {
    for (const path of ['/e-invoice', '/e-invoice/generate/json']) {
      const answer = await owner.get(`${path}?${query}`)
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'month'])
    }
  },
)

test('no month is last month on the page; a file is of a month that was named', async () => {
  for (const query of ['', '?month=']) {
    expect((await owner.get(`/e-invoice${query}`)).json()).toMatchObject({ month: '2026-10' })
    const answer = await owner.get(`/e-invoice/generate/json${query}`)
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'month'])
  }
})

test.each(['0', '-1', 'x', '1.5', '99999'])('a part %s is refused', async (part) => {
  const answer = await file('2026-10', owner, `&part=${part}`)
  expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, 'part'])
})
