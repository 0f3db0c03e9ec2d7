/** Verify Payment: the chosen payment beside the list. */
import { z } from 'zod'
import { row } from './support/controls.ts'
import { callsAs, enter, unique } from './support/people.ts'
import { agree, expect, inspect, test } from './support/portal.ts'

const labelled = z.object({ items: z.array(z.object({ _id: z.string() })) })

test('a payment is chosen by key, says what verifying it does, and gives way to the next', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const firstOf = async (list: string) => (await calls.send(labelled, 'GET', `/lookup/${list}`)).items[0]?._id
  const [coachReceived, relationship] = [await firstOf('coach'), await firstOf('relationship')]
  const mark = unique('Side')
  const about = { code: mark, title: mark, description: 'For beginners', duration: 6 }
  const bought = await calls.post('/credit-package', { ...about, credit: 100, addition: 20 })
  const names = [`${mark} Ong`, `${mark} Lee`]
  for (const name of names) {
    const email = `${name.toLowerCase().replace(/\W/g, '-')}@mail.test`
    const { _id } = await calls.post('/member', { name, email, relationship, password: 'Kata-2026' })
    await calls.post('/payment', { memberId: _id, package: bought._id, coachReceived, paymentType: 'Cash' })
  }
  const [first = '', second = ''] = names
  const panelOf = (name: string) => page.getByRole('complementary', { name: `Payment of ${name}` })

  await enter(page, 'owner', `/verify-payment/listing?searchText=${encodeURIComponent(mark)}`)
  // The latest stands first, and the first that waits is chosen on arrival.
  await expect(panelOf(second)).toBeVisible()
  await row(page, second).getByRole('link', { name: second }).press('ArrowDown')
  await expect(row(page, first).getByRole('link', { name: first })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = panelOf(first)
  await expect(panel).toContainText('Wallet0 120')
  // Beside it a row still says whose it is.
  for (const width of [1440, 1366]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('columnheader', { name: 'Payer' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeInViewport({ ratio: 1 })
  }
  await expect(page).toHaveURL(/payment=[\w-]+/)
  await inspect(page, 'payment-panel')
  await panel.getByRole('button', { name: 'Verify', exact: true }).click()
  await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 0 -> 120', 'Verified')
  await expect(panelOf(second)).toBeVisible()
  await panelOf(second).getByRole('button', { name: 'Close payment' }).click()
  await expect(panelOf(second)).toHaveCount(0)

  // Where there is no room beside the list it lies over the page.
  await page.setViewportSize({ width: 390, height: 844 })
  await row(page, second).getByRole('link', { name: second }).click()
  const over = page.getByRole('dialog', { name: second })
  await expect(over).toContainText('Wallet0 120')
  await inspect(page, 'payment-panel')
  await over.getByRole('button', { name: 'Close' }).click()
  await expect(over).toHaveCount(0)
})
