import { addDays, displayDate } from '@academy/contract/courses/calendar.ts'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { choose, expectReason, field, fillDay, heading, optionOf, row, rowAct } from '../support/controls.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { agree, expect, expectToast, glanceOnPhone, inspect, test } from '../support/portal.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const submit = (dialog: Locator, name = 'Submit') => dialog.getByRole('button', { name }).click()

/** What the open list offers, each with the reason when it cannot be chosen. */
const offered = (page: Page) => page.getByRole('listbox').getByRole('option')

test('classes, attendance and the wallet of a family are put right by hand, each step saying what it does', async ({
  page,
  refusals,
}) => {
  const calls = await callsAs(page, 'owner')
  const { today, attended, tried, held, mother, child } = await academy(calls)
  const pageOf = (member: { _id: string }, tab: string) => `/membership/edit/${member._id}?tab=${tab}`
  const day = (place: number) => displayDate(held[place]?.date ?? '')

  await test.step('the child is enrolled, paid by the mother', async () => {
    await enter(page, 'owner', pageOf(child, 'class'))
    await page.getByRole('button', { name: 'Add Class' }).click()
    const dialog = dialogOf(page, 'Add Class')
    await expect(dialog.locator('.required', { hasText: /^Credit$/ })).toBeVisible()
    await submit(dialog)
    for (const message of ['Course is required', 'Credit type is required', 'Credit is required'])
      await expect(dialog.getByText(message, { exact: true })).toBeVisible()
    await expect(dialog.getByText('Please select the wallet that pays')).toBeVisible()
    await choose(dialog, 'Course', attended.name)
    await dialog.getByRole('combobox', { name: 'Credit Type' }).click()
    const types = offered(page)
    await expect(types).toHaveCount(6)
    const order = ['Special', 'Normal Credit 2', 'Normal', 'Free', 'Trial 1', 'Trial 2']
    for (const [place, type] of order.entries()) await expect(types.nth(place)).toContainText(type)
    await expect(optionOf(page, 'Trial 2')).toContainText('Only after Trial 1')
    await expect(optionOf(page, 'Trial 2')).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await choose(dialog, 'Credit Type', 'Normal')
    await expect(field(dialog, 'Credit')).toHaveValue('10')
    await choose(dialog, 'Wallet that pays', `${mother.name}, wallet 25`)
    await glanceOnPhone(page, 'money-class-dialog')
    await submit(dialog)
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Registered')
    await expect(row(page, attended.name, 'Normal', '10', `${mother.name}, 25`, 'Active')).toBeVisible()
  })

  await test.step('and tries another course, once', async () => {
    await page.getByRole('button', { name: 'Add Class' }).click()
    const dialog = dialogOf(page, 'Add Class')
    const course = dialog.getByRole('combobox', { name: 'Course' })
    await course.click()
    await course.fill(attended.name)
    await expect(page.getByText('No further course to enroll in')).toBeVisible()
    await choose(dialog, 'Course', tried.name)
    await choose(dialog, 'Credit Type', 'Trial 1')
    await expect(field(dialog, 'Credit')).toHaveValue('0')
    await choose(dialog, 'Wallet that pays', `${mother.name}, wallet 25`)
    await submit(dialog)
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Registered')
    const trial = row(page, tried.name)
    await (await rowAct(trial, `Mark Trial 1 of ${tried.name} as done`)).click()
    await agree(page, 'Are you sure to mark this trial as done?', 'OK', 'can no longer be changed', 'Updated')
    await expect(trial).toContainText('Trial Done')
    await expectReason(trial.getByRole('button', { name: 'Edit' }), 'A finished trial cannot be edited')
    await expectReason(await rowAct(trial, `Delete ${tried.name}`), 'A finished trial cannot be deleted, it counts')
    await page.getByRole('button', { name: 'Add Class' }).click()
    await choose(dialog, 'Course', tried.name)
    await dialog.getByRole('combobox', { name: 'Credit Type' }).click()
    await expect(optionOf(page, 'Trial 1')).toContainText('This course was tried before')
    await expect(optionOf(page, 'Trial 2')).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await agree(page, 'Leave without saving?', 'Leave')
    await expect(dialog).toBeHidden()
    await inspect(page, 'money-class')
    await glanceOnPhone(page, 'money-class')
  })

  await test.step('four classes later two are paid and two outstanding', async () => {
    for (const { _id } of held)
      await calls.send(z.looseObject({}), 'POST', `/attendance/take/${_id}`, [{ member: child._id, status: 'P' }])
    await page.getByRole('tab', { name: 'Attendance Records' }).click()
    await expect(page.getByText('Showing 4 record(s) of total 4')).toBeVisible()
    for (const place of [0, 1]) await expect(row(page, day(place))).toContainText('Present')
    for (const place of [2, 3]) await expect(row(page, day(place))).toContainText('Oustanding')
    await expect(row(page, day(0))).toContainText(mother.name)
    await expectReason(
      row(page, day(2)).getByRole('button', { name: 'Close case' }),
      'The wallet holds 5 credits, 5 less than the 10 needed',
    )
    await inspect(page, 'money-attendance')
    await glanceOnPhone(page, 'money-attendance')
  })

  const edit = async (place: number) => {
    await (await rowAct(row(page, day(place)), `Edit attendance of ${day(place)}`)).click()
    return dialogOf(page, 'Edit Attendance')
  }
  const update = (effect: string) => agree(page, 'Are you sure to update attendance record?', 'OK', effect, 'Updated')

  await test.step('who was absent after all gets the credit back, and who came is charged', async () => {
    const dialog = await edit(0)
    await dialog.getByText('Absent', { exact: true }).click()
    await expect(dialog).toContainText(`Wallet 5 → 15 (${mother.name})`)
    await expect(field(dialog, 'Check-in')).toBeDisabled()
    await submit(dialog, 'Update')
    await update('Wallet 5 → 15')
    await expect(row(page, day(0))).toContainText('Absent')
    await edit(0)
    await dialog.getByText('Present', { exact: true }).click()
    await expect(dialog).toContainText('Wallet 15 → 5')
    await submit(dialog, 'Update')
    await expect(dialog.getByText('Check-in time is required')).toBeVisible()
    await field(dialog, 'Check-in').fill('06:10')
    await field(dialog, 'Check-in').press('Tab')
    await field(dialog, 'Check-out').fill('06:05')
    await field(dialog, 'Check-out').press('Tab')
    await expect(dialog.getByText('Check-out cannot be before check-in')).toBeVisible()
    await glanceOnPhone(page, 'money-attendance-dialog')
    await field(dialog, 'Check-out').fill('06:55')
    await field(dialog, 'Check-out').press('Tab')
    await submit(dialog, 'Update')
    await update('Wallet 15 → 5')
    // Beside the card both times have room on a wide screen; on another they are told when the row is opened.
    await page.setViewportSize({ width: 1920, height: 900 })
    await expect(row(page, day(0), '06:10', '06:55')).toContainText('Present')
  })

  await test.step('what the wallet does not cover becomes outstanding, and a deleted record gives back', async () => {
    const dialog = await edit(3)
    await dialog.getByText('Absent', { exact: true }).click()
    await submit(dialog, 'Update')
    await update('The outstanding case is dropped. Wallet stays 5')
    await expect(row(page, day(3))).toContainText('Absent')
    await edit(3)
    await dialog.getByText('Present', { exact: true }).click()
    await field(dialog, 'Check-in').fill('06:00')
    await field(dialog, 'Check-in').press('Tab')
    await submit(dialog, 'Update')
    await update('No cover: becomes outstanding. Wallet holds 5 of the 10 credits needed')
    await expect(row(page, day(3))).toContainText('Oustanding')
    await (await rowAct(row(page, day(1)), `Delete attendance of ${day(1)}`)).click()
    await agree(page, 'Are you sure to delete?', 'Delete', 'Wallet 5 → 15', 'Deleted')
    await expect(row(page, day(1))).toHaveCount(0)
    await row(page, day(2)).getByRole('button', { name: 'Close case' }).click()
    await agree(page, 'Are you sure to close outstanding case?', 'OK', 'Wallet 15 → 5', 'Closed')
    await expect(row(page, day(2))).toContainText('Present')
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Absent' }).click()
    await expect(page.getByText('No record matches. Clear shows them all.')).toBeVisible()
  })

  await test.step('whose wallet pays stands on the child’s Financial Info', async () => {
    await page.getByRole('tab', { name: 'Financial Info' }).click()
    await expect(page.getByText('A dependent child has no wallet of its own.')).toBeVisible()
    await expect(page.getByText(`${mother.name}, wallet 5, pays for ${attended.name}`)).toBeVisible()
    await page.getByRole('status').getByRole('link', { name: mother.name }).click()
    await expect(heading(page, mother.name)).toBeVisible()
  })

  const history = page.getByRole('region', { name: 'Wallet history' })
  await test.step('the mother’s ledger explains every credit, on paper too', async () => {
    await expect(history.getByText('Showing 7 record(s) of total 7')).toBeVisible()
    await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    await history.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body[data-printed]')).toHaveCount(1)
    await history.getByRole('link', { name: 'Credit Statement' }).click()
    await expect(heading(page, 'Parent Credit Statement')).toBeVisible()
    await expect(row(page, mother.name)).toBeVisible()
    await page.goBack()
    await expect(history.getByText('Showing 7 record(s) of total 7')).toBeVisible()
    await expect(page.getByText('No expiration date found.').first()).toBeVisible()
    await expect(row(history, child.name)).not.toHaveCount(0)
    const takenBack = history.getByRole('button', { name: /^↪ Taken back by Class charge taken back of .*\+10$/ })
    await expect(takenBack).toHaveCount(2)
    await takenBack.last().click()
    await expect(history.locator('.ledger-sought')).toContainText('Class charge taken back')
    await expect(history.locator('.ledger-sought')).toContainText('↩ Takes back Class attended of')
    await choose(history, 'What it was', 'Balance edited by hand')
    await page.keyboard.press('Escape')
    await expect(history.getByText('Showing 1 record(s) of total 1')).toBeVisible()
    await expect(history.getByText('5 credits now')).toBeVisible()
    const yesterday = displayDate(addDays(today, -1))
    await fillDay(history, 'Balance as of', yesterday)
    await expect(history.getByText(`0 credits at the end of ${yesterday}`)).toBeVisible()
    await expect(history.getByText('No entry matches. Clear shows them all.')).toBeVisible()
    await history
      .locator('button')
      .filter({ hasText: /^Clear$/ })
      .click()
    await expect(history.getByText('Showing 7 record(s) of total 7')).toBeVisible()
    await expect(
      row(history, `${attended.name}, ${day(0)}`)
        .first()
        .getByRole('link')
        .first(),
    ).toHaveAttribute('href', new RegExp(`/markAttendance/class\\?.*id=${attended._id}`))
    await inspect(page, 'money-financial')
    await glanceOnPhone(page, 'money-financial')
  })

  const cases = page.getByRole('region', { name: 'Outstanding cases' })
  await test.step('a balance that moved meanwhile is not overwritten', async () => {
    await expectReason(
      cases.getByRole('button', { name: 'Close all 1' }),
      'The wallet holds 5 credits, too few for any case',
    )
    await page.getByRole('button', { name: 'Adjust Wallet' }).click()
    const dialog = dialogOf(page, 'Adjust Wallet')
    await calls.put(`/member/${mother._id}`, { wallet: 6, walletWas: 5 })
    await field(dialog, 'New balance').fill('30')
    await expect(dialog).toContainText('Wallet 5 → 30, manual edit of +25')
    refusals.push(`409 PUT /member/${mother._id}`)
    await submit(dialog, 'Adjust Wallet')
    await agree(
      page,
      'Are you sure to submit?',
      'OK',
      'Wallet 5 → 30',
      'The wallet holds 6 credits now, not 5. Please load the page again.',
    )
    await expect(dialog).toContainText('The wallet moved meanwhile: it was 5 and holds 6 now.')
    await expect(dialog).toContainText('Wallet 6 → 30, manual edit of +24')
    await glanceOnPhone(page, 'money-wallet-dialog')
    await submit(dialog, 'Adjust Wallet')
    await agree(page, 'Are you sure to submit?', 'OK', 'Wallet 6 → 30, manual edit of +24', 'Updated')
    await expect(history.getByText('30 credits now')).toBeVisible()
  })

  await test.step('open cases are closed at once, and expired credit is cleared', async () => {
    await cases.getByRole('button', { name: 'Close all 1' }).click()
    const question = 'Are you sure to close all outstanding cases the wallet covers?'
    await agree(page, question, 'OK', 'Wallet 30 → 20', 'Closed')
    await expect(cases.getByText('No class is waiting to be paid for.')).toBeVisible()
    await page.getByRole('status').filter({ hasText: 'Closed' }).getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Reopened')
    await expect(history.getByText('30 credits now')).toBeVisible()
    await cases.getByRole('button', { name: 'Close all 1' }).click()
    await agree(page, question, 'OK', 'Wallet 30 → 20', 'Closed')
    await expect(cases.getByText('No class is waiting to be paid for.')).toBeVisible()
    const clear = page.getByRole('button', { name: 'Clear expired' })
    await expectReason(clear, 'No expiration date found.')
    await page.getByRole('button', { name: 'Adjust Expiration' }).click()
    const dialog = dialogOf(page, 'Adjust Expiration')
    // A day that was only typed is not lost unasked.
    await dialog.getByRole('textbox').first().fill('01-01-2031')
    await page.keyboard.press('Escape')
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    await expect(leaving).toBeHidden()
    await dialog.getByRole('button', { name: '+1 month' }).click()
    await glanceOnPhone(page, 'money-expiry-dialog')
    const yesterday = displayDate(addDays(today, -1))
    await fillDay(dialog, 'Expiration date', yesterday)
    await submit(dialog, 'Adjust Expiration')
    await agree(page, 'Are you sure to submit?', 'OK', `Expires never → ${yesterday}`, 'Expiration date updated')
    await expect(page.getByText(`${yesterday} expired 1 day ago`).first()).toBeVisible()
    await clear.click()
    const sure = 'Are you sure to clear member token?'
    await expect(dialogOf(page, sure)).toContainText('This action cannot be undone.')
    await agree(page, sure, 'Clear expired', 'Wallet 20 → 0, expires entry of −20', 'Cleared')
    await expect(row(history, 'Expired credit cleared', '−20')).toBeVisible()
    await expectReason(clear, 'There is no credit to clear')
  })

  await test.step('who may only look is told which right each step needs', async () => {
    const viewer = await newPerson(calls, { dashboard: ['view'], membership: ['view'] })
    await enter(page, viewer.username, pageOf(mother, 'financial'))
    for (const [button, right] of [
      ['Adjust Wallet', 'Membership Profile: Wallet'],
      ['Adjust Expiration', 'Membership Profile: Expiration'],
      ['Clear expired', 'Membership Profile: ClearExpired'],
    ] as const)
      await expectReason(page.getByRole('button', { name: button }), `Needs the permission ${right}`)
    await expect(row(history, 'Expired credit cleared')).toBeVisible()
    await page.getByRole('tab', { name: 'Class', exact: true }).click()
    await expectReason(page.getByRole('button', { name: 'Add Class' }), 'Needs the permission Membership Profile: Edit')
    await page.getByRole('tab', { name: 'Attendance Records' }).click()
    await expectReason(
      page.getByRole('button', { name: `Edit attendance of ${day(0)}` }),
      'Needs the permission Mark Attendance: Edit',
    )
    await expectReason(
      await rowAct(row(page, day(0)), `Delete attendance of ${day(0)}`),
      'Needs the permission Mark Attendance: Edit',
    )
  })
})

test('what a parent’s wallet owes for a child that became independent is found from both, and by the payer’s name', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const { attended, held, mother, child } = await academy(calls)
  const terms = { creditType: 'normal', credit: 30, walletMember: mother._id }
  await calls.post('/enrollment', { member: child._id, course: attended._id, ...terms })
  const [{ _id, date } = { _id: '', date: '' }] = held
  await calls.send(z.looseObject({}), 'POST', `/attendance/take/${_id}`, [{ member: child._id, status: 'P' }])
  await calls.send(z.looseObject({}), 'PUT', `/member/${mother._id}/independent/${child._id}`)
  const listed = page.getByRole('table', { name: 'Outstanding Credit' })
  for (const member of [mother, child]) {
    await enter(page, 'owner', `/membership/edit/${member._id}`)
    await page.getByRole('region', { name: 'At a glance' }).getByRole('link', { name: '1 open case' }).click()
    await expect(row(listed, displayDate(date), child.name, mother.name)).toBeVisible()
    await expect(page.getByText('Showing 1 record(s) of total 1')).toBeVisible()
  }
  await page.getByRole('button', { name: `Only: ${child.name}` }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(mother.name)
  await expect(page.getByText('Showing 1 record(s) of total 1')).toBeVisible()
  await expect(row(listed, child.name, mother.name)).toBeVisible()
  await page.goto(`/membership/edit/${child._id}?tab=financial`)
  const cases = page.getByRole('region', { name: 'Outstanding cases' })
  await expect(row(cases, displayDate(date))).toContainText(`${mother.name}holds 25`)
  await expect(row(cases, displayDate(date)).getByRole('button', { name: /^Close case/ })).toBeVisible()
  await expect(cases.getByRole('button', { name: /^Close all/ })).toHaveCount(0)
  await inspect(page, 'money-cases-of-another')
  await glanceOnPhone(page, 'money-cases-of-another')
})
