import {
  allPermissions,
  everyPermission,
  type Permission,
  permissionWords,
} from '@academy/contract/platform/permission.ts'
import { withAliases } from '@academy/contract/staff/permission-names.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestPortal, testEntry, testPortal } from '../../test/support/portal.ts'
import { allBut, officeOf } from '../../test/support/staff/staff.ts'
import { keepHolders } from './rights.ts'

/** Each permission keeps an active user who holds it, whatever two administrators do at once. */
let portal: TestPortal
let office: ReturnType<typeof officeOf>
let one: Client
let groupOfOne: string
beforeEach(async () => {
  portal = await testPortal()
  office = officeOf(portal)
  one = await portal.as()
  groupOfOne = await office.groupOf(one.userId)
})
afterEach(() => portal.close())

const lost = (permission: string) => `This would leave no active user with the permission ${permission}`
const nothing = { permissions: { belt: ['view'] } }

describe('the last administrator', () => {
  test('cannot be disabled, moved, stripped or lose the group', async () => {
    const empty = (await one.post('/user-group', { role: 'Empty' })).json()._id
    const attempts = [
      [await one.put(`/user/${one.userId}`, { isDisable: true }), 'Audit Trail: View'],
      [await one.put(`/user/${one.userId}`, { userGroup: empty }), 'Audit Trail: View'],
      [await one.put(`/user-group/${groupOfOne}`, { isDisable: true }), 'Audit Trail: View'],
      [await one.put(`/user-group/${groupOfOne}`, nothing), 'Audit Trail: View'],
      [
        await one.put(`/user-group/${groupOfOne}`, { permissions: { ...allPermissions(), user: ['view'] } }),
        'User Login: Add',
      ],
    ] as const
    for (const [answer, permission] of attempts) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toBe(lost(permission))
    }
    expect((await one.get('/auth/profile')).json().userGroup.permissions).toEqual(withAliases(allPermissions()))
  })

  test('keeps every permission of the table', async () => {
    // Each by the rule itself: by a call it takes ten times as long.
    const strip = (permission: Permission) =>
      portal.run((tx) =>
        keepHolders(tx, () =>
          tx.change(testEntry, (on) =>
            on()
              .updateTable('userGroup')
              .set({ permissions: JSON.stringify(allBut(permission)) })
              .where('id', '=', groupOfOne)
              .execute(),
          ),
        ),
      )
    for (const permission of everyPermission)
      await expect(strip(permission)).rejects.toThrow(lost(permissionWords(permission)))
  })

  test('cannot be deleted by somebody who may delete and nothing else', async () => {
    const deleter = await portal.as({ user: ['delete'] })
    expect((await deleter.delete(`/user/${one.userId}`)).statusCode).toBe(403)
  })

  test('need not hold what nobody held before', async () => {
    const { notification, ...others } = allPermissions()
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        on()
          .updateTable('userGroup')
          .set({ permissions: JSON.stringify(others) })
          .execute(),
      ),
    )
    expect(notification).toEqual(['package'])
    expect((await one.put(`/user-group/${groupOfOne}`, { role: 'Renamed' })).statusCode).toBe(200)
  })

  test('may go once there is another', async () => {
    const two = await portal.as()
    expect((await two.delete(`/user/${one.userId}`)).statusCode).toBe(200)
    expect((await two.put(`/user/${two.userId}`, { isDisable: true })).statusCode).toBe(409)
  })

  test('is not found in somebody disabled, or in a disabled group', async () => {
    const two = await portal.as()
    const three = await portal.as()
    expect((await one.put(`/user/${two.userId}`, { isDisable: true })).statusCode).toBe(200)
    expect((await one.put(`/user-group/${await office.groupOf(three.userId)}`, { isDisable: true })).statusCode).toBe(
      200,
    )
    expect((await one.put(`/user/${one.userId}`, { isDisable: true })).statusCode).toBe(409)
  })
})

describe('two administrators at once', () => {
  const administrators = async () => {
    const two = await portal.as()
    return { two, groupOfTwo: await office.groupOf(two.userId) }
  }
  const statuses = async (...answers: Promise<{ statusCode: number }>[]) =>
    (await Promise.all(answers)).map((answer) => answer.statusCode).toSorted()

  test('cannot disable each other', async () => {
    const { two } = await administrators()
    const answers = statuses(
      one.put(`/user/${two.userId}`, { isDisable: true }),
      two.put(`/user/${one.userId}`, { isDisable: true }),
    )
    expect([200, 200]).not.toEqual(await answers)
  })

  test('cannot strip each other', async () => {
    const { two, groupOfTwo } = await administrators()
    const answers = statuses(
      one.put(`/user-group/${groupOfTwo}`, nothing),
      two.put(`/user-group/${groupOfOne}`, nothing),
    )
    expect([200, 200]).not.toEqual(await answers)
  })

  test('cannot delete each other', async () => {
    const { two } = await administrators()
    const answers = statuses(one.delete(`/user/${two.userId}`), two.delete(`/user/${one.userId}`))
    expect([200, 200]).not.toEqual(await answers)
  })

  test('cannot step down, neither of them', async () => {
    const { two, groupOfTwo } = await administrators()
    const answers = await statuses(
      one.put(`/user-group/${groupOfOne}`, nothing),
      two.put(`/user-group/${groupOfTwo}`, nothing),
    )
    expect(answers).toEqual([409, 409])
  })

  test('of whom one is being stripped gives no rights with what is gone', async () => {
    const two = await portal.as({ user: ['edit', 'create'], userGroup: ['edit', 'create'], belt: ['view'] })
    const groupOfTwo = await office.groupOf(two.userId)
    const [, given] = await Promise.all([
      one.put(`/user-group/${groupOfTwo}`, { permissions: { userGroup: ['create'] } }),
      two.post('/user-group', { role: 'Late', permissions: { belt: ['view'] } }),
    ])
    // Either the grant came first, or it was refused, or its session was over: a lost right is never granted.
    expect([201, 401, 403]).toContain(given.statusCode)
  })
})

describe('nobody takes rights from themselves', () => {
  const refused = (answer: { statusCode: number; body: string; json: () => { message: string } }, words: string) => {
    expect(answer.statusCode, answer.body).toBe(409)
    expect(answer.json().message).toContain(words)
  }

  test('by disabling themselves, moving to a weaker group, or weakening or disabling their own group', async () => {
    await portal.as()
    const weaker = (await one.post('/user-group', { role: 'Weaker', permissions: { belt: ['view'] } })).json()._id
    refused(await one.put(`/user/${one.userId}`, { isDisable: true }), 'You cannot disable yourself')
    const takes = 'You would take a right from yourself'
    const { membership, ...others } = allPermissions()
    refused(await one.put(`/user/${one.userId}`, { userGroup: weaker }), takes)
    refused(await one.put(`/user-group/${groupOfOne}`, { permissions: others }), takes)
    refused(await one.put(`/user-group/${groupOfOne}`, { isDisable: true }), takes)
    refused(await one.put(`/user/${one.userId}`, { isCenter: true, centreIncharge: [] }), takes)
    const profile = (await one.get('/auth/profile')).json()
    expect(profile.userGroup.permissions).toEqual(withAliases(allPermissions()))
    expect(membership).toContain('wallet')
  })

  test('but another one may, and what takes nothing from them stays free', async () => {
    const two = await portal.as()
    const same = (await one.post('/user-group', { role: 'Same', permissions: allPermissions() })).json()._id
    expect((await one.put(`/user/${one.userId}`, { userGroup: same, username: 'one' })).statusCode).toBe(200)
    expect((await two.put(`/user/${one.userId}`, { isDisable: true })).statusCode).toBe(200)
  })
})
