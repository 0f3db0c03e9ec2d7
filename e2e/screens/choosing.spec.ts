/** Fields whose value is chosen: lists, days and times, with the keyboard, on a slow line and on the narrowest phone. */
import { weekday } from '@academy/contract/courses/calendar.ts'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { field, optionOf } from '../support/controls.ts'
import { enter, newCoach, unique } from '../support/people.ts'
import { expect, test } from '../support/portal.ts'

const box = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true })
const active = (page: Page) => page.locator('.option-active')

test('a list is worked with the keyboard alone', async ({ page }) => {
  await enter(page, 'owner', '/course/create')
  const options = page.getByRole('option')
  const type = box(page, 'Class Type')

  await test.step('one of several', async () => {
    await type.focus()
    await expect(type).toHaveAttribute('aria-expanded', 'false')
    await type.press('ArrowDown')
    await expect(type).toHaveAttribute('aria-expanded', 'true')
    await expect(options).not.toHaveCount(0)
    const labels = await options.allTextContents()
    await type.press('End')
    await expect(active(page)).toHaveText(labels.at(-1) ?? '')
    await type.press('ArrowDown')
    await expect(active(page)).toHaveText(labels[0] ?? '')
    await expect(type).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
    await type.press('Tab')
    await expect(options).toHaveCount(0)
    await expect(type).toHaveValue('')
    await type.pressSequentially('priv')
    await expect(options).toHaveText(['Private Class'])
    await type.press('Enter')
    await expect(type).toHaveValue('Private Class')
    await type.pressSequentially('nothing of this name')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await type.press('Escape')
    await expect(type).toHaveValue('Private Class')
    await type.press('Delete')
    await expect(type).toHaveValue('')
  })

  await test.step('any number of them', async () => {
    const coaches = box(page, 'Main Instructor')
    const chosen = page.getByRole('button', { name: /^Remove / })
    await coaches.press('Enter')
    await expect(options.nth(1)).toBeVisible()
    await coaches.press('Enter')
    await coaches.press('ArrowDown')
    await coaches.press('Enter')
    await expect(chosen).toHaveCount(2)
    await expect(page.getByRole('option', { selected: true })).toHaveCount(2)
    await coaches.press('Backspace')
    await expect(chosen).toHaveCount(1)
    await coaches.press('Escape')
    await expect(options).toHaveCount(0)
    await chosen.click()
    await expect(chosen).toHaveCount(0)
  })
})

test('who has left is offered by the filters of what happened, and by no form', async ({ page }) => {
  const owner = await enter(page, 'owner', '/course/create')
  const name = unique('Coach Who Left')
  const { _id } = await newCoach(page, owner, name)
  await owner.put(`/coach/${_id}`, { isDisable: true })
  await box(page, 'Main Instructor').fill(name)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.goto('/report/coach-settlement')
  await box(page, 'Coach').fill(name)
  await expect(optionOf(page, name)).toContainText('Disabled')
  await optionOf(page, name).click()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`coach=${_id}`))
  await page.reload()
  await expect(box(page, 'Coach')).toHaveValue(name)
})

test('a press and letters are not lost while the list is loading', async ({ page }) => {
  const line = Promise.withResolvers<void>()
  await page.route(/\/OptionList-/, async (route) => {
    await line.promise
    await route.continue()
  })
  await enter(page, 'owner', '/course/create')
  const type = box(page, 'Class Type')
  await type.click()
  await page.keyboard.type('spar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(type).toHaveValue('spar')
  line.resolve()
  await expect(page.getByRole('option')).toHaveText(['Sparring'])
  await page.keyboard.press('Enter')
  await expect(type).toHaveValue('Sparring')
})

test('a day is picked with the keyboard, on weeks that begin on Monday, and only where one may be', async ({
  page,
}) => {
  await enter(page, 'owner', '/credit-adjust/create')
  const date = field(page, 'Date')
  const calendar = page.getByRole('dialog', { name: 'Calendar' })
  await date.fill('2026/03/18')
  await date.press('ArrowDown')
  await expect(calendar.getByRole('gridcell', { selected: true })).toHaveText('18')
  await expect(calendar.getByRole('columnheader', { includeHidden: true }).first()).toHaveText('Mo')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(date).toBeFocused()
  await expect(date).toHaveValue('2026/03/16')
  expect(weekday('2026-03-16')).toBe(1)
  await date.press('ArrowDown')
  await expect(calendar.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)

  await page.getByRole('button', { name: 'Calendar' }).click()
  await calendar.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('button', { name: 'Calendar' }).click()
  await expect(calendar.getByRole('button', { name: /next month/i })).toBeDisabled()
  await calendar.getByRole('combobox', { name: /year/i }).selectOption('2025')
  await calendar
    .getByRole('button', { name: /, 1 \w+ 2025/ })
    .first()
    .click()
  await expect(date).toHaveValue(/^2025\//)
})

test('Escape closes a calendar that has not come yet', async ({ page }) => {
  await enter(page, 'owner', '/credit-adjust/create')
  const date = field(page, 'Date')
  const opener = page.getByRole('button', { name: 'Calendar' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/Calendar-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await date.press('ArrowDown')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await date.press('Escape')
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  const came = page.waitForResponse(/\/Calendar-[^/]*\.js$/)
  release()
  await came
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await date.press('ArrowDown')
  await expect(page.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
})

test('a time is chosen from a list, or typed', async ({ page }) => {
  await enter(page, 'owner', '/course/create')
  const from = field(page, 'Training Time Duration')
  await from.press('ArrowDown')
  await expect(active(page)).toHaveText('09:00')
  await from.press('ArrowDown')
  await from.press('Enter')
  await expect(from).toHaveValue('09:15')
  const to = page.getByRole('textbox', { name: 'To', exact: true })
  await to.fill('1010')
  await to.press('Tab')
  await expect(to).toHaveValue('10:10')
})

const place = z.object({ x: z.number(), width: z.number() })

test.describe('on the narrowest phone', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true })

  test('what opens is in sight as a whole', async ({ page }) => {
    await enter(page, 'owner', '/credit-adjust/create')
    const inSight = async (popup: Locator) => {
      await expect(popup).toBeVisible()
      const { x, width } = place.parse(await popup.boundingBox())
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(320)
    }
    await page.getByRole('button', { name: 'Calendar' }).tap()
    await inSight(page.getByRole('dialog', { name: 'Calendar' }))
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await field(page, 'Member Name').tap()
    await expect(page.getByRole('option').first()).toBeVisible()
    await inSight(page.getByRole('listbox'))
  })
})

test('a range that is half entered is refused by a form and a report, and filters a list from that day on', async ({
  page,
}) => {
  await enter(page, 'owner', '/course/create')
  await field(page, 'Training Time Duration').fill('18:00')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('Enter both ends')).toBeVisible()
  await expect(field(page, 'Training Time Duration')).toHaveValue('18:00')
  await field(page, 'Training Time Duration').fill('')
  await field(page, 'Training Time Duration').press('Enter')

  await page.goto('/report/collection-report')
  await field(page, 'Date').fill('01-11-2026')
  await field(page, 'To').fill('')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Enter both ends')).toBeVisible()
  await expect(field(page, 'Date')).toHaveValue('01-11-2026')

  await page.goto('/verify-payment/listing')
  await page.getByRole('textbox', { name: 'Date: From' }).fill('01-01-2026')
  await page.getByRole('textbox', { name: 'Date: From' }).press('Enter')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page).toHaveURL(/from=2026-01-01/)
  // What was passed on is no longer the field's own: who clears the filter is rid of it.
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Verify Payment/ })
    .click()
  await expect(page).not.toHaveURL(/from=/)
  await expect(page.getByRole('textbox', { name: 'Date: From' })).toHaveValue('')
})
