import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { classesOf, coursePlaces, newCourse, newYear } from '../../test/support/courses/courses.ts'
import { whenLockedOut } from '../../test/support/platform/hold.ts'
import { testEntry, testPortal, unknown } from '../../test/support/portal.ts'
import { enrol, family } from '../../test/support/students.ts'
import { lockYear } from './schedule/year-lock.ts'

const portal = await testPortal()
const clerk = await portal.as()
const places = await coursePlaces(portal)
afterAll(() => portal.close())

const form = (more: Record<string, unknown> = {}) => ({
  name: 'Junior',
  sport: places.sport,
  centre: places.cheras,
  normal: 10,
  normal2: 12,
  special: 8,
  free: 0,
  ...more,
})
const pathsOf = (answer: { json(): { details: { path: string }[] } }) => answer.json().details.map((each) => each.path)

/** A small valid picture. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const textsOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))

function multipart(fields: Record<string, string>, file?: Buffer) {
  const boundary = 'courseform'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('')),
    ...(file ? [Buffer.from(head), file, Buffer.from('\r\n')] : []),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

describe('a course', () => {
  test('comes back as it was entered, its instructors in order', async () => {
    const course = await newCourse(clerk, places, {
      name: '  Taekwondo Junior ',
      duration: '18:00 - 19:30',
      mainInstructor: [places.devi, places.tan],
      assistantInstructor: [places.aminah],
    })
    expect(course).toMatchObject({
      name: 'Taekwondo Junior',
      sport: { description: 'Taekwondo' },
      centre: { description: 'Cheras' },
      courseType: null,
      normal: 10,
      unlimited: false,
      duration: '18:00 - 19:30',
      mainInstructor: [{ name: 'Coach Devi' }, { name: 'Coach Tan' }],
      assistantInstructor: [{ name: 'Coach Aminah' }],
      picture: null,
      isDisable: false,
    })
    expect((await clerk.get(`/course/${course._id}`)).json()).toEqual(course)
  })

  test('needs centre, sport, special and free unless it is unlimited', async () => {
    const missing = await clerk.post('/course', form({ centre: null, sport: '', special: undefined, free: null }))
    expect(missing.statusCode).toBe(400)
    expect(pathsOf(missing).sort()).toEqual(['centre', 'free', 'special', 'sport'])
    expect(missing.json().details[0].message).toBe('This field is require')
    const empty = await clerk.post('/course', {})
    expect(pathsOf(empty).sort()).toEqual(['centre', 'free', 'name', 'normal', 'normal2', 'special', 'sport'])
    const open = await clerk.post('/course', { name: 'Open mat', normal: 5, normal2: 6, unlimited: true })
    expect(open.statusCode).toBe(201)
    expect(open.json()).toMatchObject({ centre: null, sport: null, special: null, free: null, unlimited: true })
    const closed = await clerk.put(`/course/${open.json()._id}`, { unlimited: false, centre: places.cheras })
    expect(closed.statusCode).toBe(400)
    expect(pathsOf(closed).sort()).toEqual(['free', 'special', 'sport'])
  })

  test('is merged, so that only the fields sent change', async () => {
    const course = await newCourse(clerk, places, { name: 'Merge', duration: '10:00 - 11:00' })
    const answer = await clerk.put(`/course/${course._id}`, { normal: 15, mainInstructor: [places.aminah] })
    expect(answer.statusCode).toBe(200)
    const { updatedAt: _, ...rest } = course
    expect(answer.json()).toMatchObject({ ...rest, normal: 15, mainInstructor: [{ name: 'Coach Aminah' }] })
    const cleared = await clerk.put(`/course/${course._id}`, { duration: null, mainInstructor: null })
    expect(cleared.json()).toMatchObject({ duration: null, mainInstructor: [] })
    expect((await clerk.put(`/course/${course._id}`, { centre: null })).statusCode).toBe(400)
  })

  test('refuses wrong values with a message per field, never a 500', async () => {
    const cases: [string, unknown][] = [
      ['name', ''],
      ['name', null],
      ['name', 'x'.repeat(101)],
      ['normal', -1],
      ['normal', null],
      ['normal2', 'twelve'],
      ['special', 1.5],
      ['free', 1e12],
      ['duration', '19:00 - 18:00'],
      ['duration', '25:00 - 26:00'],
      ['mainInstructor', 7],
      ['centre', 'Cheras'],
      ['isDisable', 'yes'],
    ]
    for (const [field, value] of cases) {
      const answer = await clerk.post('/course', form({ [field]: value }))
      expect([field, value, answer.statusCode]).toEqual([field, value, 400])
      expect(pathsOf(answer)).toContain(field)
    }
    const negative = await clerk.post('/course', form({ normal: -1 }))
    expect(negative.json().message).toBe('Value must be positive')
    for (const body of [undefined, [], [form()]]) expect((await clerk.post('/course', body)).statusCode).toBe(400)
  })

  test('points only to entries that are there', async () => {
    for (const field of ['centre', 'sport', 'courseType']) {
      const answer = await clerk.post('/course', form({ [field]: unknown }))
      expect([field, answer.statusCode]).toEqual([field, 400])
      expect(pathsOf(answer)).toEqual([field])
    }
    const answer = await clerk.post('/course', form({ mainInstructor: [unknown] }))
    expect(answer.statusCode).toBe(400)
    expect(pathsOf(answer)).toEqual(['mainInstructor'])
  })

  test('has a name of its own, in any case, whatever its blanks and what nobody sees in it', async () => {
    expect(await newCourse(clerk, places, { name: 'Silat\u00a0 Ga\u200byong' })).toMatchObject({ name: 'Silat Gayong' })
    for (const name of [' sILAT gAYONG ', 'Silat  Gayong', 'Silat Gayong\u200b']) {
      const twice = await clerk.post('/course', form({ name }))
      expect([name, twice.statusCode]).toEqual([name, 409])
      expect(twice.json().details).toEqual([{ path: 'name', message: 'A course of this name exists already' }])
    }
  })

  test('waits with its deletion for a change of its schedule, which then gets at the course', async () => {
    const { _id } = await newCourse(clerk, places)
    const year = await newYear(clerk, places, _id)
    const waiting: { answer?: ReturnType<typeof clerk.delete> } = {}
    await portal.run(async (tx) => {
      await lockYear(tx, year._id)
      waiting.answer = clerk.delete(`/course/${_id}`)
      await whenLockedOut(portal)
      // As each new class does.
      await tx.query(sql`select from course where id = ${_id} for key share nowait`)
    })
    expect((await waiting.answer)?.statusCode).toBe(409)
  })

  test('is deleted, but not while a schedule uses it', async () => {
    const free = await newCourse(clerk, places)
    expect((await clerk.delete(`/course/${free._id}`)).json()).toEqual({ _id: free._id })
    expect((await clerk.get(`/course/${free._id}`)).statusCode).toBe(404)
    expect((await clerk.delete(`/course/${free._id}`)).statusCode).toBe(404)
    const used = await newCourse(clerk, places)
    await newYear(clerk, places, used._id)
    const refused = await clerk.delete(`/course/${used._id}`)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('The course is still in use by its schedule')
  })

  test('keeps its coach, also by a class that waits for its replacement', async () => {
    const course = await newCourse(clerk, places)
    const year = await newYear(clerk, places, course._id)
    const [first] = await classesOf(clerk, course._id, year.year)
    expect((await clerk.delete(`/class/${first._id}`)).statusCode).toBe(200)
    const kept = await clerk.delete(`/coach/${year.mainInstructor[0]._id}`)
    expect([kept.statusCode, kept.json().message]).toEqual([
      409,
      expect.stringMatching(/\d+ classes and \d+ class(es)? pending replacement\. It can be disabled instead\.$/),
    ])
  })
})

describe('the list of courses', () => {
  test('finds by name with % and _ as plain characters, filters and sorts', async () => {
    const a = await newCourse(clerk, places, { name: 'Judo A 100%', normal: 30, mainInstructor: [places.aminah] })
    const b = await newCourse(clerk, places, { name: 'judo B 1000', normal: 20, centre: places.ampang })
    const names = async (query: string) =>
      (await clerk.get(`/course?searchText=judo&${query}`)).json().items.map((each: { _id: string }) => each._id)
    expect(await names('')).toEqual([a._id, b._id])
    expect(await names('sort=-name')).toEqual([b._id, a._id])
    expect(await names('sort=%2Bnormal')).toEqual([b._id, a._id])
    expect(await names(`centre=${places.ampang}`)).toEqual([b._id])
    expect(await names(`sport=${places.sport},${places.ampang}`)).toEqual([a._id, b._id])
    expect(await names(`instructor=${places.aminah}`)).toEqual([a._id])
    await clerk.put(`/course/${a._id}`, { isDisable: true })
    expect(await names('isDisable=true')).toEqual([a._id])
    expect(await names('isDisable=false')).toEqual([b._id])
    const literal = await clerk.get(`/course?searchText=${encodeURIComponent('100%')}`)
    expect(literal.json()).toMatchObject({ total: 1, items: [{ _id: a._id }] })
    expect((await clerk.get('/course?searchText=j_do')).json().total).toBe(0)
    expect((await clerk.get('/course?limit=1&offset=1&searchText=judo')).json()).toMatchObject({ total: 2 })
    for (const query of ['limit=0', 'limit=1001', 'centre=Cheras', 'isDisable=maybe', 'offset=-1'])
      expect([query, (await clerk.get(`/course?${query}`)).statusCode]).toEqual([query, 400])
  })

  test('shows who only marks attendance the courses of the own centres', async () => {
    const here = await newCourse(clerk, places, { name: 'Centre here', centre: places.ampang })
    const there = await newCourse(clerk, places, { name: 'Centre there', centre: places.cheras })
    const coach = await portal.as({ attendance: ['view', 'mark'] }, { centres: [places.ampang] })
    const { items } = (await coach.get('/course?searchText=Centre')).json()
    expect(items.map((each: { _id: string }) => each._id)).toEqual([here._id])
    expect((await coach.get(`/course/${there._id}`)).statusCode).toBe(404)
  })
})

describe('the picture of a course', () => {
  test('travels with the form, is replaced and removed', async () => {
    const fields = textsOf(form({ name: 'With picture' }))
    const sent = multipart({ ...fields, mainInstructor: JSON.stringify([places.tan]), isDisable: 'false' }, png)
    const created = await clerk.post('/course', sent.body, sent.headers)
    expect(created.statusCode, created.body).toBe(201)
    const course = created.json()
    expect(course).toMatchObject({ name: 'With picture', normal: 10, mainInstructor: [{ name: 'Coach Tan' }] })
    expect(course.pictureDIR).toBe(course.picture)
    const fileOf = (link: string) => link.split('?')[0]?.split('/').at(-1) ?? ''
    expect((await portal.app.inject({ url: course.picture })).statusCode).toBe(200)
    const next = multipart({ name: 'With picture 2' }, png)
    const replaced = (await clerk.put(`/course/${course._id}`, next.body, next.headers)).json()
    expect(fileOf(replaced.picture)).not.toBe(fileOf(course.picture))
    expect((await portal.app.inject({ url: course.picture })).statusCode).toBe(404)
    expect((await clerk.put(`/course/${course._id}/remove/other.png`)).statusCode).toBe(404)
    const removed = await clerk.put(`/course/${course._id}/remove/${fileOf(replaced.picture)}`)
    expect(removed.json()).toMatchObject({ picture: null, thumbnail: null, name: 'With picture 2' })
    expect((await portal.app.inject({ url: replaced.picture })).statusCode).toBe(404)
  })

  test('leaves no file behind when the save is refused', async () => {
    await newCourse(clerk, places, { name: 'Taken name' })
    const files = async () => (await readdir(join(portal.portal.config.dataDir, 'files'), { recursive: true })).length
    const before = await files()
    const fields = textsOf(form({ name: 'Taken name' }))
    const sent = multipart(fields, png)
    expect((await clerk.post('/course', sent.body, sent.headers)).statusCode).toBe(409)
    expect(await files()).toBe(before)
    const text = multipart({ ...fields, name: 'Not a picture' }, Buffer.from('hello'))
    expect((await clerk.post('/course', text.body, text.headers)).statusCode).toBe(415)
    // A file that nobody reads is not passed over, nor one without content; no file chosen is none.
    const other = { ...fields, name: 'Without' }
    const sentIn = async (name: string, content: Buffer, filename = 'a.png') => {
      const { body, headers } = multipart(other, content)
      const head = `name="picture"; filename="a.png"`
      const at = body.indexOf(head)
      const named = Buffer.from(`name="${name}"; filename="${filename}"`)
      const whole = Buffer.concat([body.subarray(0, at), named, body.subarray(at + head.length)])
      const answer = await clerk.post('/course', whole, headers)
      return [answer.statusCode, answer.json().details?.[0]]
    }
    expect(await sentIn('photo', png)).toEqual([400, { path: 'photo', message: 'Send the file as picture' }])
    expect(await sentIn('picture', Buffer.alloc(0))).toEqual([400, { path: 'picture', message: 'The file is empty' }])
    const double = multipart(other, png).body.toString('latin1').split('--courseform--')[0] ?? ''
    const [, picture] = double.split(/(?=--courseform\r\ncontent-disposition: form-data; name="picture")/)
    const twice = Buffer.from(`${double}${picture}--courseform--\r\n`, 'latin1')
    const answer = await clerk.post('/course', twice, multipart({}).headers)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Send one file'])
    expect(await files()).toBe(before)
    expect((await sentIn('picture', Buffer.alloc(0), ''))[0]).toBe(201)
  })

  test('takes an empty training time for none', async () => {
    const { _id } = await newCourse(clerk, places, { duration: '18:00 - 19:30' })
    expect((await clerk.put(`/course/${_id}`, { duration: '' })).json().duration).toBeNull()
    expect((await newCourse(clerk, places, { duration: ' ' })).duration).toBeNull()
  })
})

test('a child is marked as independent through a course it was enrolled in, as under its parent', async () => {
  const [here, elsewhere] = [await newCourse(clerk, places), await newCourse(clerk, places)]
  const { parent, children } = await family(portal, 0, 'Mei', 'Jun')
  const [mei = '', jun = ''] = children
  const { _id } = await enrol(clerk, mei, here._id)
  for (const [child, course] of [
    [jun, elsewhere],
    [parent, here],
  ] as const)
    await enrol(clerk, child, course._id)
  const mark = (course: string, child: string, by = clerk) => by.put(`/course/${course}/independent/${child}`)
  for (const [course, child] of [
    [elsewhere._id, mei],
    [unknown, mei],
    [here._id, unknown],
    [here._id, parent],
  ])
    expect((await mark(course, child)).statusCode).toBe(404)
  expect((await mark(here._id, mei, await portal.as({ course: ['edit'] }))).statusCode).toBe(403)
  const isIndependent = async () => (await clerk.get(`/member/${mei}`)).json().isIndependent
  expect(await isIndependent()).toBe(false)

  await portal.run((tx) =>
    tx.change(testEntry, (on) => sql`update member set is_disable = true where id = ${jun}`.execute(on())),
  )
  expect((await mark(elsewhere._id, jun)).json()).toMatchObject({ statusCode: 409, message: 'Jun is disabled' })
  const answer = await mark(here._id, mei)
  const marked = { _id: mei, isIndependent: true, mainIDs: [{ _id: parent }] }
  expect([answer.statusCode, answer.json()]).toMatchObject([200, marked])
  expect((await clerk.get(`/enrollment/${_id}`)).json().walletMember._id).toBe(mei)
  expect((await mark(here._id, mei)).json().message).toBe('Mei is independent already')
  const { children: others } = await family(portal, 0, 'Lin')
  const [lin = ''] = others
  await enrol(clerk, lin, here._id)
  const editor = await portal.as({ membership: ['edit'] })
  expect((await mark(here._id, lin, editor)).json()).toEqual({ _id: lin })
})
