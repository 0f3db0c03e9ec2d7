/** The academy's colour: seen before it is saved, and everywhere afterwards. */
import { detailFields } from '@academy/contract/brand/brand.ts'
import type { Page } from '@playwright/test'
import { heading } from '../support/controls.ts'
import { agree, expect, inspect, signIn, test } from '../support/portal.ts'

const product = 'rgb(58, 79, 163)'
const green = 'rgb(15, 123, 95)'

const preview = (page: Page, theme: string) =>
  page.getByRole('figure', { name: theme }).getByText('Verify').locator('xpath=ancestor-or-self::button')
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

/** Of the page's filled button, away from the pointer. */
async function expectColour(page: Page, colour: string) {
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(submit(page)).toHaveCSS('background-color', colour)
}

test('the owner gives the academy a colour and a logo, and sees them before and after saving', async ({
  page,
  refusals,
}) => {
  // Another test may change the background of receipts meanwhile; then it is saved at the second try.
  refusals.push('412 PUT /brand')
  await signIn(page, 'owner')
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Academy' }).click()
  await expect(heading(page, 'Academy')).toBeVisible()
  await expect(preview(page, 'Light theme')).toHaveCSS('background-color', product)

  // What the environment says is told with the variable that says it; the rest is the owner's.
  await expect(page.getByLabel('Company Name')).toBeDisabled()
  await expect(page.getByText('COMPANY_NAME in the portal’s environment says this.')).toBeVisible()
  for (const { label, hint } of [detailFields.lowBalance, detailFields.language])
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(String(hint))
  await expect(page.getByLabel('Price of a Credit (RM)')).toHaveAccessibleDescription(
    /^Of orders made from now on; .*all months that are not closed\.$/,
  )
  await page.getByLabel('Registration No.').fill('202601000001 (1234567-A)')
  await page.getByLabel('Price of a Credit (RM)').fill('free')

  const colour = page.getByRole('textbox', { name: 'Colour', exact: true })
  await colour.fill('#ffffff')
  await submit(page).click()
  await expect(page.getByText('This colour is too light: buttons would vanish. Choose a darker one')).toBeVisible()

  await expect(page.getByText('Give an amount in RM below 10,000, such as 1.00')).toBeVisible()
  await page.getByLabel('Price of a Credit (RM)').fill('')

  await colour.fill('#0F7B5F')
  await expect(preview(page, 'Light theme')).toHaveCSS('background-color', green)
  await expectColour(page, product)
  await inspect(page, 'brand')
  await submit(page).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  await expectColour(page, green)

  // A square of one colour.
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
  await page
    .getByLabel('Logo', { exact: true })
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await submit(page).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  const mark = page.locator('.side .brand-mark')
  await expect(mark).toHaveAttribute('src', /^\/brand-picture\//)

  await page.reload()
  await expect(page.getByLabel('Registration No.')).toHaveValue('202601000001 (1234567-A)')
  await expectColour(page, green)
  await expect(mark).toHaveAttribute('src', /^\/brand-picture\//)

  await page.getByRole('button', { name: 'Remove' }).first().click()
  await agree(page, 'Are you sure to remove ?', 'Remove', undefined, 'Removed')
  await expect(mark).toHaveText(/\w/)
  await colour.fill('')
  await page.getByLabel('Registration No.').fill('')
  await submit(page).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  await expectColour(page, product)
})
