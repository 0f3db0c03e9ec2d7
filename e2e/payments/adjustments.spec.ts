import { addDays } from '@academy/contract/courses/calendar.ts'
import { z } from 'zod'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { choose, expectReason, field, fillDay, heading, row, rowAct, search } from '../support/controls.ts'
import { parentWithChild } from '../support/parent-with-child.ts'
import { type Calls, callsAs, enter, newParent, newPerson, unique } from '../support/people.ts'
import { agree, expect, inspect, test } from '../support/portal.ts'

const title = 'Credit Adjustment Doc'
const settings = z.object({ today: z.string() })
const document = z.object({ _id: z.string(), doc_no: z.string() })

/** A parent with this name and wallet balance. */
async function holder(calls: Calls, word: string, wallet: number, chName: string | null = null) {
  const parent = await newParent(calls, unique(word), { chName })
  if (wallet > 0) await calls.put(`/member/${parent._id}`, { wallet, walletWas: 0 })
  return parent
}

test('a correction on paper: written by the clerk, changed, approved by the owner, printed, in the ledger', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const reason = unique('Goodwill')
  const { today } = await calls.send(settings, 'GET', '/config')
  const chName = '陈美玲'
  const { name, _id: member } = await holder(calls, 'Aminah', 120, chName)

  await test.step('the clerk may not approve: the button says so, and nothing moves', async () => {
    await enter(page, 'clerk', '/credit-adjust')
    await page.getByRole('link', { name: 'Add' }).click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText('Create', { exact: true })).toBeVisible()
    await expect(field(page, 'Doc No.')).toHaveValue('<< NEW >>')
    await expect(field(page, 'Date')).toHaveValue(today.replaceAll('-', '/'))
    await expect(field(page, 'Approved By')).toHaveValue('-')
    await expect(field(page, 'Approved By')).not.toBeEditable()
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    await submit.click()
    for (const message of ['Member is required', 'Reason is required', 'Adjusted Credit Amt is required'])
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    await inspect(page, 'adjustment-form')
    // A child leads to the parent who pays.
    const family = await parentWithChild(page)
    await choose(page, 'Member Name', `${family.child} ${family.chName}`)
    await page.getByRole('button', { name: `Choose ${family.parent}` }).click()
    await expect(field(page, 'Member Name')).toHaveValue(family.parent)
    await choose(page, 'Member Name', `${name} ${chName}`)
    await field(page, 'Reason').fill(reason)
    // Typed text is not rewritten; a refusal says why. A leading sign chooses the operator.
    const amount = field(page, 'Adjusted Credit Amt (-/+)')
    for (const [typed, why] of [
      ['1e3', 'Must be a whole number'],
      ['2.5', 'Must be a whole number'],
      ['0', 'Must be at least 1'],
      ['99999999999', 'Must be at most 1000000'],
    ] as const) {
      await amount.fill(typed)
      await amount.press('Tab')
      await expect(page.getByText(why, { exact: true })).toBeVisible()
      await expect(amount).toHaveValue(typed)
    }
    const date = field(page, 'Date')
    for (const [typed, why] of [
      ['31-02-2026', '31-02-2026 is not a date. Use YYYY/MM/DD.'],
      [addDays(today, 1), /is too late\. The last day is/],
    ] as const) {
      await fillDay(page, 'Date', typed)
      await expect(page.getByText(why)).toBeVisible()
    }
    await fillDay(page, 'Date', 'soon')
    await submit.click()
    await expect(page.getByText('soon is not a date. Use YYYY/MM/DD.')).toBeVisible()
    await expect(date).toHaveValue('soon')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await inspect(page, 'adjustment-refused')
    const [year, month, day] = today.split('-')
    await amount.fill('-10')
    await expect(amount).toHaveValue('10')
    await expect(page.getByRole('combobox', { name: 'Add or minus' })).toHaveValue('- Minus')
    await expect(page.getByRole('status').filter({ hasText: `Wallet 120 → 110 (${name})` })).toBeVisible()
    // With the last error the summary goes, and the button moves under the pointer: the press counts all the same.
    await date.fill(`${Number(day)}/${Number(month)}/${year}`)
    await submit.click()
    await expect(date).toHaveValue(today.replaceAll('-', '/'))
    await agree(page, 'Are you sure to submit?', 'OK', 'Nothing moves yet', 'Created')
    await expect(heading(page, 'Credit Adjustment')).toBeVisible()
    await search(page, reason)
    const written = row(page, reason, name, '−10', 'Pending', 'clerk')
    await expect(written).toBeVisible()
    await inspect(page, 'adjustments')
    await expectReason(await rowAct(written, /^Approve/), 'Needs the permission Credit Adjustment: Approve')
    await expectReason(await rowAct(written, /^Print/), 'The credit adjustment is Pending, it cannot be printed')
  })

  await test.step('it is loaded again and changed', async () => {
    await row(page, reason).getByRole('link', { name: /^Edit/ }).click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText('Edit', { exact: true })).toBeVisible()
    await expect(field(page, 'Doc No.')).toHaveValue(/^CA-/)
    await expect(page.getByRole('combobox', { name: 'Add or minus' })).toBeVisible()
    await expect(field(page, 'Adjusted Credit Amt (-/+)')).toHaveValue('10')
    await field(page, 'Date').fill(addDays(today, -1).replaceAll('-', '/'))
    await field(page, 'Date').press('Tab')
    await field(page, 'Adjusted Credit Amt (-/+)').fill('20')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await agree(page, 'Are you sure to submit?', 'OK', 'Wallet 120 → 100', 'Updated')
    await expect(row(page, reason, '-20', addDays(today, -1).replaceAll('-', '/'))).toBeVisible()
  })

  await test.step('the owner approves it and sees first what it does', async () => {
    await enter(page, 'owner', `/credit-adjust/listing?searchText=${encodeURIComponent(reason)}`)
    await (await rowAct(row(page, reason), /^Approve/)).click()
    await agree(
      page,
      'Are you sure to approve this credit adjustment?',
      'Approve',
      `Wallet 120 → 100 (${name})`,
      'Updated',
    )
    const approved = row(page, reason, 'Approved', 'owner')
    await expectReason(await rowAct(approved, /^Delete/), 'The credit adjustment is Approved, it cannot be deleted')
  })

  await test.step('it prints', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      rowAct(row(page, reason), /^Print/).then((button) => button.click()),
    ])
    expect(download.suggestedFilename()).toBe('Credit Adjustment Document.pdf')
    const content: Buffer[] = []
    for await (const part of await download.createReadStream()) content.push(Buffer.from(part))
    const [text] = await pdfPages(Buffer.concat(content))
    expect(text).toContain(`${name} ${chName}`)
    expect(text).toContain('Credits taken −20 Balance after 100')
  })

  await test.step('the ledger of the member leads to it', async () => {
    await page.goto(`/membership/edit/${member}?tab=financial`)
    const cause = page.getByRole('link', { name: /^Credit adjustment CA-/ })
    await expect(page.getByText(reason)).toBeVisible()
    await cause.click()
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText('View', { exact: true })).toBeVisible()
    await expect(field(page, 'Approved By')).toHaveValue('owner')
    await expect(page.getByText(`Wallet 120 → 100 (${name})`)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Update/ })).toHaveCount(0)
  })
})

test('who may approve does it with the saving; a refusal keeps the form, a pending one is deleted', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const reason = unique('Prize')
  const { name, _id: member } = await holder(calls, 'Zainal', 5)

  await test.step('only what the wallet holds can be taken', async () => {
    await enter(page, 'owner', '/credit-adjust/listing')
    await page.getByRole('link', { name: 'Add' }).click()
    await expect(heading(page, title)).toBeVisible()
    await expect(field(page, 'Approved By')).toHaveValue('owner')
    await choose(page, 'Member Name', name)
    await field(page, 'Reason').fill(reason)
    await field(page, 'Adjusted Credit Amt (-/+)').fill('6')
    await choose(page, 'Add or minus', '- Minus')
    const submit = page.getByRole('button', { name: 'Submit and Approve' })
    await expectReason(submit, 'The wallet holds 5 credits, 1 less than the 6 needed')
    await choose(page, 'Add or minus', '+ Add')
    await expect(page.getByText(`Wallet 5 → 11 (${name})`)).toBeVisible()
    // The wallet is checked again before the question: the member was disabled meanwhile.
    await calls.put(`/member/${member}`, { isDisable: true })
    await submit.click()
    await expect(page.getByRole('status').filter({ hasText: `${name} is disabled` })).toBeVisible()
    await expectReason(submit, `${name} is disabled`)
    await expect(field(page, 'Reason')).toHaveValue(reason)
    await calls.put(`/member/${member}`, { isDisable: false })
    await page.getByRole('button', { name: 'Back' }).click()
    await agree(page, 'Leave without saving?', 'Leave')
    await page.getByRole('link', { name: 'Add' }).click()
    await expect(heading(page, title)).toBeVisible()
    await choose(page, 'Member Name', name)
    await field(page, 'Reason').fill(reason)
    await field(page, 'Adjusted Credit Amt (-/+)').fill('6')
    await page.getByRole('button', { name: 'Submit and Approve' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', 'Wallet 5 → 11', 'Created')
    await search(page, reason)
    await expect(row(page, reason, '+6', 'Approved', 'owner')).toBeVisible()
  })

  await test.step('a pending one goes, and its number with it', async () => {
    const unwanted = unique('Slip')
    const body = { date: '2026-01-31', member, reason: unwanted, adjustCredit: -1 }
    const { doc_no } = await calls.send(document, 'POST', '/credit-adjust', body)
    await search(page, unwanted)
    await (await rowAct(row(page, unwanted), `Delete ${doc_no}`)).click()
    await agree(page, 'Are you sure to delete this credit adjustment?', 'Delete', doc_no, 'Deleted')
    await expect(page.getByText('Showing 0 record(s) of total 0')).toBeVisible()
  })
})

test('who may only look sees the Add button, and the server decides', async ({ page, refusals }) => {
  const calls = await callsAs(page, 'owner')
  const { username } = await newPerson(calls, { credit_adjust: ['view'] })
  const { name } = await holder(calls, 'Siti', 0)
  await enter(page, username, '/credit-adjust/listing')
  await page.getByRole('link', { name: 'Add' }).click()
  await expect(heading(page, title)).toBeVisible()
  await choose(page, 'Member Name', name)
  await field(page, 'Reason').fill('Only looking')
  await field(page, 'Adjusted Credit Amt (-/+)').fill('1')
  refusals.push('403 POST /credit-adjust')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'You do not have the permission Credit Adjustment: Add')
  await expect(field(page, 'Reason')).toHaveValue('Only looking')
})

test('a wallet that could not be read is told where the effect on it would stand', async ({ page, refusals }) => {
  const calls = await callsAs(page, 'owner')
  const { name, _id: member } = await holder(calls, 'Latifah', 120)
  const { today } = await calls.send(settings, 'GET', '/config')
  const { _id: saved } = await calls.post('/credit-adjust', {
    date: today,
    member,
    reason: 'Gift',
    adjustCredit: 5,
    approvedBy: 'owner',
  })
  refusals.push(`500 GET /credit-adjust/wallet/${member}`, `500 GET /credit-adjust/${saved}/effect`)
  const failing = { status: 500, json: { statusCode: 500, error: 'Internal Server Error', message: 'Out of order' } }
  const call = `**/api/admin/credit-adjust/wallet/${member}`
  await page.route(call, (route) => route.fulfill(failing))
  await enter(page, 'owner', '/credit-adjust/create')
  await choose(page, 'Member Name', name)
  await field(page, 'Adjusted Credit Amt (-/+)').fill('30')
  const alert = page.getByRole('alert').filter({ hasText: 'What this does to the wallet could not be read.' })
  await expect(alert).toContainText('Out of order')
  await page.unroute(call)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByText(/125 → 155/)).toBeVisible()

  const effect = `**/api/admin/credit-adjust/${saved}/effect`
  await page.route(effect, (route) => route.fulfill(failing))
  await page.goto(`/credit-adjust/edit/${saved}`)
  await expect(alert).toContainText('Out of order')
  await page.unroute(effect)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/120 → 125/)).toBeVisible()
})
