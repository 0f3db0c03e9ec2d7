import { allPermissions } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Client, testPortal } from '../../test/support/portal.ts'
import { deskOf, password } from '../../test/support/staff/sign-in.ts'
import { allBut, fresh, officeOf } from '../../test/support/staff/staff.ts'

/** A user who may edit users and groups, but not the wallet, tries every way to get it. */
const portal = await testPortal()
const office = officeOf(portal)
const desk = deskOf(portal)
const admin = await portal.as(allPermissions(), { username: 'the admin' })
const clerk = await portal.as(allBut('membership.wallet'), { username: 'the clerk' })
const powerful = await office.group({ membership: ['view', 'wallet'] })
const equal = await office.group({ membership: ['view'] })
afterAll(() => portal.close())

type Answer = Awaited<ReturnType<Client['put']>>
const refused = (answer: Answer, right = 'Membership Profile: Wallet') => {
  expect(answer.statusCode, answer.body).toBe(403)
  expect(answer.json().message).toContain(`it takes a right you do not hold (${right})`)
}

describe('nobody gets at a right they do not hold:', () => {
  test('not by a new group', async () => {
    refused(await clerk.post('/user-group', { role: fresh('g'), permissions: { membership: ['wallet'] } }))
    const equals = await clerk.post('/user-group', { role: fresh('g'), permissions: { membership: ['view'] } })
    expect(equals.statusCode).toBe(201)
  })

  test('not to the own group, nor to another', async () => {
    refused(await clerk.put(`/user-group/${await office.groupOf(clerk.userId)}`, { permissions: allPermissions() }))
    refused(await clerk.put(`/user-group/${equal._id}`, { permissions: { membership: ['view', 'wallet'] } }))
    expect((await clerk.get(`/user-group/${equal._id}`)).json().permissions).toEqual({ membership: ['view'] })
  })

  test('not by enabling a group', async () => {
    const closed = await office.group({ membership: ['wallet'] }, { isDisable: true })
    refused(await clerk.put(`/user-group/${closed._id}`, { isDisable: false }))
  })

  test('nor changes a group that holds one', async () => {
    const group = await office.group({ membership: ['view', 'wallet'] })
    const permissions = { membership: ['view', 'wallet'], belt: ['view'] }
    refused(await clerk.put(`/user-group/${group._id}`, { permissions }))
    refused(await clerk.put(`/user-group/${group._id}`, { permissions: { belt: ['view'] } }))
    refused(await clerk.put(`/user-group/${group._id}`, { role: fresh('Mine') }))
    refused(await clerk.delete(`/user-group/${group._id}`))
  })

  test('not by a new user in a stronger group', async () => {
    refused(await clerk.post('/user', { username: fresh('u'), password, userGroup: powerful._id }))
    expect((await clerk.post('/user', { username: fresh('u'), password, userGroup: equal._id })).statusCode).toBe(201)
  })

  test('not by moving oneself or another there', async () => {
    const user = await office.user(equal._id)
    refused(await clerk.put(`/user/${clerk.userId}`, { userGroup: powerful._id }))
    refused(await clerk.put(`/user/${user._id}`, { userGroup: powerful._id }))
    expect((await clerk.get('/auth/profile')).json().userGroup.permissions.membership).not.toContain('wallet')
  })

  test('not by enabling somebody stronger', async () => {
    const user = await office.user(powerful._id, { isDisable: true })
    refused(await clerk.put(`/user/${user._id}`, { isDisable: false }))
  })

  test('not by the password of somebody stronger', async () => {
    const user = await office.user(powerful._id)
    refused(await clerk.put(`/user/${user._id}`, { password: 'taken_over_1' }))
    // nor by removing the rights in the same request
    refused(await clerk.put(`/user/${user._id}`, { password: 'taken_over_1', userGroup: equal._id }))
    refused(await clerk.put(`/user/${user._id}`, { password: 'taken_over_1', isDisable: true }))
    expect((await desk.signIn(user.username, 'taken_over_1')).statusCode).toBe(401)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(200)
    const weaker = await office.user(equal._id)
    expect((await clerk.put(`/user/${weaker._id}`, { password: 'taken_over_1' })).statusCode).toBe(200)
  })

  test('not by the password of somebody whose strong group is only disabled', async () => {
    const group = await office.group({ membership: ['wallet'] })
    const user = await office.user(group._id)
    await admin.put(`/user-group/${group._id}`, { isDisable: true })
    refused(await clerk.put(`/user/${user._id}`, { password: 'taken_over_1' }))
  })

  test('not by the email that a forgotten password goes to', async () => {
    const user = await office.user(powerful._id, { email: 'strong@example.com' })
    refused(await clerk.put(`/user/${user._id}`, { email: 'mine@example.com' }))
    refused(await clerk.put(`/user/${user._id}`, { email: null }))
    refused(await clerk.put(`/user/${user._id}`, { email: 'strong@example.com' }))
  })

  test('not by reading the mail with the code of somebody stronger', async () => {
    const strong = await office.user(powerful._id, { email: 'strong.reader@example.com' })
    const weak = await office.user(equal._id, { email: 'weak.reader@example.com' })
    for (const email of ['strong.reader@example.com', 'weak.reader@example.com'])
      expect((await portal.anyone.post('/auth/forgot-password', { email })).statusCode).toBe(200)
    await portal.portal.background.settled()
    const receivers = async (who: Client) =>
      (await who.get('/outbox'))
        .json()
        .items.map((mail: { to: string }) => mail.to)
        .toSorted()
    expect(await receivers(admin)).toEqual(['strong.reader@example.com', 'weak.reader@example.com'])
    expect(await receivers(clerk)).toEqual(['weak.reader@example.com'])
    expect([strong.username, weak.username]).toHaveLength(2)
  })

  test('and a refusal stands in the trail', async () => {
    const user = await office.user(powerful._id)
    refused(await clerk.put(`/user/${user._id}`, { password: 'taken_over_1' }))
    const records = await portal.run((tx) =>
      tx.query<{ username: string; description: string }>(
        sql`select username, description from audit_record where action = 'Refused' order by position desc limit 1`,
      ),
    )
    expect(records).toEqual([
      {
        username: 'the clerk',
        description: `Refused to change the password of ${user.username}: the right Membership Profile: Wallet is missing`,
      },
    ])
  })
})

describe('who is held to centres', () => {
  test('cannot lift that, for oneself or for others', async () => {
    const [own, other] = [await office.centre(), await office.centre()]
    const local = await portal.as(allPermissions(), { centres: [own._id] })
    refused(await local.put(`/user/${local.userId}`, { accessRight: ['accessAllCentres'] }), 'All centres')
    refused(await local.put(`/user/${local.userId}`, { isCenter: false }), 'All centres')
    const elsewhere = { isCenter: true, centreIncharge: [other._id] }
    refused(await local.put(`/user/${local.userId}`, elsewhere), 'a centre that is not in your charge')
    const body = { username: fresh('u'), password, userGroup: equal._id }
    refused(await local.post('/user', body), 'All centres')
    refused(await local.post('/user', { ...body, ...elsewhere }), 'a centre that is not in your charge')
    const same = await local.post('/user', { ...body, isCenter: true, centreIncharge: [own._id] })
    expect(same.statusCode, same.body).toBe(201)
    const free = await office.user(equal._id)
    refused(await local.put(`/user/${free._id}`, { password: 'taken_over_1' }), 'All centres')
  })
})
