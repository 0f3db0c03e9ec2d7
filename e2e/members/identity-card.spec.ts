/** What an I/C number fills in and finds, and phone numbers in the ways people write them. */
import { z } from 'zod'
import { choose, field, fillDay, heading } from '../support/controls.ts'
import { submit } from '../support/list-steps.ts'
import { callsAs, enter, idOf, unique } from '../support/people.ts'
import { agree, expect, inspect, test } from '../support/portal.ts'

const found = z.object({
  items: z.array(z.object({ name: z.string(), icNo: z.string(), dob: z.string(), phoneNo: z.string().nullable() })),
})
/** Born in Labuan, where nobody of the demo academy was: these numbers are free. */
const [registered, free] = ['990228-15-0101', '990228-58-0102']

test('an I/C number fills in birth and gender, is checked, and finds who has it; a phone is taken as it is written', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const coachIncharge = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const name = unique('Nurul Huda')
  const person = { dob: '1999-02-28', gender: 'Male', nationality: 'Malaysian', password: 'Kata-2026-x', coachIncharge }
  const email = (of: string) => `${of.replaceAll(' ', '-')}@mail.test`
  await calls.post('/member', { kind: 'adult', name, icNo: registered, email: email(name), ...person })

  await enter(page, 'clerk', '/membership/create/adult')
  const [icNo, dob, phone] = [field(page, 'I/C No.'), field(page, 'Date of Birth'), field(page, 'Phone No.')]
  const told = page.getByRole('status')
  await test.step('what is no number of a card is told, a passport’s is not', async () => {
    await icNo.fill('991328-15-0102')
    await expect(told.getByText('Its first six digits are no date of birth. Please check the number.')).toBeVisible()
    await icNo.fill('A1234567')
    await expect(told.getByText('check', { exact: false })).toHaveCount(0)
    await expect(dob).toHaveValue('')
  })
  await test.step('whose number it is already leads to them', async () => {
    await icNo.fill(registered.replaceAll('-', ''))
    await expect(told.filter({ hasText: 'This I/C number is registered already:' })).toContainText(name)
    await inspect(page, 'identity-registered')
    await expect(told.getByRole('link', { name })).toHaveAttribute('href', /\/membership\/edit\//)
  })
  await test.step('a free one fills in what is empty, and tells what it contradicts', async () => {
    await icNo.fill(free)
    await expect(told.getByText('Born 28-02-1999 in Labuan, female')).toBeVisible()
    await expect(dob).toHaveValue('28-02-1999')
    await expect(field(page, 'Gender')).toHaveValue('Female')
    await inspect(page, 'identity-filled')
    await fillDay(page, 'Date of Birth', '27-02-1999')
    await expect(told.getByText('By this number born 28-02-1999 in Labuan, female. Please check.')).toBeVisible()
    await fillDay(page, 'Date of Birth', '28-02-1999')
    await expect(told.getByText('Born 28-02-1999 in Labuan, female')).toBeVisible()
  })
  await test.step('a phone number is kept as its digits and shown as it is written', async () => {
    await phone.fill('+60 12-345 67')
    await expect(page.getByText('Please enter a valid 10 - 12 digit phone number')).toBeVisible()
    await phone.fill('+60 12-345 6789')
    await phone.press('Tab')
    await expect(phone).toHaveValue('012-345 6789')
    const other = unique('Siti Mariam')
    await field(page, 'English Name').fill(other)
    await field(page, 'Nationality').fill('Malaysian')
    await field(page, 'Email').fill(email(other))
    await field(page, 'Password').fill('Kata-2026-x')
    await choose(page, 'Coach Incharge', 'Hafiz bin Ismail')
    await submit(page)
    await agree(page, 'Are you sure to submit?', 'OK')
    await expect(heading(page, other)).toBeVisible()
    const kept = await calls.send(found, 'GET', `/member?searchText=${encodeURIComponent(other)}`)
    expect(kept.items).toEqual([{ name: other, icNo: free, dob: '1999-02-28', phoneNo: '0123456789' }])
    await expect(field(page, 'Phone No.')).toHaveValue('012-345 6789')
  })
})

test('a child registered with its parent is filled in the same way', async ({ page }) => {
  await enter(page, 'clerk', '/parents/create')
  await page.getByRole('button', { name: 'Add Child' }).click()
  await page.getByRole('button', { name: 'Add Child' }).click()
  const second = page.getByRole('group', { name: 'Child 2' })
  await field(second, 'I/C No.').fill('160214-58-0103')
  await expect(field(second, 'Date of Birth')).toHaveValue('14-02-2016')
  await expect(field(second, 'Gender')).toHaveValue('Male')
  await expect(field(page.getByRole('group', { name: 'Child 1' }), 'Date of Birth')).toHaveValue('')
})
