import type { Page } from '@playwright/test'
import { heading } from '../support/controls.ts'
import { expectAtChild, parentWithChild } from '../support/parent-with-child.ts'
import { enter } from '../support/people.ts'
import { expect, inspect, onPhone, test } from '../support/portal.ts'

const finder = (page: Page) => page.getByRole('dialog', { name: 'Find a member or page' })
const box = (page: Page) => finder(page).getByRole('combobox')
const options = (page: Page) => finder(page).getByRole('option')
const chosen = (page: Page) => finder(page).getByRole('option', { selected: true })

test('anyone is found from anywhere with the keyboard alone', async ({ page }) => {
  await enter(page, 'clerk', '/dashboard/overview')
  const button = page.getByRole('button', { name: 'Find a member or page' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(finder(page)).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(finder(page).getByRole('status')).toContainText('Type part of a name')
  await page.keyboard.type('tan')
  await expect(
    options(page)
      .filter({ hasText: /credits|Parent pays/ })
      .first(),
  ).toBeVisible()
  await expect(chosen(page)).toContainText(/Tan/i)
  const first = await chosen(page).textContent()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).not.toHaveText(first ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toHaveText(first ?? '')
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await inspect(page, 'finder')

  // Enter right after the last letter waits for what that text finds.
  await box(page).fill('')
  await page.keyboard.type('verify pay')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Verify Payment')).toBeVisible()
  await expect(finder(page)).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(chosen(page)).toContainText('Verify Payment')
  await page.keyboard.type('nobody is called that')
  await expect(finder(page).getByText('Nothing matches “nobody is called that”.', { exact: false })).toBeVisible()

  // A family at the counter is enrolled from wherever the clerk is, and the evening closed; neither page is in the menu.
  await box(page).fill('enroll k')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Enroll Kids')).toBeVisible()
  await page.keyboard.press('Control+k')
  await box(page).fill('evening')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Evening Close')).toBeVisible()
})

for (const key of ['Control+k', 'Enter'])
  test(`what is typed before the search has come is searched for: ${key}`, async ({ page }) => {
    await enter(page, 'clerk', '/dashboard/overview')
    await page.getByRole('button', { name: 'Find a member or page' }).focus()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/Finder-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press(key)
    await page.keyboard.type('verrify')
    for (const _ of 'rify') await page.keyboard.press('Backspace')
    release()
    // Some of it before, some as it comes.
    await page.keyboard.type('ify payment')
    await expect(box(page)).toHaveValue('verify payment')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Verify Payment')).toBeVisible()
  })

test('Enter pressed before the search has come opens what is found, and nothing of the page', async ({ page }) => {
  await enter(page, 'clerk', '/dashboard/overview')
  await page.getByRole('navigation').getByRole('link', { name: 'Verify Payment' }).focus()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/Finder-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('enroll k')
  await page.keyboard.press('Enter')
  release()
  await expect(heading(page, 'Enroll Kids')).toBeVisible()
  await expect(finder(page)).toBeHidden()
})

test('it is said that more members may be found than are shown', async ({ page }) => {
  await enter(page, 'clerk', '/profile')
  await page.getByRole('button', { name: /^Find/ }).waitFor()
  await page.keyboard.press('Control+k')
  await box(page).fill('bin')
  await expect(finder(page).getByText('Members, the first 8')).toBeVisible()
})

test('a dependent child is found with its parents and leads to their page', async ({ page }) => {
  const { parent, child } = await parentWithChild(page)
  await enter(page, 'clerk', '/profile')
  await page.getByRole('button', { name: 'Find a member or page' }).waitFor()
  await page.keyboard.press('Control+k')
  await box(page).fill(child)
  const match = options(page).filter({ hasText: child }).filter({ hasText: parent })
  await expect(match).toContainText('Parent pays')
  await match.click()
  await expect(heading(page, parent)).toBeVisible()
  await expectAtChild(page, parent, child)
  await page.keyboard.press('Control+k')
  await expect(options(page).filter({ hasText: child })).toBeVisible()
})

test('a coach finds the pages a coach may see, and no member', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page, 'coach', '/profile')
  await page.getByRole('button', { name: /^Find/ }).waitFor()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toHaveAttribute('placeholder', 'Name of a page')
  await box(page).fill('a')
  await expect(options(page).filter({ hasText: 'Mark Attendance' })).toBeVisible()
  await box(page).fill('verify')
  // A member of that name may well be there.
  const nothing = 'No page matches “verify”. Finding members needs the permission Membership Profile: View.'
  await expect(finder(page).getByText(nothing)).toBeVisible()
  expect(asked.filter((path) => path.includes('/member/find'))).toEqual([])
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the finder fits', async ({ page }) => {
    await enter(page, 'clerk', '/membership/listing?tab=childrens&size=10')
    const button = page.getByRole('button', { name: 'Find a member or page' })
    const place = await button.boundingBox()
    expect(Math.min(place?.width ?? 0, place?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await button.click()
    await box(page).fill('lim')
    await expect(options(page).first()).toBeVisible()
    for (const option of await options(page).all())
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await inspect(page, 'finder')
    await finder(page).getByRole('button', { name: 'Close' }).click()
    await expect(button).toBeFocused()
  })
})
