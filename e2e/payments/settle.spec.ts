/** Classes that are owed for, closed with the purchase that covers them. */
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { z } from 'zod'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'
import { atTheTill, counter, outcome, receiptOpened, sell } from '../support/till-steps.ts'

test('a purchase offers to close the classes that are owed for, and one click opens them again', async ({
  page,
  refusals,
}) => {
  const calls = await callsAs(page, 'owner')
  const at = await counter(calls)
  const { attended, held, mother, child } = await academy(calls)
  const terms = { creditType: 'normal', credit: 10, walletMember: mother._id }
  await calls.post('/enrollment', { member: child._id, course: attended._id, ...terms })
  // Of four classes the wallet of 25 pays for two.
  for (const { _id } of held)
    await calls.send(z.looseObject({}), 'POST', `/attendance/take/${_id}`, [{ member: child._id, status: 'P' }])
  const order = { memberId: mother._id, package: at.package, coachReceived: at.coach._id, paymentType: 'Cash' }
  await calls.post('/payment', order)
  const wallet = (from: number, to: number) => `Wallet ${from} → ${to} (${mother.name})`

  await test.step('in the panel of Verify Payment, which stays for it', async () => {
    await enter(page, 'clerk', `/verify-payment/listing?searchText=${encodeURIComponent(mother.name)}`)
    const panel = page.getByRole('complementary', { name: `Payment of ${mother.name}` })
    await panel.getByRole('button', { name: 'Verify', exact: true }).click()
    await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 5 → 125', 'Verified')
    const offer = panel.getByRole('region', { name: 'Outstanding cases' })
    await expect(offer).toContainText('2 classes are owed for')
    await expect(offer).toContainText(wallet(125, 105))
    await expect(offer.getByRole('listitem')).toHaveText([2, 3].map((place) => lineOf(held[place]?.date)))
    await inspect(page, 'settle-panel')
    await offer.getByRole('button', { name: 'Close 2 cases' }).click()
    await expect(offer).toContainText('Closed: 2')
    await expect(offer).toContainText(wallet(125, 105))
    await inspect(page, 'settle-closed')
    await offer.getByRole('button', { name: 'Undo' }).click()
    await expect(offer).toContainText('2 classes are owed for')
    await expect(offer).toContainText(wallet(125, 105))
    await page.setViewportSize(phoneSize)
    const over = page.getByRole('dialog', { name: mother.name })
    await expect(over.getByRole('region', { name: 'Outstanding cases' })).toBeVisible()
    await inspect(page, 'settle-panel')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('at the till, where it is refused once something rests on it', async () => {
    await atTheTill(page, at, mother)
    await page.getByRole('button', { name: 'Exact' }).click()
    const owed = Promise.withResolvers<void>()
    await page.route('**/api/admin/attendance?*', async (route) => {
      await owed.promise
      await route.continue()
    })
    await sell(page).click()
    const question = page.getByRole('dialog', { name: 'Sell it once more?' })
    await receiptOpened(page, () => question.getByRole('button', { name: 'Sell once more' }).click())
    await expect(outcome(page, 'Sold')).toContainText('wallet 125 → 245')
    await expect(outcome(page, 'Sold')).toContainText('The receipt is open')
    const next = page.getByRole('button', { name: 'Next Member' })
    const before = await next.boundingBox()
    owed.resolve()
    const offer = page.getByRole('region', { name: 'Outstanding cases' })
    await expect(offer).toContainText(wallet(245, 225))
    // What comes late moves no button from under the pointer.
    expect(await next.boundingBox()).toEqual(before)
    await page.unroute('**/api/admin/attendance?*')
    await offer.getByRole('button', { name: 'Close 2 cases' }).click()
    await expect(offer).toContainText('Closed: 2')
    await inspect(page, 'till-settled')
    const { items } = await calls.send(rows, 'GET', `/attendance?member=${child._id}&sort=%2BclassDate`)
    await calls.put(`/attendance/${items[3]?._id}`, { status: 'A' })
    refusals.push('409 PUT /attendance/clearOutstanding/undo/*')
    await offer.getByRole('button', { name: 'Undo' }).click()
    await expect(offer.getByRole('alert')).toContainText(/Nothing was reopened\. .*: it was set to absent since/)
    await expect(offer).toContainText('Closed: 2')
  })
})

const rows = z.object({ items: z.array(z.object({ _id: z.string() })) })
const lineOf = (date = '') => new RegExp(`^${displayDate(date)} .*: −10$`)
