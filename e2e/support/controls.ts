/** The portal's controls as a user operates them. */
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * A field by its label, on the page or in a dialog. A list that is about to give way to a form has columns of the same
 * name, in its head and in its choice of columns.
 */
export const field = (within: Page | Locator, label: string) =>
  within.getByLabel(label, { exact: true }).and(within.locator(':not(th, .columns-menu input)'))

/** Chooses from a select, typing where it is searchable. */
export async function choose(within: Page | Locator, label: string, option: string) {
  const page = 'page' in within ? within.page() : within
  const box = within.getByRole('combobox', { name: label })
  // A list of several stays open until another field has the focus, and may lie over it.
  await box.focus()
  await box.click()
  if (await box.isEditable()) await box.fill(option)
  // What cannot be chosen yet swallows a click.
  await optionOf(page, option)
    .and(page.getByRole('option', { disabled: false }))
    .first()
    .click()
}

/** What the open list offers under a label, whatever is said below the label. */
export const optionOf = (page: Page, label: string) =>
  page
    .getByRole('listbox')
    .getByRole('option')
    .filter({ has: page.getByText(label, { exact: true }) })

/** Types a day, as DD-MM-YYYY unless the field says otherwise. */
export const fillDay = (within: Page | Locator, label: string, day: string) => enter(field(within, label), day)

async function enter(input: Locator, text: string) {
  await input.fill(text)
  await input.press('Tab')
}

/** Types two times of day, HH:mm. */
export async function fillTimes(within: Page | Locator, label: string, from: string, to: string) {
  await enter(field(within, label), from)
  await enter(within.getByRole('textbox', { name: 'To', exact: true }), to)
}

/** The page's title; every page has one. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

export const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** Opens a screen from the side menu, on a phone from its drawer. */
export async function openFromMenu(page: Page, entry: string, group?: string) {
  const drawer = page.getByRole('button', { name: 'Menu', exact: true })
  if (await drawer.isVisible()) await drawer.click()
  const menu = mainMenu(page)
  const item = menu.getByRole('link', { name: entry, exact: true })
  if (group && !(await item.isVisible())) await menu.getByRole('button', { name: group }).click()
  await item.click()
  await expect(heading(page, entry)).toBeVisible()
}

/** The table row that contains all of these texts. */
export function row(within: Page | Locator, ...words: string[]): Locator {
  return words.reduce((rows, word) => rows.filter({ hasText: word }), within.getByRole('row'))
}

/** A button of a row, from its menu unless it is in sight. */
export async function rowAct(entry: Locator, name: string | RegExp): Promise<Locator> {
  const button = entry.getByRole('button', { name, exact: typeof name === 'string' && !name.includes(' ') })
  if (await button.isVisible()) return button
  await entry.getByRole('button', { name: /^More: / }).click()
  // It takes the focus a moment after it has opened, and would take it from what a test has chosen.
  await expect(entry.locator('.row-menu :focus')).toHaveCount(1)
  return button
}

/** Types into a list's search box and waits for the result, since earlier rows would move under the pointer. */
export async function search(page: Page, text: string) {
  const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('searchText') === text)
  const box = page.getByRole('search').getByRole('searchbox')
  await box.fill(text)
  await box.press('Enter')
  await asked
  await expect(page).toHaveURL((address) => address.searchParams.get('searchText') === text)
  await expect(page.locator('table[aria-busy=true]')).toHaveCount(0)
}

/** A disabled button shows its reason on hover and on keyboard focus. */
export async function expectReason(button: Locator, reason: string | RegExp) {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.focus()
  // In a row's menu the same reason may stand at several buttons.
  await expect(button.page().getByRole('tooltip', { name: reason }).first()).toBeVisible()
  await button.blur()
}

/** Shows what others changed until this is there: what other tests change meanwhile waits behind a line of its own. */
export async function showHeld(within: Page | Locator, awaited: Locator) {
  const show = within.getByRole('button', { name: 'Show', exact: true })
  await expect(async () => {
    if (await show.isVisible()) await show.click()
    await expect(awaited).toBeVisible({ timeout: 1000 })
  }).toPass()
}
