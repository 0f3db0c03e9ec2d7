import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { field, heading, openFromMenu, row } from '../support/controls.ts'
import { callsAs, enter, newCoach, newParent, unique } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'

test('the cash of a coach is ticked, counted by notes, closed, printed and corrected; the books hold', async ({
  page,
  refusals,
}) => {
  const calls = await callsAs(page, 'owner')
  const coachName = unique('Cash Coach')
  const coach = await newCoach(page, calls, coachName)
  const bought = await calls.post('/credit-package', {
    code: unique('P'),
    title: 'Desk package',
    description: 'For the desk',
    credit: 120,
    addition: 0,
    duration: 3,
  })
  const payers: { name: string; payment: string }[] = []
  for (const word of ['Devi', 'Siti', 'Wong']) {
    const name = unique(word)
    const member = await newParent(calls, name)
    const { _id } = await calls.post('/payment', {
      memberId: member._id,
      package: bought._id,
      coachReceived: coach._id,
      paymentType: 'Cash',
    })
    payers.push({ name, payment: _id })
  }
  const [devi, siti, wong] = payers.map(({ name }) => name)

  await test.step('the day stands among those still to close', async () => {
    await enter(page, 'clerk', '/dashboard/overview')
    await openFromMenu(page, 'Cash Desk Close')
    await expect(row(page, coachName, 'RM 360.00')).toBeVisible()
    await inspect(page, 'cash-desk')
    await row(page, coachName, 'RM 360.00').getByRole('link').click()
  })

  await test.step('one was not handed over, and the money is short: it wants a remark', async () => {
    await expect(heading(page, 'Close a Day')).toBeVisible()
    await row(page, `${wong}`).getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Count notes and coins' }).click()
    await page.getByLabel('Pieces of RM 50.00').fill('4')
    await expect(field(page, 'Counted (RM)')).toHaveValue('200.00')
    await expect(page.getByText('RM 40.00 short')).toBeVisible()
    await page.getByRole('button', { name: 'Close the Day' }).click()
    await expect(page.getByText('Remark is required when there is a difference')).toBeVisible()
    await field(page, 'Remark').fill('One note is still with the coach')
    await inspect(page, 'cash-desk-count')
  })

  await test.step('somebody rejects one meanwhile: it is named, and nothing is closed', async () => {
    refusals.push('409 POST /cash-close')
    await calls.put(`/payment/direct/${payers[1]?.payment}`, { isPay: false, isRejected: true })
    await page.getByRole('button', { name: 'Close the Day' }).click()
    await agree(
      page,
      'Are you sure to close?',
      'Close',
      '2 payments, RM 240.00 expected, RM 200.00 counted, RM 40.00 short. 2 of them verified now, 240 credits added.',
    )
    await expect(page.getByText(`of ${siti}: It is Rejected by now`).first()).toBeVisible()
    await expect(row(page, `${siti}`)).toBeHidden()
  })

  await test.step('what is left is closed', async () => {
    await page.getByLabel('Pieces of RM 50.00').fill('2')
    await expect(page.getByText('RM 20.00 short')).toBeVisible()
    await page.getByRole('button', { name: 'Close the Day' }).click()
    await agree(page, 'Are you sure to close?', 'Close', '1 payment, RM 120.00 expected, RM 100.00 counted', 'Closed')
    await expect(heading(page, /^Cash Close CC-/)).toBeVisible()
    await expect(row(page, `${devi}`, 'RM 120.00', 'Verified with this close')).toBeVisible()
    await expect(page.getByText('1 of RM 120.00')).toBeVisible()
    await inspect(page, 'cash-close')
  })

  await test.step('it prints, with lines to sign on', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^PDF of/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Cash_Close_CC-\d{4}-\d{4}\.pdf$/)
    const content: Buffer[] = []
    for await (const part of await download.createReadStream()) content.push(Buffer.from(part))
    const [text] = await pdfPages(Buffer.concat(content))
    for (const words of ['CASH CLOSE', coachName, `${devi}`, 'RM 20.00 short', 'Handed over by', 'Checked by'])
      expect(text).toContain(words)
  })

  await test.step('the owner puts it right with a close of its own, at 390 px', async () => {
    await page.setViewportSize(phoneSize)
    await page.getByRole('button', { name: 'Correct', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Correct CC-/ })
    await field(dialog, 'Counted (RM)').fill('20')
    await field(dialog, 'Remark').fill('The coach brought the note')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await agree(page, 'Are you sure to close?', 'Close', 'RM 20.00 expected, RM 20.00 counted', 'Closed')
    await expect(page.getByText('Corrects', { exact: true })).toBeVisible()
    await page.goto(`/cash-close/create?coach=${coach._id}`)
    await expect(row(page, `${wong}`)).toBeVisible()
    await inspect(page, 'cash-desk-count')
  })

  await test.step('the owner proves the books from the dashboard', async () => {
    await enter(page, 'owner', '/dashboard/overview')
    // Folded where the night has found them whole.
    const head = page.getByRole('heading', { name: /^The books / })
    await expect(head).toBeVisible()
    const prove = page.getByRole('button', { name: 'Prove Now' })
    if (!(await prove.isVisible())) await head.click()
    await prove.click()
    await agree(page, 'Are you sure to prove the books now?', 'Prove', 'computed again from zero')
    await expect(page.getByText('The books are whole')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'What was checked' }).click()
    await expect(row(page, 'cash closes expect what their payments make', 'Holds')).toBeVisible()
    await inspect(page, 'books')
  })
})
