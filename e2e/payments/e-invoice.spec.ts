/** A month's sales as a file for MyInvois: what the academy has to say first, what the file holds, who may have it. */
import { readFile } from 'node:fs/promises'
import { addDays } from '@academy/contract/courses/calendar.ts'
import { z } from 'zod'
import { choose, field, heading, openFromMenu, row } from '../support/controls.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter, firstOf, newPerson, unique } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, read, test } from '../support/portal.ts'

const download = 'Download e-Invoice file (JSON)'
const amounts = z.object({ amount: z.string(), parts: z.array(z.object({ number: z.string() })) })
const invoice = z.object({
  Invoice: z.tuple([
    z.looseObject({
      ID: z.tuple([z.object({ _: z.string() })]),
      LegalMonetaryTotal: z.tuple([z.looseObject({ PayableAmount: z.tuple([z.looseObject({ _: z.number() })]) })]),
    }),
  ]),
})

test('the owner says once what MyInvois asks for, sees what a month holds, and takes its file', async ({ page }) => {
  await enter(page, 'owner', '/brand')
  const panel = page.getByRole('region', { name: 'e-Invoice' })
  const save = panel.getByRole('button', { name: 'Save e-Invoice details' })
  const saved = async () => {
    await save.click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  }
  await test.step('the demo academy has said it; without its number there is no file', async () => {
    await expect(field(panel, 'Tax Identification Number (TIN)')).toHaveValue('C1234567890')
    await field(panel, 'Tax Identification Number (TIN)').fill('')
    await saved()
    await openFromMenu(page, 'e-Invoice', 'Report')
    await expect(page.getByRole('alert')).toContainText('Still to say: Tax Identification Number (TIN).')
    await page.getByRole('button', { name: download }).hover()
    await expect(page.getByRole('tooltip')).toContainText('Please say on the page Academy first')
    await inspect(page, 'e-invoice-missing')
  })

  await test.step('the way to where it is said is one click', async () => {
    await page.getByRole('link', { name: 'Say it on the page Academy' }).click()
    await expect(panel.getByRole('heading', { name: 'e-Invoice' })).toBeInViewport()
    await field(panel, 'Tax Identification Number (TIN)').fill('EI00000000010')
    await save.click()
    await expect(panel).toContainText('Give one or two letters and 9 to 12 digits, such as C1234567890')
    await field(panel, 'Tax Identification Number (TIN)').fill('c1234567890')
    await field(panel, 'Business Activity').fill('Martial arts & 武術 "instruction"')
    await choose(panel, 'State', 'Selangor')
    await saved()
    await expect(field(panel, 'Tax Identification Number (TIN)')).toHaveValue('C1234567890')
  })

  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const last = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)
  const month = await read(page, amounts, `/e-invoice?month=${last}`)
  const shown = `RM ${Number(month.amount).toLocaleString('en', { minimumFractionDigits: 2 })}`

  await test.step('last month is shown first, with its lines and sums, and its file says the same', async () => {
    await page.goto('/report/e-invoice')
    await expect(page.getByText(/submitted by 07-\d\d-\d{4}\.$/)).toBeVisible()
    await expect(page.getByText(/^In the file/).locator('xpath=ancestor::div[1]')).toContainText(shown)
    await expect(page.getByRole('heading', { name: `Lines of EINV-${last}` })).toBeVisible()
    await inspect(page, 'e-invoice')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: download }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`EINV-${last}.json`)
    const text = await readFile(await file.path(), 'utf8')
    const [content] = invoice.parse(JSON.parse(text)).Invoice
    expect(content.ID[0]._).toBe(`EINV-${last}`)
    expect(content.LegalMonetaryTotal[0].PayableAmount[0]._.toFixed(2)).toBe(month.amount)
    expect(text).toContain('Martial arts & 武術 \\"instruction\\"')
  })

  await test.step('its sum leads to the Collection Report of the same days', async () => {
    const figure = page
      .getByText('Collection Report of these days')
      .locator('xpath=ancestor::div[1]')
      .getByRole('definition')
    const told = await figure.innerText()
    await page.getByRole('link', { name: 'Collection Report of these days' }).click()
    await expect(heading(page, 'Collection Report')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText(told)
  })
})

test('a sale above RM 10,000 stands apart, and a month that is not over has no file, on a phone too', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const { mother, today } = await academy(calls)
  const coach = await firstOf(calls, 'coach')
  const title = unique('Ten years')
  const bought = await calls.post('/credit-package', {
    ...{ code: title, title, description: title, credit: 10_001, addition: 0, duration: 12 },
  })
  const order = await calls.post('/payment', { memberId: mother._id, package: bought._id, coachReceived: coach._id })
  await calls.put(`/payment/direct/${order._id}`, { isPay: true })

  await page.setViewportSize(phoneSize)
  await enter(page, 'owner', `/report/e-invoice?month=${today.slice(0, 7)}`)
  await expect(page.getByRole('heading', { name: 'Above RM 10,000.00: an e-Invoice each' })).toBeVisible()
  await expect(row(page, mother.name)).toContainText('RM 10,001.00')
  await expect(page.getByRole('status')).toContainText('is not over')
  await inspect(page, 'e-invoice-open-month')
  await page.goto('/brand#e-invoice')
  await expect(page.getByRole('heading', { name: 'e-Invoice' })).toBeInViewport()
  await inspect(page, 'e-invoice-supplier')
})

test('whoever is in charge of one centre is told who makes the file', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const centre = await firstOf(owner, 'centre')
  const person = await newPerson(
    owner,
    { 'report.collection': ['view', 'export'] },
    { isCenter: true, centreIncharge: [centre._id] },
  )
  await enter(page, person.username, '/report/e-invoice')
  await expect(page.getByRole('status')).toContainText('it is made by somebody who is in charge of all centres')
  await expect(page.getByRole('button', { name: download })).toHaveAttribute('aria-disabled', 'true')
})
