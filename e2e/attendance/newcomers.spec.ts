/** Somebody who is no member yet: noted at the mat, seen to at the desk. */
import { z } from 'zod'
import { classToday, marking } from '../support/class-today.ts'
import { choose, field, fillDay } from '../support/controls.ts'
import { hold } from '../support/hold.ts'
import { callsAs, enter, newPerson, unique } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'

const desk = { width: 1440, height: 900 }
const purse = z.object({ wallet: z.number() })

test('what was typed of who came stays in its form while the signal comes and goes', async ({ page, context }) => {
  const owner = await callsAs(page, 'owner')
  const { path } = await classToday(owner, ['Aida'])
  await page.setViewportSize(phoneSize)
  // With a route the browser has no cache of its own: what opens without signal is what the portal keeps.
  await page.route('**/none', (route) => route.continue())
  await enter(page, 'owner', path)
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await context.setOffline(true)
  await expect(marking(page).getByText('No signal.')).toBeVisible()
  await marking(page).getByRole('button', { name: 'Add Member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Member' })
  await field(dialog, 'Name').fill('Kumar of the park')
  await context.setOffline(false)
  await expect(dialog.getByRole('radio', { name: 'A new name' })).toBeChecked()
  await expect(field(dialog, 'Name')).toHaveValue('Kumar of the park')
  await dialog.getByText('A member', { exact: true }).click()
  const ofMember = dialog.getByText(/^For somebody who is not enrolled/)
  await expect(ofMember).toBeVisible()
  await context.setOffline(true)
  await expect(dialog.getByText(/^Adding a member needs signal/)).toBeVisible()
  await expect(ofMember).toBeVisible()
  await context.setOffline(false)
})

test('a coach notes new names at the mat; the desk enrolls one and charges the class, charges another, dismisses a third', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { path } = await classToday(owner, ['Aida'])
  const elsewhere = unique('Balan')
  const [balan = ''] = (await classToday(owner, [elsewhere])).members
  // May mark, not enrol.
  const coach = await newPerson(owner, { attendance: ['view', 'mark', 'edit'], course: ['view'] })
  const [kumar, lim, tan] = [unique('Kumar'), unique('Lim'), unique('Tan')]
  await page.setViewportSize(phoneSize)
  await enter(page, coach.username, path)
  async function note(who: string, type: string) {
    await marking(page).getByRole('button', { name: 'Add Member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Member' })
    await field(dialog, 'Name').fill(who)
    await field(dialog, 'Phone No.').fill('012-345 6789')
    await choose(dialog, 'Credit Type', type)
    await expect(field(dialog, 'Credit')).toHaveValue(type === 'Normal' ? '10' : '0')
    if (who === kumar) await inspect(page, 'newcomer')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Noted for the desk')
    await expect(dialog).toBeHidden()
  }
  await note(kumar, 'Normal')
  await note(lim, 'Trial 1')
  await note(tan, 'Normal')
  const noted = marking(page).getByRole('region', { name: 'No members yet' })
  await expect(noted.getByRole('listitem')).toHaveCount(3)
  await inspect(page, 'marking-newcomers')

  // At the desk: who becomes a member is enrolled, and the class is charged in the same go.
  await page.setViewportSize(desk)
  await enter(page, 'owner', '/dashboard/overview')
  const cases = page.getByRole('region', { name: 'Attended but not paid' })
  await cases
    .getByText(/^\d+ newcomers to enroll or charge/)
    .getByRole('link', { name: 'Open' })
    .click()
  const follow = page.getByRole('region', { name: 'Enroll or charge' })
  const card = (who: string) => follow.getByRole('listitem').filter({ hasText: who })
  await expect(card(kumar)).toContainText(`012-345 6789`)
  await expect(card(kumar)).toContainText(`Normal, 10 credits · by ${coach.username}`)
  await inspect(page, 'follow-ups')
  // Days are the only filter of its list: nothing is behind a button for more.
  await page.setViewportSize(phoneSize)
  await expect(page.getByRole('textbox', { name: 'Class Date: From' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toHaveCount(0)
  await page.setViewportSize(desk)
  await card(kumar).getByRole('link', { name: 'Enroll Kids' }).click()
  await expect(field(page, 'English Name')).toHaveValue(kumar)
  await expect(field(page, 'Phone No.')).toHaveValue('012-345 6789')
  await page.goBack()
  await card(kumar).getByRole('link', { name: 'Enroll Adult' }).click()
  await expect(field(page, 'English Name')).toHaveValue(kumar)
  await expect(field(page, 'Phone No.')).toHaveValue('012-345 6789')
  const mark = unique('').trim()
  await fillDay(page, 'Date of Birth', '14-02-1990')
  await field(page, 'I/C No.').fill(`IC${mark}`)
  await choose(page, 'Gender', 'Male')
  await field(page, 'Nationality').fill('Malaysian')
  await field(page, 'Email').first().fill(`${mark}@mail.test`)
  await field(page, 'Password').first().fill('Kata-12345')
  await choose(page, 'Coach Incharge', 'Hafiz bin Ismail')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Registered')
  const charging = page.getByRole('dialog', { name: `Charge ${kumar}` })
  await expect(
    charging.getByText('No cover: becomes outstanding. Wallet holds 0 of the 10 credits needed'),
  ).toBeVisible()
  await inspect(page, 'charge-newcomer')
  await charging.getByRole('button', { name: 'Charge', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Attendance Recorded')
  await expect(charging).toBeHidden()
  await expect(card(kumar)).toHaveCount(0)
  await expect(page).not.toHaveURL(/newcomer=/)

  const charge = follow.getByRole('button', { name: `Charge a Member: ${tan}` })
  await page.context().setOffline(true)
  await expect(charge).toHaveAttribute('aria-disabled', 'true')
  await page.context().setOffline(false)
  await expect(charge).not.toHaveAttribute('aria-disabled')
  await charge.click()
  const other = page.getByRole('dialog', { name: `Charge ${tan}` })
  const read = await hold(page, '/member/choose?ids=*')
  await choose(other, 'Member', elsewhere)
  await choose(other, 'Credit Type', 'Normal')
  // Whose wallets there are is not known yet: it is submitted once it is.
  await other.getByRole('button', { name: 'Charge', exact: true }).click()
  await expect(other.getByRole('button', { name: 'Charge', exact: true })).toHaveAttribute('aria-busy', 'true')
  read()
  await expect(other.getByText(`Wallet 15 → 5 (${elsewhere})`)).toBeVisible()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Attendance Recorded')
  await expect(card(tan)).toHaveCount(0)
  expect((await owner.send(purse, 'GET', `/member/${balan}`)).wallet).toBe(5)

  await page.setViewportSize(phoneSize)
  await follow.getByRole('button', { name: `Dismiss ${lim}` }).click()
  const dismissing = page.getByRole('dialog', { name: `Dismiss ${lim}` })
  await dismissing.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(dismissing.getByText('Reason is required')).toBeVisible()
  await field(dismissing, 'Reason').fill('Only looked on')
  await inspect(page, 'dismiss-newcomer')
  await dismissing.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await agree(page, 'Are you sure to dismiss?', 'Dismiss', 'nobody is charged', 'Dismissed')
  await expect(card(lim)).toHaveCount(0)
  await page.goto(path)
  await expect(marking(page).getByRole('switch', { name: kumar })).toContainText('Walk-in')
})
