/** A class of an earlier day that nobody marked is found on the page where classes are marked, and marked there. */
import { addDays, displayDate } from '@academy/contract/courses/calendar.ts'
import { monthOf, monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { allDay, atTheMat, classToday, marking } from '../support/class-today.ts'
import { heading } from '../support/controls.ts'
import { enrolledLongAgo } from '../support/database.ts'
import { type Calls, callsAs, enter, newCoach, newPerson, unique } from '../support/people.ts'
import { agree, expect, inspect, onPhone, test } from '../support/portal.ts'

test.use(onPhone)

/** Of today's classes none is over, and so none counted. */

const earlierOn = (page: Page) => page.getByRole('region', { name: 'Earlier, not marked' })

/** A class of today, planned for the year, and one of yesterday; at a centre of the test's own. */
async function classYesterday(owner: Calls, names: string[], centre: string, by: string) {
  const made = await classToday(owner, names, { by, duration: allDay })
  const { course, pattern, today } = made
  await owner.put(`/course/${course}`, { centre })
  const yesterday = addDays(today, -1)
  const year = Number(yesterday.slice(0, 4))
  if (year < made.year) await owner.post('/course-scheduled-year', { course, year, day: 0, ...pattern })
  const dates = { year, schedule: [{ date: yesterday, force: true, ...pattern }] }
  await owner.send(z.looseObject({}), 'POST', `/class/schedule/${course}`, dates)
  await enrolledLongAgo(course)
  return { ...made, yesterday }
}

test('classes that nobody marked are named on a phone, and marked where they stand', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const centre = (await owner.post('/centre', { description: unique('Hall') }))._id
  const coach = await newCoach(page, owner, unique('Late Coach'))
  const own = await classYesterday(owner, ['Aida', 'Balan'], centre, coach._id)
  // Nobody is enrolled: nothing can be marked. Nor in the class of whoever was enrolled after it.
  const empty = await classYesterday(owner, [], centre, coach._id)
  const { username } = await newPerson(owner, atTheMat, { isCenter: true, centreIncharge: [centre] })
  await enter(page, username, '/markAttendance/listing')
  const earlier = earlierOn(page)
  await expect(earlier.getByRole('heading', { level: 2 })).toHaveText(/^Earlier, not marked \d+$/)
  const latest = earlier
    .getByRole('listitem')
    .filter({ hasText: own.name })
    .filter({ hasText: displayDate(own.yesterday) })
  await expect(latest).toHaveCount(1)
  await expect(earlier.getByText(empty.name)).toHaveCount(0)
  const yOf = async (name: string) =>
    z.object({ y: z.number() }).parse(await page.getByRole('heading', { level: 2, name }).boundingBox()).y
  expect(await yOf('Today Class')).toBeLessThan(await yOf('Earlier, not marked'))
  expect(await yOf('Earlier, not marked')).toBeLessThan(await yOf('Courses'))
  await inspect(page, 'earlier-not-marked')

  await latest.getByRole('button', { name: 'Mark Attendance' }).tap()
  await expect(marking(page)).toContainText(displayDate(own.yesterday))
  await marking(page).getByRole('switch', { name: 'Aida' }).tap()
  // What submits stays at the bottom, however few names are found.
  const submit = marking(page).getByRole('button', { name: 'Take Attendance' })
  const bottom = await submit.boundingBox()
  const find = marking(page).getByRole('searchbox', { name: 'Find a member' })
  await find.fill('Nobody of this name')
  await expect(marking(page).getByText('Nothing matches')).toBeVisible()
  expect(await submit.boundingBox()).toEqual(bottom)
  await find.fill('')
  await submit.tap()
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent')
  await expect(marking(page)).toBeHidden()
  // It stays until the page is left, to be corrected: no longer counted, and where it stood.
  await expect(latest).toContainText('Attendance taken')
  await latest.getByRole('button', { name: 'View Attendance' }).tap()
  await expect(marking(page)).toContainText(displayDate(own.yesterday))
  await marking(page).getByRole('switch', { name: 'Balan' }).tap()
  await expect(marking(page)).toContainText('2 present · 0 absent')
  await marking(page).getByRole('button', { name: 'Close', exact: true }).tap()
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Courses' })).toBeVisible()
  await expect(latest).toHaveCount(0)
})

test('a class on the last day of a year that the next year plans is marked by the links of its day', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { course, year, pattern } = await classToday(owner, ['Devan'])
  const eve = `${year - 1}-12-31`
  const planned = z.object({ items: z.array(z.object({ _id: z.string() })) })
  const dates = { year, schedule: [{ date: eve, force: true, ...pattern }] }
  const { items } = await owner.send(planned, 'POST', `/class/schedule/${course}`, dates)
  await enter(page, 'owner', `/markAttendance/class?id=${course}&year=${year - 1}&month=12&class=${items[0]?._id}`)
  await expect(marking(page)).toContainText(displayDate(eve))
})

test('Month End leads to the classes and the cash of its month', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const coach = await newCoach(page, owner, unique('Late Coach'))
  const centre = (await owner.post('/centre', { description: unique('Hall') }))._id
  const { today, yesterday } = await classYesterday(owner, ['Chong'], centre, coach._id)
  await enter(page, 'owner', `/report/month-end?month=${monthOf(yesterday)}`)
  await page.getByRole('link', { name: 'Open: Classes not marked' }).tap()
  await expect(heading(page, 'Mark Attendance')).toBeVisible()
  await expect(earlierOn(page).getByRole('heading', { level: 2 })).toBeInViewport()
  // The demo academy closed the cash of its last evenings.
  const before = monthsLater(monthOf(today), -2)
  await page.goto(`/report/month-end?month=${before}`)
  await page.getByRole('link', { name: 'Open: Cash received and not closed' }).tap()
  const open = page.getByRole('region', { name: 'Still to Close' })
  await expect(open).toContainText(`Cash of ${monthWords(before)} that is in no close.`)
  await expect(open.getByText(displayDate(`${before}-01`).slice(2)).first()).toBeVisible()
})
