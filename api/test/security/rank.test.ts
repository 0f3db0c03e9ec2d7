/** A user manager with no other right against the owner and the administrators of an academy. */
import { allows, allPermissions, everyPermission, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, testPortal } from '../support/portal.ts'
import { deskOf, password } from '../support/staff/sign-in.ts'
import { allBut, fresh, officeOf } from '../support/staff/staff.ts'

const portal = await testPortal()
const office = officeOf(portal)
const desk = deskOf(portal)
const crud = ['view', 'create', 'edit', 'delete']
const managing = { user: crud, userGroup: crud }
let owner: Client
let administrator: Client
let manager: Client
let groupOfOwner: string
beforeAll(async () => {
  owner = await portal.as(allPermissions(), { username: 'owner' })
  administrator = await portal.as(allPermissions(), { username: 'administrator' })
  manager = await portal.as(managing, { username: 'manager' })
  groupOfOwner = await office.groupOf(owner.userId)
})
afterAll(() => portal.close())

type Answer = Awaited<ReturnType<Client['put']>>
const refused = (answer: Answer, right?: string) => {
  expect(answer.statusCode, answer.body).toBe(403)
  expect(answer.json().message).toContain(`it takes a right you do not hold${right ? ` (${right})` : ''}`)
}
const accepted = (answer: Answer) => expect([200, 201], answer.body).toContain(answer.statusCode)

/** Everything about users, groups, sessions and codes. */
const staff = () =>
  portal.run((tx) =>
    tx.query(sql`select (select jsonb_agg(to_jsonb(u) order by id) from staff_user u) as users,
      (select jsonb_agg(to_jsonb(g) order by id) from user_group g) as groups,
      (select jsonb_agg(id order by id) from staff_session) as sessions,
      (select jsonb_agg(id order by id) from password_reset) as codes`),
  )

/** Every call that changes another user or the group. */
const attacks = (
  user: string,
  group: string,
  weaker: string,
  centre: string,
): ['put' | 'delete', string, object?][] => [
  ['put', `/user/${user}`, { isDisable: true }],
  ['delete', `/user/${user}`],
  ['put', `/user/${user}`, { username: 'nobody' }],
  ['put', `/user/${user}`, { userGroup: weaker }],
  ['put', `/user/${user}`, { email: 'thief@example.com' }],
  ['put', `/user/${user}`, { password: 'taken_over_1' }],
  ['put', `/user/${user}`, { isCenter: true, centreIncharge: [centre] }],
  ['put', `/user/${user}`, { isCenter: true, centreIncharge: [] }],
  ['put', `/user/${user}`, { coachRelated: null }],
  ['put', `/user/${user}`, {}],
  ['put', `/user-group/${group}`, { permissions: {} }],
  ['put', `/user-group/${group}`, { permissions: null }],
  ['put', `/user-group/${group}`, { isDisable: true }],
  ['put', `/user-group/${group}`, { role: 'Nobodies' }],
  ['delete', `/user-group/${group}`],
]

describe('a user manager', () => {
  test('changes nothing about the owner and the administrators', async () => {
    const weaker = (await office.group({ user: ['view'] }))._id
    const { _id: centre } = await office.centre()
    const before = await staff()
    for (const target of [owner, administrator])
      for (const [method, path, body] of attacks(target.userId, await office.groupOf(target.userId), weaker, centre))
        refused(await manager[method](path, body))
    expect(await staff()).toEqual(before)
    for (const boss of [owner, administrator]) expect((await boss.get('/auth/profile')).statusCode).toBe(200)
  })

  test('takes no permission from their group, not even one that the manager holds', async () => {
    for (const permission of ['user.edit', 'userGroup.edit', 'belt.view', 'membership.wallet'])
      refused(await manager.put(`/user-group/${groupOfOwner}`, { permissions: allBut(permission) }))
    const { permissions } = (await owner.get('/auth/profile')).json().userGroup
    expect(everyPermission.filter((permission) => !allows(permissions, permission))).toEqual([])
  })

  test('lifts nobody above themselves, and comes no nearer by several calls', async () => {
    const group = (await manager.post('/user-group', { role: fresh('Own'), permissions: managing })).json()._id
    const body = { username: fresh('second'), password, userGroup: group }
    const second = (await manager.post('/user', body)).json()._id
    refused(await manager.put(`/user/${second}`, { userGroup: groupOfOwner }))
    refused(await manager.put(`/user/${manager.userId}`, { userGroup: groupOfOwner }))
    refused(await manager.put(`/user-group/${group}`, { permissions: { ...managing, belt: ['view'] } }))
    refused(await manager.post('/user', { ...body, username: fresh('third'), userGroup: groupOfOwner }))
    // A second manager whom the first one made is worth no more.
    const { token } = (await desk.signIn(body.username, password)).json()
    const header = { authorization: `Bearer ${token}` }
    accepted(await portal.anyone.put('/auth/password', { current: password, password: 'own_secret_22' }, header))
    refused(await portal.anyone.put(`/user/${owner.userId}`, { isDisable: true }, header))
    refused(await portal.anyone.delete(`/user/${owner.userId}`, undefined, header))
    accepted(await manager.put(`/user/${second}`, { isDisable: true }))
  })

  test('touches nobody whose only right beyond theirs lies in a disabled group, or who is disabled', async () => {
    const strong = await office.group({ membership: ['wallet'] })
    const away = await office.user(strong._id, { isDisable: true })
    refused(await manager.put(`/user/${away._id}`, { username: 'gone' }), 'Membership Profile: Wallet')
    accepted(await owner.put(`/user-group/${strong._id}`, { isDisable: true }))
    refused(await manager.delete(`/user/${away._id}`), 'Membership Profile: Wallet')
    refused(await manager.delete(`/user-group/${strong._id}`), 'Membership Profile: Wallet')
  })

  test('does the work with equals and weaker ones', async () => {
    const weaker = await office.group({ user: ['view'] })
    const person = await office.user(weaker._id)
    accepted(await manager.put(`/user/${person._id}`, { username: fresh('renamed'), email: 'renamed@example.com' }))
    accepted(await manager.put(`/user/${person._id}`, { password: 'new_secret_1' }))
    accepted(await manager.put(`/user-group/${weaker._id}`, { permissions: managing }))
    accepted(await manager.put(`/user-group/${weaker._id}`, { role: fresh('Renamed'), isDisable: true }))
    accepted(await manager.delete(`/user/${person._id}`))
    accepted(await manager.delete(`/user-group/${weaker._id}`))
  })

  test('is told before trying: who is read says which right is missing', async () => {
    const people: { username: string; outranks?: string }[] = (await manager.get('/user?limit=1000')).json().items
    expect(people.find(({ username }) => username === 'owner')).toMatchObject({ outranks: 'Audit Trail: View' })
    expect(people.find(({ username }) => username === 'manager')).not.toHaveProperty('outranks')
    expect((await manager.get(`/user/${owner.userId}`)).json()).toHaveProperty('outranks')
    expect((await manager.get(`/user-group/${groupOfOwner}`)).json()).toHaveProperty('outranks')
    expect((await owner.get(`/user/${administrator.userId}`)).json()).not.toHaveProperty('outranks')
    expect((await owner.get(`/user-group/${groupOfOwner}`)).json()).not.toHaveProperty('outranks')
  })
})

describe('whoever is held to a centre', () => {
  test('changes nobody who has more centres, though they hold the same permissions', async () => {
    const [own, other] = [await office.centre(), await office.centre()]
    const local = await portal.as(allPermissions(), { centres: [own._id] })
    const everywhere = await portal.as(managing)
    const wider = await portal.as(managing, { centres: [own._id, other._id] })
    const open = await portal.as(managing, { centres: [own._id], accessRight: ['accessAllCentres'] })
    for (const [target, right] of [
      [everywhere, 'All centres'],
      [wider, 'a centre that is not in your charge'],
      [open, 'All centres'],
    ] as const) {
      const group = await office.groupOf(target.userId)
      for (const [method, path, body] of attacks(target.userId, group, groupOfOwner, own._id))
        refused(await local[method](path, body), right)
      // To give a group something gives it to its users, in all of their centres.
      refused(await local.put(`/user-group/${group}`, { permissions: { ...managing, belt: ['view'] } }), right)
      expect((await local.get(`/user-group/${group}`)).json()).toMatchObject({ outranks: right })
    }
    const neighbour = await portal.as(managing, { centres: [own._id] })
    accepted(await local.put(`/user/${neighbour.userId}`, { isDisable: true }))
    accepted(await local.delete(`/user/${neighbour.userId}`))
  })

  test('does not come to all centres when the centre goes', async () => {
    const centre = await office.centre()
    const local = await portal.as(managing, { centres: [centre._id] })
    const gone = await owner.delete(`/centre/${centre._id}`)
    expect(gone.statusCode, gone.body).toBe(409)
    expect(gone.json().message).toContain('is still in use by 1 user')
    accepted(await owner.put(`/centre/${centre._id}`, { isDisable: true }))
    refused(await local.put(`/user/${manager.userId}`, { isDisable: true }), 'All centres')
    accepted(await owner.put(`/user/${local.userId}`, { centreIncharge: [] }))
    accepted(await owner.delete(`/centre/${centre._id}`))
    const { isCenter, centreIncharge } = (await owner.get(`/user/${local.userId}`)).json()
    expect({ isCenter, centreIncharge }).toEqual({ isCenter: true, centreIncharge: [] })
  })

  test('is not left without limit by a centre that goes while it is given', async () => {
    const centre = await office.centre()
    const { _id } = await office.user((await office.group({}))._id)
    const [given, gone] = await Promise.all([
      owner.put(`/user/${_id}`, { isCenter: true, centreIncharge: [centre._id] }),
      administrator.delete(`/centre/${centre._id}`),
    ])
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([given.statusCode, gone.statusCode])
  })
})

describe('a change of rights', () => {
  /** A signed-in user with a code for a new password. */
  async function signedIn(permissions: PermissionMap) {
    const client = await portal.as(permissions)
    const email = `${client.userId}@example.com`
    accepted(await owner.put(`/user/${client.userId}`, { email }))
    accepted(await portal.anyone.post('/auth/forgot-password', { email }))
    await portal.portal.background.settled()
    expect(await codesOf(client)).toBe(1)
    return client
  }
  const codesOf = async (client: Client) =>
    (await portal.rows(sql`select from password_reset where user_id = ${client.userId}`)).length
  const statusOf = async (client: Client) => (await client.get('/auth/profile')).statusCode

  test('by another group ends sessions and codes', async () => {
    const person = await signedIn({ belt: ['view'] })
    const other = await office.group({ sport: ['view'] })
    accepted(await owner.put(`/user/${person.userId}`, { userGroup: other._id }))
    expect([await statusOf(person), await codesOf(person)]).toEqual([401, 0])
  })

  test('by other centres does so too, and a new name does not', async () => {
    const person = await signedIn({ belt: ['view'] })
    accepted(await owner.put(`/user/${person.userId}`, { username: fresh('person') }))
    expect([await statusOf(person), await codesOf(person)]).toEqual([200, 1])
    accepted(await owner.put(`/user/${person.userId}`, { isCenter: true }))
    expect([await statusOf(person), await codesOf(person)]).toEqual([401, 0])
  })

  test.each([
    ['given', { permissions: { belt: ['view', 'edit'] } }],
    ['taken', { permissions: {} }],
    ['closed', { isDisable: true }],
  ])('by a permission of the group that is %s ends those of everybody in it', async (_, body) => {
    const person = await signedIn({ belt: ['view'] })
    const bystander = await portal.as({ belt: ['view'] })
    const group = await office.groupOf(person.userId)
    accepted(await owner.put(`/user-group/${group}`, { role: fresh('Same rights'), permissions: { belt: ['view'] } }))
    expect([await statusOf(person), await codesOf(person)]).toEqual([200, 1])
    accepted(await owner.put(`/user-group/${group}`, body))
    expect([await statusOf(person), await codesOf(person)]).toEqual([401, 0])
    expect([await statusOf(bystander), await statusOf(owner)]).toEqual([200, 200])
  })

  test('leaves whoever makes it signed in', async () => {
    const equal = await office.group(allPermissions())
    const boss = await portal.as()
    accepted(await boss.put(`/user/${boss.userId}`, { userGroup: equal._id }))
    accepted(await boss.put(`/user-group/${equal._id}`, { role: fresh('Bosses') }))
    expect(await statusOf(boss)).toBe(200)
  })
})

describe('two at once', () => {
  test('who take each other’s rights leave one of them what both had', async () => {
    const one = await portal.as({ ...managing, notification: ['package'] })
    const two = await portal.as({ ...managing, notification: ['package'] })
    const groupOf = async (client: Client) => office.groupOf(client.userId)
    const answers = await Promise.all([
      one.put(`/user-group/${await groupOf(two)}`, { permissions: {} }),
      two.put(`/user-group/${await groupOf(one)}`, { permissions: {} }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
  })

  test('one rising while the other strikes: the blow comes before, or is refused', async () => {
    const weak = await portal.as({ user: ['view'] })
    const [raised, struck] = await Promise.all([
      owner.put(`/user/${weak.userId}`, { userGroup: groupOfOwner }),
      manager.put(`/user/${weak.userId}`, { isDisable: true }),
    ])
    accepted(raised)
    expect([200, 403]).toContain(struck.statusCode)
  })
})
