import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { whenLockedOut } from '../../support/platform/hold.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const statuses = (answers: readonly { statusCode: number }[]) =>
  Object.fromEntries([200, 412].map((code) => [code, answers.filter(({ statusCode }) => statusCode === code).length]))

test('a stale If-Match changes nothing', async () => {
  const { _id } = (await clerk.post('/belt', { beltColor: 'Grey' })).json()
  const etag = String((await clerk.get(`/belt/${_id}`)).headers.etag)
  expect((await clerk.put(`/belt/${_id}`, { beltColor: 'Light Grey' }, { 'if-match': etag })).statusCode).toBe(200)
  expect((await clerk.put(`/belt/${_id}`, { beltColor: 'Dark Grey' }, { 'if-match': etag })).statusCode).toBe(412)
  expect((await clerk.get(`/belt/${_id}`)).json().beltColor).toBe('Light Grey')
})

test('of two writers with the same If-Match one is told', async () => {
  const { _id } = (await clerk.post('/belt', { beltColor: 'Silver' })).json()
  const etag = String((await clerk.get(`/belt/${_id}`)).headers.etag)
  const answers = await Promise.all(
    ['Silver 1', 'Silver 2', 'Silver 3'].map((beltColor) =>
      clerk.put(`/belt/${_id}`, { beltColor }, { 'if-match': etag }),
    ),
  )
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412, 412])
})

test('of twenty writers with the same If-Match at once one is done and nineteen are told', async () => {
  const { _id } = (await clerk.post('/belt', { beltColor: 'Copper' })).json()
  const etag = String((await clerk.get(`/belt/${_id}`)).headers.etag)
  const colors = Array.from({ length: 20 }, (_, each) => `Copper ${each}`)
  const answers = await Promise.all(
    colors.map((beltColor) => clerk.put(`/belt/${_id}`, { beltColor }, { 'if-match': etag })),
  )
  expect(statuses(answers)).toEqual({ 200: 1, 412: 19 })
  const done = answers.find((answer) => answer.statusCode === 200)?.json()
  expect((await clerk.get(`/belt/${_id}`)).json()).toEqual(done)
})

test('who says If-Match never overwrites one who does not', async () => {
  const { _id } = (await clerk.post('/belt', { beltColor: 'Bronze' })).json()
  for (let round = 0; round < 10; round++) {
    const etag = String((await clerk.get(`/belt/${_id}`)).headers.etag)
    const [bold, ...careful] = await Promise.all([
      clerk.put(`/belt/${_id}`, { beltColor: `Bold ${round}` }),
      ...Array.from({ length: 5 }, (_, each) =>
        clerk.put(`/belt/${_id}`, { beltColor: `Careful ${round} ${each}` }, { 'if-match': etag }),
      ),
    ])
    expect(bold?.statusCode).toBe(200)
    // At most one came before; the last change is that of the caller without If-Match.
    expect(careful.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    expect(careful.every(({ statusCode }) => statusCode === 200 || statusCode === 412)).toBe(true)
    expect((await clerk.get(`/belt/${_id}`)).json().beltColor).toBe(`Bold ${round}`)
  }
})

test('a removal with a stale If-Match removes nothing', async () => {
  const { _id } = (await clerk.post('/belt', { beltColor: 'Ochre' })).json()
  const stale = String((await clerk.get(`/belt/${_id}`)).headers.etag)
  await clerk.put(`/belt/${_id}`, { beltColor: 'Umber' })
  expect((await clerk.delete(`/belt/${_id}`, undefined, { 'if-match': stale })).statusCode).toBe(412)
  const fresh = String((await clerk.get(`/belt/${_id}`)).headers.etag)
  expect((await clerk.delete(`/belt/${_id}`, undefined, { 'if-match': fresh })).statusCode).toBe(200)
})

test('a change that comes by another way while the caller waits for the row makes If-Match stale', async () => {
  const { _id } = (await clerk.post('/user-group', { role: 'Evening desk', permission: {} })).json()
  const etag = String((await clerk.get(`/user-group/${_id}`)).headers.etag)
  const late = await portal.handle.transaction().execute(async (db) => {
    await sql`update user_group set role = 'Morning desk' where id = ${_id}`.execute(db)
    const answer = clerk.put(`/user-group/${_id}`, { role: 'Night desk', permission: {} }, { 'if-match': etag })
    await whenLockedOut(portal)
    return { answer }
  })
  expect((await late.answer).statusCode).toBe(412)
  expect((await clerk.get(`/user-group/${_id}`)).json().role).toBe('Morning desk')
})
