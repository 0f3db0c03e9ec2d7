import { longDate, partsOf, weekdays } from '@academy/contract/courses/calendar.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { choose, field, fillTimes, openFromMenu, row, search } from './controls.ts'
import { agree, expect, inspect, read } from './portal.ts'

const holidays = z.object({ holiday: z.array(z.object({ date: z.string() })) })

const hasTouch = (page: Page) => page.evaluate<boolean>('navigator.maxTouchPoints > 0')

/** The holidays of this year and the one before. */
export async function holidaysUntil(page: Page, today: string): Promise<string[]> {
  const { year } = partsOf(today)
  const sets = await Promise.all([year - 1, year].map((one) => read(page, holidays, `/holiday/get-by-year/${one}`)))
  return sets.flatMap(({ holiday }) => holiday.map(({ date }) => date))
}

/** A day of the year calendar. */
export const dayOf = (page: Page, day: string) => page.getByRole('button', { name: longDate(day) })

/** Assigns the year on screen, on the second attempt. */
export async function assign(page: Page, instructor: string, day: number) {
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign' })
  const submit = dialog.getByRole('button', { name: 'Assign', exact: true })
  await submit.click()
  await expect(dialog.getByText('Main Instructor is required')).toBeVisible()
  await expect(dialog.getByText('Training day is required')).toBeVisible()
  await choose(dialog, 'Main Instructor', instructor)
  await choose(dialog, 'Training Day', weekdays[day] ?? '')
  await fillTimes(dialog, 'Training Time Duration', '0600', '25:00')
  await submit.click()
  await expect(dialog.getByText('25:00 is not a time. Use HH:MM.')).toBeVisible()
  await expect(field(dialog, 'Training Time Duration')).toHaveValue('06:00')
  await expect(dialog.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('25:00')
  await fillTimes(dialog, 'Training Time Duration', '6:00', '07:00')
  await submit.click()
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Scheduled')
  await expect(dialog).toBeHidden()
}

/** Takes the attendance of the open class with this one member present. */
export async function markPresent(page: Page, name: string, wallet: number, inspected?: 'inspected') {
  const dialog = page.getByRole('dialog', { name: 'Mark Attendance' })
  const member = dialog.getByRole('switch', { name })
  // A phone's row says only what is exceptional.
  if (!(await hasTouch(page))) await expect(member).toContainText(`wallet ${wallet}`)
  await expect(member).not.toBeChecked()
  // A tap on the row is all it takes.
  await ((await hasTouch(page)) ? member.tap() : member.click())
  await expect(member).toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText('1 present · 0 absent')
  if (inspected) await inspect(page, 'marking')
  await dialog.getByRole('button', { name: 'Take Attendance' }).click()
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 0 absent', 'Attendance Recorded')
  await expect(dialog).toBeHidden()
}

/** The Financial Info of a member, by way of the listing. */
export async function openWallet(page: Page, name: string, inspected?: 'inspected') {
  await openFromMenu(page, 'Membership Profile', 'Maintenance')
  await search(page, name)
  if (inspected) await inspect(page, 'members')
  await row(page, name).getByRole('link', { name, exact: true }).click()
  await page.getByRole('tab', { name: 'Financial Info' }).click()
}

/** Exactly these entries, newest first, each containing all of its texts. */
export async function expectLedger(page: Page, entries: string[][]) {
  const table = page.getByRole('region', { name: 'Wallet history' })
  await expect(table.getByText(`Showing ${entries.length} record(s) of total ${entries.length}`)).toBeVisible()
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(entries.length)
  for (const [place, words] of entries.entries())
    for (const word of words) await expect(rows.nth(place)).toContainText(word)
}
