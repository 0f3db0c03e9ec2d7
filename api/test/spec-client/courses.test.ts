/** Section 7, course: JSON and forms, what it requires, its picture. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Academy, buildAcademy, courseBody, type Document, kid, parent, picture } from './academy.ts'
import { allManners, formOf, type SpecificationClient } from './client.ts'
import { startPortal } from './start.ts'

let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
})
afterAll(() => close())

const ids = (list: Document[]) => list.map(({ _id }) => _id)

describe.each(allManners)('in %s', (_, manners) => {
  test('a course is created, changed, disabled and deleted', async () => {
    const client = admin.writing(manners)
    const made = await client.create(
      '/course',
      courseBody(academy, manners.bodies === 'multipart' ? { picture: picture() } : {}),
    )
    expect(made).toMatchObject({ normal: 10, normal2: 12, special: 8, free: 0, unlimited: false, isDisable: false })
    expect(ids(made.mainInstructor)).toEqual([academy.coach._id])
    expect(ids(made.assistantInstructor)).toEqual([academy.assistant._id])
    expect(made.sport).toMatchObject({ _id: academy.sport._id, description: 'Taekwondo' })
    const name = `${made.name} for beginners`
    await client.update(`/course/${made._id}`, { ...(await client.get(`/course/${made._id}`)), name, normal: '11' })
    const { updatedAt: _, picture: __, pictureDIR: ___, thumbnail: ____, ...same } = made
    expect(await client.get(`/course/${made._id}`)).toMatchObject({ ...same, name, normal: 11 })
    await client.put(`/course/${made._id}`, { isDisable: true })
    expect((await client.get('/course', { searchText: name, isDisable: true })).total).toBe(1)
    await client.delete(`/course/${made._id}`)
    expect((await client.refused('GET', `/course/${made._id}`)).statusCode).toBe(404)
  })
})

test.each([
  ['a comma-joined text', (value: string[]) => value.join(',')],
  ['JSON text', (value: string[]) => JSON.stringify(value)],
])('the instructors of a course come in a form as %s', async (_, written) => {
  const both = [academy.coach._id, academy.assistant._id]
  const made = await admin.post('/course', formOf({ ...courseBody(academy), mainInstructor: written(both) }))
  expect(ids(made.mainInstructor).toSorted()).toEqual(both.toSorted())
})

test.each(['mainInstructor', 'mainInstructor[]'])(
  'the instructors of a course come in a form as repeated %s',
  async (name) => {
    const form = formOf({ ...courseBody(academy), mainInstructor: undefined })
    const both = [academy.coach._id, academy.assistant._id]
    for (const each of both) form.append(name, each)
    expect(ids((await admin.post('/course', form)).mainInstructor).toSorted()).toEqual(both.toSorted())
  },
)

test('a field that is sent twice and says two things is refused', async () => {
  const form = formOf(courseBody(academy))
  form.append('name', 'Another')
  expect((await admin.refused('POST', '/course', form)).details).toMatchObject([{ path: 'name' }])
})

test('a form may number its lists: mainInstructor[0]', async () => {
  const form = formOf({ ...courseBody(academy), mainInstructor: undefined })
  const both = [academy.coach._id, academy.assistant._id]
  for (const [place, each] of both.entries()) form.append(`mainInstructor[${place}]`, each)
  expect(ids((await admin.post('/course', form)).mainInstructor).toSorted()).toEqual(both.toSorted())
})

test.each([
  ['18:00 - 19:00'],
  ['18:00 -19:00'],
  ['18:00-19:00'],
  ['18:00:00 - 19:00:00'],
  [['18:00', '19:00']],
  [{ start: '18:00', end: '19:00' }],
])('a duration may be written %j', async (duration) => {
  expect((await admin.post('/course', courseBody(academy, { duration }))).duration).toBe('18:00 - 19:00')
  expect((await admin.post('/course', formOf(courseBody(academy, { duration })))).duration).toBe('18:00 - 19:00')
})

test('course: name and credits are required, centre and sport and special and free unless unlimited', async () => {
  for (const field of ['name', 'normal', 'normal2', 'sport', 'centre', 'special', 'free']) {
    const refusal = await admin.refused('POST', '/course', courseBody(academy, { [field]: null }))
    expect([refusal.statusCode, refusal.details?.map(({ path }) => path)]).toEqual([400, [field]])
  }
  const unlimited = { unlimited: true, sport: null, centre: 'null', special: undefined, free: null }
  expect((await admin.post('/course', formOf(courseBody(academy, unlimited)))).unlimited).toBe(true)
  for (const normal of [-1, 'ten'])
    expect((await admin.refused('POST', '/course', courseBody(academy, { normal }))).details).toMatchObject([
      { path: 'normal' },
    ])
})

test('PUT /course/{id}/independent/{x} makes a child of the course independent', async () => {
  const { _id: course } = academy.course
  expect((await admin.refused('PUT', `/course/${course}/independent/${academy.coach._id}`)).statusCode).toBe(404)
  const elder = await admin.post('/member', parent({ relationship: academy.relationship._id }))
  const child = await admin.post('/member', kid({ coachIncharge: academy.coach._id, mainIDs: [elder._id] }))
  await admin.post('/enrollment', {
    member: child._id,
    course,
    creditType: 'normal',
    credit: 10,
    walletMember: elder._id,
  })
  await admin.put(`/course/${course}/independent/${child._id}`)
  expect((await admin.get(`/member/${child._id}`)).isIndependent).toBe(true)
  const { items } = await admin.get('/enrollment', { walletMember: child._id, offset: 0, limit: 50 })
  expect(items).toMatchObject([{ member: { _id: child._id } }])
})

test('PUT /course/{id}/remove/{x} deletes the picture', async () => {
  const course = await admin.post('/course', formOf(courseBody(academy, { picture: picture() })))
  const file = new URL(course.picture ?? course.pictureDIR, admin.address).pathname.split('/').at(-1)
  await admin.put(`/course/${course._id}/remove/${file}`)
  expect(await admin.get(`/course/${course._id}`)).toMatchObject({ picture: null, pictureDIR: null })
})
