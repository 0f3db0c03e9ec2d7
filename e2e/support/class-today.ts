/** A class that can be marked today, at any time of day. */
import { weekday } from '@academy/contract/courses/calendar.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type Calls, firstOf, unique } from './people.ts'

const ids = z.object({ items: z.array(z.looseObject({ _id: z.string() })) })
const config = z.object({ today: z.string() })
const purse = z.object({ wallet: z.number() })

/** The rights of a coach at the mat, and a time at which a class of today can be marked all day. */
export const atTheMat = { attendance: ['view', 'mark', 'edit'], course: ['view'] }
export const allDay = '00:00 - 23:59'

export const marking = (page: Page) => page.getByRole('dialog', { name: 'Mark Attendance' })
export const walletOf = async (owner: Pick<Calls, 'send'>, member: string) =>
  (await owner.send(purse, 'GET', `/member/${member}`)).wallet

/** A class of today costing 10 credits, with adults who have 15 each. */
export async function classToday(
  owner: Pick<Calls, 'send' | 'post' | 'put'>,
  names: string[],
  { by = '', duration = '05:00 - 05:30' } = {},
) {
  const { today } = await owner.send(config, 'GET', '/config')
  const [{ _id: sport }, { _id: centre }] = [await firstOf(owner, 'sport'), await firstOf(owner, 'centre')]
  const coach = by || (await firstOf(owner, 'coach'))._id
  const name = unique('Kalari')
  const rates = { normal: 10, normal2: 0, special: 0, free: 0 }
  const course = (await owner.post('/course', { name, sport, centre, mainInstructor: [coach], ...rates }))._id
  const year = Number(today.slice(0, 4))
  const pattern = { duration, mainInstructor: [coach] }
  await owner.post('/course-scheduled-year', { course, year, day: weekday(today), ...pattern })
  const sessions = () => owner.send(ids, 'GET', `/class?course=${course}&date=${today}`)
  /** A class on a holiday, where there is none by itself. */
  const plan = (date: string) =>
    owner.send(z.looseObject({}), 'POST', `/class/schedule/${course}`, {
      year: Number(date.slice(0, 4)),
      schedule: [{ date, force: true, ...pattern }],
    })
  if ((await sessions()).items.length === 0) await plan(today)
  // Nobody's birthday is today.
  const join = async (member: string, dob = today.endsWith('-01-01') ? '1990-01-02' : '1990-01-01') => {
    const mark = unique('')
    const { _id } = await owner.post('/member', {
      kind: 'adult',
      name: member,
      dob,
      icNo: `IC${mark}`,
      gender: 'Female',
      nationality: 'Malaysian',
      email: `${mark.trim()}@mail.test`,
      password: 'Kata-12345',
      coachIncharge: coach,
    })
    await owner.put(`/member/${_id}`, { wallet: 15, walletWas: 0 })
    await owner.post('/enrollment', { member: _id, course, creditType: 'normal', credit: 10 })
    return _id
  }
  const members: string[] = []
  for (const each of names) members.push(await join(each))
  const session = (await sessions()).items[0]?._id ?? ''
  const path = `/markAttendance/class?id=${course}&year=${year}&month=${Number(today.slice(5, 7))}&class=${session}`
  return { name, course, year, pattern, today, session, members, path, join, plan }
}
