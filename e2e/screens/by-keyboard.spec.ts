/** Who works with the keys alone, or hears the screens, always is somewhere, and is told where. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { classToday, marking } from '../support/class-today.ts'
import { heading, mainMenu, row } from '../support/controls.ts'
import { callsAs, enter, unique } from '../support/people.ts'
import { expect, phoneSize, test } from '../support/portal.ts'

/** What follows the focus comes once the page has opened. */
const followed = (page: Page) => expect(page.locator('h1[tabindex="-1"]')).toBeAttached()

test('the focus goes along from page to page, and stays where a list is turned and sorted', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const word = unique('Indigo')
  const names = Array.from({ length: 11 }, (_, n) => `${word} ${String(n).padStart(2, '0')}`)
  for (const relationship of names) await owner.post('/relationship', { relationship })
  await enter(page, 'owner', `/relationship/listing?searchText=${encodeURIComponent(word)}&size=10`)
  await expect(page.getByText('Showing 10 record(s) of total 11')).toBeVisible()
  await followed(page)

  const head = page.getByRole('columnheader', { name: 'Relationship' })
  for (const [key, order] of [
    ['Enter', 'ascending'],
    [' ', 'descending'],
    [' ', null],
    ['Enter', 'ascending'],
  ] as const) {
    await head.press(key)
    await (order ? expect(head).toHaveAttribute('aria-sort', order) : expect(head).not.toHaveAttribute('aria-sort'))
    await expect(head).toBeFocused()
  }
  expect(await page.evaluate('scrollY')).toBe(0)
  const next = page.getByRole('button', { name: 'Next page' })
  await next.press('Enter')
  await expect(page.getByText('Showing 1 record(s) of total 11')).toBeVisible()
  await expect(next).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeFocused()

  await row(page, names[10] ?? '')
    .getByRole('link', { name: /^Edit/ })
    .press('Enter')
  await expect(heading(page, 'Edit Relationship')).toBeFocused()
  await page.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(heading(page, 'Relationship')).toBeFocused()
  await page.getByRole('link', { name: 'Add' }).press('Enter')
  await expect(heading(page, 'Create Relationship')).toBeFocused()

  await mainMenu(page).getByRole('link', { name: 'Verify Payment' }).press('Enter')
  await expect(heading(page, 'Verify Payment')).toBeFocused()
})

test('the first field of a dialog has the cursor, but not on a touch screen, where the keyboard would lie over it', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { members } = await classToday(owner, [unique('Sofia')])
  await enter(page, 'owner', `/membership/edit/${members[0]}?tab=class`)
  await page.getByRole('button', { name: 'Add Class' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Class' })
  await expect(dialog.getByRole('combobox', { name: 'Course' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // What cannot be changed is passed over.
  await page.getByRole('row').getByRole('button', { name: /^Edit/ }).press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit Class' })
  await expect(edit.getByRole('combobox', { name: 'Credit Type' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()

  await page.setViewportSize(phoneSize)
  await page.getByRole('button', { name: 'Add Class' }).click()
  await expect(dialog).toBeFocused()
})

test('what is opened and closed in a row says whose row it is', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const name = unique('Nadia')
  await classToday(owner, [name])
  const address = `/membership/listing?searchText=${encodeURIComponent(name)}`
  await enter(page, 'owner', address)
  await page.getByRole('button', { name: `Expand row ${name}`, exact: true }).click()
  await expect(page.getByRole('button', { name: `Collapse row ${name}`, exact: true })).toBeVisible()
  await page.setViewportSize(phoneSize)
  await page.reload()
  await page.getByRole('button', { name: `Expand row ${name}`, exact: true }).click()
  await expect(page.getByRole('button', { name: `Collapse row ${name}`, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'owner' }).click()
  await expect(page.getByRole('menu', { name: 'owner', exact: true })).toBeVisible()
})

test('a row of a roll shows the focus within its edge, and what is taken back leaves it in the form', async ({
  page,
}) => {
  await page.setViewportSize(phoneSize)
  const owner = await callsAs(page, 'owner')
  const { session, members, path } = await classToday(owner, ['Aida', 'Balan'])
  const marks = members.map((member) => ({ member, status: 'A' }))
  await owner.send(z.looseObject({}), 'POST', `/attendance/take/${session}`, marks)
  await enter(page, 'owner', path)
  const balan = marking(page).getByRole('switch', { name: 'Balan' })
  await followed(page)
  await balan.press(' ')
  await expect(balan).toBeChecked()
  await expect(balan).toHaveCSS('outline-style', 'solid')
  await expect(balan).toHaveCSS('outline-offset', '-2px')
  await marking(page).getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(balan).not.toBeChecked()
  await expect(marking(page).locator(':focus')).toHaveCount(1)
})

test('a row of a report that has the focus is in sight beside its totals', async ({ page }) => {
  await enter(page, 'owner', '/report/attendance-report')
  await page.setViewportSize({ width: 1280, height: 700 })
  const links = page.getByRole('table').locator('tbody a')
  await links.nth(10).waitFor()
  const foot = page.getByRole('table').locator('tfoot')
  await links.first().focus()
  const top = z.object({ y: z.number(), height: z.number() })
  for (const link of (await links.all()).slice(1)) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    const [at, totals] = [top.parse(await link.boundingBox()), top.parse(await foot.boundingBox())]
    expect(at.y + at.height).toBeLessThanOrEqual(totals.y)
  }
})
