import { moduleWords } from '@academy/contract/platform/permission.ts'
import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { choose, expectReason, field, heading, mainMenu, optionOf, row, rowAct } from '../support/controls.ts'
import { right, submit } from '../support/list-steps.ts'
import { callsAs, enter, idOf, newPerson, roleOf, unique } from '../support/people.ts'
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
} from '../support/portal.ts'

test('whoever’s rights change is signed out at once and comes back with the new ones', async ({
  page,
  browser,
  refusals,
}) => {
  refusals.push('401 *')
  const owner = await callsAs(page, 'owner')
  const person = await newPerson(owner, { belt: ['view', 'create', 'edit'], sport: ['view'] })
  const other = await otherPage(browser)
  await enter(other, person.username, '/belt')
  await expect(other.getByRole('link', { name: 'Add', exact: true })).toBeVisible()

  await enter(page, 'owner', `/user-group/edit/${person.group}`)
  for (const action of ['Add', 'Edit']) await right(page, 'Belt Color', action).uncheck()
  await right(page, 'Designation', 'View').check()
  await submit(page)
  await agree(
    page,
    'Are you sure to submit?',
    'OK',
    '1 user is signed out and comes back with these rights.',
    'Updated',
  )

  await (await rowAct(row(other, 'Black'), /^Disable/)).click()
  await agree(other, 'Are you sure to disable?', 'Disable')
  await expect(other).toHaveURL(/\/auth\/login/)
  await fillSignIn(other, person.username, password)
  await expect(heading(other, 'Belt Color')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Add', exact: true })).toHaveCount(0)
  await expectReason(await rowAct(row(other, 'Black'), /^Disable/), 'Needs the permission Belt Color: Edit')
  const menu = mainMenu(other)
  await expect(menu.getByRole('link', { name: 'Designation' })).toBeVisible()

  // Somebody who uses the group keeps it.
  await page.goto(`/user-group/listing?searchText=${encodeURIComponent(await roleOf(owner, person.group))}`)
  const reason = 'Still in use by 1 user. It can be disabled instead.'
  await expectReason(await rowAct(page.getByRole('main'), /^Delete/), reason)

  await owner.put(`/user-group/${person.group}`, { isDisable: true })
  await menu.getByRole('link', { name: 'Sport' }).click()
  await fillSignIn(other, person.username, password)
  await expect(heading(other, 'Not allowed')).toBeVisible()
  await other.context().close()
})

test('who manages users finds those above them closed, and learns why', async ({ page }) => {
  const crud = ['view', 'create', 'edit', 'delete']
  const manager = await newPerson(await callsAs(page, 'owner'), { user: crud, userGroup: crud })
  await enter(page, manager.username, '/user?searchText=owner')
  const above = 'You cannot change owner, who holds a right you do not hold: Audit Trail: View'
  for (const name of ['Change the password of owner', 'Disable owner', 'Delete owner'])
    await expectReason(await rowAct(row(page, 'owner').first(), name), above)
  await inspect(page, 'users-above')
  await page.getByRole('link', { name: 'View owner' }).click()
  await expect(heading(page, 'View User')).toBeVisible()
  await expect(page.getByRole('main').getByText(above)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)

  await page.goto('/user-group?searchText=Owner')
  const group =
    'You cannot change Owner. The group or one of its users holds a right you do not hold: Audit Trail: View'
  for (const name of ['Disable Owner', 'Delete Owner'])
    await expectReason(await rowAct(row(page, 'Owner').first(), name), group)
  await page.getByRole('link', { name: 'View Owner', exact: true }).click()
  await expect(right(page, 'Belt Color', 'View')).toBeDisabled()
  await expect(page.getByRole('main').getByText(group)).toBeVisible()
  await inspect(page, 'group-above')

  // The own group is changed by somebody else.
  await page.goto(`/user-group/edit/${manager.group}`)
  await expect(right(page, 'User Login', 'Edit')).toBeDisabled()
  await expect(page.getByText('These are your own rights, which somebody else has to change.')).toBeVisible()
  await inspect(page, 'group-own')
})

test('who manages users and is tied to a centre is offered what can be given', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const rights = { user: ['view', 'create', 'edit'] }
  const charge = { isCenter: true, centreIncharge: [await idOf(owner, 'centre', 'Klang')] }
  const manager = await newPerson(owner, rights, charge)
  const calls = await enter(page, manager.username, '/user/create')
  await expect(page.getByRole('checkbox', { name: 'Center', exact: true })).toBeChecked()
  for (const name of ['Center', 'Access all centres'])
    await expect(page.getByRole('checkbox', { name, exact: true })).toBeDisabled()
  await expect(page.getByText('You have some centres only, and so have the users you make.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Centre Incharge' }).click()
  await expect(page.getByRole('option')).toHaveText(['Klang'])
  await page.keyboard.press('Escape')
  const role = await roleOf(owner, manager.group)
  await page.getByRole('combobox', { name: 'User Group' }).click()
  await expect(optionOf(page, role)).toBeVisible()
  await expect(optionOf(page, 'Owner')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await inspect(page, 'user-of-a-centre')

  const username = unique('colleague')
  await choose(page, 'User Group', role)
  await field(page, 'Username').fill(username)
  for (const name of ['Password', 'Retype password']) await field(page, name).fill(password)
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  const users = z.object({
    items: z.array(z.object({ centreIncharge: z.array(z.object({ description: z.string() })) })),
  })
  const made = await calls.send(users, 'GET', `/user?searchText=${encodeURIComponent(username)}`)
  expect(made.items).toEqual([{ centreIncharge: [{ description: 'Klang' }] }])
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
    // Its act in sight is the schedule.
    if (path === 'course')
      await page
        .getByRole('button', { name: /^More: / })
        .first()
        .click()
    await expect(view.first()).toBeVisible()
    await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add', exact: true })).toHaveCount(add === 'shown' ? 1 : 0)
    if (path === 'course') await page.keyboard.press('Escape')
    for (const [action, word] of [
      [/^(Disable|Enable) /, 'Edit'],
      [/^Delete /, 'Delete'],
    ] as const) {
      await page
        .getByRole('button', { name: /^More: / })
        .first()
        .click()
      const buttons = page.getByRole('row').getByRole('button', { name: action })
      await expect(buttons.first()).toBeVisible()
      await expect(buttons.and(page.locator(':not([aria-disabled=true])'))).toHaveCount(0)
      await page.keyboard.press('Escape')
      // One that stays: the first row may be another test's.
      if (path === 'belt') {
        await expectReason(
          await rowAct(row(page, 'Black'), action),
          `Needs the permission ${moduleWords(module)}: ${word}`,
        )
        await page.keyboard.press('Escape')
      }
    }
    if (add) continue
    // Its form asked for by address, without loading the portal anew.
    await page.evaluate(`history.pushState({}, '', '/${path}/create')`)
    await expect(heading(page, 'Not allowed')).toBeVisible()
    await expect(page.getByText(`This page needs the permission ${moduleWords(module)}: Add.`)).toBeVisible()
  }

  await page.goto('/user?searchText=clerk')
  const change = await rowAct(row(page, 'clerk').first(), 'Change the password of clerk')
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
  const disable = await rowAct(page.getByRole('row').nth(1), /^Disable/)
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

test('who may see the dashboard alone finds no link that leads nowhere, and who manages users why members’ passwords are closed', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { name, session, members } = await classToday(owner, [unique('Sita')])
  await owner.send(z.object({}), 'POST', `/attendance/take/${session}`, [{ member: members[0], status: 'P' }])
  await enter(page, (await newPerson(owner, { dashboard: ['view'] })).username, '/dashboard/overview')
  const held = page.getByRole('listitem').filter({ hasText: name })
  const reason = `Needs the permission ${moduleWords('attendance')}: View`
  await expectReason(held.getByRole('button', { name: 'View Attendance' }), reason)
  await expect(page.getByRole('region', { name: 'Pending Cash Payments' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Till'])

  const manager = await newPerson(owner, { user: ['view', 'edit'] })
  await enter(page, manager.username, '/point-adjust')
  const passwords = page.getByRole('region', { name: 'New passwords for all members' })
  await expect(passwords).toContainText('Needs the permission Membership Profile: View')
})

test('who is tied to a centre meets the classes of that centre alone', async ({ page, refusals }) => {
  refusals.push('404 GET *', '403 GET *')
  const owner = await callsAs(page, 'owner')
  const course = z.looseObject({ _id: z.string(), name: z.string() })
  const whole = course.extend({ centre })
  const planned = z.object({ items: z.array(z.looseObject({ course })) })
  const { today } = await owner.send(z.looseObject({ today: z.string() }), 'GET', '/config')
  const { items } = await owner.send(planned, 'GET', `/course-scheduled-year?limit=1000&year=${today.slice(0, 4)}`)
  const details = await Promise.all(items.map(({ course }) => owner.send(whole, 'GET', `/course/${course._id}`)))
  const own = details.find(({ centre }) => centre !== null)
  const foreign = details.find(({ centre }) => centre !== null && centre._id !== own?.centre?._id)
  const rights = { attendance: ['view', 'mark'] }
  const charge = { isCenter: true, centreIncharge: [own?.centre?._id] }
  const person = await newPerson(owner, rights, charge)
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

  // Who sees all courses is told why another centre's has no schedule for them.
  const planner = await newPerson(owner, { course: ['view'], scheduling: ['view', 'edit'] }, charge)
  await enter(page, planner.username, `/course/schedule/${foreign?._id}`)
  const reason = 'This belongs to a centre that is not in your charge.'
  await expect(page.getByRole('main').getByText(reason)).toBeVisible()
  await expect(page.getByText(/^No classes are scheduled/)).toHaveCount(0)
  await expectReason(page.getByRole('button', { name: 'Assign', exact: true }), reason)
})

const centre = z.looseObject({ _id: z.string() }).nullable()
