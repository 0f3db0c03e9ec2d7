import { addDays, partsOf, weekday } from '@academy/contract/courses/calendar.ts'
import { z } from 'zod'
import { type Calls, idOf, newParent, unique } from './people.ts'

const items = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) })
const dated = items(z.object({ _id: z.string(), date: z.string() }))
const settings = z.object({ today: z.string() })

/** A child with two parents, a course of 10 credits with classes held, and a course to try. */
export async function academy(calls: Calls) {
  const coach = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const sport = await idOf(calls, 'sport', 'Silat')
  const centre = await idOf(calls, 'centre', 'Klang')
  const { today } = await calls.send(settings, 'GET', '/config')
  const course = async (name: string) => {
    const credits = { normal: 10, normal2: 12, special: 8, free: 0 }
    return {
      name,
      _id: (await calls.post('/course', { name, sport, centre, mainInstructor: [coach], ...credits }))._id,
    }
  }
  const attended = await course(unique('Silat'))
  const tried = await course(unique('Judo'))
  // Far enough back for four classes, whatever the time of year.
  const { year } = partsOf(addDays(today, -60))
  const plan = { course: attended._id, year, day: weekday(today), duration: '06:00 - 07:00', mainInstructor: [coach] }
  await calls.post('/course-scheduled-year', plan)
  const classes = await calls.send(dated, 'GET', `/class?course=${attended._id}&year=${year}&limit=100&sort=-date`)
  const held = classes.items
    .filter(({ date }) => date < today)
    .slice(0, 4)
    .reverse()
  const mother = await newParent(calls, unique('Aminah'))
  const father = await newParent(calls, unique('Zainal'))
  const name = unique('Mei')
  const mainIDs = [mother._id, father._id]
  const { _id } = await calls.post('/member', {
    name,
    dob: '2015-07-01',
    gender: 'Female',
    coachIncharge: coach,
    mainIDs,
  })
  await calls.put(`/member/${mother._id}`, { wallet: 25, walletWas: 0 })
  return { today, attended, tried, held, mother, father, child: { _id, name } }
}
