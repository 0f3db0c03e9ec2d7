import { addDays, displayDate } from '@academy/contract/courses/calendar.ts'
import { field, fillDay, heading, row } from '../support/controls.ts'
import { enter } from '../support/people.ts'
import { expect, inspect, noSidewaysScroll, phoneSize, test } from '../support/portal.ts'

test('the owner sees who may stop and tells them, what is owed in classes, and which class does not pay', async ({
  page,
}) => {
  await test.step('who may stop coming leads to their classes and to a message', async () => {
    await enter(page, 'owner', '/report/risk-report')
    await expect(heading(page, 'Members at Risk')).toBeVisible()
    const first = page.getByRole('row').filter({ hasText: 'Attends less' }).first()
    await inspect(page, 'members-at-risk')
    await first.getByRole('button', { name: /^Message to / }).click()
    await expect(page.getByRole('dialog')).toContainText('WhatsApp')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await first.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/membership\/edit\/.+tab=attendance/)
  })

  await test.step('a month of credits owed opens its wallets', async () => {
    await page.goto('/report/credit-owed-report')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await inspect(page, 'credits-owed')
    // Of a day that is over it is as of then, and leads to no wallets of today.
    const asOf = addDays(`${(await field(page, 'As of').inputValue()).split('-').reverse().join('-')}`, -1)
    await fillDay(page, 'As of', displayDate(asOf))
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(`What wallets held at the end of ${displayDate(asOf)}.`)).toBeVisible()
    await expect(page.getByRole('main').getByRole('table').getByRole('link')).toHaveCount(0)
    await page.goto('/report/credit-owed-report')
    const month = page
      .getByRole('row')
      .filter({ hasText: /^\w+ \d{4}/ })
      .last()
    const owed = (await month.getByRole('link').innerText()).trim()
    await month.getByRole('link').click()
    await expect(heading(page, 'Expiry Report')).toBeVisible()
    await expect(row(page, 'Total')).toContainText(owed)
  })

  await test.step('a cost says who must come, and which class stays below it', async () => {
    await page.goto('/report/break-even-report')
    await expect(page.getByText('Enter what a class costs')).toBeVisible()
    const cost = page.getByLabel('Cost of a Class (RM)')
    await cost.fill('a lot')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('Cost must be an amount in RM, for example 120 or 120.50').first()).toBeVisible()
    await cost.fill('9999.90')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(/^(\d+) of \1 bring in less than RM 9,999\.90 a class\.$/)).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('−')
    await inspect(page, 'break-even')
  })

  await test.step('on a phone the acts go with their row', async () => {
    await page.setViewportSize(phoneSize)
    await page.goto('/report/risk-report')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await noSidewaysScroll(page)
    await expect(page.getByRole('columnheader', { name: 'Why' })).toBeInViewport({ ratio: 1 })
  })
})
