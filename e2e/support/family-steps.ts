import { displayDate, months, partsOf, weekday } from '@academy/contract/courses/calendar.ts'
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { choose, field, fillDay, heading, openFromMenu, row, search } from './controls.ts'
import { agree, expect, read } from './portal.ts'

const apiRoot = '/api/admin'
const entry = z.object({ _id: z.string(), label: z.string() })
const lookup = z.object({ items: z.array(entry) })
const created = z.object({ _id: z.string() })

/** Changes something by a call as the signed-in user, where the test is not about doing it by hand. */
export async function send<S extends z.ZodType>(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  shape: S,
  data?: unknown,
): Promise<z.output<S>> {
  const token = z.string().parse(await page.evaluate('localStorage.getItem("at")'))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await page.request.fetch(apiRoot + path, { method, headers, ...(data ? { data } : {}) })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return shape.parse(await answer.json())
}

/** An entry of the demo academy by name; the first entry may belong to another test and disappear. */
const named = async (page: Page, resource: string, name: string) => {
  const { items } = await read(page, lookup, `/lookup/${resource}?searchText=${encodeURIComponent(name)}`)
  const item = items.find(({ label }) => label === name)
  if (!item) throw new Error(`the demo academy has no ${resource} ${name}`)
  return item
}

export interface Course {
  _id: string
  name: string
  coach: string
  coachId: string
  /** Its two latest classes before today, the earlier one first. */
  classes: { _id: string; date: string }[]
  year: number
}

const classes = z.object({ items: z.array(z.object({ _id: z.string(), date: z.string() })) })

/** A course costing so many credits a class, with weekly classes this year. */
export async function makeCourse(page: Page, name: string, credits: number, today: string): Promise<Course> {
  const coach = await named(page, 'coach', 'Hafiz bin Ismail')
  const centre = await named(page, 'centre', 'Klang')
  const sport = await named(page, 'sport', 'Taekwondo')
  const { _id } = await send(page, 'POST', '/course', created, {
    ...{ name, centre: centre._id, sport: sport._id, mainInstructor: [coach._id] },
    ...{ normal: credits, normal2: credits, special: credits, free: 0 },
  })
  // In the first weeks of a year the classes before today are last year's.
  const { year: thisYear, month } = partsOf(today)
  const year = month === 1 ? thisYear - 1 : thisYear
  const pattern = { day: weekday(today), duration: '06:00 - 07:00', mainInstructor: [coach._id] }
  await send(page, 'POST', '/course-scheduled-year', created, { course: _id, year, ...pattern })
  const { items } = await read(page, classes, `/class?course=${_id}&year=${year}&limit=100`)
  const held = items.filter(({ date }) => date < today).sort((one, other) => one.date.localeCompare(other.date))
  return { _id, name, coach: coach.label, coachId: coach._id, classes: held.slice(-2), year }
}

/** Fills in what a child needs. */
export async function fillChild(within: Page | Locator, name: string, coach: string) {
  await field(within, 'English Name').fill(name)
  await fillDay(within, 'Date of Birth', '14-02-2016')
  await choose(within, 'Gender', 'Female')
  await choose(within, 'Coach Incharge', coach)
}

/** Fills in what a parent needs; the fields of children come after those of the parent. */
export async function fillParent(page: Page, name: string, mark: string) {
  await field(page, 'Name').fill(name)
  await choose(page, 'Relationship', 'Mother')
  await field(page, 'Email')
    .first()
    .fill(`${name.split(' ')[0]?.toLowerCase()}-${mark}@mail.test`)
  await field(page, 'Password').first().fill(`Kata-${mark}-1`)
  await field(page, 'House Address').first().fill('3 Jalan Melur, Klang')
}

export const submit = (within: Page | Locator) => within.getByRole('button', { name: 'Submit', exact: true })

/** The page of a member, found by name. */
export async function openMember(page: Page, tab: 'Adults' | 'Childrens' | 'Parents', name: string) {
  await openFromMenu(page, 'Membership Profile', 'Maintenance')
  await page.getByRole('tab', { name: tab }).click()
  await search(page, name)
  await row(page, name).getByRole('link', { name, exact: true }).first().click()
}

/** Opens the '…' of a member's own page. */
export const openMenu = (page: Page, name: string) =>
  page.getByRole('button', { name: `More: ${name}`, exact: true }).click()

/** Takes the attendance of an earlier class with these present. */
export async function takeAttendance(page: Page, course: Course, date: string, present: string[]) {
  await page.goto(`/markAttendance/class?id=${course._id}&year=${course.year}`)
  await expect(heading(page, course.name)).toBeVisible()
  await page.getByRole('tab', { name: months[partsOf(date).month - 1] ?? '' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ hasText: displayDate(date) })
    .last()
  await card.getByRole('button', { name: 'Mark Attendance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark Attendance' })
  for (const name of present) await dialog.getByRole('switch', { name }).click()
  await dialog.getByRole('button', { name: 'Take Attendance' }).click()
  await agree(page, 'Are you sure to submit?', 'OK', `${present.length} present`)
}
