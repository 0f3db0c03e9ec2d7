/** Views: how somebody looks at a list, kept under a name. */
import type { Page } from '@playwright/test'
import { choose } from '../support/controls.ts'
import { unique } from '../support/people.ts'
import { agree, expect, expectToast, inspect, otherPage, signIn, test } from '../support/portal.ts'

const menu = (page: Page) => page.getByRole('region', { name: 'Views' })
async function openViews(page: Page) {
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(menu(page).getByRole('textbox', { name: 'Name of the view' })).toBeVisible()
}
const head = (page: Page, title: string) => page.getByRole('columnheader', { name: title })

test('a view is kept, found again by its owner and the group, and deleted', async ({ page, browser }) => {
  const name = unique('Belum bayar')
  await signIn(page, 'clerk')
  await page.goto('/membership/listing')
  await choose(page, 'Belt Color', 'White')
  await page.getByLabel('Wallet at or below').fill('100')
  await page.getByLabel('Wallet at or below').press('Enter')
  await expect(page).toHaveURL(/wallet=100/)
  await head(page, 'Wallet').click()
  await expect(page).toHaveURL(/sort=/)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Phone No.' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(head(page, 'Phone No.')).toHaveCount(0)
  const kept = new URL(page.url()).search

  await openViews(page)
  await menu(page).getByRole('button', { name: 'Save view' }).click()
  await expect(menu(page).getByText('Name is required')).toBeVisible()
  await menu(page).getByRole('textbox', { name: 'Name of the view' }).fill(name)
  await menu(page).getByRole('checkbox', { name: 'Everybody in my group has it' }).check()
  await menu(page).getByRole('button', { name: 'Save view' }).click()
  await expectToast(page, `View ${name} is kept`)
  await expect(menu(page).getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-current', 'true')
  await inspect(page, 'views')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Phone No.' }).check()
  await page.goto('/membership/listing')
  await expect(head(page, 'Phone No.')).toBeVisible()
  await openViews(page)
  await menu(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await expect(page.getByLabel('Wallet at or below')).toHaveValue('100')
  await expect(page.getByRole('combobox', { name: 'Belt Color' })).toHaveValue('White')
  await expect(head(page, 'Phone No.')).toHaveCount(0)
  expect(new URL(page.url()).searchParams.toString().split('&').toSorted()).toEqual(
    new URLSearchParams(kept).toString().split('&').toSorted(),
  )
  await page.goBack()
  await expect(page.getByLabel('Wallet at or below')).toHaveValue('')

  // Kept again under its name it takes the place of the first, which is said, and is shared as before.
  await openViews(page)
  await menu(page).getByRole('textbox', { name: 'Name of the view' }).fill(name.toUpperCase())
  await expect(menu(page).getByText(`Takes the place of your view ${name}.`)).toBeVisible()
  const everybody = menu(page).getByRole('checkbox', { name: 'Everybody in my group has it' })
  await expect(everybody).toBeChecked()
  await menu(page).getByRole('button', { name: 'Replace view' }).click()
  await expectToast(page, `View ${name.toUpperCase()} is kept`)
  await expect(menu(page).getByRole('button', { name: new RegExp(`^${name}shared`, 'i') })).toHaveCount(1)
  await expect(everybody).not.toBeChecked()
  await page.keyboard.press('Escape')

  const other = await otherPage(browser)
  await signIn(other, 'owner')
  await other.goto('/membership/listing')
  await openViews(other)
  await expect(menu(other).getByText(name)).toHaveCount(0)
  await other.context().close()

  await openViews(page)
  await menu(page)
    .getByRole('button', { name: `Delete view ${name.toUpperCase()}` })
    .click()
  await agree(page, 'Are you sure to delete this view?', 'OK', undefined, 'Deleted')
  await openViews(page)
  await expect(menu(page).getByText(name)).toHaveCount(0)
})
