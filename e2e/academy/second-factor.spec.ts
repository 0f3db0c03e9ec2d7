import type { Page } from '@playwright/test'
import { field, heading } from '../support/controls.ts'
import { submit } from '../support/list-steps.ts'
import { callsAs, newPerson, roleOf } from '../support/people.ts'
import { expect, expectToast, fillSignIn, inspect, password, phoneSize, test } from '../support/portal.ts'

// Browsers have passkeys for names only.
test.use({ baseURL: process.env.PORTAL_ADDRESS?.replace('127.0.0.1', 'localhost') ?? '' })

/** A security key in the browser, which is always touched at once. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', hasUserVerification: true, isUserVerified: true },
  })
}

test('a passkey is added on the profile, signs in, and is asked for again before rights change', async ({
  page,
  refusals,
}) => {
  const owner = await callsAs(page, 'owner')
  const manager = await newPerson(owner, { user: ['view', 'edit'], userGroup: ['view', 'edit'] })
  const other = await newPerson(owner, { user: ['view', 'edit'] })
  const role = await roleOf(owner, other.group)
  await plugIn(page)
  await page.goto('/auth/login?next=/profile')
  await fillSignIn(page, manager.username, password)
  const panel = page.getByRole('region', { name: 'Second factor' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await field(page, 'Name of the device').fill('Blue key')
  await field(page, 'Current password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await inspect(page, 'recovery-codes')
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(panel.getByText('Blue key')).toBeVisible()
  await inspect(page, 'profile-second-factor')

  await page.evaluate(() => localStorage.clear())
  // Forged: it leads to the portal's own first page, below.
  await page.goto('/auth/login?next=/%09/evil.example.com')
  await fillSignIn(page, manager.username, password)
  await expect(page.getByLabel('Code')).toBeVisible()
  await inspect(page, 'sign-in-second-factor')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expectToast(page, `Welcome, ${manager.username}`)

  // As if the sign-in was long ago.
  refusals.push('403 *')
  let isOld = true
  await page.route(`**/user-group/${other.group}`, (route) => {
    if (route.request().method() !== 'PUT' || !isOld) return route.continue()
    isOld = false
    return route.fulfill({
      status: 403,
      json: {
        statusCode: 403,
        error: 'Forbidden',
        message: 'Please confirm with your second factor',
        details: [{ path: 'secondFactor', message: 'Please confirm with your second factor' }],
      },
    })
  })
  const advice = page.getByRole('region', { name: 'A second factor is recommended' })
  await expect(advice.getByRole('listitem').filter({ hasText: role })).toHaveText(`${role} 1 user`)
  await inspect(page, 'second-factor-advice')
  await advice.getByRole('link', { name: role }).click()
  await page.getByLabel('Second factor required').check()
  await submit(page)
  await page.getByRole('dialog', { name: 'Are you sure to submit?' }).getByRole('button', { name: 'OK' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm with your second factor' })
  await expect(question).toBeVisible()
  await inspect(page, 'confirm-second-factor')
  await page.setViewportSize(phoneSize)
  await inspect(page, 'confirm-second-factor-phone')
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expectToast(page, 'Updated')
  await expect(advice).toBeVisible()
  await expect(advice.getByText(role)).toHaveCount(0)
  await advice.getByRole('button', { name: 'Not for 30 days' }).click()
  await expect(advice).toHaveCount(0)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth/login')
  await fillSignIn(page, other.username, password)
  await expect(heading(page, 'Add a second factor')).toBeVisible()
  await inspect(page, 'add-second-factor')
})
