import { randomBytes } from 'node:crypto'
import {
  addDays,
  displayDate,
  longDate,
  partsOf,
  weekday,
  weekdays,
  weeklyDates,
} from '@academy/contract/courses/calendar.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { choose, field, fillDay, row } from '../support/controls.ts'
import { assign, dayOf } from '../support/loop-steps.ts'
import { callsAs, enter } from '../support/people.ts'
import {
  agree,
  expect,
  expectToast,
  inspect,
  noSidewaysScroll,
  onPhone,
  read,
  signIn,
  test,
} from '../support/portal.ts'

test.use(onPhone)

const document = z.object({ _id: z.string() })
const labels = z.object({ items: z.array(z.object({ _id: z.string(), label: z.string() })) })
const entry = z.object({ date: z.string(), holidayName: z.string() })
const sets = z.object({ items: z.array(z.object({ _id: z.string(), year: z.number(), holiday: z.array(entry) })) })

/** `Tue 03-03-2026` */
const shortDay = (date: string) => `${weekdays[weekday(date)]?.slice(0, 3)} ${displayDate(date)}`

/** Writes to the portal as whoever is signed in on the page. */
async function write(page: Page, method: 'POST' | 'PUT' | 'DELETE', path: string, data = {}) {
  const token = z.string().parse(await page.evaluate('localStorage.getItem("at")'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(`/api/admin${path}`, { method, headers, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return document.parse(await answer.json())
}

test('a year is planned, a class cancelled and replaced, a holiday moved in, on a phone', async ({ page }) => {
  await signIn(page, 'owner')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const year = partsOf(today).year + 1
  const first = async (resource: string) => (await read(page, labels, `/lookup/${resource}`)).items[0]
  const [coach, centre, sport] = [await first('coach'), await first('centre'), await first('sport')]
  if (!coach || !centre || !sport) throw new Error('the demo academy has no coach, centre or sport')
  const name = `Wushu ${randomBytes(3).toString('hex')}`
  const credits = { normal: 10, normal2: 10, special: 5, free: 0 }
  const course = await write(page, 'POST', '/course', { name, centre: centre._id, sport: sport._id, ...credits })
  const stored = (await read(page, sets, '/holiday?limit=1000')).items.find((set) => set.year === year)
  const holidays = stored?.holiday ?? []
  const isFree = (date: string) => !holidays.some((holiday) => holiday.date === date)
  const tuesdays = weeklyDates(year, 2)
  const classes = tuesdays.filter(isFree)
  const pending = tuesdays.length - classes.length
  const [cancelled = '', onHoliday = ''] = classes.filter((date) => date.slice(5) > '06-01')

  // A day pressed before the year has come is answered once it has. A phone has no days until then.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/course-scheduled-year?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/course/schedule/${course._id}?year=${year}`)
  await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible()
  await expect(dayOf(page, cancelled)).toHaveCount(0)
  const phone = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: 820, height: 1180 })
  await dayOf(page, cancelled).click()
  await page.setViewportSize(phone)
  release()
  await expectToast(page, 'Please assign a class schedule before selecting a date.')
  await page.unrouteAll({ behavior: 'wait' })

  await assign(page, coach.label, 2)
  await expect(page.getByText(`Total Class ${classes.length}`)).toBeVisible()

  // By the keyboard: into the day, and back to it.
  await dayOf(page, cancelled).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: longDate(cancelled) })
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  const next = `Pending Replacement Class ${pending} → ${pending + 1}`
  await agree(page, 'Are you sure to cancel this class?', 'Yes, cancel it', next, 'Cancelled')
  await expect(dialog).toBeHidden()
  await expect(dayOf(page, cancelled)).toBeFocused()
  await expect(page.getByText(`Pending Replacement Class ${pending + 1}`)).toBeVisible()
  await expect(page.getByRole('button', { name: cancelled, exact: true })).toBeVisible()
  await noSidewaysScroll(page)

  // A free day makes up for it, in its own dialog; that class is cancelled again, and its date waits anew.
  const free = addDays(cancelled, 2)
  const freeDay = page.getByRole('dialog', { name: longDate(free) })
  await dayOf(page, free).tap()
  await choose(freeDay, 'Replacement Date', shortDay(cancelled))
  await inspect(page, 'schedule-replacement')
  await freeDay.getByRole('button', { name: 'Add Replacement Class' }).click()
  const back = `Pending Replacement Class ${pending + 1} → ${pending}`
  await agree(page, 'Are you sure to add this class?', 'OK', back, 'Added')
  await expect(page.getByText(`Total Class ${classes.length}`)).toBeVisible()
  await dayOf(page, free).tap()
  await expect(freeDay.getByText(`Replacement class instead of ${shortDay(cancelled)}.`)).toBeVisible()
  await freeDay.getByRole('button', { name: 'Cancel class' }).click()
  await agree(page, 'Are you sure to cancel this class?', 'Yes, cancel it', next, 'Cancelled')

  await page.getByRole('button', { name: 'Propose replacements' }).click()
  const proposals = page.getByRole('dialog', { name: 'Replacement days' })
  await expect(proposals.getByRole('button', { name: `Accept the day for ${longDate(cancelled)}` })).toBeVisible()
  await inspect(page, 'schedule-proposals')
  await proposals.getByRole('button', { name: `Accept all (${pending + 1})` }).click()
  await agree(page, 'Are you sure to add these classes?', 'OK', `Pending Replacement Class ${pending + 1} → 0`, 'Added')
  await expect(proposals).toBeHidden()
  await expect(page.getByText(`Total Class ${tuesdays.length}`)).toBeVisible()
  await expect(page.getByText('Pending Replacement Class')).toBeHidden()

  const set = { year, holiday: holidays }
  const { _id } = stored
    ? await write(page, 'PUT', `/holiday/${stored._id}`, set)
    : await write(page, 'POST', '/holiday', set)
  await page.goto(`/holiday/edit/${_id}`)
  await page.getByRole('button', { name: 'Add holiday' }).click()
  const added = page.locator('.holiday-row').last()
  await field(added, 'Holiday Name').fill(`Election ${name}`)
  await fillDay(added, 'Date', displayDate(onHoliday, '/'))
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure to submit?' })).toContainText(/falls? on (a )?holidays?/)
  await inspect(page, 'holiday-change')
  await agree(page, 'Are you sure to submit?', 'OK', /courses? (is|are) touched/, 'Updated')
  await expect(page.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
  await inspect(page, 'holiday-classes')
  await page.getByRole('button', { name: /^Cancel \d+ class/ }).click()
  await agree(page, 'Are you sure to submit?', 'OK', /cancelled and wait/, 'Updated')
  await expect(page.getByRole('heading', { name: 'Classes on holidays' })).toBeHidden()
  await page.goto(`/course/schedule/${course._id}?year=${year}`)
  await expect(page.getByText('Pending Replacement Class 1')).toBeVisible()
})

test('a course shows when its next class is, also where that is no longer the plan of the year', async ({ page }) => {
  await signIn(page, 'owner')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const year = partsOf(today).year + 1
  const first = async (resource: string) => (await read(page, labels, `/lookup/${resource}`)).items[0]
  const [centre, sport] = [await first('centre'), await first('sport')]
  const [coach, other] = (await read(page, labels, '/lookup/coach')).items
  if (!coach || !other || !centre || !sport) throw new Error('the demo academy has no coaches, centre or sport')
  const name = `Wushu ${randomBytes(3).toString('hex')}`
  const credits = { normal: 10, normal2: 10, special: 5, free: 0 }
  const { _id } = await write(page, 'POST', '/course', { name, centre: centre._id, sport: sport._id, ...credits })
  const plan = { day: 2, duration: '18:00 - 19:00', mainInstructor: [coach._id] }
  await write(page, 'POST', '/course-scheduled-year', { course: _id, year, ...plan })
  const range = [`${year}-01-01`, `${year}-12-31`]
  const schedule = { day: 4, duration: '20:00 - 21:00', mainInstructor: [other._id] }
  await write(page, 'PUT', '/class/batch/update', { course: _id, year, range, schedule })
  await page.goto(`/course/schedule/${_id}?year=${year}`)
  await expect(page.getByText(`Next class: Thursday 20:00 - 21:00 · ${centre.label} · ${other.label}`)).toBeVisible()

  // What is planned next begins with that too.
  await page.getByRole('button', { name: 'Batch Update' }).click()
  const batch = page.getByRole('dialog', { name: 'Batch Update' })
  await expect(field(batch, 'Training Time Duration')).toHaveValue('20:00')
  await expect(batch).toContainText(other.label)
  await batch.getByRole('button', { name: 'Close' }).click()
  await expect(batch).toBeHidden()

  // So does the next year.
  await choose(page, 'Year', String(year + 1))
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  const next = page.getByRole('dialog', { name: 'Assign' })
  await expect(field(next, 'Training Time Duration')).toHaveValue('20:00')
  await expect(field(next, 'Training Day')).toHaveValue('Thursday')
  await expect(next).toContainText(other.label)
  await next.getByRole('button', { name: 'Close' }).click()
  await expect(next).toBeHidden()
  await choose(page, 'Year', String(year))

  // A class was lent to the first coach: its replacement begins as that class was.
  const classes = z.object({ items: z.array(z.looseObject({ _id: z.string(), date: z.string() })) })
  const { items } = await read(page, classes, `/class?course=${_id}&year=${year}&limit=100`)
  const [lent, lost] = items.slice(-2)
  if (!lent || !lost) throw new Error('the course has no classes')
  await write(page, 'PUT', `/class/${lent._id}`, { duration: '07:00 - 08:00', mainInstructor: [coach._id] })
  for (const each of [lent, lost]) await write(page, 'DELETE', `/class/${each._id}`)
  await page.reload()
  await dayOf(page, addDays(lost.date, -1)).click()
  const free = page.getByRole('dialog', { name: longDate(addDays(lost.date, -1)) })
  await choose(free, 'Replacement Date', shortDay(lent.date))
  await expect(field(free, 'Training Time Duration')).toHaveValue('07:00')
  await expect(free.getByText(coach.label, { exact: true })).toBeVisible()
  await field(free, 'Remark').fill('In the small hall')
  await choose(free, 'Replacement Date', shortDay(lost.date))
  await expect(field(free, 'Training Time Duration')).toHaveValue('20:00')
  await expect(free.getByText(other.label, { exact: true })).toBeVisible()
  await expect(field(free, 'Remark')).toHaveValue('In the small hall')
  await inspect(page, 'schedule-like-the-class')
  await free.getByRole('button', { name: 'Add Replacement Class' }).click()
  await agree(page, 'Are you sure to add this class?', 'OK', '20:00 - 21:00', 'Added')
  await expect(free).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/markAttendance/listing?courses=all&searchText=${encodeURIComponent(name)}`)
  await choose(page, 'Year', String(year))
  await expect(row(page, name)).toContainText(`Thursday20:00 - 21:00${other.label}`)
})

test('a phone opens the year at the month of today', async ({ page }) => {
  const { course, today } = await classToday(await callsAs(page, 'owner'), [])
  await enter(page, 'owner', `/course/schedule/${course}`)
  await expect(dayOf(page, today)).toBeInViewport()
})

test('on a tablet no day moves when the totals of its year come', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  const owner = await callsAs(page, 'owner')
  const { course, pattern, year: now } = await classToday(owner, [])
  // A year without holidays, and one class to be made up for.
  const year = now + 5
  await owner.post('/course-scheduled-year', { course, year, day: 2, ...pattern })
  const list = z.object({ items: z.array(document) })
  const [first] = (await owner.send(list, 'GET', `/class?course=${course}&year=${year}&limit=1`)).items
  await owner.send(document, 'DELETE', `/class/${first?._id}`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/course-scheduled-year?*', async (route) => {
    await released
    await route.continue()
  })
  await enter(page, 'owner', `/course/schedule/${course}?year=${year}`)
  const january = page.getByRole('heading', { name: 'January' })
  await expect(page.getByText('Class, attendance taken')).toBeVisible()
  const before = await january.boundingBox()
  release()
  await expect(page.getByText('Pending Replacement Class 1')).toBeVisible()
  expect(await january.boundingBox()).toEqual(before)
  await page.unrouteAll({ behavior: 'wait' })
})
