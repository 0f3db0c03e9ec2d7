import { type PermissionMap, permissionTable } from '@academy/contract/platform/permission.ts'
import { permissionSections } from '@academy/contract/staff/user-groups.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { deskOf, password } from '../../test/support/staff/sign-in.ts'
import { fresh, officeOf } from '../../test/support/staff/staff.ts'

const portal = await testPortal()
const office = officeOf(portal)
const desk = deskOf(portal)
const admin = await portal.as()
afterAll(() => portal.close())

test('every module has its place in the form, once', () => {
  const placed = permissionSections.flatMap(({ modules }) => modules.map(([module]) => module))
  expect(placed.toSorted()).toEqual(Object.keys(permissionTable).toSorted())
})

describe('a user group', () => {
  test('is created, listed, read, changed and removed', async () => {
    const role = fresh('Front Desk')
    const created = await admin.post('/user-group', {
      role: ` ${role} `,
      permissions: { 'report.TM': ['export', 'view', 'view'], belt: ['view'], sport: [] },
    })
    expect(created.statusCode, created.body).toBe(201)
    expect(created.json()).toEqual({
      _id: expect.any(String),
      role,
      permissions: { belt: ['view'], 'report.TM': ['view', 'export'], TM: ['view', 'export'] },
      users: 0,
      isDisable: false,
      secondFactorRequired: false,
      is_protected: false,
      createdAt: '2026-11-20T04:00:00.000Z',
      updatedAt: '2026-11-20T04:00:00.000Z',
    })
    const id = created.json()._id
    await office.user(id)
    expect((await admin.get(`/user-group?searchText=${role}&sort=-users`)).json()).toEqual({
      items: [{ ...created.json(), users: 1 }],
      total: 1,
    })
    const renamed = await admin.put(`/user-group/${id}`, { role: `${role} x` })
    expect(renamed.json()).toMatchObject({ role: `${role} x`, permissions: created.json().permissions })
    const stripped = await admin.put(`/user-group/${id}`, { permissions: { belt: ['view', 'edit'] } })
    expect(stripped.json().permissions).toEqual({ belt: ['view', 'edit'] })
    expect((await admin.put(`/user-group/${id}`, { permissions: null })).json().permissions).toEqual({})
    const records = await office.audits(id)
    expect(records.map((record) => record.action)).toEqual(['Created', 'Updated', 'Updated', 'Updated'])
    expect(records[2]?.everything).toContain('report.TM')
  })

  test.each([
    [{}, { role: 'User Group Name is required' }],
    [{ role: '' }, { role: 'User Group Name is required' }],
    [{ role: 'x'.repeat(51) }, { role: 'User Group Name must be at most 50 characters' }],
    [{ permissions: 'all' }, { permissions: 'Permissions must map modules to actions' }],
    [{ permissions: ['user'] }, { permissions: 'Permissions must map modules to actions' }],
    [{ permissions: { user: 'edit' } }, { 'permissions.user': 'User must be a list of actions' }],
    [{ permissions: { user: [1] } }, { 'permissions.user': expect.any(String) }],
    [
      { permissions: { user: ['view', 'fly'] } },
      { 'permissions.user': 'User Login knows no action fly. Known actions: View, Add, Edit, Delete' },
    ],
  ])('with %j is refused', async (wrong, expected) => {
    const answer = await admin.post(
      '/user-group',
      Object.hasOwn(wrong, 'permissions') ? { role: fresh('g'), ...wrong } : wrong,
    )
    expect(answer.statusCode, answer.body).toBe(400)
    const found: { path: string; message: string }[] = answer.json().details
    expect(Object.fromEntries(found.map(({ path, message }) => [path, message]))).toEqual(expected)
  })

  test('from an old map leaves out modules there are no more, and says so', async () => {
    const permissions = { nothing: ['view'], constructor: ['view'], ClassType: ['view'], belt: ['View'] }
    const created = await admin.post('/user-group', { role: fresh('old'), permissions })
    expect(created.json()).toMatchObject({ permissions: { belt: ['view'] } })
    expect(created.json().warnings).toEqual([
      'There is no module nothing: it was left out',
      'There is no module constructor: it was left out',
      'There is no module ClassType: it was left out',
    ])
    const stored = await admin.get(`/user-group/${created.json()._id}`)
    expect(stored.json()).not.toHaveProperty('warnings')
  })

  test('has a name of its own, whatever the case, its blanks and what nobody sees in it', async () => {
    const { role } = (await admin.post('/user-group', { role: ' Mat\u00a0\t Ke\u200bepers ' })).json()
    expect(role).toBe('Mat Keepers')
    for (const same of ['MAT KEEPERS', 'Mat  Keepers', 'Mat Keepers\u200b']) {
      const answer = await admin.post('/user-group', { role: same })
      expect([same, answer.statusCode]).toEqual([same, 409])
      expect(answer.json().details).toEqual([{ path: 'role', message: 'This User Group exists already' }])
    }
  })

  test('in use cannot be deleted and says by how many', async () => {
    const group = await office.group()
    const first = await office.user(group._id)
    const one = await admin.delete(`/user-group/${group._id}`)
    expect(one.statusCode).toBe(409)
    expect(one.json().message).toBe(`User Group ${group.role} is still in use by 1 user. It can be disabled instead.`)
    const second = await office.user(group._id)
    expect((await admin.delete(`/user-group/${group._id}`)).json().message).toContain('by 2 users')
    for (const user of [first, second]) await admin.delete(`/user/${user._id}`)
    expect((await admin.delete(`/user-group/${group._id}`)).json()).toEqual({ _id: group._id })
    expect((await admin.get(`/user-group/${group._id}`)).statusCode).toBe(404)
  })

  test('that is protected cannot be deleted', async () => {
    const id = await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, async (on) => {
        const row = { id: tx.newId(), role: 'Kept', isProtected: true, createdAt: tx.now, updatedAt: tx.now }
        await on().insertInto('userGroup').values(row).execute()
        return row.id
      }),
    )
    const answer = await admin.delete(`/user-group/${id}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('User Group Kept is protected and cannot be deleted')
  })

  test('changed or disabled signs its users out, and they come back with what it has now', async () => {
    const username = fresh('reader')
    const reader = await portal.as({ belt: ['view'] }, { username })
    const id = await office.groupOf(reader.userId)
    const signedIn = async () => {
      const { token } = (await desk.signIn(username, password)).json()
      const headers = { authorization: `Bearer ${token}` }
      return async (path: string) => (await portal.anyone.get(path, undefined, headers)).statusCode
    }
    const first = await signedIn()
    expect(await first('/belt')).toBe(200)
    await admin.put(`/user-group/${id}`, { permissions: { sport: ['view'] } })
    expect(await first('/belt')).toBe(401)
    const second = await signedIn()
    expect([await second('/belt'), await second('/sport')]).toEqual([403, 200])
    await admin.put(`/user-group/${id}`, { isDisable: true })
    expect(await second('/sport')).toBe(401)
    const third = await signedIn()
    expect([await third('/sport'), await third('/auth/profile')]).toEqual([403, 200])
    await admin.put(`/user-group/${id}`, { isDisable: false })
    const fourth = await signedIn()
    expect(await fourth('/sport')).toBe(200)
  })
})

test('the second factor is recommended for active groups with users and a strong right, to who may change them', async () => {
  const named = async (by = admin): Promise<string[]> => {
    const answer = await by.get('/user-group/without-second-factor')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().items.map((group: { role: string; users: number }) => `${group.role}: ${group.users}`)
  }
  const strong: PermissionMap[] = [
    { user: ['edit'] },
    { userGroup: ['create'] },
    { membership: ['view', 'wallet'] },
    { credit_adjust: ['approve'] },
    { verifyPayment: ['verify'] },
  ]
  const groups = await Promise.all(strong.map((permissions) => office.group(permissions)))
  for (const { _id } of groups) await office.user(_id)
  const [users, gates, wallets, approvers, verifiers] = groups
  const weak = await office.group({ user: ['view'], credit_adjust: ['view', 'create'], verifyPayment: ['view'] })
  await office.user(weak._id)
  const empty = await office.group({ user: ['edit'] })
  const left = await office.user((await office.group({ user: ['edit'] }))._id)
  await admin.put(`/user/${left._id}`, { isDisable: true })
  const all = await named()
  for (const { role } of groups) expect(all).toContain(`${role}: 1`)
  const leftGroup = (await admin.get(`/user-group/${left.userGroup._id}`)).json().role
  for (const role of [weak.role, empty.role, leftGroup]) expect(all.join()).not.toContain(role)

  expect((await admin.put(`/user-group/${users?._id}`, { secondFactorRequired: true })).statusCode).toBe(200)
  expect((await admin.put(`/user-group/${gates?._id}`, { isDisable: true })).statusCode).toBe(200)
  const rest = await named()
  expect([users, gates].map((group) => rest.includes(`${group?.role}: 1`))).toEqual([false, false])
  const manager = await portal.as({ userGroup: ['edit'], verifyPayment: ['verify'] })
  const theirs = await named(manager)
  expect(theirs).toContain(`${verifiers?.role}: 1`)
  expect([wallets, approvers].map((group) => theirs.includes(`${group?.role}: 1`))).toEqual([false, false])
  const reader = await portal.as({ userGroup: ['view'] })
  expect((await reader.get('/user-group/without-second-factor')).statusCode).toBe(403)
})
