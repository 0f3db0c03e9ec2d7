import type { Page } from '@playwright/test'
import { row } from './controls.ts'
import { callsAs, idOf, unique } from './people.ts'
import { expect } from './portal.ts'

/** A parent with a dependent child, with unique names. */
export async function parentWithChild(page: Page, chName = '林小龙') {
  const calls = await callsAs(page, 'owner')
  const relationship = await idOf(calls, 'relationship', 'Mother')
  const coachIncharge = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const parent = unique('Puan Rosnah')
  const email = `${parent.toLowerCase().replaceAll(' ', '-')}@mail.test`
  const { _id } = await calls.post('/member', { name: parent, email, relationship, password: 'Kata-2026' })
  const child = unique('Adik Comel')
  const body = { name: child, chName, dob: '2015-07-01', gender: 'Female', coachIncharge, mainIDs: [_id] }
  const { _id: childId } = await calls.post('/member', body)
  return { parent, child, chName, childId }
}

/** The parent's page with its children in sight, this one marked and ready to be opened. */
export async function expectAtChild(page: Page, parent: string, child: string) {
  await expect(page.getByRole('heading', { level: 1, name: parent })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Children', selected: true })).toBeVisible()
  const marked = row(page, child)
  await expect(marked).toHaveAttribute('aria-current', 'true')
  await expect(marked).toBeInViewport()
  await expect(marked.getByRole('link', { name: child })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
}
