/** What else the page Academy holds: previews before saving, the background of receipts, the mail server. */
import type { Page, Route } from '@playwright/test'
import { mailServer } from '../../api/test/support/platform/mail-server.ts'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { enter } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'

// They change one page: in turn.
test.describe.configure({ mode: 'default' })

/**
 * What the portal answers to the page's next call of `address`, taken on its way: of an answer that then opens in a tab the browser
 * may have thrown the body away before it is asked for it.
 */
const bodyOf = (page: Page, address: string) =>
  new Promise<Buffer>((resolve, reject) => {
    const take = async (route: Route) => {
      const answer = await route.fetch()
      resolve(await answer.body())
      await route.fulfill({ response: answer })
    }
    page.route(address, (route) => take(route).catch(reject), { times: 1 }).catch(reject)
  })

const desk = { width: 1440, height: 900 }

test('a sample receipt and what members are told show what was entered, before anything is saved', async ({ page }) => {
  await enter(page, 'owner', '/brand')
  await page.getByLabel('Registration No.').fill('2026-SAMPLE')
  await page.getByLabel('Price of a Credit (RM)').fill('1.50')
  await page.getByLabel('Low Balance (credits)').fill('70')
  const receipt = bodyOf(page, '**/brand/preview')
  await page.getByRole('button', { name: 'Preview Receipt' }).click()
  const [shown] = await pdfPages(await receipt)
  for (const words of ['Harimau Academy Sdn Bhd', 'Registration No. 2026-SAMPLE', 'RM 150.00', 'SAMPLE, no receipt'])
    expect(shown).toContain(words)

  await page.getByRole('button', { name: 'Preview Message' }).click()
  const dialog = page.getByRole('dialog', { name: 'As members are told' })
  await expect(dialog).toContainText('We received RM 150.00')
  await expect(dialog).toContainText('Your wallet has 70 credits left, enough for about 7 classes.')
  await dialog.getByRole('radio', { name: 'Bahasa Melayu' }).check()
  await expect(dialog).toContainText('Salam Siti, ini Harimau Academy Sdn Bhd.')
  await inspect(page, 'message samples')
  await page.keyboard.press('Escape')

  // A fault is told at its field and nothing is shown.
  await page.getByLabel('Low Balance (credits)').fill('-1')
  await page.getByRole('button', { name: 'Preview Receipt' }).click()
  await expect(page.getByText('Value must be positive')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Registration No.')).not.toHaveValue('2026-SAMPLE')
})

test('receipts are given a background, seen before it is saved, and taken away again', async ({ page }) => {
  await page.setViewportSize(phoneSize)
  await enter(page, 'owner', '/brand')
  const receipts = page.getByRole('region', { name: 'Receipts' })
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 85 } })
  await receipts.locator('input[type=file]').setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: picture })
  const receipt = bodyOf(page, '**/brand/background/preview')
  await receipts.getByRole('button', { name: 'Preview Receipt' }).click()
  expect((await receipt).toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  await receipts.getByRole('button', { name: 'Save Background' }).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  await expect(receipts.getByRole('button', { name: 'Save Background' })).toHaveCount(0)
  await page.reload()
  await expect(receipts.getByRole('img')).toBeVisible()
  await inspect(page, 'academy on a phone')
  await receipts.getByRole('button', { name: 'Remove' }).click()
  await agree(page, 'Are you sure to remove ?', 'Remove', undefined, 'Removed')
  await expect(receipts.getByRole('img')).toHaveCount(0)
})

test('the mail server is given, tried and taken away; its password is never shown again', async ({ page }) => {
  // One that takes no mail, so that those of other tests go to the outbox as before.
  const login = { username: 'portal@example.com', password: 'Rahsia+77' }
  const server = await mailServer(true, login)
  await page.setViewportSize(desk)
  await enter(page, 'owner', '/brand')
  const mail = page.getByRole('region', { name: 'Mail', exact: true })
  await expect(mail).toContainText('There is no mail server')
  const save = async () => {
    await mail.getByRole('button', { name: 'Save Mail' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  }
  await mail.getByLabel('Mail Server').fill('127.0.0.1')
  await mail.getByLabel('Encryption').click()
  await page.getByRole('option', { name: 'None, on this machine alone' }).click()
  await mail.getByLabel('Port').fill(String(server.port))
  await mail.getByLabel('Username').fill(login.username)
  await mail.getByLabel('Password', { exact: true }).fill(login.password)
  await mail.getByLabel('Sender').fill('portal@example.com')
  await save()
  await expect(mail).toContainText(`Mails go out by smtp://127.0.0.1:${server.port}, from portal@example.com.`)
  await expect(mail.getByLabel('Password', { exact: true })).toHaveValue('')

  const trial = page.getByRole('region', { name: 'Test Mail' })
  await trial.getByLabel('Send to').fill('siti@example.com')
  await trial.getByRole('button', { name: 'Send a Test Mail' }).click()
  await expect(trial.getByRole('status')).toHaveText('The server refused the mail: 550 no such mailbox')
  await inspect(page, 'mail server')
  await page.setViewportSize(phoneSize)
  await inspect(page, 'mail server on a phone')

  await page.reload()
  await expect(mail).toContainText('One is kept.')
  expect(await page.content()).not.toContain(login.password)
  await mail.getByLabel('Mail Server').fill('')
  await save()
  await expect(mail).toContainText('There is no mail server')
  await server.close()
})
