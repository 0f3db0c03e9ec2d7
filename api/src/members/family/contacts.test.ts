import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { testPortal, unknown } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
const member = await enrolMember(clerk, make.adult({ name: 'Tan Wei Ling' }))
const other = await enrolMember(clerk, make.adult())
afterAll(() => portal.close())

const path = (id = member._id) => `/member/${id}/emergency-contact`
const grandma = { name: 'Ah Ma', relationship: 'Grandmother', phoneNo: '03-7722 1100', email: 'ahma@example.com' }

test('contacts are added, shown on the member, changed and removed', async () => {
  const added = await clerk.post(path(), grandma)
  expect(added.statusCode).toBe(201)
  const { _id } = added.json()
  expect(added.json()).toEqual({ _id, ...grandma, isDisable: false, member: { _id: member._id, name: member.name } })
  expect((await clerk.get(`/member/${member._id}`)).json().emergencyContact).toEqual([
    { _id, ...grandma, isDisable: false },
  ])
  const changed = await clerk.put(`${path()}/${_id}`, { email: '', isDisable: true })
  expect(changed.json()).toMatchObject({ ...grandma, email: null, isDisable: true })
  expect((await clerk.get(`${path()}/${_id}`)).json()).toEqual(changed.json())
  expect((await clerk.delete(`${path()}/${_id}`)).json()).toEqual({ _id })
  expect((await clerk.get(path())).json()).toEqual({ items: [], total: 0 })
  const trail = await portal.run((tx) =>
    tx.query(sql`select description from audit_record where doc_id = ${_id} order by position`),
  )
  expect(trail).toEqual([
    { description: 'Added emergency contact Ah Ma of Tan Wei Ling' },
    { description: 'Updated emergency contact Ah Ma of Tan Wei Ling' },
    { description: 'Removed emergency contact Ah Ma of Tan Wei Ling' },
  ])
})

test.each([
  ['name', '', 'This field is require'],
  ['name', undefined, 'This field is require'],
  ['name', 'x'.repeat(61), 'Name must be at most 60 characters'],
  ['phoneNo', null, 'This field is require'],
  ['phoneNo', '1'.repeat(31), 'Phone No. must be at most 30 characters'],
  ['email', `${'x'.repeat(90)}@example.com`, 'Email must be at most 100 characters'],
  ['email', 'ah ma', 'Email can only contain letters, numbers, @, ., _, and -'],
])('a contact with %s %j is refused', async (field, given, message) => {
  const answer = await clerk.post(path(), { ...grandma, [field]: given })
  expect(answer.json()).toMatchObject({ statusCode: 400, details: [{ path: field, message }] })
})

test("another member's contact is not there", async () => {
  const { _id } = (await clerk.post(path(), grandma)).json()
  for (const owner of [other._id, unknown]) {
    expect((await clerk.get(`${path(owner)}/${_id}`)).statusCode).toBe(404)
    expect((await clerk.put(`${path(owner)}/${_id}`, { name: 'Stolen' })).statusCode).toBe(404)
    expect((await clerk.delete(`${path(owner)}/${_id}`)).statusCode).toBe(404)
  }
  expect((await clerk.post(path(unknown), grandma)).statusCode).toBe(404)
  expect((await clerk.get(path(unknown))).statusCode).toBe(404)
  expect((await clerk.get(`${path()}/${_id}`)).json().name).toBe('Ah Ma')
})

test('the contacts of all members are listed, searched and sorted', async () => {
  await clerk.post(path(other._id), { name: 'Uncle 100%', phoneNo: '0199990000' })
  const names = async (query: string) =>
    (await clerk.get(`/member/emergency-contact?${query}`)).json().items.map((row: { name: string }) => row.name)
  expect(await names(`member=${other._id}`)).toEqual(['Uncle 100%'])
  expect(await names('searchText=0%25')).toEqual(['Uncle 100%'])
  expect((await names('sort=-name'))[0]).toBe('Uncle 100%')
  expect(await names('isDisable=true')).toEqual([])
})

test('contacts are read with view and written with edit', async () => {
  const reader = await portal.as({ membership: ['view'] })
  expect((await reader.get(path())).statusCode).toBe(200)
  expect((await reader.post(path(), grandma)).statusCode).toBe(403)
  expect((await (await portal.as({})).get(path())).statusCode).toBe(403)
})
