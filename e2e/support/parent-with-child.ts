import type { Page } from '@playwright/test'
import { heading, row } from './controls.ts'
import { callsAs, idOf, newParent, unique } from './people.ts'
import { expect } from './portal.ts'

/** A parent with a dependent child, with unique names. */
export async function parentWithChild(page: Page, chName = '林小龙') {
  const calls = await callsAs(page, 'owner')
  const coachIncharge = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const { _id, name: parent } = await newParent(calls, unique('Puan Rosnah'))
  const child = unique('Adik Comel')
  const body = { name: child, chName, dob: '2015-07-01', gender: 'Female', coachIncharge, mainIDs: [_id] }
  const { _id: childId } = await calls.post('/member', body)
  return { parent, child, chName, childId }
}

/** The parent's page with its children in sight, this one marked and ready to be opened. */
export async function expectAtChild(page: Page, parent: string, child: string) {
  await expect(heading(page, parent)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Children', selected: true })).toBeVisible()
  const marked = row(page, child)
  await expect(marked).toHaveAttribute('aria-current', 'true')
  await expect(marked).toBeInViewport()
  await expect(marked.getByRole('link', { name: child })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
}
