import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testPortal, unknown } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const list = '/membership/listing Adults'
const view = (more: object = {}) => ({
  list,
  name: 'Running out',
  search: { wallet: '50', sort: '-wallet' },
  hidden: ['icNo'],
  ...more,
})
const of = async (by = clerk, named = list) => {
  const answer = await by.get(`/view?list=${encodeURIComponent(named)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const save = async (by = clerk, more: object = {}) => {
  const answer = await by.post('/view', view(more))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

test('a view is kept under its name, and replaced by the next one of that name', async () => {
  const first = await save()
  const { list: _list, ...kept } = view()
  expect(first).toMatchObject({ ...kept, isShared: false, owner: null })
  const again = await save(clerk, { name: 'RUNNING out', search: {}, hidden: [] })
  expect(again).toMatchObject({ _id: first._id, name: 'RUNNING out', search: {}, hidden: [] })
  expect(await of()).toEqual({ items: [again], total: 1 })
  expect((await of(clerk, '/belt/listing Belt Color')).total).toBe(0)
  expect((await clerk.delete(`/view/${first._id}`)).statusCode).toBe(200)
  expect((await of()).total).toBe(0)
  const trail = (await clerk.get('/auth/audit-trail?searchText=running%20out')).json().items
  expect(trail.map(({ action }: { action: string }) => action).toSorted()).toEqual(['Created', 'Deleted', 'Updated'])
})

test('what is shared is seen by the group and by nobody else, and changed by its owner alone', async () => {
  const owner = await portal.as({ membership: ['view'] }, { username: 'owner of views' })
  const shared = await save(owner, { isShared: true })
  await save(owner, { name: 'Mine' })
  const names = async (by: typeof owner) => (await of(by)).items.map(({ name }: { name: string }) => name)
  expect(await names(owner)).toEqual(['Mine', 'Running out'])
  const stranger = await portal.as({ membership: ['view'] }, { username: 'stranger' })
  expect(await names(stranger)).toEqual([])

  await portal.run((tx) =>
    tx.change({ section: 'Test', docType: 'test', action: 'Moved', description: 'Moved a user' }, (on) =>
      on()
        .updateTable('staffUser')
        .set({ userGroup: sql`(select user_group from staff_user where username = 'owner of views')` })
        .where('username', '=', 'stranger')
        .execute(),
    ),
  )
  const [seen] = (await of(stranger)).items
  expect(seen).toMatchObject({ _id: shared._id, isShared: true, search: { wallet: '50' } })
  expect(seen.owner).toBe('owner of views')
  expect((await stranger.delete(`/view/${shared._id}`)).statusCode).toBe(404)
  // One of the same name is the stranger's own.
  await save(stranger)
  expect(await names(stranger)).toEqual(['Running out', 'Running out'])

  await save(owner, { isShared: false })
  expect(await names(stranger)).toEqual(['Running out'])
})

test('a view that cannot be kept is refused', async () => {
  for (const [more, path] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(41) }, 'name'],
    [{ list: '' }, 'list'],
    [{ search: { sort: 'x'.repeat(201) } }, 'search.sort'],
    [{ search: { sort: 'a\u0000b' } }, 'search.sort'],
    [{ search: { sort: '\ud800' } }, 'search.sort'],
    [{ search: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x'])) }, 'search'],
    [{ hidden: ['\u0000'] }, 'hidden.0'],
    [{ hidden: 'icNo' }, 'hidden'],
  ] as const) {
    const answer = await clerk.post('/view', view(more))
    expect(answer.statusCode, JSON.stringify(more)).toBe(400)
    expect(answer.json().details[0].path).toBe(path)
  }
  for (const id of [unknown, 'x', '%00']) expect((await clerk.delete(`/view/${id}`)).statusCode).toBe(404)
  expect((await clerk.get('/view')).statusCode).toBe(400)
})

test('a person keeps fifty at most, also when they are saved at once', async () => {
  const keen = await portal.as({})
  const answers = await Promise.all(
    Array.from({ length: 55 }, (_, n) => keen.post('/view', view({ name: `View ${n}` }))),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50)
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5)
  expect((await of(keen)).total).toBe(50)
  const { name } = (await of(keen)).items[0]
  expect((await keen.post('/view', view({ name, hidden: [] }))).statusCode).toBe(201)
})
