/** Section 7, users and user groups, with the permissions of section 6; and the audit trail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Academy, buildAcademy, clerkRights, type Document, userWith } from './academy.ts'
import { clientAt, type Fields, type SpecificationClient, signIn } from './client.ts'
import { password, startPortal } from './start.ts'

let address: string
let admin: SpecificationClient
let academy: Academy
let close: () => Promise<void>
let group: Document
beforeAll(async () => {
  ;({ address, admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  group = await admin.post('/user-group', { role: 'Front Desk', permissions: clerkRights })
})
afterAll(() => close())

let count = 0
const user = (more: Fields = {}): Fields => ({
  username: `front.desk_${++count}`,
  password: 'Gamelan_123',
  email: null,
  userGroup: group._id,
  isCenter: false,
  centreIncharge: null,
  coachRelated: academy.coach._id,
  accessRight: [],
  isDisable: false,
  ...more,
})

describe('user groups', () => {
  /** The table of section 6. */
  const table: Record<string, string[]> = {
    audit_trail: ['View'],
    dashboard: ['View'],
    outStandingCredit: ['View'],
    verifyPayment: ['View', 'Verify'],
    credit_adjust: ['View', 'Add', 'Edit', 'Delete', 'Approve', 'Print'],
    membership: ['View', 'Add', 'Edit', 'Delete', 'Trial', 'Wallet', 'ClearExpired', 'Done', 'Expiration'],
    scheduling: ['View', 'Edit'],
    docFormat: ['View', 'Add', 'Edit'],
    attendance: ['View', 'Mark', 'Edit'],
    notification: ['package'],
    ...Object.fromEntries(
      'memberType classes coach course relationship belt classType centre designation sport announcement credits holidays school user userGroup'
        .split(' ')
        .map((module) => [module, ['View', 'Add', 'Edit', 'Delete']]),
    ),
    ...Object.fromEntries(
      'collection statement TM Expiry CreditStatement OverallFlow CoachStudentCredit ClassMonthlySettlement'
        .split(' ')
        .map((report) => [report, ['View', 'Export']]),
    ),
  }

  test('every module and action of the table is known by its name', async () => {
    const made = await admin.post('/user-group', { role: 'Everything', permissions: table, isDisable: false })
    expect(made.warnings ?? []).toEqual([])
    const { permissions } = await admin.get(`/user-group/${made._id}`)
    const words: Record<string, string> = { Add: 'create', ClearExpired: 'clearExpired' }
    for (const [module, actions] of Object.entries(table))
      expect([module, permissions[module]?.toSorted()]).toEqual([
        module,
        actions.map((action) => words[action] ?? action.toLowerCase()).toSorted(),
      ])
  })

  test('the same with actions as they are stored, and both names of class type', async () => {
    for (const module of ['classType', 'courseType']) {
      const made = await admin.post('/user-group', {
        role: module,
        permissions: { [module]: ['view', 'create', 'edit', 'delete'] },
      })
      const { permissions } = await admin.get(`/user-group/${made._id}`)
      expect(permissions).toMatchObject({
        classType: expect.arrayContaining(['view']),
        courseType: expect.arrayContaining(['create']),
      })
      const one = await userWith(admin, `of ${module}`, { [module]: ['view', 'create'] })
      await one.post('/course-type', { description: `By ${module}` })
    }
  })

  test('a group that was read is changed and put back whole; a module that is not known is left out with a warning', async () => {
    const made = await admin.post('/user-group', {
      role: 'Assistants',
      permissions: { belt: ['View'], classType: ['View'] },
    })
    const read = await admin.get(`/user-group/${made._id}`)
    const wider = { ...read, permissions: { ...read.permissions, belt: ['View', 'Edit'], spaceship: ['View'] } }
    const answer = await admin.put(`/user-group/${made._id}`, wider)
    expect(answer.permissions.belt).toEqual(['view', 'edit'])
    expect(JSON.stringify(answer)).toContain('spaceship')
    const { permissions } = await admin.get(`/user-group/${made._id}`)
    expect(permissions).not.toHaveProperty('spaceship')
    expect(permissions.classType).toEqual(['view'])
  })

  test('rights act on the next call, after signing in again, and a missing entry means denied', async () => {
    const someone = await userWith(admin, 'temp', { relationship: ['View'] })
    expect((await someone.get('/relationship')).total).toBe(1)
    expect((await someone.refused('POST', '/relationship', { relationship: 'Aunt' })).statusCode).toBe(403)
    const { userGroup } = await someone.get('/auth/profile')
    await admin.put(`/user-group/${userGroup._id}`, { permissions: { relationship: ['View', 'Add'] } })
    expect((await someone.refused('GET', '/relationship')).statusCode).toBe(401)
    const again = await signIn(address, 'temp', password)
    await again.post('/relationship', { relationship: 'Aunt' })
    await admin.put(`/user-group/${userGroup._id}`, { isDisable: true })
    expect((await again.refused('GET', '/relationship')).statusCode).toBe(401)
    const denied = await signIn(address, 'temp', password)
    expect((await denied.refused('GET', '/relationship')).statusCode).toBe(403)
  })

  test('a name is required and at most 50 long; a group in use is not deleted', async () => {
    for (const role of ['', null, undefined, 'x'.repeat(51)])
      expect((await admin.refused('POST', '/user-group', { role, permissions: {} })).details).toMatchObject([
        { path: 'role' },
      ])
    await admin.post('/user', user())
    expect((await admin.refused('DELETE', `/user-group/${group._id}`)).statusCode).toBe(409)
    const spare = await admin.post('/user-group', { role: 'Spare', permissions: {} })
    await admin.delete(`/user-group/${spare._id}`)
    expect((await admin.get('/user-group', { searchText: 'Spare' })).total).toBe(0)
  })
})

describe('users', () => {
  test('create with empty values as null, get, list, change whole, disable, delete', async () => {
    const body = user()
    const made = await admin.post('/user', body)
    expect(made).toMatchObject({
      username: body.username,
      userGroup: { _id: group._id, role: 'Front Desk' },
      coachRelated: { _id: academy.coach._id },
    })
    expect(JSON.stringify(made)).not.toContain('Gamelan_123')
    expect(
      (await admin.get('/user', { offset: 0, limit: 50, searchText: body.username, sort: '+username' })).total,
    ).toBe(1)
    const read = await admin.get(`/user/${made._id}`)
    // Ticking Center clears the coach.
    const centre = {
      ...read,
      isCenter: true,
      centreIncharge: [academy.centre._id],
      coachRelated: null,
      accessRight: ['accessAllCentres'],
    }
    await admin.put(`/user/${made._id}`, centre)
    expect(await admin.get(`/user/${made._id}`)).toMatchObject({
      isCenter: true,
      centreIncharge: [{ _id: academy.centre._id, description: 'Bangsar' }],
      coachRelated: null,
      accessRight: ['accessAllCentres'],
    })
    await admin.put(`/user/${made._id}`, { centreIncharge: academy.centre._id })
    expect((await admin.get(`/user/${made._id}`)).centreIncharge).toHaveLength(1)
    const session = await signIn(address, String(body.username), 'Gamelan_123')
    await admin.put(`/user/${made._id}`, { isDisable: true })
    expect((await session.refused('GET', '/auth/profile')).statusCode).toBe(401)
    expect(
      (await clientAt(address).refused('POST', '/auth/login', { username: body.username, password: 'Gamelan_123' }))
        .statusCode,
    ).toBe(401)
    await admin.delete(`/user/${made._id}`)
    expect((await admin.refused('GET', `/user/${made._id}`)).statusCode).toBe(404)
  })

  test('a password is changed with PUT /user/{id} and the field password', async () => {
    const body = user()
    const { _id } = await admin.post('/user', body)
    expect((await admin.refused('PUT', `/user/${_id}`, { password: 'short' })).details).toMatchObject([
      { path: 'password' },
    ])
    await admin.put(`/user/${_id}`, { password: 'Rambutan_456' })
    expect((await signIn(address, String(body.username), 'Rambutan_456')).token).toBeTruthy()
  })

  test.each([
    [{ username: '' }, expect.any(String)],
    [{ username: 'a/b' }, 'Only letters, numbers, spaces, dots, and underscores are allowed.'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'short' }, expect.stringMatching(/8 characters/)],
    [
      { password: 'with space' },
      'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-',
    ],
    [{ email: 'nobody' }, 'Invalid email format'],
    [{ userGroup: null }, 'This field is required'],
  ])('%j is refused', async (wrong, message) => {
    const [path] = Object.keys(wrong)
    expect((await admin.refused('POST', '/user', user(wrong))).details).toEqual([{ path, message }])
  })

  test('nobody deletes themselves, nor names somebody twice', async () => {
    const me = await admin.get('/auth/profile')
    expect((await admin.refused('DELETE', `/user/${me._id}`)).statusCode).toBeGreaterThan(400)
    const body = user()
    await admin.post('/user', body)
    expect((await admin.refused('POST', '/user', body)).statusCode).toBe(409)
  })
})

describe('GET /auth/audit-trail', () => {
  const recorded = async (filters: Fields) =>
    (await admin.get('/auth/audit-trail', { offset: 0, limit: 50, ...filters })).items

  test('tells who changed what, from and to, without a secret', async () => {
    const belt = await admin.post('/belt', { beltColor: 'Purple' })
    await admin.put(`/belt/${belt._id}`, { beltColor: 'Violet' })
    const [last] = await recorded({ sort: '-timestamp', searches: 'Violet' })
    expect(last).toMatchObject({
      timestamp: expect.any(String),
      modifier: 'administrator',
      section: expect.any(String),
      docType: expect.any(String),
      action: expect.any(String),
      description: expect.any(String),
    })
    expect([JSON.stringify(last.changeFrom), JSON.stringify(last.changeTo)]).toEqual([
      expect.stringContaining('Purple'),
      expect.stringContaining('Violet'),
    ])
    await admin.post('/user', user({ password: 'Very_secret_1' }))
    expect(JSON.stringify(await recorded({ sort: '-timestamp' }))).not.toContain('Very_secret_1')
  })

  test.each([
    ['2026-11-20', '2026-11-20'],
    ['20-11-2026', '20-11-2026'],
    ['2026-11-19T16:00:00.000Z', '2026-11-20T15:59:59.999Z'],
  ])('from %s to %s', async (timestampStartDate, timestampEndDate) => {
    expect((await recorded({ timestampStartDate, timestampEndDate })).length).toBeGreaterThan(5)
    expect(await recorded({ timestampStartDate: '01-01-2026', timestampEndDate: '02-01-2026' })).toEqual([])
  })

  test('no prefix sorts ascending, - descending; searches filter', async () => {
    const times = (await recorded({ sort: 'timestamp' })).map(({ timestamp }: { timestamp: string }) => timestamp)
    expect(times).toEqual(times.toSorted())
    await admin.post('/belt', { beltColor: 'Turquoise' })
    for (const name of ['searches', 'searchText'])
      expect([name, (await recorded({ [name]: 'Turquoise' })).length]).toEqual([name, 1])
    const clerk = await userWith(admin, 'clerk', clerkRights)
    expect((await clerk.refused('GET', '/auth/audit-trail')).statusCode).toBe(403)
  })
})

test('the coach and admin pickers know the role name', async () => {
  const { items } = await admin.get('/user', { limit: 1000, isDisable: false })
  expect(items.every(({ userGroup }: { userGroup: Fields }) => typeof userGroup.role === 'string')).toBe(true)
  expect(password).toBeTruthy()
})
