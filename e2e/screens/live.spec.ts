/** What others do appears on open screens, and nothing moves under the hand. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { row, showHeld } from '../support/controls.ts'
import { type Calls, callsAs, enter, firstOf, newParent, unique } from '../support/people.ts'
import { expect, inspect, signOut, test } from '../support/portal.ts'

/** Somebody who pays cash at the counter, and the package they buy. */
async function counter(owner: Calls) {
  const coachReceived = (await firstOf(owner, 'coach'))._id
  const mark = unique('Live')
  const facts = {
    code: mark,
    title: `Package ${mark}`,
    description: 'For beginners',
    credit: 100,
    addition: 0,
    duration: 6,
  }
  const bought = (await owner.post('/credit-package', facts))._id
  return async (clerk: Calls) => {
    const name = unique('Payer')
    const memberId = (await newParent(owner, name))._id
    const order = { memberId, package: bought, coachReceived, paymentType: 'Cash' }
    return { name, payment: (await clerk.post('/payment', order))._id }
  }
}

/** The stream of changes is open. */
const isLive = (page: Page) => page.waitForResponse((response) => response.url().includes('/api/admin/events'))

/** The page was not loaded again since. */
const mark = (page: Page) => page.evaluate('globalThis.marked = true')
const isMarked = (page: Page) => page.evaluate('globalThis.marked === true')

test('what the clerk orders is in the owner’s Verify Payment and dashboard, and what another verifies leaves them', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const order = await counter(owner)
  const live = isLive(page)
  await enter(page, 'owner', '/verify-payment/listing')
  await live
  const dashboard = await page.context().newPage()
  const alsoLive = isLive(dashboard)
  await dashboard.goto('/dashboard/overview')
  await alsoLive
  await Promise.all([mark(page), mark(dashboard)])

  const clerk = await callsAs(page, 'clerk')
  const { name, payment } = await order(clerk)
  await expect(row(page, name)).toContainText('Pending')
  await expect(dashboard.getByRole('table', { name: 'Pending Cash Payments' }).getByText(name)).toBeVisible()

  await owner.send(z.unknown(), 'PUT', `/payment/direct/${payment}`, { isPay: true })
  await expect(row(page, name)).toContainText('Done')
  await expect(dashboard.getByRole('table', { name: 'Pending Cash Payments' }).getByText(name)).toBeHidden()
  expect([await isMarked(page), await isMarked(dashboard)]).toEqual([true, true])
})

test('a list with an open menu stays as it is; a line says what changed, and shows it', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const order = await counter(owner)
  const first = await order(owner)
  const live = isLive(page)
  await enter(page, 'owner', '/verify-payment/listing')
  await live
  await expect(row(page, first.name)).toBeVisible()
  await row(page, first.name)
    .getByRole('button', { name: /^More: / })
    .click()
  const menu = page.getByRole('group', { name: `More: ${first.name}` })
  await expect(menu).toBeVisible()
  const place = await row(page, first.name).boundingBox()
  await page.getByRole('heading', { level: 1 }).hover()

  const { name } = await order(await callsAs(page, 'clerk'))
  const status = page.getByRole('status').filter({ hasText: /changes?/ })
  await expect(status).toContainText(/\d+ changes? · Show/)
  await expect(row(page, name)).toBeHidden()
  expect(await row(page, first.name).boundingBox()).toEqual(place)
  await expect(menu).toBeVisible()
  await row(page, first.name).hover()
  await page.keyboard.press('Escape')
  await inspect(page, 'live-held')

  await showHeld(status, row(page, name))

  // Whoever leaves the list sees what comes at once.
  await row(page, name).hover()
  const { name: next } = await order(owner)
  await expect(status).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(row(page, next)).toBeVisible()
  await expect(status).toBeHidden()
})

test('what is read again in the background is called off at signing out: it would be refused', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const order = await counter(owner)
  const live = isLive(page)
  await enter(page, 'owner', '/verify-payment/listing', 'own')
  await live
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
  const isRows = (url: string) => url.includes('/api/admin/payment?')
  await page.route(
    (url) => isRows(url.href),
    () => undefined,
  )
  const asked = page.waitForRequest((request) => isRows(request.url()))
  await order(await callsAs(page, 'clerk'))
  await asked
  const calledOff: string[] = []
  page.on('requestfailed', (request) => isRows(request.url()) && calledOff.push(request.url()))
  await signOut(page, 'owner')
  // Long before the call gives up by itself.
  await expect.poll(() => calledOff.length, { timeout: 10_000 }).toBeGreaterThan(0)
})
