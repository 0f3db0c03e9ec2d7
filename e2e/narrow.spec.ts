/** On a phone and a tablet: the act at the thumb. */
import { callsAs, enter } from './support/people.ts'
import { expect, test } from './support/portal.ts'
import { counter } from './support/till-steps.ts'

const phone = { width: 390, height: 844 }
test.use({ viewport: phone, hasTouch: true, isMobile: true })

test('the act that ends a sale or an evening is in sight from the beginning to the end', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const at = await counter(owner)
  const buyer = await at.adult()
  // Cash of today, so that there is an evening to close.
  const order = { memberId: buyer._id, package: at.package, coachReceived: at.coach._id, paymentType: 'Cash' }
  await owner.post('/payment', order)
  await enter(page, 'owner', '/profile')
  for (const [path, act] of [
    [`/till?member=${buyer._id}`, /^Sell/],
    ['/cash-close/evening', 'Close the Evening'],
  ] as const) {
    await page.goto(path)
    const button = page.getByRole('button', { name: act })
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect(button).toBeInViewport({ ratio: 1 })
  }
})
