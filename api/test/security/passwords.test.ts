import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { messages } from '@academy/contract/platform/messages.ts'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPasswords } from '../../seed/20-staff.ts'
import { readTable } from '../../src/platform/sheets/index.ts'
import { firstStart } from '../../src/seed.ts'
import { createAdmin, setPassword } from '../../src/staff/sign-in/rescue.ts'
import { named, nameOf, routes } from '../support/calls/endpoints.ts'
import { type Client, type TestPortal, testPortal, unknown } from '../support/portal.ts'
import { deskOf, password } from '../support/staff/sign-in.ts'

let portal: TestPortal
let desk: ReturnType<typeof deskOf>
let admin: Client
let group: string
let relationship: string
beforeAll(async () => {
  portal = await testPortal({ COMPANY_NAME: 'Harimau Academy Sdn Bhd' })
  desk = deskOf(portal)
  admin = await portal.as(undefined, { username: 'the owner' })
  group = (await admin.post('/user-group', { role: 'Everything', permissions: allPermissions() })).json()._id
  relationship = (await admin.post('/relationship', { relationship: 'Mother' })).json()._id
})
afterAll(() => portal.close())

let people = 0
/** A user made by the owner, with the given password. */
async function colleague(more: object = {}) {
  const username = `colleague ${++people}`
  const email = `siti.nurhaliza${people}@example.com`
  const answer = await admin.post('/user', { username, email, password, userGroup: group, ...more })
  return { username, email, id: answer.json()._id as string, answer }
}

async function signedIn(username: string, secret: string) {
  const { token, user } = (await desk.signIn(username, secret)).json()
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    portal.app.inject({
      method,
      url: apiRoot + path,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    })
  return { user, send }
}

let asked = 0
async function codeFor(email: string): Promise<string> {
  // Each from a place of its own, because asking is limited.
  await portal.app.inject({
    method: 'POST',
    url: `${apiRoot}/auth/forgot-password`,
    payload: { email },
    remoteAddress: `10.1.0.${++asked}`,
  })
  await portal.portal.background.settled()
  const { items } = (await admin.get(`/outbox?searchText=${email}`)).json()
  return /^[\w-]{43}$/m.exec(items[0].text)?.[0] ?? ''
}

const member = (secret: string) => {
  const email = `aminah.ismail${++people}@example.com`
  return { kind: 'parent', name: 'Aminah binti Ismail', email, relationship, password: secret }
}

/** Every way over the calls in which a password is set, for a user `colleague n` or for a member. */
const ways: Record<string, (secret: string) => Promise<{ statusCode: number; json(): unknown }>> = {
  'POST /user': async (secret) => (await colleague({ password: secret })).answer,
  'PUT /user/:id': async (secret) => admin.put(`/user/${(await colleague()).id}`, { password: secret }),
  'PUT /auth/password': async (secret) => {
    const { username } = await colleague()
    return (await signedIn(username, password)).send('PUT', '/auth/password', { current: password, password: secret })
  },
  'POST /auth/reset-password': async (secret) => {
    const reset_code = await codeFor((await colleague()).email)
    return portal.anyone.post('/auth/reset-password', { reset_code, password: secret })
  },
  'POST /member': (secret) => admin.post('/member', member(secret)),
  'POST /member, as a child': (secret) =>
    admin.post('/member', {
      ...member(password),
      children: [{ name: 'Aminah', dob: '2016-08-31', gender: 'Female', coachIncharge: unknown, password: secret }],
    }),
}

describe.each(Object.keys(ways))('%s refuses', (way) => {
  test.each([
    ['a common password', 'password1', messages.commonPassword],
    ['a common word, capitals and a year', 'Dragon2026!', messages.commonPassword],
    ['a row of digits', '123456789', messages.commonPassword],
    ['the academy’s name', 'HarimauAcademy', messages.nameAsPassword],
    ['a word of the academy’s name with digits', '12harimau34', messages.nameAsPassword],
    [
      'the own name, spaced and numbered',
      way.includes('member') ? 'Aminah-2026' : 'Colleague_77',
      messages.nameAsPassword,
    ],
  ])('%s', async (_, secret, message) => {
    const answer = await ways[way]?.(secret)
    expect(answer?.statusCode).toBe(400)
    const path = way.endsWith('child') ? 'children.0.password' : 'password'
    expect(answer?.json()).toEqual({ statusCode: 400, error: 'Bad Request', message, details: [{ path, message }] })
  })
})

test('the part of the own e-mail address before the @ is no password either', async () => {
  const { id } = await colleague()
  const refused = await admin.put(`/user/${id}`, { password: 'Siti.Nurhaliza'.replace('.', '_') })
  expect(refused.json().details).toEqual([{ path: 'password', message: messages.nameAsPassword }])
})

test('a refused password leaves the present one and the code from the mail in force', async () => {
  const { username, email } = await colleague()
  const reset_code = await codeFor(email)
  expect((await portal.anyone.post('/auth/reset-password', { reset_code, password: 'Password1' })).statusCode).toBe(400)
  expect((await desk.signIn(username, password)).statusCode).toBe(200)
  expect(
    (await portal.anyone.post('/auth/reset-password', { reset_code, password: 'gamelan_9_kites' })).statusCode,
  ).toBe(200)
})

test('whoever keeps the portal cannot set a weak one on the command line', async () => {
  const { username } = await colleague()
  for (const weak of ['password1', 'harimau-2026'])
    await expect(portal.run((tx) => setPassword(tx, username, weak, false))).rejects.toMatchObject({ statusCode: 400 })
  await expect(portal.run((tx) => createAdmin(tx, 'rescuer', 'Rescuer-1'))).rejects.toThrow(messages.nameAsPassword)
})

describe('at the first start', () => {
  test.each([
    ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'Password1' }, messages.commonPassword],
    ['ADMIN_PASSWORD', { ADMIN_USERNAME: 'Zulkifli', ADMIN_PASSWORD: 'zulkifli_2026' }, messages.nameAsPassword],
    ['DEMO_PASSWORD', { DEMO_PASSWORD: 'owner-2026' }, messages.nameAsPassword],
  ])('a weak %s is refused in one line and nobody is made', async (setting, given, message) => {
    const empty = await testPortal({ DEMO_DATA: 'off', ...given })
    try {
      await expect(firstStart(empty.portal, () => undefined)).rejects.toThrow(`${setting}: ${message}`)
      expect(await empty.run((tx) => tx.read().selectFrom('staffUser').select('id').execute())).toEqual([])
    } finally {
      await empty.close()
    }
  })

  test('each user of the demo academy gets a password of their own, unless one was chosen', () => {
    expect(new Set(Object.values(demoPasswords(undefined))).size).toBe(3)
    expect(demoPasswords('chosen_for_all')).toEqual({
      owner: 'chosen_for_all',
      clerk: 'chosen_for_all',
      coach: 'chosen_for_all',
    })
  })
})

describe('whoever got a password from somebody else', () => {
  const allowed = ['GET /auth/profile', 'POST /auth/logout', 'PUT /auth/password']
  let held: Awaited<ReturnType<typeof signedIn>>
  beforeAll(async () => {
    held = await signedIn((await colleague()).username, password)
  })

  test('is told so at the sign-in and by the profile', async () => {
    expect(held.user.mustChangePassword).toBe(true)
    expect((await held.send('GET', '/auth/profile')).json().mustChangePassword).toBe(true)
    expect((await admin.get('/auth/profile')).json().mustChangePassword).toBe(false)
  })

  test('may call these and nothing else', () => {
    expect(
      routes
        .filter((route) => route.beforeOwnPassword)
        .map(nameOf)
        .toSorted(),
    ).toEqual(allowed)
  })

  test.each(named(routes.filter((route) => route.may !== 'public' && !allowed.includes(nameOf(route)))))(
    'is refused %s',
    async (_, { method, path }) => {
      const answer = await held.send(method, path.replace(/:\w+/g, unknown))
      expect([answer.statusCode, answer.json().message]).toEqual([403, messages.mustChangePassword])
    },
  )

  test('goes on once it is changed, to another one; the other sessions end', async () => {
    const { username } = await colleague()
    const [here, elsewhere] = [await signedIn(username, password), await signedIn(username, password)]
    const same = await here.send('PUT', '/auth/password', { current: password, password })
    expect([same.statusCode, same.json().details?.[0].path]).toEqual([400, 'password'])
    expect((await here.send('GET', '/user')).statusCode).toBe(403)
    const changed = await here.send('PUT', '/auth/password', { current: password, password: 'gamelan_9_kites' })
    expect(changed.statusCode).toBe(200)
    expect((await here.send('GET', '/user')).statusCode).toBe(200)
    expect((await here.send('GET', '/auth/profile')).json().mustChangePassword).toBe(false)
    expect((await elsewhere.send('GET', '/auth/profile')).statusCode).toBe(401)
    expect((await signedIn(username, 'gamelan_9_kites')).user.mustChangePassword).toBe(false)
  })

  test('also changes one that replaced the first', async () => {
    const { username, id } = await colleague()
    const { send } = await signedIn(username, password)
    await send('PUT', '/auth/password', { current: password, password: 'gamelan_9_kites' })
    await admin.put(`/user/${id}`, { password: 'by_the_owner_1' })
    expect((await signedIn(username, 'by_the_owner_1')).user.mustChangePassword).toBe(true)
  })

  test('need not when the code from the own mail set it', async () => {
    const { username, email } = await colleague()
    const reset_code = await codeFor(email)
    await portal.anyone.post('/auth/reset-password', { reset_code, password: 'gamelan_9_kites' })
    expect((await signedIn(username, 'gamelan_9_kites')).user.mustChangePassword).toBe(false)
  })
})

describe('the passwords of all members', () => {
  const path = '/point-adjust/update/all-member/password'
  const enough = { user: ['edit'], membership: ['view', 'edit'] }
  let open: TestPortal
  let centre: string
  beforeAll(async () => {
    open = await testPortal({ MEMBER_PASSWORDS: 'on' })
    const owner = await open.as()
    centre = (await owner.post('/centre', { description: 'Bangsar' })).json()._id
    const mother = (await owner.post('/relationship', { relationship: 'Mother' })).json()._id
    await owner.post('/member', { ...member(password), relationship: mother })
  })
  afterAll(() => open.close())

  const stored = () => open.run((tx) => tx.read().selectFrom('member').select('password').execute())

  test.each([
    ['without the right to edit users', { membership: ['view', 'edit'] }],
    ['without the right to see members', { user: ['edit'], membership: ['edit'] }],
    ['without the right to edit members', { user: ['edit'], membership: ['view'] }],
  ])('are not changed by somebody %s', async (_, permissions) => {
    const before = await stored()
    expect((await (await open.as(permissions)).put(path, { password })).statusCode).toBe(403)
    expect(await stored()).toEqual(before)
  })

  test('are not changed by somebody who is held to a centre', async () => {
    const held = await open.as(enough, { centres: [centre] })
    expect((await held.put(path, { password })).statusCode).toBe(403)
  })

  test('are not changed by guessing the own password in a session left open', async () => {
    const left = await open.as(enough)
    const codes = []
    for (const guess of [1, 2, 3, 4, 5, 6])
      codes.push((await left.put(path, { password: `wrong_${guess}` })).statusCode)
    expect([codes[0], codes.at(-1)]).toEqual([400, 429])
    expect((await left.put(path, { password })).statusCode).toBe(429)
  })

  test('are changed by who may, and the workbook holds no I/C', async () => {
    const answer = await (await open.as(enough)).put(path, { password })
    expect(answer.statusCode).toBe(200)
    const [heading] = (await readTable(answer.rawPayload, { rows: 10, columns: 10 })).rows
    expect(heading).toEqual(['Member Name', 'Chinese Name', 'Kind', 'TM No.', 'Email', 'Password'])
  })

  test('are changed by nobody unless whoever keeps the portal switched it on', async () => {
    const answer = await admin.put(path, { password })
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('MEMBER_PASSWORDS=on')])
  })
})
