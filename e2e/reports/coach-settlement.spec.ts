import { readFile } from 'node:fs/promises'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { daysOf, monthOf, monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import { choose, field, fillDay, row, rowAct } from '../support/controls.ts'
import { hold } from '../support/hold.ts'
import { enter } from '../support/people.ts'
import { agree, expect, expectToast, inspect, noSidewaysScroll, phoneSize, read, test } from '../support/portal.ts'

/** Sen in cells such as `1,020.00` or `RM 1,020.00`; none in '-'. */
const senIn = (text: string) => (/\d/.test(text) ? sen(text.replace(/[RM,\s]/g, '')) : 0)
const sumOf = async (cells: Locator) => (await cells.allInnerTexts()).reduce((sum, text) => sum + senIn(text), 0)
const shown = (amount: number) => ringgit(amount).replace(/\B(?=(\d{3})+\.)/g, ',')

/** What the page says of the whole month. */
const amountOf = (page: Page) =>
  page.getByRole('region', { name: 'Totals' }).getByRole('definition').filter({ hasText: 'RM' }).first()

test('the owner opens a month of pay down to who came, changes a rate, and prints the statement', async ({ page }) => {
  await enter(page, 'owner', '/report/class-monthly-settlement-report')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const month = monthsLater(monthOf(today), -1)

  await test.step('the month’s head is the sum of the coaches', async () => {
    // From the classes of a month to what is paid for them, also while the report still shows other days.
    const settlement = page.getByRole('main').getByRole('link', { name: 'Coach Settlement' })
    const search = async (days: string, of: string) => {
      await page.getByRole('button', { name: 'Calendar' }).first().click()
      await page.getByRole('button', { name: days }).click()
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`startDate=${of}-01`))
    }
    await search('This month', monthOf(today))
    await expect(page.getByText(`Class Date ${displayDate(daysOf(monthOf(today)).startDate)} to`)).toBeVisible()
    const release = await hold(page, '/report/class-monthly-settlement-Report?*')
    await search('Last month', month)
    await settlement.click()
    await expect(page).toHaveURL(new RegExp(`coach-settlement\\?month=${month}`))
    release()
    await expect(page.getByText(`Month: ${monthWords(month)}`)).toBeVisible()
    const total = await sumOf(row(page, 'Total').getByRole('cell').last())
    expect(total).toBeGreaterThan(0)
    const coaches = page.getByRole('row').filter({ has: page.getByRole('link') })
    expect(await sumOf(coaches.locator('td:last-child'))).toBe(total)
    await expect(amountOf(page)).toHaveText(`RM ${shown(total)}`)
    await inspect(page, 'coach-settlement')
  })

  const coach = 'Master Lim Chee Keong'
  let paid = 0
  await test.step('a coach is the sum of the classes, a class of its days, a day of who came', async () => {
    const line = page.getByRole('row').filter({ hasText: coach })
    paid = senIn(await line.getByRole('cell').last().innerText())
    await line.getByRole('link', { name: coach }).click()
    await expect(page).toHaveURL(/\/report\/coach-settlement\/[\w-]+\?month=/)
    await expect(amountOf(page)).toHaveText(`RM ${shown(paid)}`)
    expect(await sumOf(page.locator('tfoot td:last-child'))).toBe(paid)
    const junior = page.getByRole('region', { name: 'Taekwondo Junior' })
    await junior
      .getByRole('button', { expanded: false })
      .filter({ hasText: /^\d\d-/ })
      .first()
      .click()
    const who = junior.getByRole('table', { name: 'Who came' })
    await expect(who.getByRole('link').first()).toBeVisible()
    const day = junior.getByRole('row').filter({ has: page.getByRole('button', { expanded: true }) })
    expect(await sumOf(who.locator('tbody td:last-child'))).toBe(senIn(await day.getByRole('cell').last().innerText()))
    await inspect(page, 'coach-month')
  })

  const saved = async (kind: string, amount: string) => {
    const dialog = page.getByRole('dialog', { name: 'Set a Rate' })
    await choose(dialog, 'Paid', kind)
    await field(dialog, 'Rate').fill(amount)
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  await test.step('a rate from the middle of the month moves the figures, and goes again', async () => {
    const { startDate } = daysOf(month)
    await page.getByRole('button', { name: `Set Rate: ${coach}, Taekwondo Junior` }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a Rate' })
    await expect(field(dialog, 'From')).toHaveValue(displayDate(startDate))
    await fillDay(dialog, 'From', displayDate(`${month}-15`))
    await saved('Share of credit (%)', '140')
    await expect(dialog.getByText('A share is at most 100 %').first()).toBeVisible()
    await saved('Per head (RM)', '0.01')
    await agree(page, 'Are you sure to submit?', 'Save')
    await expectToast(page, 'Created')
    await expect(page.getByRole('region', { name: 'Taekwondo Junior' })).toContainText('RM 0.01 a head')
    await expect(amountOf(page)).not.toHaveText(`RM ${shown(paid)}`)

    await page.goto('/coach-rate')
    const rate = page.getByRole('row').filter({ hasText: 'RM 0.01 a head' })
    await inspect(page, 'coach-rates')
    await page.setViewportSize(phoneSize)
    await expect(rate).toContainText(displayDate(`${month}-15`))
    await page.setViewportSize({ width: 1440, height: 900 })
    await (await rowAct(rate, /^Delete /)).click()
    await agree(page, 'Are you sure to delete this rate?', 'Delete', 'RM 0.01 a head from')
    await expect(rate).toHaveCount(0)
    await page.goBack()
    await expect(amountOf(page)).toHaveText(`RM ${shown(paid)}`)
  })

  await test.step('the statement says what the page says', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Statement to Sign' }).click(),
    ])
    const text = (await pdfPages(await readFile(await download.path()))).join(' ')
    for (const words of ['COACH SETTLEMENT', monthWords(month), coach, shown(paid), 'Paid by', 'Received by'])
      expect(text).toContain(words)
  })

  await test.step('on a phone the month opens as well', async () => {
    await page.setViewportSize(phoneSize)
    const opener = page
      .getByRole('button', { expanded: false })
      .filter({ hasText: /^\d\d-/ })
      .first()
    await opener.click()
    await expect(page.getByRole('table', { name: 'Who came' }).getByRole('link').first()).toBeVisible()
    await inspect(page, 'coach-month')
    await page.goto(`/report/coach-settlement?month=${month}`)
    await expect(page.getByRole('link', { name: coach })).toBeVisible()
    await noSidewaysScroll(page)
    await page.goto('/coach-rate')
    await expect(page.getByText('RM 120.00 a class')).toBeVisible()
    await inspect(page, 'coach-rates')
  })
})
