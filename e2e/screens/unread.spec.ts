/** What a screen says when the portal, or a part of it, could not be read. */
import { z } from 'zod'
import { heading, mainMenu, row } from '../support/controls.ts'
import { giveHolidays } from '../support/holidays.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { expect, expectToast, inspect, phoneSize, test } from '../support/portal.ts'

test('without signal a page says so in words, keeps what stands on it, and goes on when the line returns', async ({
  page,
  context,
}) => {
  // What draws toasts is loaded once the page stands.
  const toasts = page.waitForResponse(/ToastHost/)
  await enter(page, 'owner', '/belt/listing')
  await expect(row(page, 'White')).toBeVisible()
  await (await toasts).finished()
  const before = await row(page, 'White').boundingBox()
  await context.setOffline(true)
  const line = page.getByText('No signal. What you see was read before')
  await expect(line).toBeInViewport()
  // Nothing moves under a hand that is about to press.
  expect(await row(page, 'White').boundingBox()).toEqual(before)
  await page.getByText('Inactive', { exact: true }).click()
  await expect(page.getByRole('table').getByText('The portal cannot be reached.')).toBeVisible()
  await expectToast(page, 'The portal cannot be reached. Check the connection and try again.')
  await mainMenu(page).getByRole('link', { name: 'Verify Payment' }).click()
  await expect(heading(page, 'No signal')).toBeVisible()
  await expect(page.getByText('This page was not opened on this device before.')).toBeVisible()
  await inspect(page, 'no-signal')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByText('Still no signal.')).toBeVisible()
  await context.setOffline(false)
  await expect(line).toBeHidden()
  await expect(heading(page, 'Verify Payment')).toBeVisible()
})

test('what could not be read now can be tried again, and is not told as missing', async ({ page, refusals }) => {
  const unknown = '/cash-close/evening/01900000-0000-7000-8000-000000000000'
  refusals.push(`500 GET ${unknown}`, `404 GET ${unknown}`)
  await enter(page, 'owner', '/profile')
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await page.route(`**/api/admin${unknown}`, (route) => route.fulfill(failing), { times: 1 })
  await page.goto(unknown)
  const content = page.getByRole('main')
  await expect(content.getByText('Out of order')).toBeVisible()
  await content.getByRole('button', { name: 'Try again' }).click()
  await expect(content.getByText('There is no such evening close.')).toBeVisible()
  await expect(content.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('a fault while the portal is opened signs nobody out', async ({ page, refusals }) => {
  await enter(page, 'owner', '/belt/listing')
  refusals.push('500 GET /auth/profile', 'console: ApiError: Out of order*')
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await page.route('**/api/admin/auth/profile', (route) => route.fulfill(failing))
  await page.reload()
  await expect(page.getByText('Out of order')).toBeVisible()
  await page.unroute('**/api/admin/auth/profile')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Belt')).toBeVisible()
})

test('cash that could not be read is not told as closed, and what waits below the thumb does not move', async ({
  page,
  refusals,
}) => {
  await page.setViewportSize(phoneSize)
  await enter(page, 'owner', '/profile')
  refusals.push('500 GET /cash-close/open')
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await page.route('**/api/admin/cash-close/open*', (route) => route.fulfill(failing), { times: 1 })
  await page.goto('/cash-close/listing')
  const content = page.getByRole('main')
  await expect(content.getByText('Out of order')).toBeVisible()
  await expect(content.getByText(/is closed\./)).toHaveCount(0)
  const act = content.getByRole('link', { name: 'Close a Day' })
  const before = await act.boundingBox()
  await content.getByRole('button', { name: 'Try again' }).click()
  await expect(content.getByRole('heading', { level: 2, name: 'Closes' })).toBeVisible()
  expect(await act.boundingBox()).toEqual(before)
})

test('what stands above a page and could not be read is told, and not asked for on and on', async ({
  page,
  refusals,
}) => {
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await enter(page, 'owner', '/dashboard/overview')
  const content = page.getByRole('main')
  for (const [path, call] of [
    ['/outstanding-credit/listing', '/newcomer'],
    ['/profile', '/auth/sessions'],
  ] as const) {
    refusals.push(`500 GET ${call}`)
    const isIt = (url: URL) => url.pathname === `/api/admin${call}`
    await page.route(isIt, (route) => route.fulfill(failing))
    await page.goto(path)
    await expect(content.getByText('Out of order')).toBeVisible()
    await page.unrouteAll()
    await content.getByRole('button', { name: 'Try again' }).click()
    await expect(content.getByText('Out of order')).toHaveCount(0)
  }
})

test('a part of a page that could not be read says so in its place, and is read by another try', async ({
  page,
  refusals,
}) => {
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  const owner = await callsAs(page, 'owner')
  const { today } = await owner.send(z.object({ today: z.string() }), 'GET', '/config')
  const { id: user } = await newPerson(owner, { dashboard: ['view'] })
  await giveHolidays(owner, Number(today.slice(0, 4)))
  await enter(page, 'owner', '/profile')
  const content = page.getByRole('main')
  for (const [path, call, place] of [
    ['/dashboard/overview', '/dashboard/month', 'Classes attended'],
    ['/dashboard/overview', '/dashboard/alerts', 'Alerts'],
    ['/dashboard/overview', '/books/proven', /^The books /],
    ['/verify-payment/listing', '/payment/refund', undefined],
    ['/brand', '/mail-server', 'Save Mail'],
    ['/brand', '/e-invoice/supplier', 'Save e-Invoice details'],
    ['/holiday/create', `/holiday/get-by-year/${today.slice(0, 4)}`, /has its holidays already/],
    ['/format/create', '/doc-num-format', /Every document type has its format already/],
    [`/user/edit/${user}`, `/user/${user}/sessions`, undefined],
  ] as const) {
    refusals.push(`500 GET ${call}`)
    await page.route(
      (url) => url.pathname === `/api/admin${call}`,
      (route) => route.fulfill(failing),
    )
    await page.goto(path)
    await expect(content.getByText('Out of order'), call).toBeVisible()
    if (place) await expect(content.getByText(place)).toHaveCount(0)
    await expect(content.getByText('No holidays yet.')).toHaveCount(0)
    await page.unrouteAll()
    await content.getByRole('button', { name: 'Try again' }).click()
    await expect(content.getByText('Out of order')).toHaveCount(0)
    if (place) await expect(content.getByText(place).first(), call).toBeVisible()
  }
})

test('what is opened on a page and could not be read says so, and is read by another try', async ({
  page,
  refusals,
}) => {
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  const owner = await callsAs(page, 'owner')
  const ids = z.object({ items: z.array(z.object({ _id: z.string() })) })
  const [member] = (await owner.send(ids, 'GET', '/member?kind=adult&isDisable=false&limit=1')).items
  await enter(page, 'owner', '/profile')
  for (const [path, call, open] of [
    [`/membership/edit/${member?._id}`, `/member/${member?._id}/message`, /^Message/],
    ['/dashboard/overview', '/dashboard/charts', /At a Glance/],
  ] as const) {
    refusals.push(`500 GET ${call}`)
    const isCall = ({ pathname }: URL) => pathname === `/api/admin${call}`
    await page.route(isCall, (route) => route.fulfill(failing))
    await page.goto(path)
    await page
      .getByRole('button', { name: open })
      .or(page.getByRole('heading', { name: open }))
      .first()
      .click()
    const problem = page.locator('.problem').filter({ hasText: 'Out of order' })
    await expect(problem).toBeVisible()
    await page.unroute(isCall)
    await problem.getByRole('button', { name: 'Try again' }).click()
    await expect(problem).toHaveCount(0)
  }
})

test('cash of earlier days that could not be read is told where a day is closed', async ({ page, refusals }) => {
  refusals.push('500 GET /cash-close/open')
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await page.route('**/api/admin/cash-close/open*', (route) => route.fulfill(failing))
  await enter(page, 'owner', '/cash-close/evening')
  const alert = page.getByRole('alert').filter({ hasText: 'whether cash of earlier days is open too' })
  await expect(alert).toBeVisible()
  await page.unroute('**/api/admin/cash-close/open*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByLabel('Day Received')).toBeVisible()
})

test('wallets that could not be read are not told as none', async ({ page, refusals }) => {
  refusals.push('500 GET /dashboard/expiring')
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  await page.route('**/api/admin/dashboard/expiring*', (route) => route.fulfill(failing))
  await enter(page, 'owner', '/dashboard/overview')
  await page.getByRole('heading', { level: 2, name: 'Expiring Wallets' }).click()
  const content = page.getByRole('main')
  await expect(content.getByText('Out of order')).toBeVisible()
  await expect(content.getByText('No wallet with credit expires')).toHaveCount(0)
})

test('it is seen that classes are on their way', async ({ page }) => {
  const here = Promise.withResolvers<void>()
  await page.route('**/api/admin/class?*', async (route) => {
    await here.promise
    await route.continue()
  })
  await enter(page, 'owner', '/markAttendance/listing')
  const waits = page.getByRole('main').getByRole('progressbar', { name: 'Loading…' })
  await expect(waits).toBeVisible()
  here.resolve()
  await expect(page.getByRole('heading', { level: 2, name: 'Courses' })).toBeVisible()
  await expect(waits).toHaveCount(0)
})

test('whom a form was opened for and who cannot be read is told in place of the form', async ({ page, refusals }) => {
  const nobody = crypto.randomUUID()
  refusals.push(`404 GET /member/${nobody}`, `404 GET /newcomer/${nobody}`)
  await enter(page, 'owner', '/profile')
  const content = page.getByRole('main')
  for (const [path, problem] of [
    [`/membership/create/kids?parent=${nobody}`, 'Member not found'],
    [`/membership/create/kids?newcomer=${nobody}`, /not found/],
    [`/membership/create/adult?newcomer=${nobody}`, /not found/],
  ] as const) {
    await page.goto(path)
    await expect(content.getByText(problem)).toBeVisible()
    await expect(content.getByRole('link', { name: 'Back to the list' })).toBeVisible()
    await expect(content.getByRole('button', { name: 'Submit' })).toHaveCount(0)
  }
})

test('a year of which it is not known yet whether it has holidays is not told as one without', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const { today } = await owner.send(z.object({ today: z.string() }), 'GET', '/config')
  await giveHolidays(owner, Number(today.slice(0, 4)))
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/holiday/get-by-year/*', async (route) => {
    await isSeen
    await route.continue()
  })
  await enter(page, 'owner', '/holiday/create')
  const content = page.getByRole('main')
  await expect(content.getByRole('progressbar')).toBeVisible()
  await expect(content.getByText('No holidays yet.')).toHaveCount(0)
  seen(undefined)
  await expect(content.getByText(/has its holidays already/)).toBeVisible()
})
