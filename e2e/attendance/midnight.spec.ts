import { addDays, displayDate } from '@academy/contract/courses/calendar.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { field } from '../support/controls.ts'
import { callsAs, enter } from '../support/people.ts'
import { agree, expect, otherPage, test } from '../support/portal.ts'

// A day is the academy's wherever the device thinks it is.
test.use({ timezoneId: 'America/Los_Angeles' })

const config = z.looseObject({ today: z.string() })
const present = z.object({ present: z.number() })
const aMinuteMs = 60_000

/** Milliseconds until the next day begins in Malaysia. */
const untilMidnight = (day: string) => Date.parse(`${addDays(day, 1)}T00:00:00+08:00`) - Date.now()

/** Makes the portal report another day from now on. */
const moveDay = (page: Page, day: string) =>
  page.route('**/api/admin/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...config.parse(await answer.json()), today: day } })
  })

test('today moves at midnight in Malaysia and when the page is looked at again; what was entered stays', async ({
  page,
  browser,
}) => {
  const { today } = await (await callsAs(page, 'owner')).send(config, 'GET', '/config')
  await page.clock.install()
  await enter(page, 'owner', '/report/attendance-report')
  const last = page.getByRole('textbox', { name: 'To', exact: true })
  await expect(last).toHaveValue(displayDate(today))
  await field(page, 'Status').click()
  await page.getByRole('option', { name: 'Absent' }).click()
  // By a clock of its own, which does not move on.
  const other = await otherPage(browser)
  await enter(other, 'owner', '/point-adjust')
  await expect(field(other, 'At the end of')).toHaveValue(displayDate(today))

  await moveDay(page, addDays(today, 1))
  await page.clock.fastForward(untilMidnight(today) + aMinuteMs)
  await expect(last).toHaveValue(displayDate(addDays(today, 1)))
  await expect(field(page, 'Status')).toHaveValue('Absent')

  // A page that slept misses midnight.
  await moveDay(other, addDays(today, 2))
  await field(other, 'Before').fill('01-01-2026')
  await field(other, 'Before').press('Tab')
  await other.evaluate('dispatchEvent(new Event("focus"))')
  await expect(field(other, 'At the end of')).toHaveValue(displayDate(addDays(today, 2)))
  await expect(field(other, 'Before')).toHaveValue('01-01-2026')
})

test('without signal today moves too, also for a page that was opened without it, on a device with a wrong clock', async ({
  page,
  context,
}) => {
  const { name, today } = await classToday(await callsAs(page, 'owner'), [])
  await page.clock.install({ time: Date.now() + 3 * 24 * 60 * aMinuteMs })
  await enter(page, 'owner', '/markAttendance/listing')
  const todays = page.getByRole('region', { name: 'Today Class' })
  await expect(todays.getByText(name)).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await context.setOffline(true)
  await page.reload()
  await expect(todays.getByText(name)).toBeVisible()
  await page.clock.fastForward(untilMidnight(today) + aMinuteMs)
  await expect(todays.getByText('Today’s classes were not read on this device yet')).toBeVisible()
  await page.reload()
  await expect(todays.getByText('Today’s classes were not read on this device yet')).toBeVisible()
  await expect(todays.getByText(name)).toHaveCount(0)
  await context.setOffline(false)
  await expect(todays.getByText(name)).toBeVisible()
})

test('a class that was opened from today’s stays what it was over midnight, with its day', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const { name, today, session } = await classToday(owner, ['Ona'])
  await page.clock.install()
  await enter(page, 'owner', '/markAttendance/listing')
  const todays = page.getByRole('region', { name: 'Today Class' })
  const card = todays.getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: 'Mark Attendance' }).click()
  const dialog = page.getByRole('dialog', { name: `Mark Attendance: ${name}` })
  const ona = dialog.getByRole('switch', { name: 'Ona' })
  await expect(ona).toBeVisible()
  await moveDay(page, addDays(today, 1))
  await page.clock.fastForward(untilMidnight(today) + aMinuteMs)
  await expect(todays.getByText(name)).toHaveCount(0)
  await expect(dialog).toContainText(`${displayDate(today)} 05:00 - 05:30`)
  await ona.click()
  await dialog.getByRole('button', { name: 'Take Attendance' }).click()
  await agree(page, 'Are you sure to submit?', 'OK', new RegExp(`${name} · .* ${displayDate(today)} .*1 present`, 's'))
  // The page's clock jumped, by which toasts come and go: the portal says whether it was taken.
  const roll = () => owner.send(present, 'GET', `/attendance?scheduledClass=${session}&isMarkAttendance=true&limit=0`)
  await expect.poll(roll).toEqual({ present: 1 })
})
