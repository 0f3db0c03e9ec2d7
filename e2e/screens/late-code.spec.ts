/** Parts whose code comes when they are wanted. */
import { field } from '../support/controls.ts'
import { submit } from '../support/list-steps.ts'
import { enter, unique } from '../support/people.ts'
import { agree, expect, inspect, test } from '../support/portal.ts'

test('a part whose code the portal no longer has says so in its place, and the form keeps what was typed', async ({
  page,
  context,
  refusals,
}) => {
  refusals.push('404 GET /assets/Calendar*')
  await context.route('**/assets/Calendar-*.js', (route) => route.fulfill({ status: 404 }))
  await enter(page, 'owner', '/announcement/create')
  await field(page, 'Title').fill('Closed on Monday')
  await page.getByRole('button', { name: 'Calendar' }).first().click()
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await inspect(page, 'late-code')
  await expect(field(page, 'Title')).toHaveValue('Closed on Monday')
})

test('a form that was begun can be finished though its files are gone after an update', async ({ page }) => {
  await enter(page, 'owner', '/credit-adjust/create')
  // What begins after the page has opened.
  await page.waitForResponse(/\/assets\/deferred-work-/)
  const loaded = ['OptionList', 'Calendar'].map((file) =>
    page.waitForResponse((answer) => answer.url().includes(`/assets/${file}-`) && answer.url().endsWith('.js')),
  )
  await field(page, 'Reason').fill('Goodwill')
  await Promise.all(loaded)
  await page.route(/\/assets\//, (route) => route.abort())
  await field(page, 'Member Name').click()
  await expect(page.getByRole('listbox')).toBeVisible()
})

test('in a list that cannot be loaded Reload loads the page anew', async ({ page }) => {
  await enter(page, 'owner', '/credit-adjust/create')
  await page.route(/\/assets\/OptionList-/, (route) => route.abort())
  await field(page, 'Member Name').click()
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeVisible()
  await Promise.all([page.waitForEvent('load'), reload.click()])
})

test('that something was saved is told though the page has to load anew after an update', async ({ page }) => {
  await enter(page, 'owner', '/belt/create')
  await page.waitForResponse(/\/assets\/deferred-work-/)
  await field(page, 'Belt Color').fill(unique('Late'))
  await page.route(/\/assets\/ListPage-/, (route) => route.abort(), { times: 1 })
  await submit(page)
  const again = page.waitForEvent('load')
  await agree(page, 'Are you sure to submit?', 'OK')
  await again
  await expect(page.getByRole('status').filter({ hasText: 'Created' })).toBeVisible()
})

test('what was told is not told again by a page that is loaded anew otherwise', async ({ page }) => {
  await enter(page, 'owner', '/belt/create')
  await field(page, 'Belt Color').fill(unique('Once'))
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  const idle = page.waitForResponse(/\/assets\/deferred-work-/)
  await page.reload()
  await idle
  await expect(page.locator('.toasts')).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'Created' })).toHaveCount(0)
})
