import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { putPackage } from '../../test/support/academy.ts'
import { openRollDesk, present } from '../../test/support/courses/roll.ts'
import { holdTable, whenWaitingFor } from '../../test/support/platform/hold.ts'

// Today is Friday, 20 November 2026; classes are on Tuesdays, 10 credits each.
const { portal, clerk, desk, places } = await openRollDesk()
afterAll(() => portal.close())

const month = '2026-10'
const close = (remark?: string) => clerk.post('/month-end', { month, ...(remark ? { remark } : {}) })
const lesson = await desk.lesson(45, 'Ah Kow')
for (const day of ['2026-10-06', '2026-11-03']) await desk.take(lesson.on(day), [present(lesson.children[0] ?? '')])
const adjust = (date: string) =>
  clerk.post('/credit-adjust', { date, member: lesson.parent, reason: 'Late', adjustCredit: 5, approvedBy: null })
const undo = async (day: string, by = clerk) => {
  const { items } = (await by.get(`/attendance?scheduledClass=${lesson.on(day)}&limit=0`)).json()
  return by.delete(`/attendance/${items[0]._id}`)
}
const marks = async () => (await sql`select month from month_closing`.execute(portal.handle)).rows

test('a close that is refused leaves the month open', async () => {
  expect((await close()).statusCode).toBe(400)
  expect(await marks()).toEqual([])
  expect((await adjust('2026-10-30')).statusCode).toBe(201)
})

test('a close whose process died counts for a quarter of an hour', async () => {
  const begun = portal.clock.now()
  const until = new Date(begun.getTime() + 1000).toISOString()
  await sql`insert into month_closing values (gen_random_uuid(), '2026-10-01', ${until})`.execute(portal.handle)
  expect((await adjust('2026-10-31')).statusCode).toBe(400)
  expect((await clerk.get('/month-end')).json()).toMatchObject({ month, latest: null, closed: null, refused: null })
  portal.clock.set(until)
  expect((await adjust('2026-10-31')).statusCode).toBe(201)
  portal.clock.set(begun.toISOString())
  // Nor does one that was begun while the clock was ahead.
  await sql`update month_closing set until = until + interval '1 year'`.execute(portal.handle)
  expect((await adjust('2026-10-31')).statusCode).toBe(201)
  await sql`delete from month_closing`.execute(portal.handle)
})

/** By default nobody writes to the table, or locks a row of it. */
const hold = (table: string, mode = 'share') => holdTable(portal, table, mode)

test('what is done while a month is being closed is among its corrections', async () => {
  const release = await hold('month_close')
  const closing = close('Classes were not held')
  // The month was read, and is to be kept.
  await whenWaitingFor(portal, 'relation')
  const undone = await undo('2026-10-06')
  expect(undone.statusCode, undone.body).toBe(200)
  const dated = await adjust('2026-10-31')
  expect([dated.statusCode, dated.json().details?.[0]?.message]).toEqual([
    400,
    'October 2026 is closed. Date this in an open month, and name October 2026 in words',
  ])
  await release()
  expect((await closing).statusCode).toBe(201)
  expect((await clerk.get(`/month-end?month=${month}`)).json().entries).toMatchObject({
    total: 1,
    items: [{ kind: 'attendance-reversed', note: 'Corrects October 2026, which is closed' }],
  })
  expect(await marks()).toEqual([])
})

test('a close reads what is being written by somebody who took the month for open', async () => {
  portal.clock.set('2026-12-01T04:00:00Z')
  const owner = await portal.as()
  const release = await hold('wallet_entry')
  const undone = undo('2026-11-03', owner)
  await whenWaitingFor(portal, 'relation')
  const closing = owner.post('/month-end', { month: '2026-11', remark: 'Classes were not held' })
  await whenWaitingFor(portal, 'advisory', 'relation')
  await release()
  expect([(await undone).statusCode, (await closing).statusCode]).toEqual([200, 201])
  const [last] = (await owner.get(`/member/${lesson.parent}/wallet?limit=1`)).json().items
  expect(last).toMatchObject({ kind: 'attendance-reversed', note: null })
})

const lastEntry = async (by: typeof clerk) => (await by.get(`/member/${lesson.parent}/wallet?limit=1`)).json().items[0]

test('what was begun before midnight and comes to its entry after a close names the month', async () => {
  portal.clock.set('2026-12-31T15:59:55Z')
  const owner = await portal.as()
  const release = await hold('wallet', 'exclusive')
  const taken = owner.post(`/attendance/take/${lesson.on('2026-12-29')}`, [present(lesson.children[0] ?? '')])
  await whenWaitingFor(portal, 'relation')
  portal.clock.set('2026-12-31T16:00:05Z')
  const closing = owner.post('/month-end', { month: '2026-12', remark: 'Classes were not held' })
  await expect.poll(marks, { timeout: 30_000 }).toHaveLength(1)
  await release()
  expect([(await taken).statusCode, (await closing).statusCode]).toEqual([200, 201])
  expect((await owner.get('/month-end?month=2026-12')).json().entries).toMatchObject({
    total: 1,
    items: [{ kind: 'attendance', note: 'Corrects December 2026, which is closed' }],
  })
})

test('a close reads what was begun before midnight and is being written', async () => {
  portal.clock.set('2027-01-31T15:59:55Z')
  const owner = await portal.as()
  const release = await hold('wallet_entry')
  const adjustment = { date: '2027-01-31', member: lesson.parent, reason: 'Late', adjustCredit: 5, approvedBy: 'me' }
  const adjusted = owner.post('/credit-adjust', adjustment)
  await whenWaitingFor(portal, 'relation')
  portal.clock.set('2027-01-31T16:00:05Z')
  const closing = owner.post('/month-end', { month: '2027-01', remark: 'Classes were not held' })
  await whenWaitingFor(portal, 'advisory', 'relation')
  await release()
  expect([(await adjusted).statusCode, (await closing).statusCode]).toEqual([201, 201])
  expect(await lastEntry(owner)).toMatchObject({ kind: 'adjustment', note: 'Late' })
})

test('a close that took longer than it counts keeps nothing', async () => {
  portal.clock.set('2027-03-01T04:00:00Z')
  const owner = await portal.as()
  const closeFebruary = () => owner.post('/month-end', { month: '2027-02', remark: 'Classes were not held' })
  const release = await hold('wallet_entry', 'access exclusive')
  const closing = closeFebruary()
  await whenWaitingFor(portal, 'relation')
  portal.clock.set('2027-03-01T04:15:00Z')
  await release()
  const refused = await closing
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Closing took more than a quarter of an hour, and what others did meanwhile may be missing in it. Please close the month again',
  ])
  expect((await owner.get('/month-end')).json().latest).toBe('2027-01')
  expect((await closeFebruary()).statusCode).toBe(201)
})

test('an order that was begun before midnight is in the month that is closed, or in the one after', async () => {
  const bought = await portal.run((tx) => putPackage(tx))
  const body = { memberId: lesson.parent, package: bought, coachReceived: places.tan }
  const closeOf = (by: typeof clerk, of: string) => by.post('/month-end', { month: of, remark: 'Nothing was marked' })

  portal.clock.set('2027-03-31T15:59:55Z')
  let owner = await portal.as()
  const releasePackage = await hold('credit_package', 'exclusive')
  const late = owner.post('/payment', body)
  await whenWaitingFor(portal, 'relation')
  portal.clock.set('2027-03-31T16:00:05Z')
  expect((await closeOf(owner, '2027-03')).statusCode).toBe(201)
  await releasePackage()
  expect([(await late).statusCode, (await late).json().createdAt]).toEqual([201, '2027-03-31T16:00:05.000Z'])

  portal.clock.set('2027-04-30T15:59:55Z')
  owner = await portal.as()
  const releasePayment = await hold('payment')
  const written = owner.post('/payment', body)
  await whenWaitingFor(portal, 'relation')
  portal.clock.set('2027-04-30T16:00:05Z')
  const closing = closeOf(owner, '2027-04')
  await whenWaitingFor(portal, 'advisory', 'relation')
  await releasePayment()
  expect([(await written).json().createdAt, (await closing).statusCode]).toEqual(['2027-04-30T15:59:55.000Z', 201])
})
