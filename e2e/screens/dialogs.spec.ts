/** How dialogs, questions and forms are opened, closed and left. */

import type { Page } from '@playwright/test'
import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { field, row, rowAct } from '../support/controls.ts'
import { callsAs, enter, newParent, newPerson, unique } from '../support/people.ts'
import { agree, expect, expectToast, inspect, password, test } from '../support/portal.ts'

const leaving = 'Leave without saving?'

/** What opened over the page, or over the step below, has its step in the history a moment after it is seen. */
async function hasStep(page: Page, below?: unknown): Promise<unknown> {
  const step = () => page.evaluate('history.state?.layer')
  await expect.poll(async () => Boolean(await step()) && (await step()) !== below).toBe(true)
  return step()
}

test('Back closes what lies over a page before it leaves it, and asks where something was entered', async ({
  page,
}) => {
  await enter(page, 'owner', '/membership/listing?size=10')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Financial Info' }).click()
  const opener = page.getByRole('button', { name: 'Adjust Wallet' })
  const dialog = page.getByRole('dialog', { name: 'Adjust Wallet' })
  const question = page.getByRole('dialog', { name: leaving })
  await opener.click()
  await expect(dialog).toBeVisible()
  const address = page.url()
  await hasStep(page)
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(page.url()).toBe(address)
  await expect(opener).toBeFocused()
  await page.goForward()
  await expect(dialog).toBeHidden()

  await opener.click()
  await field(dialog, 'New balance').fill('77')
  await hasStep(page)
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(field(dialog, 'New balance')).toHaveValue('77')
  const asked = await hasStep(page)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect.poll(() => page.evaluate('history.state?.layer')).toBe(asked)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeVisible()
  // Back closes the question, which counts as no.
  await hasStep(page, asked)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await agree(page, leaving, 'Leave')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()

  // A dialog that was closed, or was open on reload, leaves no history step behind.
  await opener.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await opener.click()
  await expect(dialog).toBeVisible()
  // Reloaded just as its history entry is added, the page would have that entry's state on the entry below.
  await hasStep(page)
  await page.reload()
  await expect(opener).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(/membership\/listing/)

  // The menu entry that opened it is gone with its menu: the menu's button gets the focus.
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure to logout?' })).toBeVisible()
  await hasStep(page)
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Are you sure to logout?' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'owner' })).toBeFocused()
  await expect(page).toHaveURL(/membership\/listing/)
})

test('the focus returns to a row that was drawn anew, and beside one that is gone', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const [first, second] = [unique('Amber'), unique('Amber')]
  for (const beltColor of [first, second]) await owner.post('/belt', { beltColor })
  await enter(page, 'owner', '/belt/listing?searchText=Amber&size=100')
  await (await rowAct(row(page, first), /^Disable/)).press('Enter')
  await agree(page, 'Are you sure to disable', 'Disable')
  await expect(row(page, first).getByRole('button', { name: /^More/ })).toBeFocused()
  await (await rowAct(row(page, first), /^Delete/)).press('Enter')
  await agree(page, 'Are you sure to delete', 'Delete')
  await expect(row(page, first)).toHaveCount(0)
  await expect(page.getByRole('table').locator(':focus')).toHaveCount(1)
})

test('a page with unsaved changes is left by Back or by signing out only after a question', async ({ page }) => {
  await enter(page, 'owner', '/belt/listing', 'own')
  await page.getByRole('link', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: 'Belt Color' }).fill('Half a belt')
  await page.goBack()
  const question = page.getByRole('dialog', { name: leaving })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/belt\/create/)
  await expect(page.getByRole('textbox', { name: 'Belt Color' })).toHaveValue('Half a belt')
  // The question's own step is gone, or Back would only take that.
  await expect.poll(() => page.evaluate('history.state?.layer')).toBeUndefined()
  await page.goBack()
  await agree(page, leaving, 'Leave')
  await expect(page).toHaveURL(/belt\/listing/)

  // Signing out asks one question, which says so.
  await page.getByRole('link', { name: 'Add' }).click()
  await page.getByRole('textbox', { name: 'Belt Color' }).fill('Half a belt')
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await agree(page, 'Are you sure to logout?', 'OK', 'What you entered and have not saved will be lost.')
  await expect(page).toHaveURL(/auth\/login/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('two people at one record: the second is told in the form, whatever it is of', async ({ page, refusals }) => {
  refusals.push('412 PUT *')
  const calls = await callsAs(page, 'owner')
  const { id, group, username } = await newPerson(calls, { belt: ['view'] })
  const name = unique('Noraini')
  const mother = await newParent(calls, name)
  const contact = await calls.post(`/member/${mother._id}/emergency-contact`, { name: 'Rosli', phoneNo: '0123456789' })
  const body = { date: '2026-01-31', member: mother._id, reason: 'Goodwill', adjustCredit: 1 }
  const document = await calls.post('/credit-adjust', body)
  const warning = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' })

  async function collide(button: string, told: RegExp, ...says: string[]) {
    // In the dialog, where one is open.
    await page.getByRole('button', { name: button, exact: true }).last().click()
    await agree(page, 'Are you sure to', 'OK')
    await expect(warning).toBeInViewport()
    for (const words of says) await expect(warning.getByRole('row', { name: told })).toContainText(words)
    await warning.getByRole('button', { name: 'Reload' }).click()
    await expect(warning).toBeHidden()
  }

  await enter(page, 'owner', `/user/edit/${id}`)
  await field(page, 'Email').fill('mine@mail.test')
  await calls.put(`/user/${id}`, { email: 'theirs@mail.test', accessRight: ['accessAllCentres'] })
  await collide('Submit', /^Email/, 'mine@mail.test', 'theirs@mail.test')
  await expect(field(page, 'Email')).toHaveValue('theirs@mail.test')
  await expect(page.getByRole('checkbox', { name: 'Access all centres' })).toBeChecked()

  await page.goto(`/user-group/edit/${group}`)
  await field(page, 'User Group Name').fill(unique('Mine'))
  const theirs = unique('Theirs')
  await calls.put(`/user-group/${group}`, { role: theirs, permissions: { belt: ['view', 'edit'] } })
  await collide('Submit', /^User Group Name/, theirs)
  await expect(page.getByRole('main').getByText('Belt Color', { exact: true }).first()).toBeVisible()

  await page.goto(`/credit-adjust/edit/${document._id}`)
  await field(page, 'Reason').fill('Mine')
  await calls.put(`/credit-adjust/${document._id}`, { reason: 'Theirs', adjustCredit: 2 })
  await collide('Update and Approve', /^Reason/, 'Mine', 'Theirs')
  await expect(field(page, 'Adjusted Credit Amt (-/+)')).toHaveValue('2')
  await expect(field(page, 'Reason')).toHaveValue('Theirs')

  await page.goto(`/membership/edit/${mother._id}?tab=contacts`)
  await page.getByRole('button', { name: 'Edit Rosli' }).click()
  await field(page.getByRole('dialog'), 'Name').fill('Mine')
  await calls.put(`/member/${mother._id}/emergency-contact/${contact._id}`, { name: 'Theirs', phoneNo: '0198765432' })
  await collide('Submit', /^Name/, 'Mine', 'Theirs')
  await expect(field(page.getByRole('dialog'), 'Name')).toHaveValue('Theirs')

  const found = z.object({ items: z.array(z.object({ _id: z.string() })) })
  const { members, session } = await classToday(calls, [name])
  const [student] = members
  const [enrolment] = (await calls.send(found, 'GET', `/enrollment?member=${student}`)).items
  await page.goto(`/membership/edit/${student}?tab=class`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await field(page.getByRole('dialog'), 'Remark').fill('Mine')
  await calls.put(`/enrollment/${enrolment?._id}`, { credit: 5, remark: 'Theirs' })
  await collide('Submit', /^Remark/, 'Mine', 'Theirs')
  await expect(field(page.getByRole('dialog'), 'Credit')).toHaveValue('5')

  const mark = { member: student, status: 'P', checkInTime: '05:00' }
  const taken = await calls.send(found, 'POST', `/attendance/take/${session}`, [mark])
  await page.goto(`/membership/edit/${student}?tab=attendance`)
  await page.getByRole('button', { name: /^Edit attendance/ }).click()
  await field(page.getByRole('dialog'), 'Check-out').fill('05:30')
  await calls.put(`/attendance/${taken.items[0]?._id}`, { status: 'A', checkInTime: null })
  // What only the other changed is taken over without a question.
  await page.getByRole('button', { name: 'Update', exact: true }).last().click()
  await agree(page, 'Are you sure to', 'OK')
  await expect(page.getByText('The form has their changes now: ')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Absent' })).toBeChecked()

  await page.goto(`/membership/edit/${student}?tab=financial`)
  await page.getByRole('button', { name: 'Adjust Expiration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '+3 months' }).click()
  await calls.send(z.looseObject({}), 'PUT', `/expiration/${student}`, { expirationDate: '2027-05-31' })
  await collide('Adjust Expiration', /^Expiration date/, '31-05-2027')
  await expect(field(page.getByRole('dialog'), 'Expiration date')).toHaveValue('31-05-2027')

  await enter(page, username, '/profile')
  await field(page, 'Email').fill('mine@mail.test')
  await field(page, 'Current password').fill(password)
  await calls.put(`/user/${id}`, { email: 'office@mail.test' })
  await collide('Save', /^Email/, 'theirs@mail.test', 'office@mail.test')
  await expect(field(page, 'Email')).toHaveValue('office@mail.test')
})

test('the second press of a double click reaches nothing that came to lie under the pointer', async ({ page }) => {
  await enter(page, 'owner', '/membership/listing?size=10')
  const enrolling = page.getByRole('dialog', { name: 'Enroll New Member' })
  const opener = page.getByRole('button', { name: 'Enroll New Member' })
  await opener.dblclick()
  await expect(enrolling).toBeVisible()
  // The first click closes the dialog, which covers a member's link.
  const link = await row(page, 'Active').first().getByRole('link').first().boundingBox()
  await page.mouse.dblclick((link?.x ?? 0) + 4, (link?.y ?? 0) + 4)
  await expect(enrolling).toBeHidden()
  await expect(opener).toBeVisible()
  await expect(page).toHaveURL(/membership\/listing/)
})

test('a session that ends over a form is renewed over it, and what was submitted goes on', async ({
  page,
  context,
  refusals,
}) => {
  refusals.push('401 *')
  const name = unique('Zircon')
  const calls = await enter(page, 'owner', '/belt/create', 'own')
  const belt = page.getByRole('textbox', { name: 'Belt Color' })
  await belt.fill(name)
  const over = await page.request.post('/api/admin/auth/logout', {
    headers: { authorization: `Bearer ${calls.token}` },
  })
  expect(over.status()).toBe(200)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog', { name: 'Are you sure to submit?' }).getByRole('button', { name: 'OK' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(field(dialog, 'Username')).toHaveValue('owner')
  await expect(field(dialog, 'Password')).toBeFocused()
  await field(dialog, 'Password').fill('not the password')
  await field(dialog, 'Password').press('Enter')
  await expect(dialog.getByText('Invalid username or password')).toBeVisible()
  await expectToast(page, 'Invalid username or password')
  await page.goBack()
  await expect(belt).toHaveValue(name)
  await field(dialog, 'Password').fill(password)
  await field(dialog, 'Password').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/belt\/listing/)
  await expect(row(page, name)).toHaveCount(1)

  // Another user signs in in another tab: nothing of this form is saved as theirs.
  const second = unique('Garnet')
  await page.goto('/belt/create')
  await belt.fill(second)
  const clerk = await callsAs(page, 'clerk')
  const another = await context.newPage()
  // Not a page of the portal: its profile, on its way still, would be kept over the other's.
  await another.goto('/api/admin/config')
  await another.evaluate(
    ([at, rt, u]) => {
      for (const [key, value] of Object.entries({ at, rt, u })) localStorage.setItem(key, value ?? '')
    },
    [clerk.token, clerk.refreshToken, JSON.stringify(clerk.user)],
  )
  const taken = page.getByRole('dialog', { name: 'clerk is signed in now' })
  await expect(taken).toContainText('is not saved as clerk: sign in as owner to go on')
  await inspect(page, 'signed-in-elsewhere')
  await another.close()
  await field(taken, 'Password').fill(password)
  await field(taken, 'Password').press('Enter')
  await expect(taken).toBeHidden()
  await expect(belt).toHaveValue(second)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  const trail = z.object({ items: z.array(z.object({ modifier: z.string() })) })
  const { items } = await (await callsAs(page, 'owner')).send(
    trail,
    'GET',
    `/auth/audit-trail?searchText=${encodeURIComponent(second)}`,
  )
  expect(items.map(({ modifier }) => modifier)).toEqual(['owner'])

  // Signed out in another tab: whoever gives up is led to the sign-in page.
  await page.goto('/belt/create')
  await belt.fill('Half a belt')
  const other = await context.newPage()
  await other.goto('/api/admin/config')
  await other.evaluate("['u', 'at', 'rt'].forEach((key) => localStorage.removeItem(key))")
  await expect(dialog).toBeVisible()
  await expect(belt).toHaveValue('Half a belt')
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/auth\/login/)
})
