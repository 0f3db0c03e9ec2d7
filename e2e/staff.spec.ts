import { moduleWords } from '@academy/contract/platform/permission.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { choose, expectReason, field, row, search } from './support/controls.ts'
import { callsAs, enter, idOf, newPerson, unique } from './support/people.ts'
import {
  agree,
  expect,
  expectToast,
  fillSignIn,
  inspect,
  noSidewaysScroll,
  otherPage,
  password,
  test,
} from './support/portal.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()
const right = (page: Page, module: string, action: string) =>
  page
    .locator('.permission-row')
    .and(page.getByRole('group', { name: module }))
    .getByRole('checkbox', { name: action })

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
  await agree(page, 'Are you sure to submit?', 'OK', 'It holds for 0 users from the next click on.', 'Updated')
  await entry.getByRole('button', { name: /^Disable/ }).click()
  await agree(page, 'Are you sure to disable?', 'Disable', 'lose all rights at once', 'Updated')
  await expect(entry).toContainText('Disabled')
  await entry.getByRole('button', { name: /^Enable/ }).click()
  await agree(page, 'Are you sure to enable?', 'Enable', 'get its rights again', 'Updated')
  await entry.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure to delete?', 'Delete', 'This action cannot be undone.', 'Deleted')
  await expect(entry).toHaveCount(0)
})

test('changed rights hold from the next request of a page that is open', async ({ page, browser, refusals }) => {
  refusals.push('403 *')
  const owner = await callsAs(page, 'owner')
  const person = await newPerson(owner, { belt: ['view', 'create', 'edit'], sport: ['view'] })
  const other = await otherPage(browser)
  await enter(other, person.username, '/belt')
  await expect(other.getByRole('link', { name: 'Add', exact: true })).toBeVisible()

  await enter(page, 'owner', `/user-group/edit/${person.group}`)
  for (const action of ['Add', 'Edit']) await right(page, 'Belt Color', action).uncheck()
  await right(page, 'Designation', 'View').check()
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', 'It holds for 1 user from the next click on.', 'Updated')

  // A refused change tells why, and the page follows.
  await row(other, 'Black')
    .getByRole('button', { name: /^Disable/ })
    .click()
  await agree(other, 'Are you sure to disable?', 'Disable')
  await expectToast(other, 'You do not have the permission Belt Color: Edit')
  await expect(other.getByRole('link', { name: 'Add', exact: true })).toHaveCount(0)
  await expectReason(
    row(other, 'Black').getByRole('button', { name: /^Disable/ }),
    'Needs the permission Belt Color: Edit',
  )
  const menu = other.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Designation' })).toBeVisible()

  // Somebody who uses the group keeps it.
  await page.goto(`/user-group/listing?searchText=${encodeURIComponent(await roleOf(owner, person.group))}`)
  const reason = 'Still in use by 1 user. It can be disabled instead.'
  await expectReason(page.getByRole('button', { name: /^Delete/ }), reason)

  await owner.put(`/user-group/${person.group}`, { isDisable: true })
  await menu.getByRole('link', { name: 'Sport' }).click()
  await expect(heading(other, 'Not allowed')).toBeVisible()
  await other.context().close()
})

const roleOf = async (owner: Awaited<ReturnType<typeof callsAs>>, group: string) =>
  (await owner.send(z.looseObject({ role: z.string() }), 'GET', `/user-group/${group}`)).role

test('User: the form, its rules, and signing in', async ({ page, browser, refusals }) => {
  refusals.push('401 *')
  const calls = await enter(page, 'owner', '/user/create')
  const hafiz = await newPerson(calls, {}, { coachRelated: await idOf(calls, 'coach', 'Hafiz bin Ismail') })
  const known = `${hafiz.username} (${await roleOf(calls, hafiz.group)})`
  await submit(page)
  for (const message of ['Username is required', 'Password is required', 'Please retype your new password'])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(page.getByText('This field is required', { exact: true })).toBeVisible()
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
  const center = page.getByRole('checkbox', { name: 'Works for Center' })
  const chosen = (label: string) => page.locator('.ant-form-item', { hasText: label }).locator('.ant-select-content')
  await expect(centres).toBeDisabled()
  // Enter chooses nobody whom an earlier text found.
  await coach.click()
  await expect(page.getByTitle('Hafiz bin Ismail').filter({ visible: true })).toContainText(known)
  await coach.fill('Nobody of this name')
  await coach.press('Enter')
  await expect(chosen('Coach Related')).toHaveText('Select')
  await choose(page, 'Coach Related', 'Hafiz bin Ismail')
  await expect(chosen('Coach Related')).toContainText('Hafiz bin Ismail')
  await center.check()
  await expect(coach).toBeDisabled()
  await expect(chosen('Coach Related')).not.toContainText('Hafiz')
  await expect(page.getByText('Not for users ticked as Center.')).toBeVisible()
  const centre = 'Klang'
  await choose(page, 'Centre Incharge', centre)
  await page.keyboard.press('Escape')
  await expect(chosen('Centre Incharge')).toContainText(centre)
  await center.uncheck()
  await expect(centres).toBeDisabled()
  await expect(coach).toBeEnabled()
  await expect(chosen('Centre Incharge')).not.toContainText(centre)
  await center.check()
  await choose(page, 'Centre Incharge', centre)
  await page.keyboard.press('Escape')

  const username = unique('new.user')
  await field(page, 'Username').fill(username)
  await field(page, 'Email').fill('')
  await choose(page, 'User Group', 'Coach')
  await field(page, 'Password').fill(password)
  await field(page, 'Retype password').fill(password)
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

  // A password set by another ends the sessions and opens new ones.
  const fresh = `Fresh-${password}`
  await entry.getByRole('button', { name: /^Change the password/ }).click()
  const dialog = page.getByRole('dialog', { name: `Change Password: ${username}` })
  await field(dialog, 'New password').fill(fresh)
  await field(dialog, 'Retype password').fill(`${fresh}-not`)
  await expect(dialog.getByText('must be same with new password!')).toBeVisible()
  await field(dialog, 'Retype password').fill(fresh)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await agree(page, 'Are you sure to change password?', 'OK', `${username} is signed out everywhere.`, 'Updated')
  await expect(dialog).toBeHidden()
  await other.getByRole('link', { name: 'Mark Attendance' }).first().click()
  await expect(other).toHaveURL(/\/auth\/login/)
  await fillSignIn(other, username, fresh)
  await expect(heading(other, 'Mark Attendance')).toBeVisible()

  await entry.getByRole('button', { name: /^Disable/ }).click()
  await agree(page, 'Are you sure to disable?', 'Disable', 'is signed out at once', 'Updated')
  await expect(entry).toContainText('Disabled')
  await other.reload()
  await expect(other).toHaveURL(/\/auth\/login/)
  await entry.getByRole('button', { name: /^Enable/ }).click()
  await agree(page, 'Are you sure to enable?', 'Enable', 'can sign in again', 'Updated')
  await entry.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure to delete?', 'Delete', 'This action cannot be undone.', 'Deleted')
  await expect(entry).toHaveCount(0)
  await search(page, 'owner')
  await expectReason(page.getByRole('button', { name: 'Delete owner' }), 'You cannot delete yourself')
  await other.context().close()
})

/** Lists by address and module; those whose Add button everybody sees let the server decide. */
const lists: [path: string, module: string, add?: 'shown' | 'none'][] = [
  ['relationship', 'relationship'],
  ['designation', 'designation'],
  ['sport', 'sport'],
  ['belt', 'belt'],
  ['centre', 'centre'],
  ['course-type', 'courseType'],
  ['member-type', 'credits', 'shown'],
  ['coach', 'coach'],
  ['credit-package', 'credits', 'shown'],
  ['holiday', 'centre', 'shown'],
  ['format', 'docFormat', 'none'],
  ['user', 'user'],
  ['user-group', 'userGroup'],
  ['course', 'course'],
]

test('who may only view finds no way to change anything, and learns why', async ({ page, refusals }) => {
  refusals.push('403 POST /member-type')
  const owner = await callsAs(page, 'owner')
  const modules = `audit_trail dashboard outStandingCredit verifyPayment credit_adjust membership memberType classes coach
    course relationship belt courseType centre designation sport announcement credits holidays user userGroup scheduling
    docFormat attendance`
  const viewing = Object.fromEntries(modules.split(/\s+/).map((module) => [module, ['view']]))
  const person = await newPerson(owner, viewing)
  await enter(page, person.username, '/belt')
  for (const [path, module, add] of lists) {
    await page.goto(`/${path}`)
    const view = page.getByRole('link', { name: /^View/ })
    await expect(view.first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add', exact: true })).toHaveCount(add === 'shown' ? 1 : 0)
    for (const [action, word] of [
      [/^(Disable|Enable) /, 'Edit'],
      [/^Delete /, 'Delete'],
    ] as const) {
      const buttons = page.getByRole('row').getByRole('button', { name: action })
      await expect(buttons.and(page.locator(':not([aria-disabled=true])'))).toHaveCount(0)
      // One that stays: the first row may be another test's.
      if (path === 'belt')
        await expectReason(
          row(page, 'Black').getByRole('button', { name: action }),
          `Needs the permission ${moduleWords(module)}: ${word}`,
        )
    }
    if (add) continue
    // Its form asked for by address, without loading the portal anew.
    await page.evaluate(`history.pushState({}, '', '/${path}/create')`)
    await expect(heading(page, 'Not allowed')).toBeVisible()
    await expect(page.getByText(`This page needs the permission ${moduleWords(module)}: Add.`)).toBeVisible()
  }

  await page.goto('/user?searchText=clerk')
  const change = page.getByRole('button', { name: 'Change the password of clerk' })
  await expectReason(change, 'Needs the permission User Login: Edit')
  await expect(page.getByRole('link', { name: 'Outbox' })).toHaveCount(0)
  await page.goto('/user/outbox')
  await expect(heading(page, 'Not allowed')).toBeVisible()

  // An entry can be looked at.
  await page.goto('/coach?searchText=Hafiz')
  await page.getByRole('link', { name: /^View/ }).first().click()
  await expect(heading(page, 'View Coach')).toBeVisible()
  await expect(page.getByText('You can look at this, but changing it needs the permission Coach: Edit.')).toBeVisible()
  await expect(field(page, 'Email')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
  await inspect(page, 'view-only')

  // Where the button is shown to all, the server says no.
  await page.goto('/member-type/create')
  await field(page, 'Member Type').fill(unique('Azure'))
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK')
  await expectToast(page, /You do not have the permission/)
})

test('who may only view finds members, payments, courses and attendance as they are', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const modules = [
    'dashboard',
    'outStandingCredit',
    'verifyPayment',
    'membership',
    'course',
    'scheduling',
    'attendance',
  ]
  const person = await newPerson(owner, Object.fromEntries(modules.map((module) => [module, ['view']])))
  await enter(page, person.username, '/membership')
  await expect(page.getByRole('link', { name: /^View/ }).first()).toBeVisible()
  for (const gone of ['Enroll New Member', 'Import from Excel', 'Export to Excel'])
    await expect(page.getByRole('button', { name: gone })).toHaveCount(0)
  const disable = page.getByRole('row').getByRole('button', { name: /^Disable/ })
  await expectReason(disable.first(), 'Needs the permission Membership Profile: Edit')
  await page.goto('/membership/create/adult')
  await expect(page.getByText('This page needs the permission Membership Profile: Add.')).toBeVisible()

  await page.goto('/verify-payment')
  const verify = page.getByRole('button', { name: /^Verify/ })
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
  await expectReason(verify.first(), 'Needs the permission Verify Payment: Verify')
  await expect(verify.and(page.locator(':not([aria-disabled])'))).toHaveCount(0)
  await page.goto('/portal/dashboard/overview')
  await expect(page.getByText(/^Showing \d+ record/).first()).toBeVisible()
  await expect(verify.and(page.locator(':not([aria-disabled])'))).toHaveCount(0)

  const course = 'Taekwondo Junior'
  await page.goto(`/course?searchText=${encodeURIComponent(course)}`)
  await row(page, course)
    .getByRole('link', { name: /^Schedule of/ })
    .click()
  await expect(page.getByText('Total Class')).toBeVisible()
  for (const name of ['Batch Update', 'Reassign', 'Assign']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button.and(page.locator(':not([aria-disabled])'))).toHaveCount(0)
  }
  await page.goto(`/markAttendance?searchText=${encodeURIComponent(course)}`)
  await row(page, course).getByRole('link', { name: 'Mark Attendance' }).click()
  await expect(heading(page, course)).toBeVisible()
  await noSidewaysScroll(page)
})

test('who is tied to a centre meets the classes of that centre alone', async ({ page, refusals }) => {
  refusals.push('404 GET *', '403 GET *')
  const owner = await callsAs(page, 'owner')
  const course = z.looseObject({ _id: z.string(), name: z.string() })
  const planned = z.object({ items: z.array(z.looseObject({ course })) })
  const { today } = await owner.send(z.looseObject({ today: z.string() }), 'GET', '/config')
  const { items } = await owner.send(planned, 'GET', `/course-scheduled-year?limit=1000&year=${today.slice(0, 4)}`)
  const details = await Promise.all(
    items.map(({ course }) => owner.send(z.looseObject({ name: z.string(), centre }), 'GET', `/course/${course._id}`)),
  )
  const own = details.find(({ centre }) => centre !== null)
  const foreign = details.find(({ centre }) => centre !== null && centre._id !== own?.centre?._id)
  const rights = { attendance: ['view', 'mark'] }
  const person = await newPerson(owner, rights, { isCenter: true, centreIncharge: [own?.centre?._id] })
  await enter(page, person.username, '/markAttendance')
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: own?.name ?? '' })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: foreign?.name ?? 'none' })).toHaveCount(0)
  await page.goto('/course')
  await expect(heading(page, 'Not allowed')).toBeVisible()
})

const centre = z.looseObject({ _id: z.string() }).nullable()
