/** Who marks attendance begins there, with the own classes on the phone before the signal goes. */
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { waiting } from '@academy/contract/dashboard/waiting.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { allDay, atTheMat, classToday } from '../support/class-today.ts'
import { choose, field, heading, row } from '../support/controls.ts'
import { callsAs, enter, newCoach, newPerson, unique } from '../support/people.ts'
import { agree, expect, expectToast, fillSignIn, inspect, onPhone, password, read, test } from '../support/portal.ts'

test.use(onPhone)

const panelOf = (page: Page) => page.getByRole('region', { name: 'On now' })
const keptOn = async (page: Page) =>
  z.string().parse(await page.evaluate('Object.keys(localStorage).filter((name) => name.startsWith("kept ")).join()'))
/** What the portal's icon shows. */
const badgeOf = async (page: Page) =>
  z
    .number()
    .optional()
    .parse(await page.evaluate('globalThis.shownBadge'))

test('who marks and has no dashboard begins at the own classes, with all others one tap away', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const coach = await newCoach(page, owner, unique('Mat Coach'))
  const other = await classToday(owner, ['Balan'], { duration: '04:00 - 04:30' })
  const own = await classToday(owner, ['Aida'], { by: coach._id, duration: allDay })
  const { username } = await newPerson(owner, atTheMat, { coachRelated: coach._id })
  await page.goto('/')
  await fillSignIn(page, username, password)
  await expectToast(page, `Welcome, ${username}`)
  await expect(heading(page, 'Mark Attendance')).toBeVisible()
  await expect(page).toHaveURL(/\/markAttendance\/listing$/)
  await expect(panelOf(page).getByRole('heading', { level: 2 })).toHaveText(`On now: ${own.name} ${allDay}`)
  // Own before earlier ones of others.
  const today = page.getByRole('region', { name: 'Today Class' })
  await expect(today.getByRole('heading', { level: 3 })).toHaveText(['Your classes', 'Other classes'])
  await expect(today.getByRole('listitem').first()).toContainText(own.name)
  await expect(today.getByRole('listitem').filter({ hasText: other.name })).toBeVisible()
  await expect(today.getByText('1 of your classes today can be marked without signal')).toBeVisible()
  await expect(page.getByText('Showing 1 record(s) of total 1')).toBeVisible()
  await inspect(page, 'at-the-mat')
  await page.getByRole('radiogroup', { name: 'Courses' }).getByText('All Courses').tap()
  await field(page, 'Search course').fill(other.name)
  await expect(row(page, other.name)).toBeVisible()

  // The bare address leads there too; the dashboard stays where it is.
  await page.goto('/')
  await expect(heading(page, 'Mark Attendance')).toBeVisible()
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Go to Mark Attendance' }).tap()
  await expect(panelOf(page)).toBeVisible()
  await page.goto('/portal/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()

  // With a dashboard sign-in leads to it, as ever.
  const both = await newPerson(owner, { ...atTheMat, dashboard: ['view'] }, { coachRelated: coach._id })
  await enter(page, both.username, '/')
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('own classes are on the phone before they are opened, and the portal opens into them without signal', async ({
  page,
  context,
}) => {
  const owner = await callsAs(page, 'owner')
  const coach = await newCoach(page, owner, unique('Ready Coach'))
  const own = await classToday(owner, ['Chong'], { by: coach._id, duration: allDay })
  const { username } = await newPerson(owner, atTheMat, { coachRelated: coach._id })
  await context.addInitScript(`
    navigator.setAppBadge = async (count) => { globalThis.shownBadge = count }
    navigator.clearAppBadge = async () => { globalThis.shownBadge = 0 }`)
  await enter(page, username, '/profile')
  const line = page.getByText(`${own.name}, ${allDay}, is not marked yet.`)
  await expect(line).toBeVisible()
  // The class was planned for the whole year, and its student enrolled after the weeks before.
  const { ownClasses } = await read(page, waiting.waiting.result, '/dashboard/waiting')
  const earlier = ownClasses?.total ?? 0
  if (ownClasses) {
    const { course, date } = ownClasses.latest
    const which = `${course.name} of ${displayDate(date)}`
    await expect(line).toContainText(
      earlier === 1
        ? `${which} is not marked yet.`
        : `${which} and ${earlier - 1} more of your earlier classes are not marked yet.`,
    )
  }
  await expect.poll(() => badgeOf(page)).toBe(1 + earlier)
  await inspect(page, 'waits-to-be-marked')
  await expect.poll(() => keptOn(page)).toContain(`/students/${own.session}`)
  // Somebody joins; what is kept follows.
  await own.join('Devi')
  await page.reload()
  await expect(line).toBeVisible()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const rosterOf = async () =>
    z.string().parse(
      await page.evaluate(`Object.entries(localStorage).find(([name]) => name.endsWith(
      '/students/${own.session}'))?.[1] ?? ''`),
    )
  await expect.poll(rosterOf).toContain('Devi')

  await context.setOffline(true)
  await page.goto('/')
  await expect(panelOf(page).getByRole('switch', { name: /Chong|Devi/ })).toHaveCount(2)
  // The form for whoever comes unannounced has what it needs on the phone, too.
  await panelOf(page).getByRole('button', { name: 'Add Member' }).tap()
  const adding = page.getByRole('dialog', { name: 'Add Member' })
  await choose(adding, 'Credit Type', 'Trial 1')
  await adding.getByRole('button', { name: 'Close' }).tap()
  await agree(page, 'Leave without saving?', 'Leave')
  await panelOf(page).getByRole('switch', { name: 'Devi' }).tap()
  await panelOf(page).getByRole('button', { name: 'Take Attendance' }).tap()
  const saved = 'Saved on this device. It is sent when the line returns.'
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent', saved)
  // What this device was not told yet is not counted.
  await expect.poll(() => badgeOf(page)).toBe(1)
  await context.setOffline(false)
  await expectToast(page, `The attendance of ${own.name} was sent.`)
  await expect.poll(() => badgeOf(page)).toBe(earlier)

  await page.getByRole('button', { name: username }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
  await agree(page, 'Are you sure to logout?', 'OK')
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await keptOn(page)).toBe('')
})

test('the portal can be put on a home screen', async ({ page, context }) => {
  await page.goto('/auth/login')
  const browser = await context.newCDPSession(page)
  const { url, errors, data } = await browser.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  expect(data).toContain('"display":"standalone"')
  expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
})
