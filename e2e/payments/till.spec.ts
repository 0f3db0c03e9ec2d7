/** The till: a package sold over the counter on one screen, with keys and scans, and whatever happens in between. */
import { choose, field, heading, mainMenu } from '../support/controls.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { agree, expect, inspect, otherPage, phoneSize, test } from '../support/portal.ts'
import {
  atTheTill,
  counter,
  outcome,
  packageOf,
  pressCounter,
  receiptOpened,
  received,
  sell,
} from '../support/till-steps.ts'

test('a package paid in cash takes 4 clicks instead of 11', async ({ page }) => {
  const at = await counter(await callsAs(page, 'owner'))
  const [before, now] = [await at.adult(), await at.adult()]
  const pressed = await pressCounter(page)

  await enter(page, 'clerk', `/membership/edit/${before._id}`)
  await page.getByRole('button', { name: 'Buy Package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await choose(dialog, 'Package', at.title)
  await choose(dialog, 'Coach Received', at.coach.label)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  await agree(page, 'Are you sure to submit?', 'OK', 'Wallet 0 → 120', 'Created')
  await mainMenu(page).getByRole('link', { name: 'Verify Payment' }).click()
  // With its list to itself the payment is chosen on arrival.
  await page.getByRole('searchbox').fill(before.name)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: `Payment of ${before.name}` })
  await panel.getByRole('button', { name: 'Verify', exact: true }).click()
  await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 0 → 120', 'Verified')
  const paper = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Official Receipt' }).click()
  await paper
  expect(await pressed()).toBe(11)

  // Whoever received the money is asked for once on a device.
  await page.goto(`/till?member=${now._id}`)
  await choose(page, 'Coach Received', at.coach.label)
  await packageOf(page, at.title).check()
  await page.getByRole('button', { name: 'Exact' }).click()
  await receiptOpened(page, () => sell(page).click())
  await expect(outcome(page, 'Sold')).toContainText('wallet 0 → 120')
  // Where it is put right, if it was the wrong one.
  await expect(outcome(page, 'Sold').getByRole('link', { name: 'Open payment' })).toHaveAttribute(
    'href',
    /payment=[\w-]+/,
  )
  await pressed()

  const next = await at.adult()
  await page.goto(`/membership/edit/${next._id}`)
  await page.getByRole('link', { name: 'Till', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Coach Received' })).toHaveValue(at.coach.label)
  await page.getByText(at.title).click()
  await page.getByRole('button', { name: 'Exact' }).click()
  await receiptOpened(page, () => sell(page).click())
  await expect(outcome(page, 'Sold')).toContainText('Change RM 0.00')
  expect(await pressed()).toBe(4)
  expect(await at.boughtBy(next)).toMatchObject([{ status: 'Done', orNo: expect.stringContaining('OR-') }])
})

test('a member or packages that could not be read are told, and not as none', async ({ page, refusals }) => {
  const at = await counter(await callsAs(page, 'owner'))
  const buyer = await at.adult()
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await enter(page, 'clerk', '/profile')
  const content = page.getByRole('main')
  for (const call of ['/member/choose', '/credit-package']) {
    refusals.push(`500 GET ${call}`)
    const isIt = (url: URL) => url.pathname === `/api/admin${call}`
    await page.route(isIt, (route) => route.fulfill(failing))
    await page.goto(`/till?member=${buyer._id}`)
    await expect(content.getByText('Out of order')).toBeVisible()
    await expect(content.getByText(/^No active package/)).toHaveCount(0)
    await page.unroute(isIt)
    await content.getByRole('button', { name: 'Try again' }).click()
    await expect(packageOf(page, at.title)).toBeVisible()
    await expect(content.getByText('Out of order')).toHaveCount(0)
  }
})

test('a scan, the arrow keys, the money and Enter sell once, however often Enter is pressed', async ({ page }) => {
  const at = await counter(await callsAs(page, 'owner'))
  const [buyer, next] = [await at.adult(), await at.adult()]
  await enter(page, 'clerk', '/till')
  const member = field(page, 'Member')
  await expect(member).toBeFocused()
  // A scanner types without a pause.
  await page.keyboard.type(`${buyer.tmNo}\n`)
  await expect(page.getByRole('heading', { level: 2, name: buyer.name })).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeFocused()
  await packageOf(page, at.title).press('Space')
  await page.keyboard.press('Enter')
  // Nobody has received money on this device yet.
  await expect(page.getByRole('combobox', { name: 'Coach Received' })).toBeFocused()
  await received(page).focus()

  await page.keyboard.type('80')
  await page.keyboard.press('Enter')
  await expect(page.getByText('RM 80.00 is not enough for RM 100.00: RM 20.00 is missing.')).toBeVisible()
  await inspect(page, 'till-short')
  // A code that was scanned into this field is no amount.
  await received(page).fill('20034')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/would be RM 19,934.00 change. Please check/)).toBeVisible()
  expect(await at.boughtBy(buyer)).toEqual([])
  await received(page).fill('150')
  await expect(page.getByText('Change RM 50.00')).toBeVisible()
  await page.keyboard.press('Enter')
  // Only the coach is missing; then the cursor is where Enter sells.
  await expect(page.getByRole('combobox', { name: 'Coach Received' })).toBeFocused()
  await choose(page, 'Coach Received', at.coach.label)
  await expect(received(page)).toBeFocused()
  await expect(page.getByText('0 120')).toBeVisible()
  await inspect(page, 'till-ready')
  const both = Promise.withResolvers<void>()
  await page.route('**/payment/rehearse', async (route) => {
    await both.promise
    await route.continue()
  })
  await receiptOpened(page, async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    both.resolve()
  })
  await page.unroute('**/payment/rehearse')
  const sold = outcome(page, 'Sold')
  await expect(sold).toContainText('Change RM 50.00 of RM 150.00 received')
  await expect(sold).toContainText(/Verified: wallet 0 → 120, receipt OR-[\d-]+, good until \d\d-\d\d-\d{4}/)
  await expect(sold).toContainText('The receipt is open in a tab of its own, which asks for the printer')
  await expect(member).toBeFocused()
  await inspect(page, 'till-sold')
  await page.keyboard.press('Enter')
  expect(await at.boughtBy(buyer)).toHaveLength(1)

  // The next code is the id of a member, and the first sale stays in sight until then.
  await page.keyboard.type(`${next._id}\n`)
  await expect(page.getByRole('heading', { level: 2, name: next.name })).toBeVisible()
  await expect(sold).toBeHidden()
  await page.keyboard.type(at.mark)
  await expect(page.getByRole('heading', { level: 2, name: next.name })).toBeVisible()

  // What was sold just now is asked about before it is sold once more, and a second Enter does not agree.
  await page.goto(`/till?member=${buyer._id}`)
  await packageOf(page, at.title).check()
  await expect(page.getByText('For this wallet there is already:')).toBeVisible()
  await page.getByRole('button', { name: 'Exact' }).click()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Sell it once more?' })
  await expect(question).toContainText('Done')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  expect(await at.boughtBy(buyer)).toHaveLength(1)
})

test('the finder leads to the till, and its field finds by name', async ({ page }) => {
  const at = await counter(await callsAs(page, 'owner'))
  const [buyer, other] = [await at.adult(), await at.adult()]
  await enter(page, 'clerk', '/profile')
  await page.getByRole('button', { name: 'Find a member or page' }).waitFor()
  const finder = page.getByRole('combobox', { name: 'Find a member or page' })
  await page.keyboard.press('Control+k')
  await expect(finder).toBeFocused()
  await page.keyboard.type(buyer.tmNo)
  await page.keyboard.press('Shift+Enter')
  await expect(heading(page, 'Till')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: buyer.name })).toBeVisible()
  await page.keyboard.press('Control+k')
  await finder.fill(other._id)
  await page.getByRole('button', { name: `Till: ${other.name}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: other.name })).toBeVisible()

  // Two are found by the mark: Enter does not guess, the arrow keys walk.
  await field(page, 'Member').fill(at.mark)
  await field(page, 'Member').press('Enter')
  const found = page.getByRole('list', { name: 'Members found' }).getByRole('button')
  await expect(found).toHaveCount(2)
  await expect(found.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toBeFocused()
  await inspect(page, 'till-found')
  const name = (await found.nth(1).locator('strong').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await field(page, 'Member').fill('bin')
  await expect(page.getByText('The first 8 are shown. Type to find others.')).toBeVisible()
  await field(page, 'Member').fill('nobody has this')
  await expect(page.getByText('Nobody has the code or name “nobody has this”.')).toBeVisible()
})

test('a step that fails says how far the sale came, and it goes on from there', async ({ page, refusals }) => {
  const calls = await callsAs(page, 'owner')
  const at = await counter(calls)
  await enter(page, 'clerk', '/till')

  await test.step('the answer to the order is lost: it is asked for again, and ordered once', async () => {
    const buyer = await at.adult()
    await atTheTill(page, at, buyer)
    await page.route('**/api/admin/payment', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Exact' }).click()
    await sell(page).click()
    const unsure = outcome(page, 'Not known whether it was ordered')
    await expect(unsure).toContainText('No answer came')
    await expect(unsure.getByRole('button', { name: 'Go On' })).toBeFocused()
    await inspect(page, 'till-unsure')
    await page.unroute('**/api/admin/payment')
    await receiptOpened(page, () => page.keyboard.press('Enter'))
    await expect(outcome(page, 'Sold')).toContainText('wallet 0 → 120')
    expect(await at.boughtBy(buyer)).toMatchObject([{ status: 'Done' }])
  })

  await test.step('somebody else verifies it first: that is told, and the receipt opens', async () => {
    const buyer = await at.adult()
    await atTheTill(page, at, buyer)
    refusals.push('409 PUT /payment/direct/*')
    await page.route('**/payment/direct/*', async (route) => {
      await calls.put(new URL(route.request().url()).pathname.replace('/api/admin', ''), { isPay: true })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Exact' }).click()
    await receiptOpened(page, () => sell(page).click())
    await expect(outcome(page, 'Sold')).toContainText('owner had verified it already: receipt OR-')
    await page.unroute('**/payment/direct/*')
  })

  await test.step('no signal for the verification, then none for the receipt', async () => {
    const buyer = await at.adult()
    await atTheTill(page, at, buyer)
    await page.route('**/payment/direct/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Exact' }).click()
    await sell(page).click()
    const stopped = outcome(page, 'Not finished yet')
    await expect(stopped).toContainText(/Order ORD-[\d-]+: Starter .*Not known whether it was verified. No answer came/)
    await page.unroute('**/payment/direct/*')
    await page.route('**/payment/generate/pdf/*', (route) => route.abort())
    await stopped.getByRole('button', { name: 'Go On' }).click()
    await expect(stopped).toContainText(/Verified: wallet 0 → 120.*The receipt was not opened./)
    await page.unroute('**/payment/generate/pdf/*')
    await receiptOpened(page, () => stopped.getByRole('button', { name: 'Go On' }).click())
    await expect(outcome(page, 'Sold')).toBeVisible()
    await receiptOpened(page, () => page.getByRole('button', { name: 'Official Receipt' }).click())
    expect(await at.boughtBy(buyer)).toMatchObject([{ status: 'Done' }])
  })

  await test.step('a package that was disabled meanwhile is refused in words, and nothing is ordered', async () => {
    const buyer = await at.adult()
    await atTheTill(page, at, buyer)
    await page.getByRole('button', { name: 'Exact' }).click()
    refusals.push('409 POST /payment/rehearse')
    await calls.put(`/credit-package/${at.package}`, { isDisable: true })
    await sell(page).click()
    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: /disabled/ })
        .first(),
    ).toBeVisible()
    await inspect(page, 'till-refused')
    expect(await at.boughtBy(buyer)).toEqual([])
  })
})

test('who may not verify ends at the order and is told so; a card has its link, on a phone', async ({
  page,
  browser,
}) => {
  const calls = await callsAs(page, 'owner')
  const at = await counter(calls)
  const [buyer, other] = [await at.adult(), await at.adult()]
  const { username } = await newPerson(calls, { dashboard: ['view'], membership: ['view'], credits: ['view'] })
  await page.setViewportSize(phoneSize)
  await enter(page, username, '/dashboard/overview')
  await page.getByRole('link', { name: 'Till', exact: true }).click()
  await atTheTill(page, at, buyer)
  const needs = 'needs the permission Verify Payment: Verify'
  await expect(page.getByText(`The sale ends with the order: verifying it ${needs}`)).toBeVisible()
  await page.getByRole('button', { name: 'Exact' }).click()
  await inspect(page, 'till-order')
  await page.getByRole('button', { name: /^Create Order/ }).click()
  await expect(outcome(page, 'Ordered')).toContainText(`It waits in Verify Payment: verifying it ${needs}`)
  await inspect(page, 'till-ordered')
  expect(await at.boughtBy(buyer)).toMatchObject([{ status: 'Pending', orNo: null }])

  await atTheTill(page, at, other)
  await page.getByText('Card', { exact: true }).click()
  await expect(received(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Create Card Link/ }).click()
  const link = page.getByRole('dialog', { name: 'Card Payment Link' })
  await expect(link.getByLabel('Link for the member')).toHaveValue(/\/checkout\?/)
  await link.getByRole('button', { name: 'Close' }).click()
  await expect(outcome(page, 'The card link is made').getByRole('button', { name: 'Card Link' })).toBeVisible()
  expect(await at.boughtBy(other)).toMatchObject([{ status: 'Pending' }])

  // Paid while the till looks at it, the sale ends as one for cash does.
  await page.getByRole('button', { name: 'Card Link' }).click()
  const address = await link.getByLabel('Link for the member').inputValue()
  await link.getByRole('button', { name: 'Close' }).click()
  const phone = await otherPage(browser)
  await phone.goto(address)
  await phone.getByRole('button', { name: /^Pay RM/ }).click()
  await expect(heading(phone, 'Payment received')).toBeVisible()
  await phone.context().close()
  await expect(outcome(page, 'Sold')).toContainText(/Paid by card: wallet 0 → 120, receipt OR-/)
  await expect(outcome(page, 'Sold').getByRole('button', { name: 'Card Link' })).toHaveCount(0)
  await inspect(page, 'till-paid-by-card')

  const coach = await newPerson(calls, { attendance: ['view'] })
  await enter(page, coach.username, '/till')
  await expect(page.getByText(/permission/).first()).toBeVisible()
  await expect(field(page, 'Member')).toHaveCount(0)
})
