/** Forms choose from lists that their user may not view: who gets which answer, case by case. */
import { lists } from '@academy/contract/lists/lists.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { worldIn } from '../../support/calls/documents.ts'
import { mapOf, named, permissionsOf, routes } from '../../support/calls/endpoints.ts'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'

const id = '_id'
const off = 'isDisable'
/** The fields that a form shows of an entry, by the list's path. */
const shown: Record<string, string[]> = {
  ...Object.fromEntries(lists.map(({ name, label }) => [`/${name}`, [id, label, off]])),
  '/course': [id, 'name', 'normal', 'normal2', 'special', 'free', 'unlimited', off],
  '/credit-package': [id, 'code', 'title', 'description', 'credit', 'addition', 'duration', off],
  '/user-group': [id, 'role', off],
}

let portal: TestPortal
let nobody: Client
beforeAll(async () => {
  portal = await testPortal()
  await worldIn(portal, await portal.as())
  nobody = await portal.as({})
})
afterAll(() => portal.close())

const choosable = routes.filter((route) => route.forChoosing && !route.choosing)

test('these lists fill forms', () => {
  expect(choosable.map(({ path }) => path).toSorted()).toEqual(Object.keys(shown).toSorted())
})

test.each(named(choosable))('%s answers who may not view it what a form shows of active entries', async (_, route) => {
  for (const query of ['', '?isDisable=true', '?isDisable=', '?limit=1000'])
    expect((await nobody.get(route.path + query)).statusCode, query).toBe(403)
  const [first] = permissionsOf(route)
  const viewer = await portal.as(mapOf(first ? [first] : []))
  const chosen = await nobody.get(`${route.path}?isDisable=false&limit=1000`)
  expect(chosen.statusCode, chosen.body).toBe(200)
  const [entry] = chosen.json().items
  expect(Object.keys(entry).toSorted()).toEqual(shown[route.path]?.toSorted())
  const viewed = (await viewer.get(`${route.path}?isDisable=false&limit=1000`)).json()
  expect(viewed.total).toBe(chosen.json().total)
  expect(Object.keys(viewed.items[0]).length).toBeGreaterThan(Object.keys(entry).length)
})

test('what is not shown is found by nobody who may only choose, and orders nothing', async () => {
  const clerk = await portal.as()
  const [coach] = (await clerk.get('/coach')).json().items
  expect((await clerk.get(`/coach?searchText=${coach.email}`)).json().total).toBeGreaterThan(0)
  expect((await nobody.get(`/coach?isDisable=false&searchText=${coach.email}`)).json().total).toBe(0)
  const names = async (sort: string) =>
    (await nobody.get(`/coach?isDisable=false&sort=${sort}`)).json().items.map((each: { name: string }) => each.name)
  expect(await names('-email')).toEqual(await names('email'))
  expect((await nobody.get('/coach?isDisable=false&sort=-email')).headers['x-sort-ignored']).toBe('email')
})

test('members are chosen by who may choose them, with what a form shows of them', async () => {
  const entry = [id, 'kind', 'name', 'chName', 'phoneNo', 'wallet', 'isIndependent', off, 'mainIDs', 'parents']
  const clerk = await portal.as({ dashboard: ['view'] })
  const low = '/member?isIndependent=true&walletFilterAmount=50&limit=5'
  for (const path of ['/member?isDisable=false&limit=50&searchText=a', low]) {
    expect((await nobody.get(path)).statusCode, path).toBe(403)
    const answer = await clerk.get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(Object.keys(answer.json().items[0]).toSorted()).toEqual(entry.toSorted())
    for (const hidden of ['belt', 'memberType', 'coachIncharge'])
      expect((await clerk.get(`${path}&${hidden}=${answer.json().items[0]._id}`)).statusCode).toBe(403)
  }
  for (const path of [
    '/member',
    '/member?isIndependent=true',
    '/member?walletFilterAmount=50',
    '/member?isDisable=true',
  ])
    expect((await clerk.get(path)).statusCode, path).toBe(403)
})

test('one entry stays closed to who may not view the list', async () => {
  const [belt] = (await nobody.get('/belt?isDisable=false')).json().items
  expect((await nobody.get(`/belt/${belt._id}?isDisable=false`)).statusCode).toBe(403)
})
