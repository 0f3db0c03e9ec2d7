import { field, row } from '../support/controls.ts'
import { callsAs, enter, idOf, newPerson, unique } from '../support/people.ts'
import { expect, inspect, noSidewaysScroll, phoneSize, test } from '../support/portal.ts'

test('who may not see medical notes and I/C numbers works without them', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const person = await newPerson(owner, { membership: ['view', 'create', 'edit'] })
  await enter(page, person.username, '/membership')
  await expect(page.getByRole('columnheader', { name: 'Phone No.' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'I/C No.' })).toHaveCount(0)
  // Of a member without a note and a number nothing would be told.
  const name = unique('Noted')
  const about = { kind: 'adult', dob: '1990-05-17', gender: 'Female', nationality: 'Malaysian', medical: 'Asthma' }
  const account = { email: `${name.toLowerCase().replace(' ', '-')}@mail.test`, password: 'Kata-12345' }
  const coachIncharge = await idOf(owner, 'coach', 'Hafiz bin Ismail')
  const body = { ...about, ...account, name, icNo: unique('IC'), coachIncharge }
  const { _id } = await owner.post('/member', body)
  await page.goto(`/membership/edit/${_id}`)
  await expect(field(page, 'Special Note')).toBeVisible()
  for (const hidden of ['I/C No.', 'Medical Record']) await expect(field(page, hidden)).toHaveCount(0)
  await page.goto('/membership/create/adult')
  // Noted down from the card, and not read again.
  await expect(field(page, 'I/C No.')).toBeVisible()
  await page.setViewportSize(phoneSize)
  await noSidewaysScroll(page)

  await page.setViewportSize({ width: 1440, height: 900 })

  // Who may see them is told who did: this person did not.
  const told = await newPerson(owner, { membership: ['view', 'sensitive'], audit_trail: ['view'] })
  await enter(page, told.username, `/membership/edit/${_id}`)
  await page.getByRole('link', { name: 'Who read them' }).click()
  await expect(page.getByRole('tab', { name: 'Medical & I/C read' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, told.username, name, 'Profile').first()).toBeVisible()
  await expect(row(page, person.username)).toHaveCount(0)
  await inspect(page, 'audit-readings')
})
