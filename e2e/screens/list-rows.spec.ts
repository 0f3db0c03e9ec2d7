/** The rows of a list: when they are asked for, and what they are while others are awaited. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { heading, row, rowAct } from '../support/controls.ts'
import { callsAs, enter, unique } from '../support/people.ts'
import { agree, checkAccessibility, expect, test } from '../support/portal.ts'

test('rows stay in use while they are read again', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const name = unique('Zircon')
  await calls.post('/belt', { beltColor: name })
  await enter(page, 'owner', `/belt?searchText=${encodeURIComponent(name)}`)
  const entry = row(page, name, 'Edit')
  await expect(entry).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/belt?*', async (route) => {
    await held
    await route.continue()
  })
  const again = page.waitForRequest('**/api/admin/belt?*')
  await (await rowAct(entry, /^Disable/)).click()
  await agree(page, 'Are you sure to disable?', 'Disable', undefined, 'Updated')
  await again
  // A veil would have come down by the time the toast is gone.
  await expect(page.getByText('Updated', { exact: true })).toBeHidden()
  await expect(page.locator('table[aria-busy=true]')).toBeVisible()
  await entry.getByRole('link', { name: /^Edit/ }).click()
  await expect(heading(page, 'Edit Belt Color')).toBeVisible()
  release()
})

for (const [address, call, choose] of [
  [
    '/membership/listing',
    'member',
    (page: Page) => page.getByRole('columnheader', { name: 'Name', exact: true }).click(),
  ],
  [
    '/report/overall-flow-report',
    'report/overall-flow-report',
    (page: Page) => page.getByRole('tab', { name: 'Flow Out' }).click(),
  ],
] as const)
  test(`what was shown of ${address} stays readable while other rows are awaited`, async ({ page }) => {
    await enter(page, 'owner', address)
    const frame = page.locator('.table-frame')
    await expect(page.getByText(/^Showing \d+ record/)).toBeVisible()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**/api/admin/${call}*?*`, async (route) => {
      await held
      await route.continue()
    })
    await choose(page)
    await expect(frame).toHaveAttribute('data-outdated')
    await page.evaluate(
      `Promise.all(document.querySelector('.table-frame').getAnimations({ subtree: true }).map((each) => each.finished)).then(() => true)`,
    )
    await checkAccessibility(page)
    release()
    await expect(frame).not.toHaveAttribute('data-outdated')
  })

test('the rows of a first page are asked for beside the profile, once', async ({ page }) => {
  await enter(page, 'owner', '/profile')
  for (const [address, call] of [
    ['/belt', '/belt?'],
    ['/member-type/listing?status=active&sort=-memberType', '/member-type?'],
    ['/membership/listing?searchText=tan', '/member?'],
    ['/verify-payment/listing', '/payment?offset='],
    ['/user/listing', '/user?'],
    ['/course/listing', '/course?'],
  ] as const) {
    const asked: string[] = []
    const count = (request: { url: () => string }) => {
      if (request.url().includes(`/api/admin${call}`)) asked.push(request.url())
    }
    page.on('request', count)
    // The profile is answered only once the rows were asked for: were they to wait for it, nothing would ever show.
    const rows = page.waitForRequest((request) => request.url().includes(`/api/admin${call}`))
    await page.route('**/auth/profile', async (route) => {
      await rows
      await route.continue()
    })
    await page.goto(address)
    await expect(page.getByText(/^Showing \d+ record/)).toBeVisible()
    expect(asked, address).toHaveLength(1)
    page.off('request', count)
    await page.unroute('**/auth/profile')
  }
})

test('the rows of a page are asked for while the pointer rests on its link, once, and stand in the columns that find room', async ({
  page,
}) => {
  await enter(page, 'owner', '/belt/listing')
  await expect(page.getByText(/^Showing \d+ record/)).toBeVisible()
  const link = page.getByRole('navigation').getByRole('link', { name: 'Membership Profile', exact: true })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/member?')) asked.push(request.url())
  })
  const answer = page.waitForResponse('**/api/admin/member?*')
  await link.hover()
  await (await answer).finished()
  // Whether the table was wider than its place, in any frame.
  await page.evaluate(`{
    globalThis.wider = []
    const look = () => {
      for (const frame of document.querySelectorAll('[data-row-key]:first-child').values().map((row) => row.closest('.table-frame')))
        if (frame.scrollWidth > frame.clientWidth) globalThis.wider.push(frame.scrollWidth)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`)
  await link.click()
  await expect(page.getByText(/^Showing 50 record/)).toBeVisible()
  await expect(page.locator('[data-row-key]')).toHaveCount(50)
  expect(asked).toHaveLength(1)
  expect(await page.evaluate('wider')).toEqual([])
})

test('columns of parts of a pixel find room as others do: the table is never wider than its place', async ({
  page,
}) => {
  await enter(page, 'owner', '/membership/listing')
  await expect(page.locator('[data-row-key]')).toHaveCount(50)
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.table-frame :is(th, td) { padding: 0; min-width: 150.45px; font-size: 0 }')
    document.adoptedStyleSheets.push(sheet)
  }`)
  const beyond = async () =>
    z.number().parse(
      await page.evaluate(`{
        const { scrollWidth, clientWidth } = document.querySelector('.table-frame')
        scrollWidth - clientWidth
      }`),
    )
  // Over the width of more than one column, so that one leaves or comes on the way. Each width is measured in a moment of its own.
  for (let width = 1439; width > 1280; width--) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(beyond, { message: `at ${width}`, intervals: [20] }).toBe(0)
  }
})

test('a head sorts by its column alone, with Shift by one more', async ({ page }) => {
  await enter(page, 'owner', '/membership/listing')
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const sort = () => new URL(page.url()).searchParams.get('sort')
  await head('Name').click()
  await expect.poll(sort).toBe('+name')
  await head('Phone No.').click()
  await expect.poll(sort).toBe('+phoneNo')
  // The rows stand: columns find their widths with them, and a head moves.
  await expect(head('Phone No.')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('[data-outdated]')).toHaveCount(0)
  await head('Wallet').click({ modifiers: ['Shift'] })
  await expect.poll(sort).toBe('+phoneNo,+wallet')
  await head('Wallet').press('Shift+Enter')
  await expect.poll(sort).toBe('+phoneNo,-wallet')
  await head('Name').press('Enter')
  await expect.poll(sort).toBe('+name')
  await expect(page.locator('th[aria-sort]')).toHaveCount(1)
})

test('a row is chosen also while others are awaited', async ({ page }) => {
  await enter(page, 'owner', '/verify-payment/listing?state=Pending')
  const first = page.getByRole('checkbox', { name: /^Select .+, .+/ }).first()
  await expect(first).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/payment?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('columnheader', { name: 'Amount' }).click()
  await expect(page.locator('.table-frame')).toHaveAttribute('data-outdated')
  await first.check()
  await expect(first).toBeChecked()
  release()
  await expect(page.getByText('Verify Selected (1)')).toBeVisible()
})

test('a session that is over is found out by who opens a page, not by the pointer on a link', async ({
  page,
  refusals,
}) => {
  refusals.push('401 *')
  const calls = await enter(page, 'owner', '/belt/create', 'own')
  const name = page.getByRole('textbox', { name: 'Belt Color' })
  await name.fill('Zircon')
  await page.request.post('/api/admin/auth/logout', { headers: { authorization: `Bearer ${calls.token}` } })
  const refused = page.waitForResponse('**/api/admin/member?*')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Membership Profile', exact: true })
  await link.hover()
  expect((await refused).status()).toBe(401)
  await (await refused).finished()
  // Whatever follows a refusal follows before the next answer does.
  await page.evaluate(`fetch('/api/admin/config').then((answer) => answer.text())`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(name).toHaveValue('Zircon')

  await link.click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/auth\/login/)
})
