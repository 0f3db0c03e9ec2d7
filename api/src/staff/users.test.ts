import type { User } from '@academy/contract/staff/users.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { deskOf, password } from '../../test/support/staff/sign-in.ts'
import { fresh, officeOf } from '../../test/support/staff/staff.ts'

const portal = await testPortal()
const office = officeOf(portal)
const desk = deskOf(portal)
const admin = await portal.as()
const group = await office.group({ belt: ['view'] })
afterAll(() => portal.close())

const details = (answer: { json(): { details?: { path: string; message: string }[] } }) =>
  Object.fromEntries((answer.json().details ?? []).map(({ path, message }) => [path, message]))

describe('a user', () => {
  test.each(['nightly', 'SYSTEM', 'Card  Provider', 'command line'])(
    'is not named %s, as the portal is in the audit trail',
    async (username) => {
      const refused = await admin.post('/user', { username, password, userGroup: group._id })
      expect([refused.statusCode, details(refused)]).toEqual([409, { username: 'The portal itself has this name' }])
      const made = await admin.post('/user', { username: fresh('Plain'), password, userGroup: group._id })
      expect((await admin.put(`/user/${made.json()._id}`, { username })).statusCode).toBe(409)
    },
  )

  test('is created, listed, read, changed and removed', async () => {
    const username = fresh('Mei Ling')
    const body = { username, password, email: 'Mei.Ling@example.com', userGroup: group._id, accessRight: null }
    const created = await admin.post('/user', body)
    expect(created.statusCode, created.body).toBe(201)
    expect(created.json()).toEqual({
      _id: expect.any(String),
      username,
      email: 'Mei.Ling@example.com',
      userGroup: { _id: group._id, role: group.role },
      isCenter: false,
      centreIncharge: [],
      coachRelated: null,
      accessRight: [],
      isDisable: false,
      hasSecondFactor: false,
      is_protected: false,
      createdAt: '2026-11-20T04:00:00.000Z',
      updatedAt: '2026-11-20T04:00:00.000Z',
    })
    const id = created.json()._id
    expect((await admin.get(`/user/${id}`)).json()).toEqual(created.json())
    expect((await admin.get(`/user?searchText=${encodeURIComponent('mei.ling@')}`)).json()).toEqual({
      items: [created.json()],
      total: 1,
    })
    expect((await desk.signIn(username, password)).statusCode).toBe(200)
    const changed = await admin.put(`/user/${id}`, { email: null })
    expect(changed.json()).toMatchObject({ username, email: null, userGroup: { _id: group._id } })
    expect((await admin.delete(`/user/${id}`)).json()).toEqual({ _id: id })
    expect((await admin.get(`/user/${id}`)).statusCode).toBe(404)
    expect((await office.audits(id)).map((record) => record.action)).toEqual([
      'Created',
      'Signed in',
      'Updated',
      'Deleted',
    ])
  })

  test.each([
    [{ username: 'a!' }, { username: 'Only letters, numbers, spaces, dots, and underscores are allowed.' }],
    [{ username: 'x-y' }, { username: 'Only letters, numbers, spaces, dots, and underscores are allowed.' }],
    [{ username: '' }, { username: 'Username is required' }],
    [{ username: null }, { username: 'Username is required' }],
    [{ username: 'x'.repeat(51) }, { username: 'Username must be at most 50 characters' }],
    [{ password: undefined }, { password: 'Password is required' }],
    [{ password: null }, { password: 'Password is required' }],
    [{ password: 'short_1' }, { password: 'Password must be at least 8 characters long' }],
    [
      { password: 'with space 1' },
      { password: 'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-' },
    ],
    [{ email: 'nobody' }, { email: 'Invalid email format' }],
    [{ email: 'a@b@c.com' }, { email: 'Invalid email format' }],
    [{ email: 'a@b.com\r\nBcc: all@example.com' }, { email: 'Invalid email format' }],
    [{ userGroup: undefined }, { userGroup: 'This field is required' }],
    [{ userGroup: null }, { userGroup: 'This field is required' }],
    [{ userGroup: '01900000-0000-7000-8000-00000000dead' }, { userGroup: 'This User Group does not exist' }],
    [{ accessRight: ['root'] }, { 'accessRight.0': 'There is no such access right' }],
    [
      { isCenter: true, centreIncharge: ['01900000-0000-7000-8000-00000000dead'] },
      { centreIncharge: 'This Centre does not exist' },
    ],
    [{ coachRelated: '01900000-0000-7000-8000-00000000dead' }, { coachRelated: 'This Coach does not exist' }],
    [{ isCenter: 'yes' }, { isCenter: 'Center must be true or false' }],
    [{ isDisable: 1 }, { isDisable: 'Disabled must be true or false' }],
  ])('with %j is refused', async (wrong, expected) => {
    const body = { username: fresh('wrong'), password, userGroup: group._id, ...wrong }
    const answer = await admin.post('/user', body)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(details(answer)).toEqual(expected)
  })

  test('has a name and an email of its own, whatever the case', async () => {
    await office.user(group._id, { username: 'Taken.Name', email: 'taken@example.com' })
    const other = await office.user(group._id)
    const name = await admin.post('/user', { username: ' taken.NAME ', password, userGroup: group._id })
    expect(name.statusCode).toBe(409)
    expect(details(name)).toEqual({ username: 'This username is taken' })
    const email = await admin.put(`/user/${other._id}`, { email: 'TAKEN@example.com' })
    expect(email.statusCode).toBe(409)
    expect(details(email)).toEqual({ email: 'This email is used by another user' })
  })

  test('of a centre has centres and no coach, any other a coach and no centres', async () => {
    const centre = await office.centre()
    const designation = (await admin.post('/designation', { designation: fresh('Designation') })).json()
    const coach = await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, async (on) => {
        const row = { id: tx.newId(), name: fresh('Coach'), designation: designation._id, email: 'c@example.com' }
        await on()
          .insertInto('coach')
          .values({ ...row, createdAt: tx.now, updatedAt: tx.now })
          .execute()
        return row
      }),
    )
    const both = { centreIncharge: [centre._id, centre._id], coachRelated: coach.id }
    const user = await office.user(group._id, { ...both, isCenter: true, accessRight: ['accessAllCentres'] })
    expect(user).toMatchObject({
      isCenter: true,
      centreIncharge: [{ _id: centre._id, description: centre.description }],
      coachRelated: null,
      accessRight: ['accessAllCentres'],
    })
    const other = (await admin.put(`/user/${user._id}`, { ...both, isCenter: false })).json()
    expect(other).toMatchObject({ isCenter: false, centreIncharge: [], coachRelated: { _id: coach.id } })
    const back = (await admin.put(`/user/${user._id}`, { isCenter: true, accessRight: null })).json()
    expect(back).toMatchObject({ isCenter: true, centreIncharge: [], coachRelated: null, accessRight: [] })
    // Centres without the tick never mean a user who sees all of them.
    expect(await office.user(group._id, { centreIncharge: [centre._id] })).toMatchObject({ isCenter: true })
  })

  test('cannot be put into a disabled group', async () => {
    const closed = await office.group({}, { isDisable: true })
    const answer = await admin.post('/user', { username: fresh('u'), password, userGroup: closed._id })
    expect(answer.statusCode).toBe(409)
    expect(details(answer)).toEqual({ userGroup: `${closed.role} is disabled` })
  })

  test('disabled ends at once, and enabled has to sign in again', async () => {
    const user = await office.user(group._id)
    const { token, refreshToken } = (await desk.signIn(user.username, password)).json()
    expect((await desk.profileOf(token)).statusCode).toBe(200)
    await admin.put(`/user/${user._id}`, { isDisable: true })
    expect((await desk.profileOf(token)).statusCode).toBe(401)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(401)
    await admin.put(`/user/${user._id}`, { isDisable: false })
    expect((await desk.profileOf(token)).statusCode).toBe(401)
    expect((await portal.anyone.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(200)
    expect((await office.audits(user._id)).map((record) => record.action)).toContain('Disabled')
  })

  test('moved to another group is signed out and has the rights of that group', async () => {
    const user = await office.user(group._id)
    const { token } = (await desk.signIn(user.username, password)).json()
    const empty = await office.group({})
    expect((await admin.put(`/user/${user._id}`, { userGroup: empty._id })).statusCode).toBe(200)
    expect((await desk.profileOf(token)).statusCode).toBe(401)
    const again = (await desk.signIn(user.username, password)).json()
    expect((await desk.profileOf(again.token)).json().userGroup.permissions).toEqual({})
  })

  test('is given a new password by somebody else, which ends its sessions and tells nothing in the trail', async () => {
    const user = await office.user(group._id)
    const { token } = (await desk.signIn(user.username, password)).json()
    const answer = await admin.put(`/user/${user._id}`, { password: 'another_pass_2' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).not.toContain('argon2')
    expect((await desk.profileOf(token)).statusCode).toBe(401)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(401)
    expect((await desk.signIn(user.username, 'another_pass_2')).statusCode).toBe(200)
    const records = await office.audits(user._id)
    expect(records.map((record) => record.description)).toContain(`Changed the password of user ${user.username}`)
    for (const record of records) {
      expect(record.everything).not.toContain('another_pass_2')
      expect(record.everything).not.toContain('argon2')
    }
    const weak = await admin.put(`/user/${user._id}`, { password: 'short' })
    expect(details(weak)).toEqual({ password: 'Password must be at least 8 characters long' })
  })

  test('keeps its password when an empty one is sent', async () => {
    const user = await office.user(group._id)
    expect((await admin.put(`/user/${user._id}`, { password: null, email: null })).statusCode).toBe(200)
    expect((await admin.put(`/user/${user._id}`, { password: '' })).statusCode).toBe(200)
    expect((await desk.signIn(user.username, password)).statusCode).toBe(200)
  })

  test('that changed meanwhile is not overwritten by who says so', async () => {
    const user = await office.user(group._id)
    const { etag } = (await admin.get(`/user/${user._id}`)).headers
    await admin.put(`/user/${user._id}`, { email: 'first@example.com' })
    const late = await admin.put(`/user/${user._id}`, { email: 'late@example.com' }, { 'if-match': String(etag) })
    expect(late.statusCode).toBe(412)
    expect((await admin.get(`/user/${user._id}`)).json().email).toBe('first@example.com')
  })

  test('that is protected can be deleted all the same', async () => {
    const id = (await admin.post('/user', { username: fresh('kept'), password, userGroup: group._id })).json()._id
    await portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        on().updateTable('staffUser').set({ isProtected: true }).where('id', '=', id).execute(),
      ),
    )
    expect((await admin.get(`/user/${id}`)).json().is_protected).toBe(true)
    expect((await admin.delete(`/user/${id}`)).json()).toEqual({ _id: id })
  })

  test('is not written where its centres are sent back in another order', async () => {
    const centres = await Promise.all(
      ['Zulu', 'Alfa'].map(async (description) => admin.post('/centre', { description })),
    )
    const ids = centres.map((centre) => centre.json()._id)
    const { _id } = await office.user(group._id, { isCenter: true, centreIncharge: ids })
    const records = async () => (await office.audits(_id)).length
    const before = await records()
    expect((await admin.put(`/user/${_id}`, { centreIncharge: ids.toReversed() })).statusCode).toBe(200)
    expect(await records()).toBe(before)
  })

  test('whose name differs from another in blanks alone is refused', async () => {
    const name = fresh('Blank')
    const made = await office.user(group._id, { username: name.replace(' ', '  ') })
    expect(made.username).toBe(name)
    const twin = { username: name, password, email: 'twin@example.com', userGroup: group._id }
    expect((await admin.post('/user', twin)).statusCode).toBe(409)
  })

  test('cannot delete itself', async () => {
    const answer = await admin.delete(`/user/${admin.userId}`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('You cannot delete yourself')
  })

  test.each(['%', '_', "' or 1=1 --", 'a\\', '張'])('search text %j is plain text', async (searchText) => {
    const answer = await admin.get(`/user?searchText=${encodeURIComponent(searchText)}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().total).toBe(0)
  })

  test('is sorted by what the list shows', async () => {
    const names = async (sort: string) =>
      (await admin.get(`/user?limit=1000&sort=${encodeURIComponent(sort)}`))
        .json()
        .items.map((user: { username: string }) => user.username.toLowerCase())
    const up = await names('+username')
    expect(up).toEqual(up.toSorted())
    expect(await names('-username')).toEqual(up.toReversed())
    for (const description of ['Zeta Centre', 'Alpha Centre']) {
      const centre = (await admin.post('/centre', { description })).json()
      await office.user(group._id, { isCenter: true, centreIncharge: [centre._id] })
    }
    const access = (await admin.get('/user?limit=1000&sort=%2BisCenter'))
      .json()
      .items.map(({ accessRight, isCenter, centreIncharge, coachRelated }: User) =>
        accessRight.includes('accessAllCentres')
          ? 'all centres'
          : isCenter
            ? centreIncharge.map(({ description }) => description).join(', ')
            : (coachRelated?.name ?? '~'),
      )
      .map((text: string) => text.toLowerCase() || '~')
    expect(new Set(access).size).toBeGreaterThan(2)
    expect(access).toEqual(access.toSorted())
    expect((await admin.get('/user?sort=password')).headers['x-sort-ignored']).toBe('password')
    const own = (await admin.get(`/user?userGroup=${group._id}`)).json()
    expect(new Set(own.items.map((user: { userGroup: { _id: string } }) => user.userGroup._id))).toEqual(
      new Set([group._id]),
    )
  })
})
