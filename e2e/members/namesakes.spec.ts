import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { row } from '../support/controls.ts'
import { fillChild, fillParent, submit } from '../support/family-steps.ts'
import { callsAs, enter, idOf, unique } from '../support/people.ts'
import { agree, expect, inspect, onPhone, phoneSize, test } from '../support/portal.ts'

test.use(onPhone)

test('two members of one name are told apart at the mat, in corrections and among the outstanding cases', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const mei = unique('Mei')
  const { today, path, join, name } = await classToday(owner, [])
  const age = (years: number) => `${Number(today.slice(0, 4)) - years}-01-01`
  await join(mei, age(40))
  const young = await join(mei, age(20))
  await owner.put(`/member/${young}`, { wallet: 5, walletWas: 15 })
  await enter(page, 'owner', path)
  const marking = page.getByRole('dialog', { name: 'Mark Attendance' })
  const member = (years: number) => marking.getByRole('switch', { name: new RegExp(`${mei}.*age ${years}`) })
  await member(40).tap()
  await member(20).tap()
  await marking.getByRole('button', { name: 'Take Attendance' }).tap()
  await agree(page, 'Are you sure to submit?', 'OK', '2 present', 'Attendance Recorded')

  // At the desk a correction is asked about first.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  await member(40).tap()
  const older = `${mei} (age 40)`
  const question = page.getByRole('dialog', { name: 'Are you sure to update attendance record?' })
  await expect(question).toContainText(older)
  await inspect(page, 'correction')
  await agree(page, 'Are you sure to update attendance record?', 'OK', 'Present to Absent', 'Updated')
  await expect(member(40)).not.toBeChecked()
  await marking.getByRole('button', { name: 'Delete attendance' }).first().tap()
  await agree(page, 'Are you sure to delete?', 'Cancel', /age \d+.*the record is deleted/)

  await page.setViewportSize(phoneSize)
  await owner.put(`/member/${young}`, { wallet: 25, walletWas: 5 })
  await page.goto(`/outstanding-credit/listing?searchText=${encodeURIComponent(mei)}`)
  await expect(row(page, mei)).toContainText('age 20')
  await row(page, mei).getByRole('button', { name: 'Close Outstanding Case' }).tap()
  await agree(page, 'Are you sure to close outstanding case?', 'OK', `${name}, ${mei} (age 20): −10`, 'Closed')
})

test('two children of one name and one parent are told apart where a member is chosen', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const [mother, name] = [unique('Puan'), unique('Nadia')]
  const relationship = await idOf(owner, 'relationship', 'Mother')
  const email = `${mother.replace(' ', '.')}@mail.test`
  const account = { kind: 'parent', name: mother, email, relationship, password: 'Kata-12345' }
  const parent = await owner.post('/member', account)
  const coachIncharge = await idOf(owner, 'coach', 'Hafiz bin Ismail')
  const belt = await idOf(owner, 'belt', 'Yellow')
  const { today } = await owner.send(z.object({ today: z.string() }), 'GET', '/config')
  for (const [years, more] of [
    [9, {}],
    [7, { belt }],
  ] as const) {
    const dob = `${Number(today.slice(0, 4)) - years}-01-01`
    await owner.post('/member', {
      ...{ kind: 'child', name, dob, gender: 'Female', coachIncharge, mainIDs: [parent._id] },
      ...more,
    })
  }
  await enter(page, 'owner', '/till')
  await page.getByRole('searchbox', { name: 'Member' }).fill(name)
  const found = page.getByRole('list', { name: 'Members found' }).getByRole('button')
  await expect(found).toHaveCount(2)
  for (const facts of ['Child · age 9 · of', 'Child · Yellow · age 7 · of'])
    await expect(found.filter({ hasText: facts })).toBeVisible()
  // The ring of the focus stays within the list, which would cut it.
  await page.keyboard.press('Enter')
  await expect(found.first()).toBeFocused()
  await expect(found.first()).toHaveCSS('outline-offset', '-2px')
})

test('a child that a family has already is told before it is enrolled twice', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const [mother, name] = [unique('Puan'), unique('Aina')]
  const relationship = await idOf(owner, 'relationship', 'Mother')
  const email = `${mother.replace(' ', '.')}@mail.test`
  const parent = await owner.post('/member', {
    kind: 'parent',
    name: mother,
    email,
    relationship,
    password: 'Kata-12345',
  })
  const coach = await idOf(owner, 'coach', 'Hafiz bin Ismail')
  const kid = { kind: 'child', name, dob: '2016-02-14', gender: 'Female', coachIncharge: coach, mainIDs: [parent._id] }
  await owner.post('/member', kid)
  await enter(page, 'clerk', `/membership/create/kids?parent=${parent._id}`)
  await fillChild(page, name.replace(' ', '  '), 'Hafiz bin Ismail')
  await submit(page).tap()
  await agree(page, 'Are you sure to submit?', 'Cancel', `${mother} has a child of this name and birthday already.`)

  await page.goto('/membership/create/kids')
  await page.getByRole('radio', { name: 'Register the parent in the same step' }).tap()
  await fillParent(page, unique('Encik'), unique('mark').replace(' ', '-'))
  await fillChild(page.getByRole('group', { name: 'Child 1' }), name, 'Hafiz bin Ismail')
  await page.getByRole('button', { name: 'Add Child' }).tap()
  await fillChild(page.getByRole('group', { name: 'Child 2' }), name.toLowerCase(), 'Hafiz bin Ismail')
  await submit(page).tap()
  await agree(page, 'Are you sure to submit?', 'Cancel', `${name.toLowerCase()} is in this form twice`)
})
