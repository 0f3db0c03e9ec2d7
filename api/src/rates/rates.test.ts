import { afterAll, expect, test } from 'vitest'
import { coursePlaces, newCourse } from '../../test/support/courses/courses.ts'
import { trailOf } from '../../test/support/lists.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const owner = await portal.as()
const places = await coursePlaces(portal)
const course = (await newCourse(owner, places, { name: 'Cheras Taekwondo' }))._id
afterAll(() => portal.close())

const body = (more: object = {}) => ({
  ...{ coach: places.tan, course, role: 'main', kind: 'head', amount: '8', since: '2026-11-01' },
  ...more,
})
const create = async (more: object = {}, by = owner) => {
  const answer = await by.post('/coach-rate', body(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

test('a rate is kept with two decimals, listed by coach and class, put right, and each change is in the trail', async () => {
  const first = await create({ coach: places.devi, kind: 'share', amount: '37.5' })
  const all = await create({ coach: places.devi, course: null, kind: 'class', amount: '60' })
  const later = await create({ coach: places.devi, amount: '8.05', since: '2026-12-01' })
  expect(first).toMatchObject({
    coach: { _id: places.devi, name: 'Coach Devi' },
    course: { _id: course, name: 'Cheras Taekwondo' },
    ...{ role: 'main', kind: 'share', amount: '37.50', since: '2026-11-01' },
  })
  const listed = async (query: string) => (await owner.get(`/coach-rate?${query}`)).json()
  expect(await listed(`coach=${places.devi}`)).toEqual({ items: [all, later, first], total: 3 })
  expect((await listed(`course=${course}&coach=${places.devi}&limit=1`)).items).toEqual([later])

  const price = { kind: 'head', amount: '9.00', since: '2026-11-02' }
  const etag = String((await owner.get(`/coach-rate/${first._id}`)).headers.etag)
  const put = () => owner.put(`/coach-rate/${first._id}`, price, { 'if-match': etag })
  expect((await put()).json()).toMatchObject({ _id: first._id, ...price, role: 'main' })
  expect((await put()).statusCode).toBe(412)
  expect((await owner.delete(`/coach-rate/${first._id}`)).statusCode).toBe(200)
  expect((await owner.get(`/coach-rate/${first._id}`)).statusCode).toBe(404)
  const trail = await trailOf(portal, first._id)
  expect(trail.map(({ description }) => description)).toEqual([
    'Created what is paid to Coach Devi for Cheras Taekwondo: 37.5% of credit from 01-11-2026',
    'Updated what is paid to Coach Devi for Cheras Taekwondo: RM 9.00 a head from 02-11-2026',
    'Deleted what is paid to Coach Devi for Cheras Taekwondo: RM 9.00 a head from 02-11-2026',
  ])
  expect(trail[1]).toMatchObject({
    changeFrom: expect.arrayContaining([{ field: 'rate', item: '37.5% of credit', type: 'removed' }]),
    changeTo: expect.arrayContaining([{ field: 'rate', item: 'RM 9.00 a head', type: 'added' }]),
  })
})

test('from one day there is one rate for a coach, class and role', async () => {
  await create()
  const again = await owner.post('/coach-rate', body({ kind: 'class', amount: '50' }))
  expect([again.statusCode, again.json().details]).toEqual([
    409,
    [{ path: 'since', message: 'There is a rate from that day already. Change that one instead.' }],
  ])
  await create({ role: 'assistant' })
  const all = await create({ course: null })
  expect((await owner.post('/coach-rate', body({ course: null }))).statusCode).toBe(409)
  const next = await create({ course: null, since: '2026-12-01' })
  const moved = await owner.put(`/coach-rate/${next._id}`, { kind: 'head', amount: '8', since: all.since })
  expect(moved.statusCode).toBe(409)
  expect((await owner.delete(`/course/${course}`)).json().message).toBe('The course is still in use by Coach Rates')
  const used = await owner.delete(`/coach/${places.tan}`)
  expect([used.statusCode, used.json().message]).toEqual([409, expect.stringContaining('coach rates')])
})

test('what is left out of a change stays; another coach, class or role is refused', async () => {
  const share = await create({ coach: places.devi, role: 'assistant', kind: 'share', amount: '37.5' })
  const put = (sent: object) => owner.put(`/coach-rate/${share._id}`, sent)
  expect((await put({ amount: '40' })).json()).toMatchObject({
    ...share,
    amount: '40.00',
    updatedAt: expect.any(String),
  })
  expect((await put({ since: '2026-11-05' })).json()).toMatchObject({
    kind: 'share',
    amount: '40.00',
    since: '2026-11-05',
  })
  const records = (await trailOf(portal, share._id)).length
  // As it was read, and with nothing at all: nothing to change, and no record of it.
  const same = (await owner.get(`/coach-rate/${share._id}`)).json()
  expect((await put(same)).json()).toEqual(same)
  expect((await put({})).json()).toEqual(same)
  expect(await trailOf(portal, share._id)).toHaveLength(records)

  for (const [path, sent, word] of [
    ['coach', places.tan, 'coach'],
    ['course', null, 'class'],
    ['course', unknown, 'class'],
    ['role', 'main', 'role'],
  ]) {
    const answer = await put({ amount: '50', [String(path)]: sent })
    expect([answer.statusCode, answer.json().details]).toEqual([
      400,
      [{ path, message: `The ${word} of a rate cannot be changed` }],
    ])
  }
  // The kind of one and the amount of the other make what neither was alone.
  await put({ kind: 'head', amount: '120' })
  const much = await put({ kind: 'share' })
  expect([much.statusCode, much.json().details]).toEqual([
    400,
    [{ path: 'amount', message: 'A share is at most 100 %' }],
  ])
})

test('an amount is taken as a number too', async () => {
  const rate = await create({ coach: places.devi, amount: 12.5, since: '2026-10-01' })
  expect(rate.amount).toBe('12.50')
  const put = await owner.put(`/coach-rate/${rate._id}`, { amount: 9 })
  expect([put.statusCode, put.json().amount]).toEqual([200, '9.00'])
})

test('a rate holds from a day within ten years', async () => {
  const rate = await create({ coach: places.devi, since: '2036-11-20' })
  const far = { path: 'since', message: 'At most 10 years ahead' }
  for (const since of ['2036-11-21', '9999-12-31'])
    for (const answer of [
      await owner.post('/coach-rate', body({ coach: places.devi, since })),
      await owner.put(`/coach-rate/${rate._id}`, { since }),
    ])
      expect([answer.statusCode, answer.json().details]).toEqual([400, [far]])
})

test.each([
  [{ amount: '-1' }, 'amount', 'Give the rate as a number, such as 8 or 37.50'],
  [{ amount: '1e3' }, 'amount', 'Give the rate as a number, such as 8 or 37.50'],
  [{ amount: '8.005' }, 'amount', 'Give the rate as a number, such as 8 or 37.50'],
  [{ amount: 8.005 }, 'amount', 'Give the rate as a number, such as 8 or 37.50'],
  [{ amount: 1e21 }, 'amount', 'Give the rate as a number, such as 8 or 37.50'],
  [{ amount: true }, 'amount', undefined],
  [{ amount: '' }, 'amount', 'Rate is required'],
  [{ kind: 'share', amount: '100.01' }, 'amount', 'A share is at most 100 %'],
  [{ kind: undefined }, 'kind', 'Say whether it is per head, per class or a share'],
  [{ kind: 'hour' }, 'kind', 'Paid must be one of: head, class, share'],
  [{ role: null }, 'role', 'Say in which role'],
  [{ role: 'boss' }, 'role', 'Teaches as must be one of: main, assistant'],
  [{ since: '2026-02-30' }, 'since', undefined],
  [{ coach: unknown }, 'coach', 'This Coach does not exist'],
  [{ course: unknown }, 'course', 'This class does not exist'],
])('%j is refused at its field', async (more, path, message) => {
  const answer = await owner.post('/coach-rate', body({ coach: places.aminah, ...more }))
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json().details[0]).toEqual({ path, message: message ?? expect.any(String) })
})

test('who teaches no more is still to be paid', async () => {
  await owner.put(`/coach/${places.aminah}`, { isDisable: true })
  await create({ coach: places.aminah, role: 'assistant' })
  await owner.put(`/coach/${places.aminah}`, { isDisable: false })
})

test('only who may edit coaches is told and decides, at the own centres', async () => {
  const rate = await create({ coach: places.aminah })
  const all = await create({ coach: places.aminah, course: null })
  const viewer = await portal.as({ coach: ['view', 'create', 'delete'], 'report.ClassMonthlySettlement': ['view'] })
  for (const send of [
    viewer.get('/coach-rate'),
    viewer.get(`/coach-rate/${rate._id}`),
    viewer.post('/coach-rate', body()),
    viewer.put(`/coach-rate/${rate._id}`, body()),
    viewer.delete(`/coach-rate/${rate._id}`),
  ])
    expect((await send).statusCode).toBe(403)

  const away = await portal.as({ coach: ['edit'] }, { centres: [places.ampang] })
  const seen = (await away.get(`/coach-rate?coach=${places.aminah}`)).json().items
  expect(seen.map(({ _id }: { _id: string }) => _id)).toEqual([all._id])
  expect((await away.get(`/coach-rate/${rate._id}`)).statusCode).toBe(404)
  expect((await away.put(`/coach-rate/${rate._id}`, body())).statusCode).toBe(404)
  expect((await away.delete(`/coach-rate/${rate._id}`)).statusCode).toBe(404)
  expect((await away.post('/coach-rate', body({ since: '2027-01-01' }))).statusCode).toBe(403)
  expect((await away.post('/coach-rate', body({ course: null, since: '2027-01-01' }))).statusCode).toBe(403)
  expect((await away.put(`/coach-rate/${all._id}`, body())).statusCode).toBe(403)
  expect((await away.delete(`/coach-rate/${all._id}`)).statusCode).toBe(403)
  const near = await portal.as({ coach: ['edit'] }, { centres: [places.cheras] })
  await create({ coach: places.aminah, since: '2027-01-01' }, near)
})
