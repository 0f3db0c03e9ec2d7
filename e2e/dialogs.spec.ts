/** How dialogs, questions and forms are opened, closed and left. */
import { field, row } from './controls.ts'
import { callsAs, enter, unique } from './people.ts'
import { agree, expect, password, test } from './portal.ts'

const leaving = 'Leave without saving?'

test('Back closes what lies over a page before it leaves it, and asks where something was entered', async ({
  page,
}) => {
  await enter(page, 'owner', '/membership/listing?size=10')
  await row(page, 'Tan').first().getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Financial Info' }).click()
  const opener = page.getByRole('button', { name: 'Adjust Wallet' })
  const dialog = page.getByRole('dialog', { name: 'Adjust Wallet' })
  const question = page.getByRole('dialog', { name: leaving })
  await opener.click()
  await expect(dialog).toBeVisible()
  const address = page.url()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(page.url()).toBe(address)
  await expect(opener).toBeFocused()
  await page.goForward()
  await expect(dialog).toBeHidden()

  await opener.click()
  await field(dialog, 'New balance').fill('77')
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(field(dialog, 'New balance')).toHaveValue('77')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  // Back closes the question, which says no to it.
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await agree(page, leaving, 'Leave')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  // A dialog that was closed, or was open when the page was loaded anew, takes no step of its own.
  await opener.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.reload()
  await expect(opener).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/membership\/listing/)

  // The entry of the menu that asked is gone with its menu: the menu's button gets the focus.
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure to logout?' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Are you sure to logout?' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'owner' })).toBeFocused()
  await expect(page).toHaveURL(/membership\/listing/)
})

test('the focus returns to a row that was drawn anew, and beside one that is gone', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const [first, second] = [unique('Amber'), unique('Amber')]
  for (const beltColor of [first, second]) await owner.post('/belt', { beltColor })
  await enter(page, 'owner', '/belt/listing?searchText=Amber&size=100')
  await row(page, first).getByRole('button', { name: 'Disable' }).press('Enter')
  await agree(page, 'Are you sure to disable', 'Disable')
  await expect(row(page, first).getByRole('button', { name: 'Enable' })).toBeFocused()
  await row(page, first).getByRole('button', { name: 'Delete' }).press('Enter')
  await agree(page, 'Are you sure to delete', 'Delete')
  await expect(row(page, first)).toHaveCount(0)
  await expect(page.getByRole('table').locator(':focus')).toHaveCount(1)
})

test('a page with unsaved changes is left by Back only after a question', async ({ page }) => {
  await enter(page, 'owner', '/belt/listing')
  await page.getByRole('link', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: 'Belt Color' }).fill('Half a belt')
  await page.goBack()
  const question = page.getByRole('dialog', { name: leaving })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/belt\/create/)
  await expect(page.getByRole('textbox', { name: 'Belt Color' })).toHaveValue('Half a belt')
  await page.goBack()
  await agree(page, leaving, 'Leave')
  await expect(page).toHaveURL(/belt\/listing/)
})

test('the second press of a double click reaches nothing that came to lie under the pointer', async ({ page }) => {
  await enter(page, 'owner', '/membership/listing?size=10')
  const enrolling = page.getByRole('dialog', { name: 'Enroll New Member' })
  const opener = page.getByRole('button', { name: 'Enroll New Member' })
  await opener.dblclick()
  await expect(enrolling).toBeVisible()
  // The first press closes the dialog, a member's link lies below.
  const link = await row(page, 'Active').first().getByRole('link').first().boundingBox()
  await page.mouse.dblclick((link?.x ?? 0) + 4, (link?.y ?? 0) + 4)
  await expect(enrolling).toBeHidden()
  await expect(opener).toBeVisible()
  await expect(page).toHaveURL(/membership\/listing/)
})

test('a session that ends over a form is renewed over it, and what was submitted goes on', async ({
  page,
  context,
  refusals,
}) => {
  refusals.push('401 *')
  const name = unique('Zircon')
  const calls = await enter(page, 'owner', '/belt/create', 'own')
  const belt = page.getByRole('textbox', { name: 'Belt Color' })
  await belt.fill(name)
  const over = await page.request.post('/api/admin/auth/logout', {
    headers: { authorization: `Bearer ${calls.token}` },
  })
  expect(over.status()).toBe(200)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog', { name: 'Are you sure to submit?' }).getByRole('button', { name: 'OK' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(field(dialog, 'Username')).toHaveValue('owner')
  await expect(field(dialog, 'Password')).toBeFocused()
  await field(dialog, 'Password').fill('not the password')
  await field(dialog, 'Password').press('Enter')
  await expect(dialog.getByText('Invalid username or password')).toBeVisible()
  await page.goBack()
  await expect(belt).toHaveValue(name)
  await field(dialog, 'Password').fill(password)
  await field(dialog, 'Password').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/belt\/listing/)
  await expect(row(page, name)).toHaveCount(1)

  // Signed out in another tab: whoever gives up is led to the sign-in page.
  await page.goto('/belt/create')
  await belt.fill('Half a belt')
  const other = await context.newPage()
  await other.goto('/profile')
  await other.evaluate("['u', 'at', 'rt'].forEach((key) => localStorage.removeItem(key))")
  await expect(dialog).toBeVisible()
  await expect(belt).toHaveValue('Half a belt')
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/auth\/login/)
})
