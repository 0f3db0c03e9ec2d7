import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { classFor } from '../../../test/support/courses/class-for.ts'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { testEntry, testPortal, unknown } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
afterAll(() => portal.close())

const put = (id: string, body: object) => clerk.put(`/member/${id}`, body)
const remove = (id: string) => clerk.delete(`/member/${id}`)
const disabledAdult = (more: object = {}) => enrolMember(clerk, make.adult({ isDisable: true, ...more }))

async function attend(member: string, more: object) {
  const { id, course, enrolment, walletMember } = await classFor(portal, clerk, member)
  const row = { class: id, course, member, enrolment, wallet_member: walletMember, credit_type: 'normal' }
  await portal.run((tx) =>
    insertRow(tx, 'attendance', { ...row, class_date: '2026-11-20', credit_minus: 10, taken_by_name: 'x', ...more }),
  )
  return enrolment
}

describe('a member that may not go', () => {
  test('is told every reason at once', async () => {
    const member = await enrolMember(clerk, make.adult({ name: 'Busy Bee' }))
    await put(member._id, { wallet: 20, walletWas: 0 })
    await attend(member._id, { status: 'P', check_in: '09:00', outstanding: true })
    await portal.run((tx) =>
      tx.change(testEntry, (on) => sql`update member set is_protected = true where id = ${member._id}`.execute(on())),
    )
    const answer = await remove(member._id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe(
      'Busy Bee cannot be deleted: the member is not disabled, the member is protected, the wallet holds 20 credits, there are open outstanding cases',
    )
    expect(answer.json().details.map(({ path }: { path: string }) => path)).toEqual([
      'isDisable',
      'isProtected',
      'wallet',
      'openOutstanding',
    ])
    expect((await clerk.get(`/member/${member._id}`)).json()).toMatchObject({ name: 'Busy Bee', openOutstanding: 1 })
  })

  test('a parent of a dependent child stays; of an independent one it may go', async () => {
    const parent = await enrolMember(clerk, make.parent({ isDisable: false, children: [make.kid()] }))
    const [child] = parent.children
    await put(parent._id, { isDisable: true })
    expect((await remove(parent._id)).json().message).toContain('there are dependent children')
    await clerk.put(`/member/${parent._id}/independent/${child._id}`)
    expect((await remove(parent._id)).statusCode).toBe(200)
    expect((await clerk.get(`/member/${child._id}`)).json().mainIDs).toEqual([])
  })

  test('nobody is a 404, and it needs membership delete', async () => {
    expect((await remove(unknown)).statusCode).toBe(404)
    const editor = await portal.as({ membership: ['view', 'edit', 'create'] })
    const { _id } = await disabledAdult()
    expect((await editor.delete(`/member/${_id}`)).statusCode).toBe(403)
  })
})

describe('a member without history', () => {
  test('is removed with contacts, enrolments and wallet', async () => {
    const { _id, name } = await enrolMember(clerk, make.adult())
    await clerk.post(`/member/${_id}/emergency-contact`, { name: 'Ah Ma', phoneNo: '0123456789' })
    await classFor(portal, clerk, _id)
    await put(_id, { isDisable: true })
    const answer = await remove(_id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { _id }])
    for (const table of ['member', 'wallet', 'enrolment', 'emergency_contact']) {
      const column = table === 'member' ? 'id' : 'member'
      expect(await portal.rows(sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${_id}`)).toEqual([])
    }
    expect((await remove(_id)).statusCode).toBe(404)
    expect(
      await portal.rows(sql`select description from audit_record where doc_id = ${_id} and action = 'Deleted'`),
    ).toEqual([{ description: `Deleted adult ${name}` }])
  })

  test('frees its I/C number', async () => {
    const { _id, icNo } = await disabledAdult()
    await remove(_id)
    expect((await clerk.post('/member', make.adult({ icNo }))).statusCode).toBe(201)
  })
})

describe('a member with history', () => {
  test('is erased: the person is gone, the money rows stay', async () => {
    const { _id, icNo, email } = await enrolMember(
      clerk,
      make.adult({ chName: '陈小明', medical: 'Asthma', phoneNo: '0123456789' }),
    )
    await clerk.post(`/member/${_id}/emergency-contact`, { name: 'Ah Ma', phoneNo: '0123456789' })
    await put(_id, { wallet: 20, walletWas: 0 })
    await put(_id, { wallet: 0, walletWas: 20 })
    await classFor(portal, clerk, _id)
    await put(_id, { isDisable: true })
    expect((await remove(_id)).statusCode).toBe(200)
    expect(await portal.rows(sql`select credit from wallet_entry where member = ${_id} order by version`)).toEqual([
      { credit: 20 },
      { credit: -20 },
    ])
    const [row] = await portal.rows<Record<string, unknown>>(sql`select * from member where id = ${_id}`)
    expect(row).toMatchObject({ name: 'Deleted member', isDeleted: true, isDisable: true, password: null })
    const left = Object.values(row ?? {}).join()
    for (const private_ of [icNo, email, '陈小明', 'Asthma', '0123456789']) expect(left).not.toContain(private_)
    expect(await portal.rows(sql`select 1 from emergency_contact where member = ${_id}`)).toEqual([])
    expect((await clerk.get(`/member/${_id}`)).statusCode).toBe(404)
    expect((await clerk.get('/member?searchText=Deleted')).json().total).toBe(0)
    expect((await clerk.get(`/enrollment?member=${_id}`)).json().total).toBe(0)
    expect((await put(_id, { name: 'Back' })).statusCode).toBe(404)
    expect(
      (await clerk.post('/enrollment', { member: _id, course: unknown, creditType: 'normal', credit: 10 })).statusCode,
    ).toBe(404)
    expect((await clerk.post('/member', make.adult({ icNo, email }))).statusCode).toBe(201)
  })

  test('attendance is history, and so are the classes of a child that a parent once paid', async () => {
    const attended = await disabledAdult({ isDisable: false })
    await attend(attended._id, { status: 'A' })
    await put(attended._id, { isDisable: true })
    const parent = await enrolMember(clerk, make.parent({ children: [make.kid()] }))
    const [child] = parent.children
    const { enrolment } = await classFor(portal, clerk, child._id)
    await clerk.put(`/enrollment/${enrolment}`, { isDisable: true })
    await clerk.put(`/member/${parent._id}/independent/${child._id}`)
    await put(parent._id, { isDisable: true })
    for (const id of [attended._id, parent._id]) {
      expect((await remove(id)).statusCode).toBe(200)
      expect(await portal.rows(sql`select is_deleted from member where id = ${id}`)).toEqual([{ isDeleted: true }])
    }
    expect((await clerk.get(`/member/${child._id}`)).json().mainIDs).toEqual([])
  })
})

test('a picture goes with its person, and a refused deletion leaves it where it is', async () => {
  const data = new FormData()
  for (const [field, value] of Object.entries(make.adult())) data.set(field, String(value))
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  data.set('picture', new Blob([Uint8Array.from(png)]), 'face.png')
  const request = new Request('http://portal', { method: 'POST', body: data })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const member = (await clerk.post('/member', Buffer.from(await request.arrayBuffer()), headers)).json()
  await put(member._id, { wallet: 5, walletWas: 0 })
  const files = async () => (await readdir(join(portal.portal.config.dataDir, 'files'))).length
  const before = await files()
  expect((await remove(member._id)).statusCode).toBe(409)
  expect(await files()).toBe(before)
  await put(member._id, { wallet: 0, walletWas: 5 })
  await put(member._id, { isDisable: true })
  expect((await remove(member._id)).statusCode).toBe(200)
  expect(await files()).toBe(before - 2)
  for (const url of [member.picture, member.thumbnail]) expect((await portal.app.inject({ url })).statusCode).toBe(404)
})

test('a written down credit adjustment is history, and nobody keeps its member from leaving', async () => {
  const { _id } = await enrolMember(clerk, make.adult())
  const body = { member: _id, date: '2026-11-20', reason: 'Goodwill', adjustCredit: 5 }
  expect((await clerk.post('/credit-adjust', body)).statusCode).toBe(201)
  await put(_id, { isDisable: true })
  expect((await remove(_id)).statusCode).toBe(200)
  expect(await portal.rows(sql`select is_deleted from member where id = ${_id}`)).toEqual([{ isDeleted: true }])
})

test('a child leaves its parent without a trace in the family', async () => {
  const parent = await enrolMember(clerk, make.parent({ children: [make.kid(), make.kid()] }))
  const [child, sibling] = parent.children
  await put(child._id, { isDisable: true })
  expect((await remove(child._id)).statusCode).toBe(200)
  expect((await clerk.get(`/member/${parent._id}`)).json().children).toMatchObject([{ _id: sibling._id }])
})

test('deleted twice at once, it is gone once', async () => {
  const { _id } = await disabledAdult()
  const answers = await Promise.all([remove(_id), remove(_id), remove(_id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404])
})
