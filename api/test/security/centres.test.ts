import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf, type World, worldIn } from '../support/calls/documents.ts'
import { nameOf, routes } from '../support/calls/endpoints.ts'
import { samples } from '../support/calls/samples.ts'
import { newCourse } from '../support/courses/courses.ts'
import { insertRow } from '../support/families.ts'
import { type Client, type TestPortal, testPortal } from '../support/portal.ts'
import { adult, enrol } from '../support/students.ts'

let portal: TestPortal
let clerk: Client
let world: World
/** Cheras has all of the world's courses; the others have one each. */
let centres: string[]
let courses: string[]
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  world = await worldIn(portal, clerk)
  const klang = await portal.run((tx) => insertRow(tx, 'centre', { description: 'Klang' }))
  centres = [world.cheras, world.ampang, klang]
  const inAmpang = await newCourse(clerk, world, { centre: world.ampang })
  const inKlang = await newCourse(clerk, world, { centre: klang })
  courses = [world.course, inAmpang._id, inKlang._id]
})
afterAll(() => portal.close())

/** A digest of everything at each centre, by the centre's id, and of what is at none. */
async function states(): Promise<Record<string, string>> {
  const rows = await portal.run((tx) =>
    tx.query<{ id: string | null; state: string }>(sql`
      select place.id, md5(jsonb_build_array(to_jsonb(place),
        (select jsonb_agg(to_jsonb(course) order by id) from course where centre is not distinct from place.id),
        (select jsonb_agg(to_jsonb(course_year) order by course_year.id) from course_year
          join course on course.id = course where centre is not distinct from place.id),
        (select jsonb_agg(to_jsonb(class) order by class.id) from class
          join course on course.id = course where centre is not distinct from place.id),
        (select jsonb_agg(to_jsonb(pending) order by course_year, date) from pending_replacement pending
          join course_year on course_year.id = pending.course_year join course on course.id = course
          where centre is not distinct from place.id),
        (select jsonb_agg(to_jsonb(pending) order by pending.id) from pending_class pending
          join course_year on course_year.id = pending.course_year join course on course.id = course
          where centre is not distinct from place.id),
        (select jsonb_agg(to_jsonb(enrolment) order by enrolment.id) from enrolment
          join course on course.id = course where centre is not distinct from place.id),
        (select jsonb_agg(to_jsonb(attendance) order by attendance.id) from attendance
          join course on course.id = course where centre is not distinct from place.id))::text) as state
      from (select * from centre union all select (null::centre).*) place`),
  )
  return Object.fromEntries(rows.map(({ id, state }) => [id ?? 'none', state]))
}

/** The centres at which something differs. */
const changed = (before: Record<string, string>, after: Record<string, string>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => before[id] !== after[id])

/** Another course or centre for each that the call names. */
interface Aim {
  course: number
  centre: number
}

/** The sample with the ids of the world's course and centres exchanged. */
function aimed<T>(value: T, { course, centre }: Aim): T {
  const text = JSON.stringify(value)
  if (text === undefined) return value
  const exchanged = text
    .replaceAll(world.course, courses[course] ?? '')
    .replaceAll(world.centre, centres[centre] ?? '')
    .replaceAll(world.cheras, centres[centre] ?? '')
  return JSON.parse(exchanged)
}

const send = (client: Client, route: Endpoint, aim: Aim) => {
  const act = { GET: client.get, POST: client.post, PUT: client.put, DELETE: client.delete }[route.method]
  const body = samples[nameOf(route)]?.(world)
  return act(aimed(pathOf(world, route.path), aim), aimed(body, aim))
}

const aims = fc.record({ course: fc.nat(2), centre: fc.nat(2) })
const attempts = fc.array(fc.record({ held: fc.subarray([0, 1, 2], { minLength: 1, maxLength: 2 }), aim: aims }), {
  minLength: 2,
  maxLength: 2,
})
/** All but those of the own account. Deletions last: until then what they remove is there for the others. */
const writes = routes
  .filter(({ method, may }) => method !== 'GET' && may !== 'public' && may !== 'session')
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))

describe('a user who is held to some centres', () => {
  test('changes nothing at another by any write, whatever it names', async () => {
    const potent = new Set<string>()
    let state = await states()
    const doneBy = async (client: Client, route: Endpoint, aim: Aim) => {
      const answer = await send(client, route, aim)
      // That a refusal changes nothing is tested for every endpoint elsewhere.
      if (answer.statusCode >= 400) return { answer, at: [] }
      const before = state
      state = await states()
      const at = changed(before, state)
      if (at.length > 0) potent.add(nameOf(route))
      return { answer, at }
    }
    const clients = new Map<string, Client>()
    const clientOf = async (own: string[]) => {
      const client =
        clients.get(own.join()) ?? (await portal.as(undefined, { centres: own, username: `held ${clients.size}` }))
      clients.set(own.join(), client)
      return client
    }
    for (const [index, route] of writes.entries()) {
      const [draw = []] = fc.sample(attempts, { numRuns: 1, seed: index })
      for (const { held, aim } of draw) {
        const own = held.map((each) => centres[each] ?? '')
        const { answer, at } = await doneBy(await clientOf(own), route, aim)
        const where = `${nameOf(route)} by who holds ${held}, at course ${aim.course} and centre ${aim.centre}`
        expect(
          at.filter((id) => !own.includes(id)),
          `${where}: ${answer.statusCode} ${answer.body}`,
        ).toEqual([])
      }
      await doneBy(clerk, route, { course: 0, centre: 1 })
    }
    // The samples reach what they are to be kept from.
    expect(potent.size).toBeGreaterThan(20)
  })

  test('moves no course into or out of their centres', async () => {
    const [cheras, ampang] = [world.cheras, world.ampang]
    const coach = await portal.as({ course: ['view', 'create', 'edit', 'delete'] }, { centres: [ampang] })
    const theirs = (await newCourse(clerk, world, { centre: cheras }))._id
    const own = (await newCourse(coach, world, { centre: ampang }))._id
    const stay = { statusCode: 403 }
    expect(await coach.put(`/course/${theirs}`, { centre: ampang })).toMatchObject(stay)
    expect(await coach.put(`/course/${theirs}`, { name: 'Mine' })).toMatchObject(stay)
    expect(await coach.delete(`/course/${theirs}`)).toMatchObject(stay)
    expect(await coach.put(`/course/${own}`, { centre: cheras })).toMatchObject(stay)
    const ownerless = { centre: null, sport: null, unlimited: true }
    expect(await coach.put(`/course/${own}`, ownerless)).toMatchObject(stay)
    expect((await coach.put(`/course/${own}`, { name: 'Ours' })).statusCode).toBe(200)
    const records = await clerk.get('/auth/audit-trail?searchText=Refused%20to%20change%20course&limit=10')
    expect(records.json().items.length).toBeGreaterThan(0)
  })

  test('disables, renames and deletes no centre but their own, and opens none', async () => {
    const [cheras, ampang] = [world.cheras, world.ampang]
    const held = await portal.as({ centre: ['view', 'create', 'edit', 'delete'] }, { centres: [ampang] })
    expect((await held.put(`/centre/${cheras}`, { isDisable: true })).statusCode).toBe(403)
    expect((await held.put(`/centre/${cheras}`, { description: 'Gone' })).statusCode).toBe(403)
    expect((await held.delete(`/centre/${cheras}`)).statusCode).toBe(403)
    expect((await held.post('/centre', { description: 'Puchong' })).statusCode).toBe(403)
    expect((await held.put(`/centre/${ampang}`, { username: 'ampang' })).statusCode).toBe(200)
  })

  test('enrolls nobody at another centre, nor changes or ends an enrollment there', async () => {
    const desk = await portal.as(
      { membership: ['view', 'create', 'edit', 'delete', 'done', 'trial'] },
      { centres: [world.ampang] },
    )
    const member = await adult(portal, 'Mei', 0)
    const course = (await newCourse(clerk, world, { centre: world.cheras }))._id
    const body = { course, creditType: 'normal', credit: 10 }
    expect((await desk.post('/enrollment', { ...body, member })).statusCode).toBe(403)
    expect((await desk.post(`/member/${member}/member-classes`, body)).statusCode).toBe(403)
    const { _id } = await enrol(clerk, member, course)
    expect((await desk.put(`/enrollment/${_id}`, { credit: 1 })).statusCode).toBe(403)
    expect((await desk.delete(`/member/${member}/member-classes/${_id}`)).statusCode).toBe(403)
    expect((await clerk.get(`/enrollment/${_id}`)).json().credit).toBe(10)
  })
})
