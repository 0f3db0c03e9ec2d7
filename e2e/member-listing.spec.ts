import type { Page } from '@playwright/test'
import { choose, openFromMenu, row, search } from './controls.ts'
import { expect, inspect, signIn, test } from './portal.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const finder = (page: Page) => page.getByRole('dialog', { name: 'Find a member or page' })
const box = (page: Page) => finder(page).getByRole('combobox')
const options = (page: Page) => finder(page).getByRole('option')
const chosen = (page: Page) => finder(page).getByRole('option', { selected: true })
const firstRow = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
const total = async (page: Page) =>
  Number(/of total (\d+)/.exec((await page.getByText(/Showing \d+ record\(s\) of total \d+/).textContent()) ?? '')?.[1])

test('each tab shows what fits its members', async ({ page }) => {
  await signIn(page, 'clerk')
  await openFromMenu(page, 'Membership Profile', 'Maintenance')
  const columns = async (names: string[]) => {
    for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached()
  }
  await columns(['Name', 'I/C No.', 'Phone No.', 'Belt Color', 'Wallet', 'Expiry', 'Status', 'TM No.'])
  await expect(page.getByRole('columnheader', { name: 'Children' })).toHaveCount(0)
  await inspect(page, 'members-adults')

  await page.getByRole('tab', { name: 'Childrens' }).click()
  await columns(['Parents', 'Dependency', 'Belt Color', 'Wallet', 'Date of Birth'])
  const dependent = row(page, 'Dependent', 'Parent pays').first()
  const name = await dependent.getByRole('link').first().textContent()
  await inspect(page, 'members-children')
  await dependent.getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Children', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name ?? '' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Childrens', selected: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Parents', exact: true }).click()
  await columns(['Children', 'Relationship', 'Wallet', 'Email'])
  await expect(firstRow(page)).toContainText(/\d/)
  await inspect(page, 'members-parents')
})

test('filters stand in the address, survive the way back and are cleared together', async ({ page }) => {
  await signIn(page, 'clerk')
  await page.goto('/membership/listing')
  await expect(firstRow(page)).toBeVisible()
  const all = await total(page)
  await choose(page, 'Belt Color', 'White')
  await expect(page).toHaveURL(/belt=/)
  await expect.poll(() => total(page)).toBeLessThan(all)
  const white = await total(page)
  await page.getByLabel('Wallet at or below').fill('100')
  await expect(page).toHaveURL((address) => address.searchParams.get('wallet') === '100')
  await expect.poll(() => total(page)).toBeLessThan(white)
  const few = await total(page)
  await expect(row(page, 'White')).toHaveCount(few)
  const address = page.url()
  await firstRow(page).getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Financial Info' })).toBeVisible()
  await page.goBack()
  await expect(row(page, 'White')).toHaveCount(few)
  expect(page.url()).toBe(address)

  await page.reload()
  await expect(page.getByLabel('Wallet at or below')).toHaveValue('100')
  await expect(page.getByRole('search')).toContainText('White')
  await search(page, 'no such name')
  await expect(page.getByText('Nothing matches “no such name” and these filters.')).toBeVisible()
  await inspect(page, 'members-nothing')
  await page.getByRole('button', { name: 'Clear', exact: true }).filter({ hasText: 'Clear' }).click()
  await expect.poll(() => total(page)).toBe(all)
  expect(new URL(page.url()).search).toBe('')
})

test('a search finds by Chinese characters and by numbers however they are written', async ({ page }) => {
  await signIn(page, 'clerk')
  await page.goto('/membership/listing?tab=childrens')
  const chinese = page
    .getByRole('row')
    .filter({ hasText: /\p{Script=Han}{3}/u })
    .first()
  const name = /\p{Script=Han}{3}/u.exec((await chinese.textContent()) ?? '')?.[0] ?? ''
  await search(page, name.slice(1))
  await expect(row(page, name).first()).toBeVisible()
  await page.goto('/membership/listing')
  const ic = /\d{6}-\d{2}-\d{4}/.exec((await firstRow(page).textContent()) ?? '')?.[0] ?? ''
  await search(page, ic.replaceAll('-', ''))
  await expect.poll(() => total(page)).toBe(1)
  await expect(row(page, ic)).toBeVisible()
})

test('anyone is found from anywhere with the keyboard alone', async ({ page }) => {
  await signIn(page, 'clerk')
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
})

test('a dependent child is found with its parents and leads to their page', async ({ page }) => {
  await signIn(page, 'clerk')
  await page.goto('/membership/listing?tab=childrens')
  const dependent = row(page, 'Dependent', 'Parent pays').first()
  const [name, parent] = await dependent.getByRole('link').allTextContents()
  await page.keyboard.press('Control+k')
  await box(page).fill(name ?? '')
  const match = options(page)
    .filter({ hasText: name ?? '' })
    .filter({ hasText: parent ?? '' })
  await expect(match).toContainText('Parent pays')
  await match.click()
  await expect(heading(page, parent ?? '')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Children', selected: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(options(page).filter({ hasText: name ?? '' })).toBeVisible()
})

test('a coach finds the pages a coach may see, and no member', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, 'coach')
  await page.keyboard.press('Control+k')
  await box(page).fill('a')
  await expect(options(page).filter({ hasText: 'Mark Attendance' })).toBeVisible()
  await box(page).fill('verify')
  await expect(finder(page).getByText('Nothing matches “verify”.', { exact: false })).toBeVisible()
  expect(asked.filter((path) => path.includes('/member/find'))).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the list and the finder fit', async ({ page }) => {
    await signIn(page, 'clerk')
    await page.goto('/membership/listing?tab=childrens')
    await expect(firstRow(page)).toBeVisible()
    await inspect(page, 'members-children')
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
