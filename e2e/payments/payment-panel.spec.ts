/** Verify Payment: the chosen payment beside the list. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { row } from '../support/controls.ts'
import { type Calls, callsAs, enter, firstOf, newParent, unique } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'

const payments = z.object({ items: z.array(z.object({ _id: z.string() })) })

/** Cash orders of two new members, the second the latest; all names begin with the mark. */
async function twoPending(calls: Calls) {
  const coachReceived = (await firstOf(calls, 'coach'))._id
  const mark = unique('Side')
  const about = { code: mark, title: mark, description: 'For beginners', duration: 6 }
  const bought = await calls.post('/credit-package', { ...about, credit: 100, addition: 20 })
  const [first, second] = [`${mark} Ong`, `${mark} Lee`]
  async function order(name: string) {
    const { _id } = await newParent(calls, name)
    await calls.post('/payment', { memberId: _id, package: bought._id, coachReceived, paymentType: 'Cash' })
  }
  for (const name of [first, second]) await order(name)
  return { mark, first, second, order }
}

const panelIn = (page: Page) => (name: string) => page.getByRole('complementary', { name: `Payment of ${name}` })

test('it is said beside a payment that others of its wallet could not be read', async ({ page, refusals }) => {
  const { mark, second } = await twoPending(await callsAs(page, 'owner'))
  refusals.push('500 GET /payment')
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await page.route('**/api/admin/payment?*createdBy=*', (route) => route.fulfill(failing), { times: 1 })
  await enter(page, 'owner', `/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  const alert = panelIn(page)(second).getByRole('alert')
  await expect(alert).toContainText('One of them may be the same money.')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
})

test('a payment that is chosen while the one before is finished stays chosen', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { mark, first, second, order } = await twoPending(calls)
  await order(`${mark} Tan`)
  const panelOf = panelIn(page)
  await enter(page, 'owner', `/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  await row(page, first).getByRole('link', { name: first }).press('Enter')
  // Whether it covers classes owed is asked once it is verified.
  const owed = '**/api/admin/attendance?*outstanding=true*'
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(owed, async (route) => {
    await held
    await route.fallback()
  })
  const asked = page.waitForRequest(owed)
  await panelOf(first).getByRole('button', { name: 'Verify', exact: true }).click()
  await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 0 → 120', 'Verified')
  await asked
  await row(page, second).getByRole('link', { name: second }).press('Enter')
  await expect(panelOf(second)).toBeVisible()
  const answered = page.waitForResponse(owed)
  release()
  await (await answered).finished()
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
  await expect(panelOf(second)).toBeVisible()
  await expect(panelOf(`${mark} Tan`)).toHaveCount(0)
})

test('a payment is chosen by key, says what verifying it does, and gives way to the next', async ({ page }) => {
  const { mark, first, second } = await twoPending(await callsAs(page, 'owner'))
  const panelOf = panelIn(page)

  await enter(page, 'owner', `/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  // The latest stands first, and the first that waits is chosen on arrival.
  await expect(panelOf(second)).toBeVisible()
  await row(page, second).getByRole('link', { name: second }).press('ArrowDown')
  await expect(row(page, first).getByRole('link', { name: first })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = panelOf(first)
  await expect(panel).toContainText('Wallet0 120')
  // Beside it a row still says whose it is.
  for (const width of [1440, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('columnheader', { name: 'Payer' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport({ ratio: 1 })
  }
  await expect(page).toHaveURL(/payment=[\w-]+/)
  await inspect(page, 'payment-panel')
  await panel.getByRole('button', { name: 'Verify', exact: true }).click()
  await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 0 → 120', 'Verified')
  // The next Enter goes on with it.
  await expect(panelOf(second).getByRole('button', { name: 'Verify', exact: true })).toBeFocused()
  await panelOf(second).getByRole('button', { name: 'Close payment' }).click()
  await expect(panelOf(second)).toHaveCount(0)

  // Where there is no room beside the list it lies over the page.
  await page.setViewportSize(phoneSize)
  await row(page, second).getByRole('link', { name: second }).click()
  const over = page.getByRole('dialog', { name: second })
  await expect(over).toContainText('Wallet0 120')
  await inspect(page, 'payment-panel')
  await over.getByRole('button', { name: 'Close' }).click()
  await expect(over).toHaveCount(0)
})

test('why a payment was cancelled takes its row no column, and the phone no name', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { mark, first, second } = await twoPending(calls)
  const { items } = await calls.send(payments, 'GET', `/payment?searchText=${encodeURIComponent(mark)}`)
  const reason = 'The father paid twice, once to the coach and once at the counter, and wants the money back on Friday'
  for (const [n, { _id }] of items.entries())
    if (n === 0) {
      await calls.put(`/payment/direct/${_id}`, { isPay: true })
      await calls.put(`/payment/cancel/${_id}`, { reason })
    } else await calls.put(`/payment/direct/${_id}`, { isPay: false, isRejected: true })
  const pathOf = (payment: string) =>
    `/verify-payment/listing?searchText=${encodeURIComponent(mark)}&payment=${payment}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, 'owner', pathOf(items[0]?._id ?? ''))
  await expect(panelIn(page)(second)).toContainText(`Reason${reason}`)
  await expect(panelIn(page)(second).getByText(reason)).toHaveCount(1)
  await expect(page.getByRole('columnheader', { name: 'Package' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('columnheader', { name: 'Credit', exact: true })).toBeInViewport({ ratio: 1 })

  await page.setViewportSize(phoneSize)
  await page.goto(`/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  for (const name of [first, second]) {
    await expect(row(page, name)).toBeVisible()
    expect((await row(page, name).boundingBox())?.height).toBeLessThan(100)
  }
  await expect(page.getByText('Nothing to do')).toBeHidden()
  await inspect(page, 'payment-panel')
})

test('a card order that waits has its link and its withdrawal beside it', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const coachReceived = (await firstOf(calls, 'coach'))._id
  const name = unique('Card Payer')
  const { _id: memberId } = await newParent(calls, name)
  const order = { memberId, package: (await firstOf(calls, 'credit-package'))._id, coachReceived }
  await calls.send(z.looseObject({}), 'POST', '/payment/checkout', order)
  await page.setViewportSize(phoneSize)
  await enter(page, 'owner', `/verify-payment/listing?type=Card&searchText=${encodeURIComponent(name)}`)
  await row(page, name).getByRole('link', { name }).click()
  const panel = panelIn(page)(name)
  await panel.getByRole('button', { name: 'Card Link' }).click()
  const link = page.getByRole('dialog', { name: 'Card Payment Link' })
  await expect(link).toContainText('Waiting to be paid')
  await link.getByRole('button', { name: 'Close', exact: true }).click()
  await panel.getByRole('button', { name: 'Withdraw' }).click()
  await agree(page, 'Are you sure to withdraw this card order?', 'Withdraw', undefined, 'Withdrawn')
  await expect(panel).toContainText('Withdrawn by owner')
  await expect(panel.getByRole('button', { name: 'Card Link' })).toHaveCount(0)
})

test('the key goes on with Verify of the next payment, though the list shows the verified one before', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const { mark, first, second } = await twoPending(calls)
  const panelOf = panelIn(page)
  await enter(page, 'owner', `/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  // Asked once a payment is verified: whether its wallet covers classes that it owes for.
  const asked = page.waitForRequest(/\/attendance\?/)
  await page.route(/\/attendance\?/, async (route) => {
    await held
    await route.continue()
  })
  await row(page, second).getByRole('link', { name: second }).press('Enter')
  await expect(page).toHaveURL(/payment=/)
  await panelOf(second).getByRole('button', { name: 'Verify', exact: true }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Are you sure to verify this payment?' })).toBeVisible()
  await page.keyboard.press('Enter')
  await asked
  // The list is read again for what others sell.
  await twoPending(calls)
  await expect(panelOf(second).getByRole('button', { name: 'Official Receipt' })).toBeVisible()
  release()
  await expect(panelOf(first).getByRole('button', { name: 'Verify', exact: true })).toBeFocused()
})

test('verified before a search has come, a payment does not give way to one that the list has no more', async ({
  page,
}) => {
  const { mark, first, second } = await twoPending(await callsAs(page, 'owner'))
  const panelOf = panelIn(page)
  await enter(page, 'owner', `/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  await expect(panelOf(second)).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    ({ searchParams }) => searchParams.get('searchText') === second,
    async (route) => {
      await held
      await route.continue()
    },
  )
  await page.getByRole('searchbox').fill(second)
  await page.keyboard.press('Enter')
  await panelOf(second).getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure to verify this payment?' })).toBeVisible()
  release()
  await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(1)
  await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 0 → 120', 'Verified')
  await expect(panelOf(second).getByRole('button', { name: 'Official Receipt' })).toBeVisible()
  await expect(panelOf(first)).toHaveCount(0)
})
