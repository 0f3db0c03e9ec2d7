import { readFile } from 'node:fs/promises'
import { addDays, displayDate } from '@academy/contract/courses/calendar.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { type ScreenPath, screenOf, screens } from '@academy/contract/screens.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { expectReason, fillDay, heading, openFromMenu, row } from '../support/controls.ts'
import { enter } from '../support/people.ts'
import { checkAccessibility, expect, inspect, noSidewaysScroll, phoneSize, read, test } from '../support/portal.ts'

/** Those that ask for something before there is a file to take away. */
const asksFirst: ScreenPath[] = ['/report/class-attendance', '/report/credit-statement-report']
const reports = keysOf(screens).filter((path) => screenOf(path).report)

const families = z.object({ items: z.array(z.object({ _id: z.string(), out: z.number() })) })

async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return download
}

test('reports: from the menu, asked again and cleared, opened to their causes, taken away', async ({
  page,
  refusals,
}) => {
  await enter(page, 'owner', '/report/statement-report')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const from = addDays(today, -30)

  await test.step('a statement is asked for, and its figures open', async () => {
    // What is no date stays as typed, and Search refuses it.
    await fillDay(page, 'Date', '31-02-2026')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('31-02-2026 is not a date. Use DD-MM-YYYY.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue('31-02-2026')
    await expect(page).not.toHaveURL(/startDate=/)
    await fillDay(page, 'Date', displayDate(from))
    await page.getByRole('textbox', { name: 'To' }).fill(displayDate(today))
    await page.getByRole('textbox', { name: 'To' }).press('Enter')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`startDate=${from}&endDate=${today}`))
    await expect(
      page.getByText(/^B\/F [\d,]+ \+ in [\d,]+ − out [\d,]+ − expired [\d,]+ = balance [\d,]+ credits$/),
    ).toBeVisible()
    await expect(row(page, 'Total')).toBeVisible()
    await expect(page.getByText(/^Showing 20 record\(s\) of total \d+$/)).toBeVisible()
    await page.getByRole('button', { name: 'Expand row' }).first().click()
    const entries = page.getByRole('region', { name: 'Credit flow' })
    await expect(entries.getByRole('row').nth(1)).toContainText('Flow')
    await inspect(page, 'report-statement')
    expect((await saved(page, 'Export to Excel')).suggestedFilename()).toBe('Statement_Report.xlsx')
    // Other filters than those of the rows below are on the screen: a file of either would surprise.
    await fillDay(page, 'Date', displayDate(addDays(today, -20)))
    await page.getByRole('textbox', { name: 'To' }).press('Enter')
    for (const button of ['Export to Excel', 'Print PDF'])
      await expectReason(page.getByRole('button', { name: button }), /^The filters were changed and not searched yet/)
    await page.getByRole('button').filter({ hasText: 'Clear' }).click()
    await expect(page).toHaveURL(/statement-report$/)
  })

  await test.step('each of the menu says of which moment it is', async () => {
    for (const path of reports) {
      await openFromMenu(page, screenOf(path).title, 'Report')
      if (asksFirst.includes(path)) continue
      await expect(page.getByText(/^Computed at \d\d-\d\d-\d{4} \d\d:\d\d$/)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Export to Excel' })).toBeVisible()
    }
  })

  await test.step('a mark of the grid opens its class, and a phone keeps the names in sight', async () => {
    await page.goto(`/report/class-attend-report?startDate=${from}&endDate=${today}`)
    await page.setViewportSize(phoneSize)
    const name = page.getByRole('row').nth(1).getByRole('cell').first()
    await expect(name).toBeVisible()
    await noSidewaysScroll(page)
    await page.getByRole('columnheader', { name: 'Present', exact: true }).scrollIntoViewIfNeeded()
    const left = async () => (await name.boundingBox())?.x ?? -1
    await expect.poll(left, 'where the names stand').toBeGreaterThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    const download = await saved(page, 'Print PDF')
    expect(download.suggestedFilename()).toBe('Class_Attend_Report.pdf')
    const [first] = await pdfPages(await readFile(await download.path()))
    expect(first).toContain('Monthly Student Class Attend Details')
    await page
      .getByRole('link', { name: /^[PAO]$/ })
      .first()
      .click()
    await expect(page).toHaveURL(/markAttendance\/class\?id=.*class=/)
  })

  await test.step('a whole range is chosen by key, none that is longer than the report allows', async () => {
    await page.goto('/report/class-attend-report')
    const date = page.getByRole('textbox', { name: 'Class Date' })
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await date.press('ArrowDown')
    await expect(calendar.getByRole('button', { name: 'This month' })).toBeVisible()
    await expect(calendar.getByRole('button', { name: 'This year' })).toHaveCount(0)
    await checkAccessibility(page)
    // Back over what pages the months.
    const range = calendar.getByRole('button', { name: 'Last month' })
    for (let stops = 0; stops < 5; stops++) await page.keyboard.press('Shift+Tab')
    await expect(range).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(calendar).toHaveCount(0)
    await expect(date).toBeFocused()
    const lastMonth = addDays(`${today.slice(0, 8)}01`, -1)
    await expect(date).toHaveValue(displayDate(`${lastMonth.slice(0, 8)}01`))
    await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue(displayDate(lastMonth))
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`endDate=${lastMonth}`))
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText(`to ${displayDate(lastMonth)}`)
  })

  await test.step('a table stays where it is when its answer comes, however much it says', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const call = '**/api/admin/report/reconciliation-report?*'
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    await page.setViewportSize(phoneSize)
    await page.goto(`/report/reconciliation-report?startDate=${from}&endDate=${today}`)
    const top = async () => (await page.getByRole('table').boundingBox())?.y
    await expect(page.getByText('Computed at')).toHaveCount(0)
    const before = await top()
    release()
    await expect(page.getByText(/^Received RM [\d,.]+ = /)).toBeVisible()
    expect(await top()).toBe(before)
    await inspect(page, 'report-reconciliation')
    await page.unroute(call)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('on paper it has the academy, who and when at its head, and no controls', async () => {
    await page.goto(`/report/attendance-report?startDate=${from}&endDate=${today}`)
    await expect(row(page, 'Total')).toBeVisible()
    const [first = '', ...others] = await pdfPages(await page.pdf())
    expect(first).toMatch(/Printed \d\d-\d\d-\d{4} \d\d:\d\d by owner/)
    expect(first).toContain(`${displayDate(from)} to ${displayDate(today)}`)
    expect([first, ...others].join(' ')).not.toMatch(/Search|Export to Excel|Dashboard|Test payments/)
    // The head of the table is on each page, the totals on one.
    for (const page of others) expect(page).toContain('Class Date')
    expect([first, ...others].join(' ').match(/\d+ present, \d+ absent/g)).toHaveLength(1)
  })

  await test.step('a mangled link falls back to what is usual, a range that is none is told at its field', async () => {
    await page.goto('/report/attendance-report?startDate=banana&centre=nowhere&status=Q')
    await expect(page.getByText(/^Computed at /)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Class Date' })).toHaveValue(displayDate(addDays(today, -1)))
    refusals.push('400 GET /report/attendance-report')
    await page.goto(`/report/attendance-report?startDate=${today}&endDate=${from}`)
    const message = 'The range must end on or after the day it starts'
    await expect(page.getByRole('search').getByText(message)).toBeVisible()
    await expect(page.getByRole('table').getByText(message)).toBeVisible()
  })

  await test.step('a settled sum opens the attendance that it counts', async () => {
    // Again where somebody was marked in between: other tests mark classes meanwhile.
    await expect(async () => {
      await page.goto(`/report/class-monthly-settlement-report?startDate=${from}&endDate=${today}`)
      const sum = row(page, 'Total').getByRole('link').nth(1)
      const attended = await sum.innerText()
      await sum.click()
      await expect(heading(page, 'Attendance Report')).toBeVisible()
      await expect(row(page, 'Total')).toContainText(`${attended.replace(',', '')} present`, { timeout: 5_000 })
    }).toPass()
  })

  await test.step('a family’s statement, and a day’s flow both ways', async () => {
    const { items } = await read(
      page,
      families,
      `/point-adjust/parent-flow?startDate=${from}&endDate=${today}&limit=1000`,
    )
    const parent = items.find((one) => one.out > 0)
    await page.goto(`/report/credit-statement-report?startDate=${from}&endDate=${today}&parentId=${parent?._id}`)
    await expect(row(page, 'Total')).toContainText(parent?.out.toLocaleString('en-MY') ?? '-')
    expect((await saved(page, 'Print PDF')).suggestedFilename()).toBe('Credit_Statement_Report.pdf')
    await page.goto(`/report/overall-flow-report?dateTime=${addDays(today, -4)}`)
    await page.getByRole('tab', { name: 'Flow Out' }).click()
    await expect(page).toHaveURL(/flow=out/)
    await expect(page.getByText('Expires within 90 days')).toBeVisible()
    await inspect(page, 'report-overall-flow')
    expect((await saved(page, 'Print PDF')).suggestedFilename()).toBe('Overall_Flow_Report.pdf')
  })
})
