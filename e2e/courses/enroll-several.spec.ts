/** A whole class is enrolled in one step, as it stands on paper. */
import { classToday } from '../support/class-today.ts'
import { choose, expectReason, field, heading, optionOf, row, rowAct } from '../support/controls.ts'
import { callsAs, enter, firstOf, idOf, newParent, unique } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'

test('several members are enrolled in a course at once; who could not be is named with the reason', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const mark = unique('Class')
  const made = (name: string, more: object) => calls.post('/member', { name: `${mark} ${name}`, ...more })
  const coachIncharge = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const [mother, father] = [(await newParent(calls, `${mark} Puan`))._id, (await newParent(calls, `${mark} Encik`))._id]
  const child = { dob: '2015-07-01', gender: 'Female', coachIncharge, mainIDs: [mother, father] }
  for (const name of ['Ana', 'Balan']) await made(name, { ...child, mainIDs: [mother] })
  await made('Chong', child)
  const course = `${mark} Kata`
  await calls.post('/course', {
    ...{ name: course, normal: 12, normal2: 0, special: 9, free: 0, mainInstructor: [coachIncharge] },
    sport: (await firstOf(calls, 'sport'))._id,
    centre: (await firstOf(calls, 'centre'))._id,
  })

  await enter(page, 'owner', `/course/listing?searchText=${encodeURIComponent(mark)}`)
  await (await rowAct(row(page, course), 'Enroll Members')).click()
  const dialog = page.getByRole('dialog', { name: `Enroll Members in ${course}` })
  await expect(field(dialog, 'Credit')).toHaveValue('12')
  for (const name of ['Ana', 'Balan', 'Chong']) await choose(dialog, 'Members', `${mark} ${name}`)
  await choose(dialog, 'Credit Type', 'Special')
  await expect(field(dialog, 'Credit')).toHaveValue('9')
  await choose(dialog, 'Credit Type', 'Normal')
  await expect(field(dialog, 'Credit')).toHaveValue('12')
  await inspect(page, 'enroll-several')
  await dialog.getByRole('button', { name: 'Enroll', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'Enroll', '3 members, Normal, 12 credits a class')
  const outcome = dialog.getByRole('alert')
  await expect(outcome).toContainText('Enrolled 2. Not enrolled: 1')
  await expect(outcome).toContainText(`${mark} Chong: Please select the wallet that pays`)
  await page.setViewportSize(phoneSize)
  await inspect(page, 'enroll-several')

  // Whoever is in the course is not offered again.
  await dialog.getByRole('combobox', { name: 'Members' }).fill(`${mark} Ana`)
  await expect(optionOf(page, `${mark} Ana`)).toContainText('Enrolled already')
  await expect(optionOf(page, `${mark} Ana`)).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  // The same from the class, where nobody is any more to be enrolled once somebody is.
  const { name: quiet, path } = await classToday(calls, [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  const opener = page.getByRole('dialog').getByRole('button', { name: 'Enroll Members' })
  await expect(opener).toBeVisible()
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
  await page.context().setOffline(true)
  await expectReason(opener, 'Needs signal')
  await page.context().setOffline(false)
  await expect(opener).not.toHaveAttribute('aria-disabled')
  await opener.click()
  const here = page.getByRole('dialog', { name: `Enroll Members in ${quiet}` })
  for (const name of ['Ana', 'Chong']) await choose(here, 'Members', `${mark} ${name}`)
  // The list that is still open may lie over the button.
  await field(here, 'Credit').focus()
  await here.getByRole('button', { name: 'Enroll', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'Enroll', '2 members')
  await expect(
    page.getByRole('dialog').getByRole('switch', { name: `${mark} Ana`, includeHidden: true }),
  ).toBeAttached()
  await expect(here.getByRole('alert')).toContainText(`${mark} Chong: Please select the wallet that pays`)
  await expect(here.getByRole('alert')).toContainText('Enrolled 1. Not enrolled: 1')

  // The one left is enrolled on the own page, where the wallet is chosen.
  await here
    .getByRole('alert')
    .getByRole('link', { name: `${mark} Chong` })
    .click()
  await expect(heading(page, `${mark} Chong`)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Class', selected: true })).toBeVisible()
})
