import type { Page } from '@playwright/test'
import { z } from 'zod'
import { classToday, walletOf } from '../support/class-today.ts'
import { choose, field } from '../support/controls.ts'
import { callsAs, enter, unique } from '../support/people.ts'
import { agree, expect, expectToast, onPhone, test } from '../support/portal.ts'
import { counter } from '../support/till-steps.ts'

test.use(onPhone)

test('attendance whose answer was lost is sent again by the page that opens next, and was taken once', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { name, members, path } = await classToday(owner, ['Uma', 'Vimal'])
  await enter(page, 'owner', path)
  const marking = page.getByRole('dialog', { name: 'Mark Attendance' })
  await marking.getByRole('switch', { name: 'Uma' }).tap()
  let lost = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/attendance/take/')) lost++
  })
  await page.route('**/attendance/take/*', async (route) => {
    if (lost === 0) await route.fetch()
    await route.abort()
  })
  await marking.getByRole('button', { name: 'Take Attendance' }).tap()
  const saved = 'Saved on this device. It is sent when the line returns.'
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent', saved)
  // At once, and by the first of the later attempts.
  await expect.poll(() => lost).toBeGreaterThanOrEqual(2)
  await page.unroute('**/attendance/take/*')
  await page.goto('/markAttendance/listing')
  const card = page.getByRole('region', { name: 'Today Class' }).getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('Sent', { exact: true })).toBeVisible()
  const purse = z.object({ wallet: z.number() })
  const wallets = await Promise.all(members.map((id) => owner.send(purse, 'GET', `/member/${id}`)))
  expect(wallets.map(({ wallet }) => wallet)).toEqual([5, 15])
})

/** Whose adjustment by 10 was approved, and its answer lost. */
async function lostAdjustment(page: Page) {
  const owner = await callsAs(page, 'owner')
  const name = unique('Lestari')
  const { members } = await classToday(owner, [name])
  await enter(page, 'owner', '/credit-adjust/create')
  await choose(page, 'Member Name', name)
  await field(page, 'Reason').fill(unique('Goodwill'))
  await field(page, 'Adjusted Credit Amt (-/+)').fill('10')
  await expect(page.getByRole('status').filter({ hasText: `Wallet 15 → 25 (${name})` })).toBeVisible()
  await page.route('**/api/admin/credit-adjust', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const submit = page.getByRole('button', { name: 'Submit and Approve', exact: true })
  await submit.click()
  await agree(page, 'Are you sure to submit?', 'OK', 'Wallet 15 → 25')
  await expectToast(page, 'The portal cannot be reached. Check the connection and try again.')
  await page.unroute('**/api/admin/credit-adjust')
  return { submit, wallet: () => walletOf(owner, members[0] ?? '') }
}

test('a credit adjustment whose answer was lost is approved once, though it is pressed again', async ({ page }) => {
  const { submit, wallet } = await lostAdjustment(page)
  // It was agreed to already.
  await submit.click()
  await expect(page).toHaveURL(/credit-adjust(\/listing)?$/)
  expect(await wallet()).toBe(25)
})

test('who presses again a quarter of an hour after an answer was lost means another, and is asked', async ({
  page,
}) => {
  await page.clock.install()
  const { submit, wallet } = await lostAdjustment(page)
  await page.clock.fastForward('15:00')
  await submit.click()
  await agree(page, 'Are you sure to submit?', 'OK', 'Wallet 25 → 35')
  await expect(page).toHaveURL(/credit-adjust(\/listing)?$/)
  expect(await wallet()).toBe(35)
})

test('a change and a verification whose answer was lost are told as done when they are pressed again', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const at = await counter(owner)
  const { _id, name } = await at.adult()
  const lost = 'The portal cannot be reached. Check the connection and try again.'
  const loseNext = (path: string) =>
    page.route(
      path,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )

  await enter(page, 'owner', `/membership/edit/${_id}?tab=profile`)
  await field(page, 'House Address').fill('3 Jalan Melur')
  await loseNext(`**/api/admin/member/${_id}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await agree(page, 'Are you sure to submit?', 'OK')
  await expectToast(page, lost)
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Updated')

  const order = { memberId: _id, package: at.package, coachReceived: at.coach._id, paymentType: 'Cash' }
  const payment = (await owner.post('/payment', order))._id
  await page.goto(`/verify-payment/listing?payment=${payment}`)
  const verify = page
    .getByRole('complementary', { name: `Payment of ${name}` })
    .getByRole('button', { name: 'Verify', exact: true })
  await loseNext(`**/api/admin/payment/direct/${payment}`)
  await verify.click()
  await agree(page, 'Are you sure to verify this payment?', 'Verify', 'wallet 0 → 120')
  await expectToast(page, lost)
  await verify.click()
  await expectToast(page, 'Verified')
  expect(await walletOf(owner, _id)).toBe(120)
})
