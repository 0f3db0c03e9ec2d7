import { z } from 'zod'
import { choose, field, fillDay, row, rowAct, search } from '../support/controls.ts'
import { giveHolidays } from '../support/holidays.ts'
import { add, disableAndEnable, expectFound, remove, submit } from '../support/list-steps.ts'
import { callsAs, enter } from '../support/people.ts'
import { agree, expect, expectToast, inspect, read, test } from '../support/portal.ts'

test('Holiday: every date falls within its year', async ({ page }) => {
  await enter(page, 'owner', '/holiday')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const thisYear = Number(today.slice(0, 4))
  await inspect(page, 'holiday')
  await add(page)
  const year = thisYear + 40 + Math.floor(Math.random() * 10)
  await choose(page, 'Year', String(year))
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await submit(page)
  await expect(page.getByText('Holiday name is required')).toBeVisible()
  await expect(page.getByText('Holiday date is required')).toBeVisible()
  await field(page, 'Holiday Name').fill('Founders Day')
  await fillDay(page, 'Date', `16/09/${year}`)
  await choose(page, 'Year', String(year + 1))
  await submit(page)
  await expect(page.getByText(`All holiday dates must fall within the year ${year + 1}.`)).toBeVisible()
  await inspect(page, 'holiday-form')
  await choose(page, 'Year', String(year))
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await row(page, String(year))
    .getByRole('link', { name: `Edit ${year}` })
    .click()
  await expect(field(page, 'Date')).toHaveValue(`16/09/${year}`)
  await fillDay(page, 'Date', `17/09/${year}`)
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  await search(page, String(year))
  await disableAndEnable(page, String(year), {
    disable: `${year} counts as a year without holidays`,
    enable: `The holidays of ${year} count again`,
  })
  await remove(page, String(year))
  await expectFound(page, 0)
})

test('Holiday: the Malaysian days of a state are a start, to be edited', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const { today } = await owner.send(z.object({ today: z.string() }), 'GET', '/config')
  const thisYear = Number(today.slice(0, 4))
  // One whose Malaysian holidays there is a list of.
  const known = 2027
  for (const year of [thisYear, known]) await giveHolidays(owner, year)
  await enter(page, 'owner', '/holiday/create')
  // Fifty years back to fifty forward.
  await choose(page, 'Year', String(thisYear + 50))
  await choose(page, 'Year', String(thisYear - 50))
  // A year that has its days leads to them.
  await choose(page, 'Year', String(thisYear))
  await expect(page.getByText(`${thisYear} has its holidays already.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeHidden()
  await page.getByRole('link', { name: 'Open them' }).click()
  await expect(row(page, String(thisYear))).toBeVisible()
  await search(page, String(known))
  await row(page, String(known))
    .getByRole('link', { name: `Edit ${known}` })
    .click()
  // The cursor goes to where the next one is named.
  await page.getByRole('button', { name: 'Add holiday' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Holiday Name' }).last()).toBeFocused()
  await submit(page)
  await expect(page.getByText('Holiday name is required')).toBeVisible()
  await choose(page, 'State', 'Selangor')
  await page.getByRole('button', { name: 'Fill in Malaysian holidays' }).click()
  await expectToast(page, /^\d+ holidays filled in/)
  const rows = page.getByRole('textbox', { name: 'Holiday Name' })
  await expect(rows.first()).not.toHaveValue('')
  const count = await rows.count()
  expect(count).toBeGreaterThan(10)
  await expect(page.getByText('Holiday name is required')).toBeHidden()
  await page.getByRole('button', { name: 'Remove holiday 1', exact: true }).click()
  await expect(rows).toHaveCount(count - 1)
})

test('Document format: the next number is shown as the format is typed', async ({ page }) => {
  await enter(page, 'owner', '/format')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const [year, month, day] = today.split('-')
  const entry = row(page, 'Credit Adjustment')
  await page.getByRole('link', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Every document type has its format already. It can be edited there.')).toBeVisible()
  await inspect(page, 'format-none-left')
  await page.goBack()
  // Others number documents meanwhile: this question, too, is answered with no.
  await (await rowAct(entry, /^Delete/)).click()
  const deletion = page.getByRole('dialog', { name: 'Are you sure to delete this format?' })
  await expect(deletion).toContainText('No Credit Adjustment number is issued until a format for it is created again.')
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await expect(deletion).toBeHidden()
  // While it is disabled nobody gets a number, and others work meanwhile: the question is answered with no.
  await (await rowAct(entry, /^Disable/)).click()
  const question = page.getByRole('dialog', { name: 'Are you sure to disable?' })
  await expect(question).toContainText('No Credit Adjustment number is issued while it is disabled')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  await entry.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByRole('combobox', { name: 'Document Type' })).toBeDisabled()
  await expect(page.getByText('(ddmmyyy) for date, {0000} for running number')).toBeVisible()
  const format = field(page, 'Document Format')
  const kept = await format.inputValue()
  const number = field(page, 'Running No')
  const running = Number(await number.inputValue())
  await format.fill('CA(ddmmyyy)/{0000}')
  await number.fill('41')
  await expect(page.getByText(`Next number: CA${day}${month}${year}/0042`)).toBeVisible()
  await number.fill('9950')
  await expect(
    page.getByText('The Credit Adjustment format has 49 numbers left before it must be reset.'),
  ).toBeVisible()
  await number.fill('9999')
  await expect(page.getByText('There is no next number: reset the running number.')).toBeVisible()
  await number.fill('10000')
  await expect(page.getByText('Must be at most 9999')).toBeVisible()
  await expect(page.getByText('There is no next number')).toHaveCount(0)
  await expect(page.getByText('has issued its last number')).toHaveCount(0)
  await number.fill('')
  await format.fill('')
  await submit(page)
  await expect(page.getByText('This field is required')).toHaveCount(2)
  await inspect(page, 'format-form')
  // Said at the field, before anything is asked.
  await number.fill(String(running))
  await format.fill('CA-(yyyy)')
  await submit(page)
  await expect(page.getByText('Document Format must hold the running number, for example {0000}').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Numbers may have been issued meanwhile.
  await format.fill(kept)
  await number.fill(String(running + 50))
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  // Perhaps more: numbers are issued meanwhile.
  const shown = async () => Number(await entry.locator('td.number').innerText())
  await expect.poll(shown).toBeGreaterThanOrEqual(running + 50)
})
