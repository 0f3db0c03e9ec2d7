import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { allCentres } from '@academy/contract/staff/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { named, nameOf, permissionsOf, routes } from '../../support/calls/endpoints.ts'
import { type CoursePlaces, classesOf, coursePlaces, newCourse, newYear } from '../../support/courses/courses.ts'
import { insertMember } from '../../support/families.ts'
import { type Client, type TestPortal, testEntry, testPortal } from '../../support/portal.ts'
import { enrol, topUp } from '../../support/students.ts'

/** A course of the centre Cheras with a schedule, a marked class with an open case, and a class to mark. */
interface Place {
  course: string
  year: string
  attendance: string
  marked: string
  unmarked: string
  /** The member with the outstanding case. */
  payer: string
  /** What closed the open case, where a call is about that. */
  settlement: string
  /** Enrolled, but not in the roll of the unmarked class. */
  member: string
  /** Somebody who came to the marked class and is no member: the other one can be cancelled. */
  newcomer: string
}

interface Sample {
  path: (place: Place) => string
  body?: (place: Place) => unknown
  /** For a list: what of the place it may show; for a call by id nothing. */
  shows?: (place: Place) => string
  /** How another centre is refused where the row is not named by its id in the path. */
  refusal?: 400 | 404 | 409
}

const pattern = () => ({ day: 3, duration: '19:00 - 20:00', mainInstructor: [places.tan] })
const extraDate = '2026-11-19'
const tuesdays = ['2026-11-03', '2026-11-10', '2026-11-17']

const newcomer = { name: 'Sample', phoneNo: '0123456789', creditType: 'trial1' }

/** A call of each endpoint that centres restrict, on a place of its own. */
const samples: Record<string, Sample> = {
  'GET /attendance': { path: () => '/attendance?outstanding=true&limit=1000', shows: (place) => place.attendance },
  'GET /attendance/:id': { path: (place) => `/attendance/${place.attendance}` },
  'POST /attendance': {
    path: () => '/attendance',
    body: (place) => ({ member: place.member, scheduledClass: place.unmarked, status: 'P' }),
  },
  'POST /attendance/take/:class': {
    path: (place) => `/attendance/take/${place.unmarked}`,
    body: (place) => [{ member: place.member, status: 'P' }],
  },
  'PUT /attendance/:id': { path: (place) => `/attendance/${place.attendance}`, body: () => ({ status: 'A' }) },
  'DELETE /attendance/:id': { path: (place) => `/attendance/${place.attendance}` },
  'POST /attendance/:id/undo': { path: (place) => `/attendance/${place.attendance}/undo` },
  'POST /attendance/:id/undo/rehearse': { path: (place) => `/attendance/${place.attendance}/undo/rehearse` },
  'POST /attendance/take/:class/undo': { path: (place) => `/attendance/take/${place.marked}/undo` },
  'POST /attendance/take/:class/undo/rehearse': { path: (place) => `/attendance/take/${place.marked}/undo/rehearse` },
  'PUT /attendance/clearOutstanding/:id': {
    path: (place) => `/attendance/clearOutstanding/${place.attendance}`,
    body: () => ({ outStanding: false }),
  },
  'PUT /attendance/clearOutstanding': {
    path: () => '/attendance/clearOutstanding',
    body: (place) => ({ ids: [place.attendance] }),
    refusal: 409,
  },
  'PUT /attendance/clearOutstanding/wallet/:member': {
    path: (place) => `/attendance/clearOutstanding/wallet/${place.payer}`,
    body: () => ({ outStanding: false }),
    // Everybody may see the wallet; of another centre's cases there are none.
    refusal: 409,
  },
  'PUT /attendance/clearOutstanding/undo/:settlement': {
    path: (place) => `/attendance/clearOutstanding/undo/${place.settlement}`,
  },
  'GET /enrollment/attendance/students/:class': {
    path: (place) => `/enrollment/attendance/students/${place.unmarked}`,
  },
  'GET /newcomer': { path: () => '/newcomer?limit=1000', shows: (place) => place.newcomer },
  'GET /newcomer/:id': { path: (place) => `/newcomer/${place.newcomer}` },
  'POST /newcomer': {
    path: () => '/newcomer',
    body: (place) => ({ ...newcomer, name: 'Another', scheduledClass: place.unmarked }),
  },
  'PUT /newcomer/charge/:id': {
    path: (place) => `/newcomer/charge/${place.newcomer}`,
    body: (place) => ({ member: place.member }),
  },
  'PUT /newcomer/dismiss/:id': {
    path: (place) => `/newcomer/dismiss/${place.newcomer}`,
    body: () => ({ reason: 'Sample' }),
  },
  'GET /course': { path: () => '/course?limit=1000', shows: (place) => place.course },
  'GET /course/:id': { path: (place) => `/course/${place.course}` },
  'GET /course-scheduled-year': { path: () => '/course-scheduled-year?limit=1000', shows: (place) => place.year },
  'POST /course-scheduled-year': {
    path: () => '/course-scheduled-year',
    body: (place) => ({ ...pattern(), course: place.course, year: 2027 }),
    refusal: 400,
  },
  'PUT /course-scheduled-year/:id': {
    path: (place) => `/course-scheduled-year/${place.year}`,
    body: () => ({ duration: '19:00 - 20:00' }),
  },
  'POST /course-scheduled-year/:id/:course': {
    path: (place) => `/course-scheduled-year/${place.year}/${place.course}`,
    body: pattern,
  },
  'POST /class/schedule/:course': {
    path: (place) => `/class/schedule/${place.course}`,
    body: () => ({ year: 2026, schedule: [{ date: extraDate }] }),
  },
  'PUT /class/batch/update': {
    path: () => '/class/batch/update',
    body: (place) => ({ course: place.course, year: 2026, range: ['2026-12-01', '2026-12-31'], schedule: pattern() }),
  },
  'GET /course-scheduled-year/:id/proposals': { path: (place) => `/course-scheduled-year/${place.year}/proposals` },
  'POST /class/rehearse': {
    path: () => '/class/rehearse',
    body: (place) => ({ action: 'cancel', id: place.unmarked }),
  },
  'POST /class/replacements': {
    path: () => '/class/replacements',
    body: (place) => ({
      course: place.course,
      year: 2026,
      replacements: [{ date: extraDate, replacementDate: '2026-12-01' }],
    }),
  },
  'POST /class/holiday/:year/touched': {
    path: () => '/class/holiday/2026/touched',
    body: () => ({ holiday: tuesdays.map((date) => ({ holidayName: 'Sample', date })) }),
    shows: (place) => place.unmarked,
  },
  'PUT /class/holiday/:year': {
    path: () => '/class/holiday/2026',
    body: (place) => ({ cancel: [place.unmarked] }),
  },
  'GET /class': { path: (place) => `/class?course=${place.course}`, shows: (place) => place.unmarked },
  'GET /class/:id': { path: (place) => `/class/${place.unmarked}` },
  'POST /class': {
    path: () => '/class',
    body: (place) => ({ course: place.course, year: 2026, date: extraDate, replacementDate: '2026-12-01' }),
  },
  'PUT /class/:id': { path: (place) => `/class/${place.unmarked}`, body: () => ({ remark: 'Bring the belts' }) },
  'DELETE /class/:id': { path: (place) => `/class/${place.unmarked}` },
}

/** A wallet and its orders are visible to everybody who works with members, whatever their centre. */
const ofWallets = new Set(['GET /payment/open-orders'])
/** The permission modules that work at a centre: every endpoint that one of their permissions opens. */
const bound = (route: Endpoint) =>
  !ofWallets.has(nameOf(route)) &&
  permissionsOf(route).some((permission) => /^(attendance|scheduling|outStandingCredit)\./.test(permission))
const boundRoutes = routes.filter(bound)

let portal: TestPortal
let clerk: Client
let places: CoursePlaces
/** Restricted to other centres, to one or to several. */
let strangers: Client[]
/** Restricted to Cheras, to Cheras among others, to another centre but with access to all, and not at all. */
let keepers: Client[]
let cases = 0
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  places = await coursePlaces(portal)
  const { ampang, cheras } = places
  const third = (await clerk.post('/centre', { description: 'Klang' })).json()._id
  const working = { attendance: ['view', 'mark', 'edit'], scheduling: ['view', 'edit'], outStandingCredit: ['view'] }
  strangers = [await portal.as(working, { centres: [ampang] }), await portal.as(working, { centres: [ampang, third] })]
  keepers = [
    await portal.as(working, { centres: [cheras] }),
    await portal.as(working, { centres: [ampang, cheras] }),
    await portal.as(working, { centres: [ampang], accessRight: [allCentres] }),
    await portal.as(working),
  ]
})
afterAll(async () => {
  await portal.close()
  console.log(`centre matrix: ${boundRoutes.length} routes, ${cases} cases`)
})

const ok = async (answer: ReturnType<Client['get']>) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBeLessThan(300)
}

/** The holidays of 2026, or none. */
async function keepHolidays(dates: readonly string[]) {
  const [set] = (await clerk.get('/holiday?searchText=2026')).json().items
  const holiday = dates.map((date) => ({ holidayName: 'Sample', date }))
  await ok(set ? clerk.put(`/holiday/${set._id}`, { holiday }) : clerk.post('/holiday', { year: 2026, holiday }))
}

async function placeInCheras(name: string): Promise<Place> {
  const onHoliday = name === 'PUT /class/holiday/:year'
  await keepHolidays([])
  const course = (await newCourse(clerk, places))._id
  const year = (await newYear(clerk, places, course))._id
  const [unmarked, marked] = (await classesOf(clerk, course)).filter(
    (each: { date: string }) => each.date < '2026-11-20' && each.date > '2026-11-01',
  )
  const first = await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Marked', ic_no: tx.newId() }))
  const member = await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Unmarked', ic_no: tx.newId() }))
  for (const each of [first, member]) await enrol(clerk, each, course)
  // A year with attendance, or in which a newcomer waits, is not reassigned.
  const isHeld = !name.startsWith('POST /course-scheduled-year/:id')
  const roll = isHeld
    ? (await clerk.post(`/attendance/take/${marked._id}`, [{ member: first, status: 'P' }])).json()
    : { items: [{ _id: '' }] }
  await topUp(portal, first, 100)
  if (onHoliday) await keepHolidays(tuesdays)
  if (name === 'POST /class' || name === 'POST /class/replacements')
    await ok(clerk.delete(`/class/${await classOn(course, '2026-12-01')}`))
  return {
    course,
    year,
    attendance: roll.items[0]._id,
    marked: marked._id,
    unmarked: unmarked._id,
    payer: first,
    settlement: name.includes(':settlement') ? await settled(first) : '',
    member,
    newcomer: isHeld ? (await clerk.post('/newcomer', { ...newcomer, scheduledClass: marked._id })).json()._id : '',
  }
}

const settled = async (payer: string): Promise<string> =>
  (await clerk.put(`/attendance/clearOutstanding/wallet/${payer}`, { outStanding: false })).json().settlement

const classOn = async (course: string, date: string) =>
  (await classesOf(clerk, course)).find((each: { date: string }) => each.date === date)._id

/** Everything that the place consists of, to check that nothing of it changed. */
const stateOf = ({ course }: Place) =>
  portal.run((tx) =>
    tx.query(sql`
      select (select json_agg(class order by id) from class where class.course = course.id) as classes,
        (select json_agg(course_year order by id) from course_year where course_year.course = course.id) as years,
        (select json_agg(attendance order by id) from attendance where attendance.course = course.id) as attendance,
        (select json_agg(newcomer order by id) from newcomer where newcomer.course = course.id) as newcomers,
        (select json_agg(wallet order by wallet.member) from wallet
          join enrolment on enrolment.member = wallet.member where enrolment.course = course.id) as wallets
      from course where id = ${course}`),
  )

const call = (client: Client, route: Endpoint, sample: Sample, place: Place) => {
  cases++
  const send = { GET: client.get, POST: client.post, PUT: client.put, DELETE: client.delete }[route.method]
  return send(sample.path(place), sample.body?.(place))
}

const sampleOf = (route: Endpoint): Sample => {
  const sample = samples[nameOf(route)]
  if (!sample) throw new Error(`${nameOf(route)} works at a centre and has no sample here`)
  return sample
}

test('every route that works at a centre has its sample, and no other', () => {
  expect(boundRoutes.map(nameOf).toSorted(), 'write a sample of each new call into `samples`').toEqual(
    Object.keys(samples).toSorted(),
  )
})

/** Of a call that changes its place the own centre, and in turn one of the others: all of them meet each kind of call. */
const keepersOf = (route: Endpoint) => {
  const [own, ...others] = keepers
  const other = others[boundRoutes.indexOf(route) % others.length]
  return route.method === 'GET' ? keepers : [own, other].filter((one) => one !== undefined)
}

test.each(named(boundRoutes))(
  '%s does not reach another centre, and works at the own centre and for who sees all',
  async (name, route) => {
    const sample = sampleOf(route)
    let place = await placeInCheras(name)
    const before = await stateOf(place)
    for (const stranger of strangers) {
      const answer = await call(stranger, route, sample, place)
      if (sample.shows) {
        expect(answer.statusCode, answer.body).toBe(200)
        expect(answer.body).not.toContain(place.course)
        expect(answer.body).not.toContain(sample.shows(place))
      } else expect(answer.statusCode, answer.body).toBe(sample.refusal ?? 404)
    }
    expect(await stateOf(place)).toEqual(before)
    // A place takes longer to make than all that is done there: as it is untouched, the first to work there takes it.
    for (const [index, keeper] of keepersOf(route).entries()) {
      if (index > 0 && route.method !== 'GET') place = await placeInCheras(name)
      const answer = await call(keeper, route, sample, place)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      if (sample.shows) expect(answer.body).toContain(sample.shows(place))
    }
  },
)

test('a course of no centre is nobody’s who is held to some', async () => {
  const course = (await newCourse(clerk, places, { unlimited: true, centre: null, sport: null }))._id
  const { _id } = await newYear(clerk, places, course)
  const held = await portal.as({ scheduling: ['view', 'edit'], attendance: ['view'] }, { centres: [places.cheras] })
  expect((await held.get(`/course/${course}`)).statusCode).toBe(404)
  expect((await held.put(`/course-scheduled-year/${_id}`, { duration: '19:00 - 20:00' })).statusCode).toBe(404)
  expect((await held.get(`/class?course=${course}`)).json().total).toBe(0)
})

test('the next request follows a change of the centres', async () => {
  const place = await placeInCheras('')
  const moved = await portal.as({ attendance: ['view'] }, { centres: [places.ampang] })
  expect((await moved.get(`/class/${place.unmarked}`)).statusCode).toBe(404)
  await portal.run((tx) =>
    tx.change(testEntry, (on) =>
      sql`update staff_user set centre_incharge = array[${places.cheras}]::uuid[] where id = ${moved.userId}`.execute(
        on(),
      ),
    ),
  )
  expect((await moved.get(`/class/${place.unmarked}`)).statusCode).toBe(200)
})
