import { afterAll, describe, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
const desk = cardDesk(portal, clerk, academy)
afterAll(() => portal.close())

describe('a form posted by the provider’s own page', () => {
  const post = (order: { payment_id: string }, fields: Record<string, string>) =>
    portal.app.inject({
      method: 'POST',
      url: `/api/checkout/return?payment_id=${order.payment_id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('credits and leads back with what the app needs', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    const answer = await post(order, {
      razorpay_payment_id: money.id,
      razorpay_order_id: order.order_id,
      razorpay_signature: money.signature,
    })
    expect(answer.statusCode).toBe(303)
    const { payment_id, order_id, member_id } = order
    expect(Object.fromEntries(new URLSearchParams(answer.headers.location?.split('?')[1]))).toEqual({
      status: 'true',
      payment_id,
      order_id,
      provider_payment_id: money.id,
      member_id,
      signature: money.signature,
    })
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
  })

  test('that was declined or forged leads back without a word of success', async () => {
    const order = await desk.start()
    const answers: Record<string, string>[] = [
      { 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Declined' },
      { razorpay_payment_id: 'pay_1', razorpay_order_id: order.order_id, razorpay_signature: 'a'.repeat(64) },
    ]
    for (const fields of answers) expect((await post(order, fields)).headers.location).toBe('/checkout?status=false')
    expect((await post({ payment_id: 'nonsense' }, { a: 'b' })).headers.location).toBe('/checkout?status=false')
    expect(await desk.status(order)).toMatchObject({ status: 'Pending' })
  })

  test('leads back to the link that was opened, where another card may pay', async () => {
    const order = await desk.start()
    const { callbackUrl } = (await desk.page(order.checkoutUrl)).json()
    const { pathname, search } = new URL(callbackUrl)
    const answer = await portal.app.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'error[code]=BAD_REQUEST_ERROR',
    })
    const back = new URL(`${answer.headers.location}`, order.checkoutUrl)
    expect([back.pathname, back.searchParams.get('status')]).toEqual(['/checkout', 'false'])
    expect((await desk.page(back.href)).json()).toMatchObject({ state: 'open' })
  })

  const evil = 'evil.example.com'
  test.each([`//${evil}`, `https://${evil}`, `\\\\${evil}`, `/\t/${evil}`, `%2F%2F${evil}`, 'javascript:alert(1)'])(
    'leads to the portal’s own page and nowhere else, whatever %j it names',
    async (place) => {
      const order = await desk.start()
      for (const id of [order.payment_id, place]) {
        const query = new URLSearchParams({ payment_id: id, next: place, return_url: place, callback_url: place })
        const answer = await portal.app.inject({
          method: 'POST',
          url: `/api/checkout/return?${query}`,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            host: evil,
            'x-forwarded-host': evil,
            origin: `https://${evil}`,
            referer: `https://${evil}`,
          },
          payload: `${query}&razorpay_payment_id=${encodeURIComponent(place)}&razorpay_order_id=${encodeURIComponent(place)}&razorpay_signature=a`,
        })
        expect([answer.statusCode, answer.headers.location]).toEqual([303, '/checkout?status=false'])
      }
    },
  )

  test('is a link of the portal’s, whatever host a stranger says that it forwards', async () => {
    const order = await desk.start()
    const forwarded = { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https', forwarded: `host=${evil}` }
    const link = await clerk.get(`/payment/checkout/${order.payment_id}/link`, undefined, forwarded)
    expect(link.json().checkoutUrl).toBe(order.checkoutUrl)
    const { searchParams } = new URL(order.checkoutUrl)
    searchParams.delete('payment_id')
    const page = await portal.anyone.get(`/payment/checkout/${order.payment_id}?${searchParams}`, undefined, forwarded)
    expect(new URL(page.json().callbackUrl).host).toBe(new URL(order.checkoutUrl).host)
  })
})
