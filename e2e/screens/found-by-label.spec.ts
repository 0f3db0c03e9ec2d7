/** A field is found by its label, and nothing beside it is; what is chosen among buttons is pressed as a radio is. */
import { enter } from '../support/people.ts'
import { expect, test } from '../support/portal.ts'

test('the label of a password or a picture leads to the field alone', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByLabel('Password')).toHaveCount(1)
  await page.getByLabel('Password').fill('Kata-12345')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text')

  await enter(page, 'owner', '/membership/create/adult')
  for (const label of ['Password', 'Picture']) await expect(page.getByLabel(label)).toHaveCount(1)
  await page
    .getByLabel('Picture')
    .setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText('Only accept file types png, jpg, jpeg')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Picture' }).click()
  const button = page.getByRole('button', { name: 'Change picture' })
  await expect(button).toBeFocused()
  await expect(button).toHaveAccessibleDescription('Only accept file types png, jpg, jpeg')
  const chooser = page.waitForEvent('filechooser')
  await page.locator('label', { hasText: /^Picture$/ }).click()
  await chooser
})

test('the label of a filter leads to the filter alone, though a column has the same words', async ({ page }) => {
  await enter(page, 'owner', '/verify-payment/listing')
  for (const [path, label] of [
    ['/verify-payment/listing', 'Status'],
    ['/credit-adjust/listing', 'Status'],
    ['/membership/listing', 'Belt Color'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('columnheader', { name: label, exact: true })).toBeVisible()
    await expect(page.getByLabel(label)).toHaveCount(1)
  }
})

test('a radio that is drawn as a button is pressed itself, or by its words', async ({ page }) => {
  await enter(page, 'owner', '/relationship/listing')
  await page.getByRole('radio', { name: 'Inactive' }).check()
  await expect(page).toHaveURL(/status=inactive/)
  await page.getByText('All', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await expect(page).not.toHaveURL(/status=/)
})
