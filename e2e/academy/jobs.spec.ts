/** What the portal does by itself, as its owner sees it, and how a back-up comes back. */
import { enter } from '../support/people.ts'
import { expect, expectToast, inspect, phoneSize, test } from '../support/portal.ts'

test('the owner sees how the jobs went, has a back-up made now and reads how to restore it', async ({ page }) => {
  await enter(page, 'owner', '/dashboard/overview')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('jobs')
  await page.keyboard.press('Enter')
  const backup = page.getByRole('row').filter({ hasText: 'daily at 02:00' })
  await backup.getByRole('button', { name: 'Run Now: Back-up' }).click()
  await expectToast(page, 'Started')
  // It is looked for every ten seconds.
  await expect(backup).toContainText('rows and')
  const made = page.getByRole('table', { name: 'Back-ups' }).getByRole('row').filter({ hasText: 'academy-20' })
  await expect(made.first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Card orders' })).toContainText('Done')
  await inspect(page, 'jobs')

  await made.first().getByRole('button', { name: 'How to Restore' }).click()
  const dialog = page.getByRole('dialog', { name: 'How to Restore' })
  await expect(dialog).toContainText(/npm run portal -- restore \S+\/academy-20/)
  await inspect(page, 'jobs-restore')
  await page.keyboard.press('Escape')
  await page.setViewportSize(phoneSize)
  await inspect(page, 'jobs-phone')
})
