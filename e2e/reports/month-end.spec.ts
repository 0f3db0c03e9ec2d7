import { monthOf, monthsLater } from '@academy/contract/reports/month.ts'
import { z } from 'zod'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { expectReason, heading, openFromMenu } from '../support/controls.ts'
import { callsAs, enter, newParent, newPerson, unique } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, read, test } from '../support/portal.ts'

/**
 * Months are closed in turn and for everybody, and no adjustment is dated in one that is closed. So this one and the two
 * after it are long before the demo academy began, and the only ones that are closed here.
 */
const month = '2020-01'

test('a month is closed with a remark on what is open, and its files are kept', async ({ page, refusals }) => {
  const calls = await callsAs(page, 'owner')
  const name = unique('Farah')
  const member = await newParent(calls, name)
  const draft = { date: `${month}-15`, member: member._id, reason: 'A gift', adjustCredit: 5, approvedBy: null }
  const waiting = await calls.post('/credit-adjust', draft)
  const points = page.getByRole('list').filter({ hasText: 'Classes not marked' })
  const point = (words: string) => points.getByRole('listitem').filter({ hasText: words })

  await test.step('the menu leads to the month that is to be closed next', async () => {
    await enter(page, 'owner', '/dashboard/overview')
    await openFromMenu(page, 'Month End', 'Report')
    await expect(page.getByRole('navigation', { name: 'Month' })).toBeVisible()
  })

  await test.step('what is done is ticked, what is open leads to where it is done', async () => {
    await page.goto(`/report/month-end?month=${month}`)
    await expect(page.getByText('January 2020 is over and can be closed.')).toBeVisible()
    await expect(point('Classes not marked')).toContainText('Done')
    await expect(point('Credit adjustments that wait for approval')).toContainText('1 open')
    await inspect(page, 'month-end')
    await page.getByRole('link', { name: 'Open: Credit adjustments that wait for approval' }).click()
    await expect(heading(page, 'Credit Adjustment')).toBeVisible()
    await page.goBack()
  })

  await test.step('it is closed with a reason for what is open', async () => {
    await page.getByRole('button', { name: 'Close January 2020' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close January 2020' })
    await expect(dialog).toContainText('Credit adjustments that wait for approval: 1')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Please say why the month is closed with something open')).toBeVisible()
    await inspect(page, 'month-end-closing')
    await dialog.getByRole('textbox', { name: 'Why it is closed all the same' }).fill('Before the portal')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await agree(page, 'Are you sure to close the month?', 'Close', /January 2020 is kept as it is now/, 'Closed')
    await expect(page.getByText(/^Closed on \d\d-\d\d-\d{4} \d\d:\d\d by owner\.$/)).toBeVisible()
    await expect(page.getByText('Credit adjustments that wait for approval: 1')).toBeVisible()
    await expect(page.getByText('Remark: Before the portal')).toBeVisible()
    await expect(page.getByText('the official receipts of the month (0)')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Collection Report as PDF/ })).toHaveText(/^PDF \d+ KB$/)
    await inspect(page, 'month-closed')
  })

  const saved = async (button: string | RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    const content: Buffer[] = []
    for await (const part of await download.createReadStream()) content.push(Buffer.from(part))
    return { name: download.suggestedFilename(), content: Buffer.concat(content) }
  }

  await test.step('its files are downloaded one by one and together', async () => {
    const report = await saved(/^Collection Report as PDF/)
    expect(report.name).toBe('Collection_Report.pdf')
    expect((await pdfPages(report.content)).join(' ')).toContain('01-01-2020 to 31-01-2020')
    const pack = await saved('Download the month (ZIP)')
    expect(pack.name).toBe('Month_End_2020-01.zip')
    for (const file of ['README.txt', 'SHA256SUMS', 'reports/Statement_Report.xlsx'])
      expect(pack.content.includes(file), file).toBe(true)
  })

  await test.step('a month before it counts as closed, and asks for nothing', async () => {
    await page.getByRole('link', { name: 'December 2019' }).click()
    await expect(page.getByText('December 2019 is closed already.')).toBeVisible()
    await expect(page.getByText('none of its files were kept')).toBeVisible()
    await expect(points).toHaveCount(0)
    await page.getByRole('link', { name: 'January 2020' }).click()
    await expect(page.getByText('Remark: Before the portal')).toBeVisible()
  })

  await test.step('whoever may only look is told what is missing, and led only to where they may go', async () => {
    const person = await newPerson(calls, { 'report.collection': ['view'] })
    await enter(page, person.username, '/report/month-end?month=2020-02')
    await expectReason(page.getByRole('button', { name: 'Close February 2020' }), /Audit Trail: View/)
    await expect(point('Credit adjustments that wait for approval')).toContainText('1 open')
    await expect(points.getByRole('link')).toHaveCount(0)
    await page.getByRole('link', { name: 'January 2020' }).click()
    await expectReason(page.getByRole('button', { name: 'Download the month (ZIP)' }), /Audit Trail: View/)
  })

  await test.step('the next month is there without being named, and stays in sight once it is closed', async () => {
    await enter(page, 'owner', '/report/month-end')
    await page.getByRole('button', { name: 'Close February 2020' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close February 2020' })
    await dialog.getByRole('textbox', { name: 'Why it is closed all the same' }).fill('Nor this one')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await agree(page, 'Are you sure to close the month?', 'Close', /February 2020 is kept as it is now/, 'Closed')
    await expect(page.getByText('Remark: Nor this one')).toBeVisible()
    await expect(page).toHaveURL(/\/report\/month-end\?month=2020-02$/)
  })

  await test.step('somebody else closes it meanwhile: nothing is asked of the month after it', async () => {
    refusals.push('409 POST /month-end')
    await page.goto('/report/month-end')
    await page.getByRole('button', { name: 'Close March 2020' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close March 2020' })
    await dialog.getByRole('textbox', { name: 'Why it is closed all the same' }).fill('Too late')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await calls.send(z.unknown(), 'POST', '/month-end', { month: '2020-03', remark: 'Sooner' })
    await agree(page, 'Are you sure to close the month?', 'Close', undefined, 'March 2020 is closed already')
    await expect(page.getByText('April 2020 is over and can be closed.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('at 390 px, and an adjustment is dated in it no more', async () => {
    await page.setViewportSize(phoneSize)
    await enter(page, 'owner', `/report/month-end?month=${month}`)
    await expect(page.getByText('Remark: Before the portal')).toBeVisible()
    await inspect(page, 'month-closed-phone')
    await calls.send(z.unknown(), 'DELETE', `/credit-adjust/${waiting._id}`)
    await expect(calls.post('/credit-adjust', draft)).rejects.toThrow('January 2020 is closed')
  })
})

test('what is open of a month leads to what was counted, and to nothing else', async ({ page }) => {
  await enter(page, 'owner', '/report/month-end')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const listed = `/report/month-end?month=${monthsLater(monthOf(today), -1)}`
  await page.goto(listed)
  const cases = page.getByRole('listitem').filter({ hasText: 'Open outstanding cases' })
  await cases.getByRole('link').click()
  // How many there are, other tests change meanwhile.
  const lastDay = new Date(Date.parse(`${monthOf(today)}-01`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  await expect(page).toHaveURL(new RegExp(`outstanding-credit/listing.*[?&]to=${lastDay}`))
  await expect(page.getByText('record(s) of total')).toBeVisible()
  // The demo academy closed the cash of its last evenings.
  await page.goto(`/report/month-end?month=${monthsLater(monthOf(today), -2)}`)
  await page.getByRole('link', { name: 'Open: Days on which received money is not accounted for' }).click()
  await expect(page.getByText('Lines: Not verified or not closed')).toBeVisible()
})
