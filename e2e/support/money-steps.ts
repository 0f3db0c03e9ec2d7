import { addDays, partsOf, weekday } from '@academy/contract/courses/calendar.ts'
import { z } from 'zod'
import { type Calls, unique } from './people.ts'

const items = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) })
const labelled = items(z.object({ _id: z.string(), label: z.string() }))
const dated = items(z.object({ _id: z.string(), date: z.string() }))
const settings = z.object({ today: z.string() })

/** A child with two parents, a course of 10 credits with classes held, and a course to try. */
export async function academy(calls: Calls) {
  const idOf = async (list: string, name: string) =>
    (await calls.send(labelled, 'GET', `/lookup/${list}?searchText=${encodeURIComponent(name)}`)).items[0]?._id ?? ''
  const [coach, sport, centre, relationship] = [
    await idOf('coach', 'Hafiz bin Ismail'),
    await idOf('sport', 'Silat'),
    await idOf('centre', 'Klang'),
    await idOf('relationship', 'Mother'),
  ]
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
  const parent = async (name: string) => {
    const email = `${name.toLowerCase().replace(/\W/g, '-')}@mail.test`
    return { name, _id: (await calls.post('/member', { name, email, relationship, password: 'Kata-2026' }))._id }
  }
  const mother = await parent(unique('Aminah'))
  const father = await parent(unique('Zainal'))
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
