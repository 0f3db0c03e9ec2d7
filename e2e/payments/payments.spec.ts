import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { choose, expectReason, heading, row, rowAct, search } from '../support/controls.ts'
import { type Calls, callsAs, enter, firstOf, newParent, newPerson, unique } from '../support/people.ts'
import { agree, expect, expectToast, glanceOnPhone, inspect, phoneSize, test } from '../support/portal.ts'

const started = z.object({ checkoutUrl: z.string(), payment: z.object({ orderID: z.string() }) })
const settled = z.object({ orNo: z.string() })

/** Two parents, each with two orders of 120 credits for RM 100.00. */
async function orders(calls: Calls) {
  const coach = await firstOf(calls, 'coach')
  const coachReceived = coach._id
  const mark = unique('Pay')
  const parent = (word: string) => newParent(calls, `${mark} ${word}`)
  const [tan, lim] = [await parent('Tan'), await parent('Lim')]
  const bought = await calls.post('/credit-package', {
    code: mark,
    title: `Starter ${mark}`,
    description: 'For beginners',
    credit: 100,
    addition: 20,
    duration: 6,
  })
  const order = async (memberId: string) =>
    (await calls.post('/payment', { memberId, package: bought._id, coachReceived, paymentType: 'Cash' }))._id
  return {
    mark,
    tan,
    lim,
    coach,
    bought: bought._id,
    of: { tan: [await order(tan._id), await order(tan._id)], lim: [await order(lim._id), await order(lim._id)] },
  }
}

const pick = (line: Locator) => line.getByRole('checkbox').check()
const counted = (page: Page, n: number) => expect(page.getByText(`Showing ${n} record(s) of total ${n}`)).toBeVisible()
const receiptOf = async (page: Page, calls: Calls, id: string) => {
  const headers = { authorization: `Bearer ${calls.token}` }
  const answer = await page.request.get(`/api/admin/payment/generate/pdf/${id}`, { headers })
  const [text = ''] = await pdfPages(await answer.body())
  return /\/receipt\/[\w-]{22}(?![\w-])/.exec(text)?.[0] ?? ''
}

test('cash payments are verified, rejected and cancelled, and each button says what it does to whose wallet', async ({
  page,
}) => {
  // Wide enough for every column beside the panel.
  await page.setViewportSize({ width: 2200, height: 900 })
  const calls = await callsAs(page, 'owner')
  const { mark, tan, lim, of } = await orders(calls)
  const bulk = page.getByRole('button', { name: /^Verify Selected/ })

  await test.step('nothing chosen verifies nothing', async () => {
    await enter(page, 'owner', '/verify-payment/listing')
    await search(page, mark)
    await counted(page, 4)
    await bulk.click()
    await expectToast(page, 'Please select at least one payment')
  })

  await test.step('one of them was rejected meanwhile: the others are verified, and the reason stays in sight', async () => {
    for (const index of [0, 1]) {
      await pick(row(page, tan.name).nth(index))
      await pick(row(page, lim.name).nth(index))
    }
    await expect(bulk).toHaveText('Verify Selected (4)')
    await bulk.click()
    const question = page.getByRole('dialog', { name: 'Are you sure to verify all selected payments?' })
    await expect(question).toContainText('4 payments, RM 400.00, 480 credits in all')
    await expect(question).toContainText(`${tan.name}: wallet 0 → 240 (2 payments)`)
    await expect(question).toContainText(/\(2 payments\), good until \d\d-\d\d-\d{4}/)
    await expect(question).toContainText(`${lim.name}: wallet 0 → 240 (2 payments)`)
    if (process.env.PORTAL_PICTURES) {
      await page.screenshot({ path: `${process.env.PORTAL_PICTURES}/payments-bulk-1440.png` })
      await glanceOnPhone(page, 'payments-bulk')
    }
    await calls.put(`/payment/direct/${of.lim[1]}`, { isPay: false, isRejected: true })
    await agree(page, 'Are you sure to verify all selected payments?', 'Verify')
    const outcome = page.getByRole('alert').filter({ hasText: 'Not verified: 1' })
    await expect(outcome).toContainText(lim.name)
    await expect(outcome).toContainText('The payment is Rejected, it cannot be verified')
    await expect(row(page, tan.name, 'Done')).toHaveCount(2)
    await expect(row(page, lim.name, 'Rejected').getByRole('checkbox')).toBeDisabled()
    await inspect(page, 'payments-outcome')
    await glanceOnPhone(page, 'payments-outcome')
    await outcome.getByRole('button').click()
    await expect(outcome).toBeHidden()
  })

  await test.step('a cancelled payment takes its credit back and says why', async () => {
    const [first, second] = [
      await calls.send(settled, 'GET', `/payment/${of.tan[0]}`),
      await calls.send(settled, 'GET', `/payment/${of.tan[1]}`),
    ]
    await (await rowAct(row(page, second.orNo), 'Cancel')).click()
    const dialog = page.getByRole('dialog', { name: 'Are you sure to cancel this payment?' })
    await dialog.getByLabel('Reason').fill('Paid twice')
    await glanceOnPhone(page, 'payments-cancel')
    await agree(
      page,
      'Are you sure to cancel this payment?',
      'Cancel Payment',
      `${tan.name}: wallet 240 → 120. Receipt ${second.orNo} keeps its number and is no longer valid.`,
    )
    await expect(row(page, second.orNo, 'Cancelled')).toContainText('Paid twice')
    await expect(row(page, first.orNo)).toContainText('Done')
  })

  await test.step('filters stand in the address: by payer and state', async () => {
    await choose(page, 'Payer', tan.name)
    await expect(page).toHaveURL((address) => address.searchParams.get('createdBy') === tan._id)
    await counted(page, 2)
    await page.goto(`/verify-payment/listing?createdBy=${lim._id}&state=Rejected`)
    await counted(page, 1)
    await page.goto(`/verify-payment/listing?createdBy=${lim._id}&state=Pending`)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page).toHaveURL((address) => !address.searchParams.has('createdBy'))
  })

  await test.step('the receipts of a selection are one PDF', async () => {
    await search(page, mark)
    await counted(page, 4)
    await page.getByRole('button', { name: 'Print Receipts' }).click()
    await counted(page, 2)
    await expect(page).toHaveURL((address) => address.searchParams.get('state') === 'Done')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await glanceOnPhone(page, 'payments-print')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print Receipts (2)' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('Official_Receipts.pdf')
    const pages = await pdfPages(await readFile(await download.path()))
    expect(pages).toHaveLength(2)
    for (const name of [tan.name, lim.name]) expect(pages.join()).toContain(`RECEIVED FROM ${name}`)
  })

  await test.step('what the member was told stands on its page', async () => {
    await page.goto(`/membership/edit/${lim._id}?tab=financial`)
    const told = page.getByRole('region', { name: 'Notifications' })
    await expect(row(told, 'Payment rejected')).toContainText('Please contact us: 03-2161 0000.')
    await expect(row(told, 'Payment verified')).toContainText('120 credits were added')
    await inspect(page, 'payments-told')
    await glanceOnPhone(page, 'payments-told')
  })

  await test.step('who may only look is told which right it takes', async () => {
    const viewer = await newPerson(calls, { dashboard: ['view'], verifyPayment: ['view'] })
    await enter(page, viewer.username, `/verify-payment/listing?searchText=${mark}`)
    await counted(page, 4)
    await expectReason(bulk, 'Needs the permission Verify Payment: Verify')
    await expectReason(
      await rowAct(row(page, tan.name, 'Done'), 'Cancel'),
      'Needs the permission Verify Payment: Verify',
    )
  })
})

test('card orders have their desk: one is withdrawn, a paid one cancelled, its refund ticked, a second order asked about', async ({
  page,
  refusals,
}) => {
  refusals.push('console: Failed to launch*', 'console: Not allowed to launch*')
  const calls = await callsAs(page, 'owner')
  const { mark, tan, bought, coach } = await orders(calls)
  const card = (memberId: string) =>
    calls.send(started, 'POST', '/payment/checkout', { memberId, package: bought, coachReceived: coach._id })
  const [first, second] = [await card(tan._id), await card(tan._id)]
  const payer = await page.context().newPage()
  await payer.goto(second.checkoutUrl)
  await payer.getByRole('button', { name: /^Pay RM/ }).click()
  await expect(heading(payer, 'Payment received')).toBeVisible()
  await payer.close()

  // Wide enough for every column.
  await page.setViewportSize({ width: 2200, height: 900 })
  await enter(page, 'owner', '/verify-payment/listing')
  await search(page, mark)
  await counted(page, 4)
  await page.getByRole('radiogroup', { name: 'Payment type' }).getByText('Card').click()
  await expect(page).toHaveURL((address) => address.searchParams.get('type') === 'Card')
  await counted(page, 2)
  await (await rowAct(row(page, first.payment.orderID), 'Withdraw')).click()
  await glanceOnPhone(page, 'payments-withdraw')
  await agree(
    page,
    'Are you sure to withdraw this card order?',
    'Withdraw',
    `order ${first.payment.orderID}`,
    'Withdrawn',
  )
  await expect(row(page, first.payment.orderID, 'Rejected')).toContainText('Withdrawn by owner')
  await page.goto(`/verify-payment/listing?type=Card&state=Failed&searchText=${mark}`)
  await counted(page, 1)
  await inspect(page, 'payments-card-failed')

  await page.goto(`/verify-payment/listing?type=Card&state=Paid&searchText=${mark}`)
  await counted(page, 1)
  await (await rowAct(row(page, second.payment.orderID), 'Cancel')).click()
  const question = page.getByRole('dialog', { name: 'Are you sure to cancel this payment?' })
  await expect(question).toContainText(/Then refund RM 100.00 at sandbox, payment pay_\w+/)
  await expect(question).toContainText('Open orders: 2 (RM 200.00)')
  await glanceOnPhone(page, 'payments-card-cancel')
  await agree(page, 'Are you sure to cancel this payment?', 'Cancel Payment', `${tan.name}: wallet 120 → 0.`)
  const refund = row(page.getByRole('region', { name: 'Refunds to be made' }), tan.name)
  await expect(refund).toContainText('RM 100.00')
  await page.goto(`/verify-payment/listing?type=Card&searchText=${mark}`)
  await counted(page, 2)
  await inspect(page, 'payments-card')
  await glanceOnPhone(page, 'payments-card')
  await page.goto('/portal/dashboard/overview')
  await refund.getByRole('button', { name: 'Tick as refunded' }).click()
  await agree(page, 'Are you sure this money was refunded at the card provider?', 'Refunded', tan.name, 'Refund ticked')
  await expect(refund).toHaveCount(0)

  await page.goto(`/membership/edit/${tan._id}`)
  await page
    .getByLabel('At a glance')
    .getByRole('link', { name: '+240 when 2 orders of RM 200.00 are verified' })
    .click()
  await expect(page.getByText('Only open orders are shown.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payments' }).getByText(/^Showing 2 record/)).toBeVisible()
  await page.getByRole('button', { name: 'Buy Package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await choose(dialog, 'Package', `Starter ${mark}`)
  await choose(dialog, 'Coach Received', coach.label)
  await dialog.getByRole('button', { name: 'Create Order' }).click()
  const asked = page.getByRole('dialog', { name: 'Are you sure to submit?' })
  await expect(asked).toContainText('For this wallet there is already:')
  await expect(asked).toContainText(/ORD-[\d-]+, Starter .*, RM 100.00, Cash, Pending, made .* by owner/)
  await expect(asked).toContainText('Open orders: 2 (RM 200.00)')
  await glanceOnPhone(page, 'payments-similar')
  await agree(page, 'Are you sure to submit?', 'OK', `Wallet 0 → 120`, 'Created')
})

test('the code on a receipt opens a page for anybody, on a phone', async ({ page, refusals }) => {
  await page.setViewportSize(phoneSize)
  const calls = await callsAs(page, 'owner')
  const { tan, of } = await orders(calls)
  const [id = ''] = of.tan
  const { orNo } = await calls.send(settled, 'PUT', `/payment/direct/${id}`, { isPay: true })
  const path = await receiptOf(page, calls, id)

  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This receipt is valid' })).toBeVisible()
  for (const word of [orNo, 'RM 100.00', 'Harimau Academy Sdn Bhd']) await expect(page.getByText(word)).toBeVisible()
  await expect(page.getByText(tan.name)).toHaveCount(0)
  await inspect(page, 'receipt-valid')

  await calls.put(`/payment/cancel/${id}`, {})
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This receipt was cancelled' })).toBeVisible()
  await expect(page.getByText(orNo)).toBeVisible()
  await inspect(page, 'receipt-cancelled')

  const unknown = `/receipt/${'x'.repeat(22)}`
  refusals.push(`404 GET ${unknown}`)
  await page.goto(unknown)
  await expect(page.getByRole('heading', { name: 'We do not know this receipt' })).toBeVisible()
  await expect(page.getByText('please ask us: 03-2161 0000.')).toBeVisible()
  await inspect(page, 'receipt-unknown')
})
