import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, test } from 'vitest'
import { type Academy, academyIn, order } from '../../../test/support/academy.ts'
import { openPaymentDesk } from '../../../test/support/payments/desk.ts'
import { pdfPages } from '../../../test/support/platform/pdf.ts'
import { testPortal, unknown } from '../../../test/support/portal.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk({ COMPANY_NAME: 'Harimau Academy' })
afterAll(() => portal.close())

const done = async (more: Partial<Academy> = {}) => {
  const id = await order(portal, academy, more)
  const { orNo } = (await desk.verify(id)).json()
  return { id, orNo: String(orNo) }
}
const receipts = (ids: readonly string[], by = clerk) => by.get(`/payment/generate/pdf?ids=${ids.join(',')}`)
const printed = async (id: string, headers: Record<string, string> = {}) => {
  const [page = ''] = await pdfPages((await clerk.get(`/payment/generate/pdf/${id}`, undefined, headers)).rawPayload)
  return page
}
/** The token as it stands on the receipt. */
const tokenOf = async (id: string) => /\/receipt\/([\w-]{22})(?![\w-])/.exec(await printed(id))?.[1] ?? ''

describe('the official receipt', () => {
  test('names payer, children and what was bought', async () => {
    const id = await order(portal, academy, { member: academy.child })
    const { orNo } = (await desk.verify(id)).json()
    const answer = await clerk.get(`/payment/generate/pdf/${id}`)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`Official_Receipt_${orNo}.pdf`)
    const [page] = await pdfPages(answer.rawPayload)
    for (const text of [
      `No. ${orNo} Date 20-11-2026`,
      'Tan Wei Ming 陈伟明 CHILDREN Tan Jia Hui',
      '100 + 20 extra 100.00',
      'RINGGIT MALAYSIA ONE HUNDRED ONLY',
      'VALID UNTIL 20-05-2027',
      'RECEIVED BY Farid bin Osman',
    ])
      expect(page).toContain(text)
  })

  test('asks for a printer when it is opened to be printed', async () => {
    const { id } = await done()
    const opening = async (query: string) => {
      const answer = await clerk.get(`/payment/generate/pdf/${id}${query}`)
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
      return (await getDocumentProxy(Uint8Array.from(answer.rawPayload))).getOpenAction()
    }
    expect(await opening('?print=true')).toEqual({ action: 'Print' })
    for (const query of ['', '?print=false']) expect(await opening(query)).toBeNull()
    expect((await clerk.get(`/payment/generate/pdf/${id}?print=yes`)).statusCode).toBe(400)
  })

  test('is there for a Done payment only', async () => {
    const id = await order(portal, academy)
    const state = async () => {
      const answer = await clerk.get(`/payment/generate/pdf/${id}`)
      return answer.statusCode === 200 ? 'a receipt' : answer.json().message
    }
    expect(await state()).toBe('The payment is Pending, it cannot be printed as a receipt')
    await desk.verify(id)
    expect(await state()).toBe('a receipt')
    await desk.cancel(id)
    expect(await state()).toBe('The payment is Cancelled, it cannot be printed as a receipt')
    expect((await clerk.get(`/payment/generate/pdf/${unknown}`)).statusCode).toBe(404)
  })
})

describe('the receipts of a selection', () => {
  test('are one PDF in the order asked for, named and recorded as an export', async () => {
    const [first, second, third] = [await done(), await done({ member: academy.child }), await done()]
    const answer = await receipts([third.id, first.id, second.id.toUpperCase(), third.id])
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`"Official_Receipt_${third.orNo}_to_${second.orNo}.pdf"`)
    const pages = await pdfPages(answer.rawPayload)
    expect(pages.map((page) => /No\. (\S+)/.exec(page)?.[1])).toEqual([third.orNo, first.orNo, second.orNo])
    expect(pages[2]).toContain('Tan Wei Ming 陈伟明 CHILDREN Tan Jia Hui')
    const { items } = (await clerk.get('/auth/audit-trail?sort=-timestamp&limit=1&searchText=_to_')).json()
    expect(items).toMatchObject([
      { section: 'Verify Payment', action: 'Exported', description: expect.stringContaining(`${third.orNo}_to_`) },
    ])
    expect(JSON.stringify(items)).toContain(`${third.orNo}, ${first.orNo}, ${second.orNo}`)
  })

  test('need every one of them to be Done; the refusal names the one that is not', async () => {
    const [good, cancelled] = [await done(), await done()]
    await desk.cancel(cancelled.id)
    const pending = await order(portal, academy)
    const { orderID } = await desk.get(pending)
    const answer = await receipts([good.id, pending])
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      `The payment of Lim Ah Kow, order ${orderID}, is Pending, it cannot be printed as a receipt`,
    ])
    expect((await receipts([good.id, cancelled.id])).json().message).toContain('is Cancelled, it cannot be printed')
    expect((await receipts([good.id, unknown])).statusCode).toBe(404)
  })

  test.each(['', '?ids=', '?ids=,', '?ids=nonsense'])('of %j are refused', async (query) => {
    const answer = await clerk.get(`/payment/generate/pdf${query}`)
    expect(answer.statusCode).toBe(400)
    if (!query.includes('nonsense')) expect(answer.json().message).toBe('Please select at least one payment')
  })

  test('are at most 200', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`)
    expect((await receipts(many(201))).json().message).toBe('At most 200 receipts at once')
    expect((await receipts(many(200))).statusCode).toBe(404)
  })

  test('a card payment that is pending has none, for the same reason', async () => {
    const id = (await clerk.post('/payment', desk.body({ paymentType: 'Direct' }))).json()._id
    const answer = await clerk.get(`/payment/generate/pdf/${id}`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The payment is Pending, it cannot be printed as a receipt',
    ])
  })
})

describe('the code on a receipt', () => {
  const check = (token: string) => portal.anyone.get(`/receipt/${token}`)

  test('leads anybody to number, day and amount, and to nothing of the person', async () => {
    const { id, orNo } = await done({ member: academy.child })
    const answer = await check(await tokenOf(id))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      state: 'valid',
      orNo,
      date: '2026-11-20',
      amount: '100.00',
      companyName: 'Harimau Academy',
    })
  })

  test('says so once the payment is cancelled', async () => {
    const { id, orNo } = await done()
    const token = await tokenOf(id)
    await desk.cancel(id)
    expect((await check(token)).json()).toMatchObject({ state: 'cancelled', orNo, amount: '100.00' })
  })

  test('is another one for each receipt and cannot be guessed from the payment', async () => {
    const [one, other] = [await done(), await done()]
    const tokens = [await tokenOf(one.id), await tokenOf(other.id)]
    expect(new Set(tokens).size).toBe(2)
    for (const payment of (await clerk.get('/payment?limit=1000')).json().items)
      for (const token of tokens) expect(JSON.stringify(payment)).not.toContain(token)
    const { items } = (await clerk.get('/auth/audit-trail?limit=1000')).json()
    for (const token of tokens) expect(JSON.stringify(items)).not.toContain(token)
  })

  test.each(['x'.repeat(22), 'short', `${'x'.repeat(22)}%00`, 'x'.repeat(300), unknown, '%F0%9F%A5%8B', "'--"])(
    'made up as %s is not found',
    async (token) => {
      const answer = await check(token)
      expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringContaining('not found')])
    },
  )

  test('of a payment that never got a receipt is not found', async () => {
    const id = await order(portal, academy)
    const [row] = await portal.run((tx) =>
      tx.read().selectFrom('payment').select('receiptToken').where('id', '=', id).execute(),
    )
    expect((await check(row?.receiptToken ?? '')).statusCode).toBe(404)
    await desk.reject(id)
    expect((await check(row?.receiptToken ?? '')).statusCode).toBe(404)
  })

  test('stays what it is, whatever is asked of the database', async () => {
    const { id } = await done()
    const change = sql`update payment set receipt_token = 'x' where id = ${id}`.execute(portal.handle)
    await expect(change).rejects.toThrow('receipts are out with this token')
  })

  test('carries the address the caller used, and no address that is none', async () => {
    const { id } = await done()
    expect(await printed(id, { host: 'office.example:3000' })).toContain('http://office.example:3000/receipt/')
    expect(await printed(id, { host: 'x"><script>' })).toContain('http://localhost/receipt/')
  })

  test('is asked for 60 times a minute from one address, and not more', async () => {
    const ask = (remoteAddress: string) =>
      portal.app.inject({ url: `/api/admin/receipt/${'x'.repeat(22)}`, remoteAddress })
    for (let each = 0; each < 60; each++) expect((await ask('10.1.2.3')).statusCode).toBe(404)
    const refused = await ask('10.1.2.3')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ statusCode: 429, error: 'Too Many Requests' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('10.1.2.4')).statusCode).toBe(404)
    expect((await clerk.get('/payment')).statusCode).toBe(200)
  })
})

test('with a public address configured the code carries that one', async () => {
  const other = await testPortal({ PUBLIC_URL: 'https://portal.harimau.example/' })
  try {
    const person = await other.as()
    const id = await order(other, await academyIn(other))
    await person.put(`/payment/direct/${id}`, { isPay: true })
    const [page] = await pdfPages((await person.get(`/payment/generate/pdf/${id}`)).rawPayload)
    expect(page).toContain('https://portal.harimau.example/receipt/')
  } finally {
    await other.close()
  }
})
