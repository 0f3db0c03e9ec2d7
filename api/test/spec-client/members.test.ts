/** Section 7, member: the three forms, families, the list and its filters. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Academy,
  adult,
  buildAcademy,
  buildAdult,
  clerkRights,
  coachRights,
  type Document,
  kid,
  parent,
  picture,
  userWith,
  walletOf,
} from './academy.ts'
import { allManners, type Fields, formOf, type SpecificationClient } from './client.ts'
import { startPortal } from './start.ts'

let admin: SpecificationClient
let clerk: SpecificationClient
let academy: Academy
let close: () => Promise<void>
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  clerk = await userWith(admin, 'clerk', clerkRights)
})
afterAll(() => close())

const coach = () => ({ coachIncharge: academy.coach._id })
const withParent = () => ({ relationship: academy.relationship._id })
/** What is signed anew or counted on with each writing. */
const settled = ({ updatedAt: _, picture: __, pictureDIR: ___, thumbnail: ____, ...same }: Fields) => same

describe.each(allManners)('in %s', (_, manners) => {
  test('an adult is enrolled by the clerk and reads back as written', async () => {
    const client = clerk.writing(manners)
    const body = adult({
      ...coach(),
      dob: client.day('1990-02-28'),
      phoneNo: '0123456789',
      address: '',
      school: null,
      belt: academy.belt._id,
      memberType: academy.memberType._id,
      ...(manners.bodies === 'multipart' ? { picture: picture() } : {}),
    })
    const made = await client.create('/member', body)
    expect(made).toMatchObject({
      name: body.name,
      chName: '阿米娜',
      dob: '1990-02-28',
      icNo: body.icNo,
      wallet: 0,
      isDisable: false,
      isIndependent: true,
      belt: { _id: academy.belt._id, beltColor: 'White' },
      memberType: { memberType: 'Regular' },
      coachIncharge: { name: 'Farid bin Osman' },
    })
    expect(Boolean(made.picture)).toBe(manners.bodies === 'multipart')
    expect(made).not.toHaveProperty('password')
    expect((await client.get('/member', { isAdult: true, searchText: body.icNo, limit: 50 })).items).toHaveLength(1)
  })

  test('a member that was read is put back whole with one change, by who may not touch wallets', async () => {
    const client = clerk.writing(manners)
    const { _id } = await buildAdult(admin, academy)
    const before = await client.get(`/member/${_id}`)
    expect(before.wallet).toBe(110)
    const phoneNo = '01987654321'
    await client.update(`/member/${_id}`, { ...before, dob: client.day('1991-03-01'), phoneNo })
    expect(await client.get(`/member/${_id}`)).toMatchObject({ ...settled(before), dob: '1991-03-01', phoneNo })
    // What a client says of the wallet beside it is compared and never trusted.
    expect(
      (await client.refused('PUT', `/member/${_id}`, client.body({ ...before, wallet: 9999 }))).statusCode,
    ).toBeLessThan(410)
    expect(await walletOf(client, before)).toBe(110)
  })

  test('a child of a parent, which becomes independent by PUT /member/{parent}/independent/{child}', async () => {
    const client = clerk.writing(manners)
    const elder: Document = await client.create('/member', parent(withParent()))
    expect(elder).toMatchObject({ icNo: null, relationship: { relationship: 'Father' } })
    const child: Document = await client.create(
      '/member',
      kid({ ...coach(), dob: client.day('2016-08-31'), mainIDs: [elder._id] }),
    )
    expect(child).toMatchObject({
      dob: '2016-08-31',
      isIndependent: false,
      mainIDs: [{ _id: elder._id, name: elder.name }],
    })
    expect((await client.get(`/member/${elder._id}`)).children).toMatchObject([{ _id: child._id }])
    await client.update(`/member/${child._id}`, {
      ...(await client.get(`/member/${child._id}`)),
      school: 'SMK Damansara',
    })
    expect(await client.get(`/member/${child._id}`)).toMatchObject({
      school: 'SMK Damansara',
      mainIDs: [{ _id: elder._id }],
    })
    await client.put(`/member/${elder._id}/independent/${child._id}`)
    expect(await client.get(`/member/${child._id}`)).toMatchObject({ isIndependent: true, wallet: 0 })
    expect((await client.refused('PUT', `/member/${elder._id}/independent/${child._id}`)).statusCode).toBe(409)
  })

  test('a parent comes with the children of its form', async () => {
    const client = clerk.writing(manners)
    const children = [1, 2].map(() => kid({ ...coach(), dob: client.day('2017-01-31') }))
    const elder = await client.create('/member', parent({ ...withParent(), children }))
    const whole = await client.get(`/member/${elder._id}`)
    expect(whole.children.map(({ name }: Fields) => name).toSorted()).toEqual(
      children.map(({ name }) => name).toSorted(),
    )
    expect((await client.get('/member', { isChildren: true, mainIDs: [elder._id] })).total).toBe(2)
  })

  test('expiration is got and put as expirationDate', async () => {
    const client = clerk.writing(manners)
    const member = await buildAdult(admin, academy, { credit: false })
    expect(await client.get(`/expiration/${member._id}`)).toMatchObject({ creditExpired: null })
    await client.put(`/expiration/${member._id}`, { expirationDate: client.day('2027-03-04') })
    expect(await client.get(`/expiration/${member._id}`)).toMatchObject({ creditExpired: '2027-03-04', expiredIn: 104 })
    expect(
      (await client.refused('PUT', `/expiration/${member._id}`, { expirationDate: '04/03/2027' })).details,
    ).toMatchObject([{ path: 'expirationDate' }])
  })
})

test.each([
  ['name', 'This field is require'],
  ['dob', 'This field is require'],
  ['gender', 'This field is require'],
  ['nationality', 'This field is require'],
  ['email', 'Email is required'],
  ['coachIncharge', 'Coach Incharge is required'],
  ['password', expect.any(String)],
])('an adult needs %s, in a form and as JSON', async (path, message) => {
  for (const empty of [undefined, null, '']) {
    const body = adult({ ...coach(), [path]: empty })
    for (const sent of [body, formOf(body)])
      expect((await clerk.refused('POST', '/member', sent)).details).toEqual([{ path, message }])
  }
})

test.each([
  [{ email: 'a b@example.com' }, 'Email can only contain letters, numbers, @, ., _, and -'],
  [{ email: 'nobody' }, 'Please enter a valid email address'],
  [{ password: 'short' }, 'Password must be at least 8 characters long'],
  [{ phoneNo: '12345' }, 'Please enter a valid 10 - 12 digit phone number'],
  [{ dob: '2026-11-21' }, expect.any(String)],
  [{ dob: '21-11-2026' }, expect.any(String)],
  [{ dob: '20-11-1925' }, expect.any(String)],
  [{ dob: '31-02-1990' }, expect.any(String)],
  [{ address: 'x'.repeat(201) }, expect.any(String)],
  [{ medical: 'x'.repeat(201) }, expect.any(String)],
  [{ note: 'x'.repeat(201) }, expect.any(String)],
  [{ gender: 'Other' }, expect.any(String)],
])('an adult with %j is told the reason', async (wrong, message) => {
  const [path] = Object.keys(wrong)
  for (const sent of [adult({ ...coach(), ...wrong }), formOf(adult({ ...coach(), ...wrong }))])
    expect((await clerk.refused('POST', '/member', sent)).details).toEqual([{ path, message }])
})

test('the parents of a child are told as mainIDs or as parents, and changed under either name', async () => {
  const [one, other]: Document[] = [
    await admin.post('/member', parent(withParent())),
    await admin.post('/member', parent(withParent())),
  ]
  for (const sent of [kid({ ...coach(), parents: [one?._id] }), formOf(kid({ ...coach(), mainIDs: one?._id }))]) {
    const child: Document = await clerk.post('/member', sent)
    const parents = async () => (await clerk.get(`/member/${child._id}`)).mainIDs.map(({ _id }: Document) => _id)
    expect(await parents()).toEqual([one?._id])
    for (const [name, wanted] of [
      ['mainIDs', other],
      ['parents', one],
    ] as const) {
      const whole = await clerk.get(`/member/${child._id}`)
      await clerk.put(`/member/${child._id}`, { ...whole, [name]: [wanted] })
      expect(await parents()).toEqual([wanted?._id])
    }
    const contradiction = { mainIDs: [other?._id], parents: [one?._id, other?._id] }
    expect((await clerk.refused('PUT', `/member/${child._id}`, contradiction)).details).toMatchObject([
      { path: 'parents' },
    ])
    expect(await parents()).toEqual([one?._id])
  }
})

test('what a call does not do it refuses: password and independence by an edit, contacts and classes at birth', async () => {
  const elder: Document = await admin.post('/member', parent(withParent()))
  const child: Document = await admin.post('/member', kid({ ...coach(), mainIDs: [elder._id] }))
  expect((await clerk.refused('PUT', `/member/${child._id}`, { password: 'Other_456' })).details).toMatchObject([
    { path: 'password' },
  ])
  for (const password of ['', null, 'null'])
    await clerk.put(`/member/${child._id}`, formOf({ password, school: 'SMK Bangsar' }))
  for (const sent of [{ isIndependent: true }, formOf({ isIndependent: true })])
    expect((await clerk.refused('PUT', `/member/${child._id}`, sent)).statusCode).toBe(409)
  for (const more of [
    { emergencyContact: [{ name: 'Ali', phoneNo: '0123456789' }] },
    { classes: [{ course: academy.course._id }] },
  ])
    expect((await clerk.refused('POST', '/member', adult({ ...coach(), ...more }))).details).toMatchObject([
      { path: Object.keys(more)[0] },
    ])
  expect((await clerk.refused('POST', '/member', adult({ ...coach(), wallet: 500 }))).statusCode).toBe(403)
  await clerk.post(
    '/member',
    formOf(adult({ ...coach(), wallet: 0, emergencyContact: [], classes: [], children: [], mainIDs: [], parents: [] })),
  )
})

test('lists are filtered by kind, independence, wallet and parents', async () => {
  const elder: Document = await admin.post('/member', parent(withParent()))
  const other: Document = await admin.post('/member', parent(withParent()))
  const child: Document = await admin.post('/member', kid({ ...coach(), mainIDs: [elder._id] }))
  const rich = await buildAdult(admin, academy)
  const poor = await buildAdult(admin, academy, { credit: false })
  const found = async (filters: Fields) => {
    const { items, total } = await clerk.get('/member', {
      offset: 0,
      limit: 1000,
      sort: '+name,-createdAt',
      ...filters,
    })
    expect(total).toBe(items.length)
    return items.map(({ _id }: Document) => _id).filter((id: string) => all.includes(id))
  }
  const all = [elder, other, child, rich, poor].map(({ _id }) => _id)
  const sorted = (...members: Document[]) => members.map(({ _id }) => _id).toSorted()
  expect((await found({ isAdult: true })).toSorted()).toEqual(sorted(rich, poor))
  expect((await found({ isChildren: true })).toSorted()).toEqual(sorted(child))
  expect((await found({ isParent: true })).toSorted()).toEqual(sorted(elder, other))
  expect((await found({ isChildrenOrAdult: true })).toSorted()).toEqual(sorted(child, rich, poor))
  expect((await found({ isIndependent: true, walletFilterAmount: 50 })).toSorted()).toEqual(sorted(elder, other, poor))
  expect(await found({ mainIDs: [elder._id, other._id] })).toEqual([child._id])
  expect(await found({ isChildren: true, noUseMainIDs: [elder._id, other._id] })).toEqual([])
  expect(await found({ isAdult: true, isDisable: true })).toEqual([])
})

test('a member is deleted only when disabled and with nothing left in the wallet', async () => {
  const member = await buildAdult(admin, academy, { credit: false })
  expect((await admin.refused('DELETE', `/member/${member._id}`)).statusCode).toBe(409)
  await clerk.put(`/member/${member._id}`, { isDisable: true })
  expect((await clerk.refused('DELETE', `/member/${member._id}`)).statusCode).toBe(403)
  await admin.delete(`/member/${member._id}`)
  expect((await admin.refused('GET', `/member/${member._id}`)).statusCode).toBe(404)
  const rich = await buildAdult(admin, academy)
  await admin.put(`/member/${rich._id}`, formOf({ isDisable: true }))
  expect((await admin.refused('DELETE', `/member/${rich._id}`)).message).toContain('110')
})

test('the picture of a member is removed by its file name', async () => {
  const member = await clerk.post('/member', formOf(adult({ ...coach(), picture: picture('face.jpg') })))
  const file = new URL(member.picture, admin.address).pathname.split('/').at(-1)
  await clerk.put(`/member/${member._id}/remove/${file}`)
  expect((await clerk.get(`/member/${member._id}`)).picture).toBeNull()
})

test('a coach sees no members', async () => {
  const someone = await userWith(admin, 'coach', coachRights)
  expect(await someone.refused('GET', '/member')).toMatchObject({ statusCode: 403 })
})
