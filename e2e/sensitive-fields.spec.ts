import { z } from 'zod'
import { field, row } from './support/controls.ts'
import { callsAs, enter, newPerson } from './support/people.ts'
import { expect, inspect, noSidewaysScroll, read, test } from './support/portal.ts'

const people = z.object({ items: z.array(z.object({ _id: z.string(), name: z.string() })) })

test('who may not see medical notes and I/C numbers works without them', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const person = await newPerson(owner, { membership: ['view', 'create', 'edit'] })
  await enter(page, person.username, '/membership')
  await expect(page.getByRole('columnheader', { name: 'Phone No.' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'I/C No.' })).toHaveCount(0)
  const [adult] = (await read(page, people, '/member?isAdult=true&limit=1')).items
  if (!adult) throw new Error('the demo academy has no adult')
  await page.goto(`/membership/edit/${adult._id}`)
  await expect(field(page, 'Special Note')).toBeVisible()
  for (const hidden of ['I/C No.', 'Medical Record']) await expect(field(page, hidden)).toHaveCount(0)
  await page.goto('/membership/create/adult')
  // Noted down from the card, and not read again.
  await expect(field(page, 'I/C No.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await noSidewaysScroll(page)

  await page.setViewportSize({ width: 1440, height: 900 })

  // Who may see them is told who did: this person did not.
  const told = await newPerson(owner, { membership: ['view', 'sensitive'], audit_trail: ['view'] })
  await enter(page, told.username, `/membership/edit/${adult._id}`)
  await page.getByRole('link', { name: 'Who read them' }).click()
  await expect(page.getByRole('tab', { name: 'Medical & I/C read' })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, told.username, adult.name, 'Profile').first()).toBeVisible()
  await expect(row(page, person.username)).toHaveCount(0)
  await inspect(page, 'audit-readings')
})
