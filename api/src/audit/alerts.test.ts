import type { Alert } from '@academy/contract/audit/alerts.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createAdministrator } from '../../seed/20-staff.ts'
import { coursePlaces, newCourse } from '../../test/support/courses/courses.ts'
import { insertMember } from '../../test/support/families.ts'
import { type Client, testPortal } from '../../test/support/portal.ts'
import { after, deskOf, password } from '../../test/support/staff/sign-in.ts'
import { firstStarter, systemCaller } from '../platform/http/index.ts'
import { closeSeries } from '../staff/sign-in/series.ts'

const portal = await testPortal()
const chief = await portal.as(undefined, { username: 'chief' })
const places = await coursePlaces(portal)
const { signIn } = deskOf(portal)
afterAll(() => portal.close())

interface Answer {
  items: Alert[]
  total: number
  unseen: number
  upTo: number
}
const alertsFor = async (by: Client): Promise<Answer> => (await by.get('/dashboard/alerts')).json()
const reader = () => portal.as({ audit_trail: ['view'] })
/** What is told of one person: how often by kind. */
async function told(person: string) {
  const { items } = await alertsFor(await reader())
  return Object.fromEntries(items.filter((each) => each.person === person).map(({ kind, count }) => [kind, count]))
}

test('everyday work is no alert', async () => {
  const clerk = await portal.as(undefined, { username: 'everyday clerk' })
  const { _id } = (await clerk.post('/belt', { beltColor: 'White' })).json()
  await clerk.put(`/belt/${_id}`, { beltColor: 'Pearl' })
  const course = await newCourse(clerk, places)
  await clerk.put(`/course/${course._id}`, { name: 'Renamed' })
  await clerk.get('/member/generate/excel')
  await clerk.get('/member/import/template')
  for (let guess = 0; guess < 4; guess++) await signIn('everyday clerk', 'wrong_guess', '10.0.1.1')
  portal.clock.set(after(16 * 60))
  await closeSeries(portal.portal)
  expect(await told('everyday clerk')).toEqual({})
})

test('the first start is no alert; whoever takes its name is told all the same', async () => {
  await portal.run((tx) => createAdministrator(tx, 'administrator', password), systemCaller(firstStarter))
  expect(await told(firstStarter)).toEqual({})
  const pretender = await portal.as(undefined, { username: firstStarter })
  await pretender.post('/user-group', { role: 'Friends', permissions: { user: ['edit'] } })
  expect(await told(firstStarter)).toEqual({ administrators: 1 })
})

describe('rights', () => {
  const group = async (by: Client, permissions: object) =>
    (await by.post('/user-group', { role: `Group ${Math.random()}`, permissions })).json()
  const user = (by: Client, userGroup: string, more: object = {}) =>
    by.post('/user', { username: `user ${Math.random()}`, password: 'First-pass-1', userGroup, ...more })

  test('permissions, users, groups and centres that change are told; a new name is not', async () => {
    const owner = await portal.as(undefined, { username: 'giver of rights' })
    const desk = await group(owner, { belt: ['view'] })
    await owner.put(`/user-group/${desk._id}`, { role: 'Another name' })
    expect(await told('giver of rights')).toEqual({ rights: 1 })
    await owner.put(`/user-group/${desk._id}`, { permissions: { belt: ['view', 'edit'] } })
    const { _id } = (await user(owner, desk._id)).json()
    await owner.put(`/user/${_id}`, { email: 'somebody@example.com' })
    expect(await told('giver of rights')).toEqual({ rights: 3 })
    await owner.put(`/user/${_id}`, { isCenter: true, centreIncharge: [places.cheras] })
    await owner.put(`/user/${_id}`, { isDisable: true })
    await owner.delete(`/user/${_id}`)
    expect(await told('giver of rights')).toEqual({ rights: 6 })
  })

  test('the right to edit users or user groups is told by itself, however it is given', async () => {
    const owner = await portal.as(undefined, { username: 'giver of keys' })
    const keys = await group(owner, { user: ['view', 'edit'] })
    const desk = await group(owner, { belt: ['view'], user: ['view'] })
    expect(await told('giver of keys')).toEqual({ administrators: 1, rights: 1 })
    const { _id } = (await user(owner, desk._id)).json()
    await owner.put(`/user/${_id}`, { userGroup: keys._id })
    await user(owner, keys._id)
    expect(await told('giver of keys')).toEqual({ administrators: 3, rights: 2 })
    await owner.put(`/user-group/${desk._id}`, { permissions: { userGroup: ['view', 'edit'] } })
    await owner.put(`/user-group/${desk._id}`, { permissions: { userGroup: ['view', 'create', 'edit'] } })
    expect(await told('giver of keys')).toEqual({ administrators: 4, rights: 3 })
    await owner.put(`/user/${_id}`, { isDisable: true })
    await owner.put(`/user/${_id}`, { isDisable: false })
    expect(await told('giver of keys')).toEqual({ administrators: 5, rights: 4 })
  })
})

test('refused attempts of one person are one alert with their number', async () => {
  const curious = await portal.as({ belt: ['view'] }, { username: 'curious' })
  for (const path of ['/member', '/user', '/user-group']) expect((await curious.get(path)).statusCode).toBe(403)
  expect(await told('curious')).toEqual({ refused: 3 })
  const { items } = await alertsFor(await reader())
  expect(items.find(({ person }) => person === 'curious')).toEqual({
    kind: 'refused',
    person: 'curious',
    day: '2026-11-20',
    count: 3,
    firstAt: expect.stringMatching(/^2026-11-20T/),
    lastAt: expect.stringMatching(/^2026-11-20T/),
    last: 'Refused: permission User Group: View is missing',
    isNew: true,
  })
})

test('a course that moves to another centre is told', async () => {
  const mover = await portal.as(undefined, { username: 'mover' })
  const course = await newCourse(mover, places)
  await mover.put(`/course/${course._id}`, { centre: places.ampang })
  expect(await told('mover')).toEqual({ movedCourses: 1 })
})

describe('sign-ins', () => {
  const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) => String(answer.headers['set-cookie']).split(';')[0]
  const signInWith = (username: string, cookie?: string) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      payload: { username, password },
      headers: cookie ? { cookie } : {},
    })

  test('from a device that the person never used are told, from a known one not', async () => {
    await portal.as({}, { username: 'traveller' })
    const device = cookieOf(await signInWith('traveller'))
    expect(await told('traveller')).toEqual({ devices: 1 })
    await signInWith('traveller', device)
    expect(await told('traveller')).toEqual({ devices: 1 })
    await portal.as({}, { username: 'neighbour' })
    await signInWith('neighbour', device)
    expect(await told('neighbour')).toEqual({ devices: 1 })
  })

  test('that fail in a row are told with their number, and a success after them by itself', async () => {
    await portal.as({}, { username: 'hunted' })
    for (let guess = 0; guess < 5; guess++) await signIn('hunted', 'wrong_guess', '10.0.2.1')
    portal.clock.set(after(33 * 60))
    await closeSeries(portal.portal)
    expect(await told('hunted')).toEqual({ failures: 5 })

    await portal.as({}, { username: 'guessed' })
    for (let guess = 0; guess < 5; guess++) await signIn('guessed', 'wrong_guess', '10.0.3.1')
    portal.clock.set(after(33 * 60 + 5))
    expect((await signIn('guessed', password, '10.0.3.1')).statusCode).toBe(200)
    await closeSeries(portal.portal)
    expect(await told('guessed')).toEqual({ failures: 5, guessed: 1 })
  })

  test('of a user who signed in before somebody else guessed are no such success', async () => {
    await portal.as({}, { username: 'early' })
    expect((await signIn('early', password, '10.0.4.1')).statusCode).toBe(200)
    portal.clock.set(after(34 * 60))
    for (let guess = 0; guess < 5; guess++) await signIn('early', 'wrong_guess', '10.0.5.1')
    portal.clock.set(after(50 * 60))
    await closeSeries(portal.portal)
    expect(await told('early')).toEqual({ devices: 1, failures: 5 })
  })
})

test('exports are told by size, by number, and when somebody exports most members for the first time', async () => {
  portal.clock.set(after(0))
  const exporter = await portal.as(undefined, { username: 'exporter' })
  const members = (query = '') => exporter.get(`/member/generate/excel${query}`)
  for (const name of ['Tan', 'Lim', 'Devi']) await portal.run((tx) => insertMember(tx, { kind: 'child', name }))
  await members('?searchText=Tan')
  expect(await told('exporter')).toEqual({})
  await members()
  await members()
  expect(await told('exporter')).toEqual({ firstMemberExport: 1 })
  for (let count = 0; count < 8; count++) await members('?searchText=Tan')
  expect(await told('exporter')).toEqual({ firstMemberExport: 1, exports: 10 })
  await sql`insert into member (id, kind, name, is_independent, created_at, updated_at)
    select gen_random_uuid(), 'child', 'Member ' || n, true, now(), now() from generate_series(1, 600) as n`.execute(
    portal.handle,
  )
  await members()
  await members()
  // Three of them are not most any more.
  expect(await told('exporter')).toEqual({ firstMemberExport: 1, exports: 11, largeExports: 1 })
  const { items } = (await chief.get('/auth/audit-trail?alert=largeExports&modifier=exporter')).json()
  expect(items).toMatchObject([{ changeTo: [{ field: 'rows', label: 'Rows', item: '603' }] }])
  await exporter.get('/point-adjust/get/parent-wallet')
  expect((await told('exporter')).largeExports).toBe(2)
})

test('each alert leads to its records in the audit trail', async () => {
  const owner = await reader()
  const { items } = await alertsFor(owner)
  expect(new Set(items.map(({ kind }) => kind)).size).toBe(10)
  for (const { kind, person, day, count } of items) {
    const query = new URLSearchParams({ alert: kind, modifier: person, timestampStartDate: day, timestampEndDate: day })
    const { total } = (await owner.get(`/auth/audit-trail?${query}`)).json()
    if (kind === 'failures') expect(total).toBe(1)
    else expect(total, `${kind} of ${person}`).toBe(count)
  }
  expect((await owner.get('/auth/audit-trail?alert=nonsense')).statusCode).toBe(400)
})

test('who may not see the audit trail sees no alerts; whoever is held to a centre sees what the trail shows them', async () => {
  const clerk = await portal.as({ dashboard: ['view'] })
  expect((await clerk.get('/dashboard/alerts')).statusCode).toBe(403)
  expect((await clerk.put('/dashboard/alerts/seen', { upTo: 1 })).statusCode).toBe(403)
  const held = await portal.as({ audit_trail: ['view'] }, { centres: [places.cheras] })
  for (const { kind, person } of (await alertsFor(held)).items) {
    const { total } = (
      await held.get(`/auth/audit-trail?${new URLSearchParams({ alert: kind, modifier: person })}`)
    ).json()
    expect(total).toBeGreaterThan(0)
  }
})

test('what one has looked at is not new any more, to oneself alone; what comes after is', async () => {
  const one = await reader()
  const other = await reader()
  const before = await alertsFor(one)
  expect(before.unseen).toBe(before.total)
  expect((await one.put('/dashboard/alerts/seen', { upTo: before.upTo })).statusCode).toBe(200)
  expect(await alertsFor(one)).toMatchObject({ unseen: 0, total: before.total })
  expect((await alertsFor(other)).unseen).toBe(before.total)
  await portal.as({}, { username: 'newcomer' })
  const prying = await portal.as({}, { username: 'prying' })
  await prying.get('/belt')
  const { items } = await alertsFor(one)
  expect(items[0]).toMatchObject({ kind: 'refused', person: 'prying', isNew: true })
  // An earlier mark takes nothing back, and one beyond the trail hides nothing to come.
  await one.put('/dashboard/alerts/seen', { upTo: 1 })
  await one.put('/dashboard/alerts/seen', { upTo: 9_000_000 })
  expect((await alertsFor(one)).unseen).toBe(0)
  await prying.get('/belt')
  expect((await alertsFor(one)).unseen).toBe(1)
})

test('what happened more than a week ago is not shown', async () => {
  portal.clock.set('2026-11-26T15:59:00Z')
  expect((await told('mover')).movedCourses).toBe(1)
  portal.clock.set('2026-11-26T16:00:00Z')
  expect(await told('mover')).toEqual({})
})
