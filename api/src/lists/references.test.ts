import { lists } from '@academy/contract/lists/lists.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { form, madeBy } from '../../test/support/lists.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { checkReference } from './lists.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

const made = (path: string, body: unknown) => madeBy(clerk, path, body)

describe('a look-up', () => {
  test('gives id and label of active entries to anybody signed in', async () => {
    const visitor = await portal.as({})
    const [on, off] = [
      await made('/relationship', { relationship: 'Mother' }),
      await made('/relationship', { relationship: 'Moth' }),
    ]
    await clerk.put(`/relationship/${off._id}`, { isDisable: true })
    expect((await visitor.get('/lookup/relationship?searchText=MOTH')).json()).toEqual({
      items: [{ _id: on._id, label: 'Mother' }],
    })
  })

  test('of a user group is offered to whoever holds its rights, and is a filter for all', async () => {
    const ours = await made('/user-group', { role: 'Rank A', permissions: { belt: ['view'] } })
    const theirs = await made('/user-group', { role: 'Rank B', permissions: { belt: ['view'], sport: ['view'] } })
    const none = await made('/user-group', { role: 'Rank C', permissions: { sport: [] } })
    const visitor = await portal.as({ belt: ['view', 'edit'] })
    const ids = async (by: typeof visitor, more = '') => {
      const { items } = (await by.get(`/lookup/user-group?searchText=Rank${more}`)).json()
      return items.map(({ _id }: { _id: string }) => _id)
    }
    expect(await ids(visitor)).toEqual([ours._id, none._id])
    expect(await ids(visitor, '&all=true')).toEqual([ours._id, theirs._id, none._id])
    expect(await ids(clerk)).toEqual([ours._id, theirs._id, none._id])
  })

  test('of a user is for whoever may view users', async () => {
    const viewer = await portal.as({ user: ['view'] }, { username: 'looked up by name' })
    const { items } = (await viewer.get('/lookup/user?searchText=looked%20up')).json()
    expect(items).toEqual([{ _id: viewer.userId, label: 'looked up by name' }])
    expect((await (await portal.as({})).get('/lookup/user')).statusCode).toBe(403)
  })

  test('gives a filter the disabled entries too, after the active ones, and names each by its id', async () => {
    const [on, off] = [await made('/belt', { beltColor: 'Amber II' }), await made('/belt', { beltColor: 'Amber I' })]
    await clerk.put(`/belt/${off._id}`, { isDisable: true })
    const items = async (query: string) => (await clerk.get(`/lookup/belt?${query}`)).json().items
    const gone = { _id: off._id, label: 'Amber I', isDisable: true }
    expect(await items('searchText=amber&all=true')).toEqual([{ _id: on._id, label: 'Amber II' }, gone])
    expect(await items(`ids=${off._id},${unknown}`)).toEqual([gone])
  })

  test.each([...lists.map((list) => list.name), 'course', 'user-group', 'member'])('of %s answers', async (name) => {
    const answer = await clerk.get(`/lookup/${name}?limit=2`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().items.length).toBeLessThanOrEqual(2)
    for (const query of ['searchText=%25', 'all=true', `ids=${unknown}`])
      expect((await clerk.get(`/lookup/${name}?${query}`)).statusCode, query).toBe(200)
  })

  test.each(['unknown', 'staff_user', 'constructor', '__proto__', "belt';--"])('of %s is a 404', async (name) => {
    expect((await clerk.get(`/lookup/${encodeURIComponent(name)}`)).statusCode).toBe(404)
  })

  test('of coaches tells the users behind each with their group, to whoever may view users', async () => {
    const role = 'Kelab Sabah'
    const designation = (await made('/designation', { designation: 'Instructor' }))._id
    const coach = await made('/coach', await form({ name: 'Coach Zaharah', email: 'z@b.my', designation }, 'red'))
    const userGroup = (await made('/user-group', { role, permissions: {} }))._id
    for (const username of ['zaharah', 'Bidin'])
      await made('/user', { username, password: 'Kata-2026', userGroup, coachRelated: coach._id })
    const gone = await made('/user', { username: 'gone', password: 'Kata-2026', userGroup, coachRelated: coach._id })
    await clerk.put(`/user/${gone._id}`, { isDisable: true })
    const found = async (reader: typeof clerk) => (await reader.get('/lookup/coach?searchText=zaharah')).json().items
    const item = { _id: coach._id, label: 'Coach Zaharah' }
    expect(await found(clerk)).toEqual([{ ...item, users: 'Bidin (Kelab Sabah), zaharah (Kelab Sabah)' }])
    expect(await found(await portal.as({}))).toEqual([item])
  })

  test('of members is for those whose forms choose one', async () => {
    expect((await (await portal.as({})).get('/lookup/member')).statusCode).toBe(403)
    expect((await (await portal.as({ dashboard: ['view'] })).get('/lookup/member')).statusCode).toBe(200)
  })
})

describe('other rooms', () => {
  test('may refer to what exists and is enabled', async () => {
    const { _id } = await made('/belt', { beltColor: 'Referred' })
    const check = (id: string | null, was?: string) => portal.run((tx) => checkReference(tx, 'belt', id, 'belt', was))
    await check(_id)
    await check(null)
    await expect(check(unknown)).rejects.toMatchObject({ statusCode: 400, details: [{ path: 'belt' }] })
    await clerk.put(`/belt/${_id}`, { isDisable: true })
    await expect(check(_id)).rejects.toMatchObject({ statusCode: 409 })
    await check(_id, _id)
  })
})
