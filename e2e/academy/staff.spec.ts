import type { Page } from '@playwright/test'
import { choose, expectReason, field, heading, optionOf, row, rowAct, search } from '../support/controls.ts'
import { right, submit } from '../support/list-steps.ts'
import { enter, idOf, newPerson, roleOf, unique } from '../support/people.ts'
import { agree, expect, expectToast, fillSignIn, inspect, otherPage, password, test } from '../support/portal.ts'

test('User Group: sections, Select All, what they will see; disable, enable, delete', async ({ page, refusals }) => {
  refusals.push('409 POST /user-group')
  await enter(page, 'owner', '/user-group/create')
  await submit(page)
  await expect(page.getByText('User Group Name is required')).toBeVisible()
  await field(page, 'User Group Name').fill('g'.repeat(51))
  await expect(page.getByText('Must be at most 50 characters')).toBeVisible()
  const legends = ['Audit Trail', 'Maintenance', 'User Account', 'Mobile Application', 'Report']
  await expect(page.locator('fieldset legend')).toHaveText(legends)

  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText('The dashboard will be empty.')
  await expect(preview).not.toContainText('Maintenance')
  const everything = page.getByRole('checkbox', { name: 'Select All User Account' })
  await everything.check()
  for (const action of ['View', 'Add', 'Edit', 'Delete']) {
    await expect(right(page, 'User Login', action)).toBeChecked()
    await expect(right(page, 'User Group', action)).toBeChecked()
    await expect(right(page, 'Belt Color', action)).not.toBeChecked()
  }
  await expect(preview).toContainText('User Login')
  await right(page, 'User Login', 'Delete').uncheck()
  await expect(everything).not.toBeChecked()
  await everything.check()
  await everything.uncheck()
  await expect(right(page, 'User Group', 'View')).not.toBeChecked()
  await expect(preview).not.toContainText('User Login')
  await page
    .getByRole('group', { name: 'Begin with the usual rights of' })
    .getByRole('button', { name: 'Coach' })
    .click()
  await expect(right(page, 'Attendance', 'Mark').first()).toBeChecked()
  await expect(right(page, 'Dashboard', 'View')).not.toBeChecked()
  await right(page, 'Belt Color', 'View').check()
  await right(page, 'Dashboard', 'View').check()
  await expect(preview).toContainText('Belt Color')
  await expect(preview).not.toContainText('The dashboard will be empty.')
  await inspect(page, 'user-group-form')

  const role = unique('Juniors')
  await field(page, 'User Group Name').fill(role)
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await page.goto('/user-group/create')
  await field(page, 'User Group Name').fill(role)
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK')
  await expect(page.getByRole('main').getByText('This User Group exists already')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await agree(page, 'Leave without saving?', 'Leave')

  await search(page, role)
  const entry = row(page, role, 'Edit')
  await entry.getByRole('link', { name: /^Edit/ }).click()
  await expect(right(page, 'Belt Color', 'View')).toBeChecked()
  await right(page, 'Belt Color', 'Edit').check()
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', 'Nobody is in this group yet.', 'Updated')
  await (await rowAct(entry, /^Disable/)).click()
  await agree(page, 'Are you sure to disable?', 'Disable', 'lose all rights at once', 'Updated')
  await expect(entry).toContainText('Disabled')
  await (await rowAct(entry, /^Enable/)).click()
  await agree(page, 'Are you sure to enable?', 'Enable', 'get its rights again', 'Updated')
  await (await rowAct(entry, /^Delete/)).click()
  await agree(page, 'Are you sure to delete?', 'Delete', 'This action cannot be undone.', 'Deleted')
  await expect(entry).toHaveCount(0)
})

/** On the page that asks for it; `problem` is what is said when it is refused. */
async function chooseOwnPassword(page: Page, current: string, next: string, problem?: string) {
  await expect(heading(page, 'Choose your own password')).toBeVisible()
  await field(page, 'Current password').fill(current)
  await field(page, 'New password').fill(next)
  await field(page, 'Retype password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  if (problem) await expect(page.getByRole('alert').filter({ hasText: problem }).first()).toBeVisible()
}

test('User: the form, its rules, and signing in', async ({ page, browser, refusals }) => {
  refusals.push('401 *')
  const calls = await enter(page, 'owner', '/user/create')
  const hafiz = await newPerson(calls, {}, { coachRelated: await idOf(calls, 'coach', 'Hafiz bin Ismail') })
  const known = `${hafiz.username} (${await roleOf(calls, hafiz.group)})`
  await submit(page)
  for (const message of ['Username is required', 'Password is required', 'Please retype your new password'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByText('This field is required', { exact: true })).toBeVisible()
  const summary = page.getByRole('alert').filter({ hasText: 'Not saved yet' })
  await expect(summary).toContainText('Not saved yet: 4 fields need attention.')
  await expect(summary.getByRole('link')).toHaveText(['Username', 'User Group', 'Password', 'Retype password'])
  await expect(field(page, 'Username')).toBeFocused()
  await summary.getByRole('link', { name: 'Password', exact: true }).click()
  await expect(field(page, 'Password')).toBeFocused()
  for (const [label, wrong, message] of [
    ['Username', 'a/b', 'Only letters, numbers, spaces, dots, and underscores are allowed.'],
    ['Email', 'a@b', 'Invalid email format'],
    ['Password', 'short', 'Password must be at least 8 characters long'],
    [
      'Password',
      'has a space',
      'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-',
    ],
    ['Retype password', 'another-one', 'must be same with new password!'],
  ] as const) {
    await field(page, label).fill(wrong)
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  await inspect(page, 'user-form')

  const coach = page.getByRole('combobox', { name: 'Coach Related' })
  const centres = page.getByRole('combobox', { name: 'Centre Incharge' })
  const center = page.getByRole('checkbox', { name: 'Center', exact: true })
  await expect(centres).toBeDisabled()
  // Enter chooses nobody whom an earlier text found.
  await coach.click()
  await expect(optionOf(page, 'Hafiz bin Ismail')).toContainText(known)
  await coach.fill('Nobody of this name')
  await coach.press('Enter')
  await coach.press('Escape')
  await expect(coach).toHaveValue('')
  await expect(coach).toHaveAttribute('placeholder', 'Select')
  await choose(page, 'Coach Related', 'Hafiz bin Ismail')
  await expect(coach).toHaveValue('Hafiz bin Ismail')
  await center.check()
  await expect(coach).toBeDisabled()
  await expect(coach).toHaveValue('')
  await expect(page.getByText('Not for users ticked as Center.')).toBeVisible()
  const centre = 'Klang'
  const chosen = page.getByRole('button', { name: `Remove ${centre}` })
  await choose(page, 'Centre Incharge', centre)
  await page.keyboard.press('Escape')
  await expect(chosen).toBeVisible()
  await center.uncheck()
  await expect(centres).toBeDisabled()
  await expect(coach).toBeEnabled()
  await expect(chosen).toHaveCount(0)
  await center.check()
  await choose(page, 'Centre Incharge', centre)
  await page.keyboard.press('Escape')

  const username = unique('new.user')
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill('')
  await choose(page, 'User Group', 'Coach')
  await field(page, 'Password').fill(password)
  await expect(summary).toContainText('Not saved yet: 1 field needs attention.')
  await field(page, 'Retype password').fill(password)
  await expect(summary).toHaveCount(0)
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await search(page, username)
  const entry = row(page, username, 'Edit')
  await expect(entry).toContainText(centre)
  await inspect(page, 'user')

  const other = await otherPage(browser)
  await other.goto('/auth/login')
  await fillSignIn(other, username, password)
  await expectToast(other, `Welcome, ${username}`)
  await inspect(other, 'new-password')
  await chooseOwnPassword(other, password, `Own-${password}`)
  // Whoever marks and has no dashboard begins there.
  await expect(heading(other, 'Mark Attendance')).toBeVisible()
  const [device] = await other.context().cookies()
  expect(device).toMatchObject({ name: 'academy-device', httpOnly: true, sameSite: 'Strict' })

  // A password set by another ends the sessions and opens new ones.
  const fresh = `Fresh-${password}`
  await (await rowAct(entry, /^Change the password/)).click()
  const dialog = page.getByRole('dialog', { name: `Change Password: ${username}` })
  await field(dialog, 'New password').fill(fresh)
  await field(dialog, 'Retype password').fill(`${fresh}-not`)
  await expect(dialog.getByText('must be same with new password!')).toBeVisible()
  await field(dialog, 'Retype password').fill(fresh)
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await agree(page, 'Are you sure to change password?', 'OK', `${username} is signed out everywhere.`, 'Updated')
  await expect(dialog).toBeHidden()
  await other.getByRole('link', { name: 'Outstanding Credit' }).first().click()
  await expect(other).toHaveURL(/\/auth\/login/)
  await fillSignIn(other, username, fresh)
  // Nothing else opens before, and after it the page that was wanted.
  await expect(heading(other, 'Choose your own password')).toBeVisible()
  // The portal keeps a device by the name that it knows.
  expect((await other.context().cookies())[0]?.value).toBe(device?.value)
  await other.goto('/belt/listing')
  await expect(heading(other, 'Choose your own password')).toBeVisible()
  await other.goBack()
  await chooseOwnPassword(other, fresh, 'Harimau-2026', 'A password must not be made of the user’s name')
  await chooseOwnPassword(other, fresh, fresh, 'Please choose another password than the present one')
  await chooseOwnPassword(other, fresh, `Again-${password}`)
  await expect(heading(other, 'Outstanding Credit')).toBeVisible()

  await (await rowAct(entry, /^Disable/)).click()
  await agree(page, 'Are you sure to disable?', 'Disable', 'is signed out at once', 'Updated')
  await expect(entry).toContainText('Disabled')
  await other.reload()
  await expect(other).toHaveURL(/\/auth\/login/)
  await (await rowAct(entry, /^Enable/)).click()
  await agree(page, 'Are you sure to enable?', 'Enable', 'can sign in again', 'Updated')
  await (await rowAct(entry, /^Delete/)).click()
  await agree(page, 'Are you sure to delete?', 'Delete', 'This action cannot be undone.', 'Deleted')
  await expect(entry).toHaveCount(0)
  await search(page, 'owner')
  await expectReason(await rowAct(row(page, 'owner'), 'Delete owner'), 'You cannot delete yourself')
  await other.context().close()
})
