import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { order, putPackage } from '../../../test/support/academy.ts'
import { insertTaught } from '../../../test/support/courses/courses.ts'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { testEntry, testPortal, unknown } from '../../../test/support/portal.ts'
import { notify } from '../../notices/notices.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
afterAll(() => portal.close())

const put = (id: string, body: object) => clerk.put(`/member/${id}`, body)
const remove = (id: string) => clerk.delete(`/member/${id}`)
const disabledAdult = (more: object = {}) => enrolMember(clerk, make.adult({ isDisable: true, ...more }))

/** A class of a course in which the member is enrolled. */
async function classFor(member: string) {
  const { course, id } = await portal.run(async (tx) => {
    const [coach] = await tx.query<{ id: string }>(sql`select id from coach`)
    if (!coach) throw new Error('There is no coach')
    const sport = await insertRow(tx, 'sport', { description: tx.newId() })
    const centre = await insertRow(tx, 'centre', { description: tx.newId() })
    const credits = { normal: 10, normal2: 20, special: 15, free: 0 }
    const course = await insertRow(tx, 'course', { name: tx.newId(), sport, centre, ...credits })
    const times = { starts: '09:00', ends: '10:00' }
    const year = await insertTaught(tx, 'courseYear', coach.id, { course, year: 2026, day: 5, ...times })
    const session = { course_year: year, course, date: '2026-11-20', ...times }
    return { course, id: await insertTaught(tx, 'class', coach.id, session) }
  })
  const enrolment = (await clerk.post('/enrollment', { member, course, creditType: 'normal', credit: 10 })).json()
  return { id, course, enrolment: enrolment._id, walletMember: enrolment.walletMember._id }
}

async function attend(member: string, more: object) {
  const { id, course, enrolment, walletMember } = await classFor(member)
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
    await classFor(_id)
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
    await classFor(_id)
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
    const { enrolment } = await classFor(child._id)
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

/** Where in the whole database one of these words stands, as `table: word`; each table is read once. */
const placesOf = (sought: string[]): Promise<string[]> =>
  portal.run(async (tx) => {
    const tables = await tx.query<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const places: string[] = []
    for (const { name } of tables) {
      const texts = await tx.query<{ text: string }>(sql`select whole::text as text from ${sql.table(name)} as whole`)
      const lines = texts.map(({ text }) => text.toLowerCase())
      places.push(
        ...sought
          .filter((word) => lines.some((line) => line.includes(word.toLowerCase())))
          .map((word) => `${name}: ${word}`),
      )
    }
    return places.sort()
  })

/** The audit trail keeps the name. */
const kept = { name: 'Zainal Zulkifli Zaharah' }
/** Personal data that must be nowhere, not even in the audit trail. */
const wiped = {
  chName: '曾再来',
  school: 'SMK Zon Utara',
  note: 'Zealous at forms',
  icNo: '770707-07-7777',
  email: 'zainal.z@example.com',
  phoneNo: '0177707070',
  address: '7 Jalan Zamrud, Klang',
  medical: 'Zoster, twice',
}
const relative = { name: 'Mak Zubaidah', phoneNo: '0199977777', email: 'zubaidah@example.com' }
const words = [...Object.values(kept), ...Object.values(wiped), ...Object.values(relative)]
const inTheTrail = [`audit_record: ${kept.name}`]

/** Enrols a person with every field filled, with an idempotency key. */
async function enrolPerson() {
  const answer = await clerk.post('/member', make.adult({ ...kept, ...wiped }), {
    'idempotency-key': `person ${Math.random()}`,
  })
  const { _id } = answer.json()
  await clerk.post(`/member/${_id}/emergency-contact`, relative, { 'idempotency-key': `contact ${_id}` })
  await put(_id, { phoneNo: '0177707071', address: '8 Jalan Zamrud, Klang' })
  await put(_id, { phoneNo: wiped.phoneNo, address: wiped.address })
  return _id
}

describe('of a person who was deleted, nothing is left but what the trail must tell', () => {
  test('without history', async () => {
    const _id = await enrolPerson()
    // Before the deletion the search finds all of it.
    const before = await placesOf(words)
    for (const word of words)
      expect(before.filter((place) => place.endsWith(`: ${word}`))).toContainEqual(
        expect.not.stringContaining('audit_record'),
      )
    await put(_id, { isDisable: true })
    expect((await remove(_id)).statusCode).toBe(200)
    expect(await placesOf(words)).toEqual(inTheTrail)
  })

  test('with payments, attendance and ledger rows, which all stay', async () => {
    const _id = await enrolPerson()
    await portal.run((tx) =>
      notify(tx, { member: _id, type: 'payment', title: 'Verified', message: `Dear ${kept.name}` }),
    )
    await put(_id, { wallet: 20, walletWas: 0 })
    const { id: held } = await classFor(_id)
    const taken = await clerk.post(`/attendance/take/${held}`, [{ member: _id, status: 'P' }])
    expect(taken.json(), taken.body).toMatchObject({ present: 1, outstanding: 0 })
    const { wallet } = (await clerk.get(`/member/${_id}`)).json()
    await put(_id, { wallet: 0, walletWas: wallet })
    await put(_id, { isDisable: true })
    const money = () => portal.rows(sql`select sum(credit)::int as credit, count(*)::int as rows from wallet_entry`)
    const attended = () => portal.rows(sql`select id, member, credit_minus from attendance where member = ${_id}`)
    const before = [await money(), await attended()]
    expect((await remove(_id)).statusCode).toBe(200)
    expect([await money(), await attended()]).toEqual(before)
    expect(await placesOf(words)).toEqual(inTheTrail)
    // And no list or picker has the person.
    const lists = ['/member', '/lookup/member', '/member/emergency-contact', '/enrollment']
    for (const path of lists)
      for (const text of [kept.name, 'Deleted member'])
        expect((await clerk.get(`${path}?searchText=${encodeURIComponent(text)}`)).json().items).toEqual([])
  })
})

describe('what the law keeps', () => {
  test('is told before, and is the whole copy of a receipt: it names the payer and the children on it', async () => {
    const family = await enrolMember(clerk, make.parent({ children: [make.kid({ name: 'Zuriani', chName: '祖莉' })] }))
    const [child] = family.children
    await put(family._id, { name: kept.name, chName: wiped.chName })
    const [coach] = await portal.rows<{ id: string }>(sql`select id from coach`)
    const bought = await portal.run((tx) => putPackage(tx, { credit: 10, addition: null }))
    const payment = await order(portal, {
      member: family._id,
      coach: coach?.id ?? '',
      package: bought,
      parent: '',
      child: '',
    })
    const removal = async (id: string) => (await clerk.get(`/member/${id}/removal`)).json()
    expect(await removal(family._id)).toMatchObject({ hasHistory: true, receipts: [], receiptsUntil: null })
    const { orNo } = (await clerk.put(`/payment/direct/${payment}`, { isPay: true })).json()
    const expected = { receipts: [orNo], receiptsUntil: '2033-12-31' }
    expect(await removal(family._id)).toMatchObject({ ...expected, hasHistory: true })
    expect((await removal(family._id)).reasons.map(({ path }: { path: string }) => path)).toContain('wallet')
    expect(await removal(child._id)).toMatchObject({ ...expected, hasHistory: false })

    await put(child._id, { isDisable: true })
    expect((await removal(child._id)).reasons).toEqual([])
    expect((await remove(child._id)).statusCode).toBe(200)
    await put(family._id, { wallet: 0, walletWas: 10 })
    await put(family._id, { isDisable: true })
    expect((await remove(family._id)).statusCode).toBe(200)
    expect(await placesOf([kept.name, wiped.chName, 'Zuriani', '祖莉'])).toEqual(
      [
        ...[kept.name, 'Zuriani'].map((word) => `audit_record: ${word}`),
        ...[kept.name, 'Zuriani', wiped.chName, '祖莉'].map((word) => `receipt: ${word}`),
      ].toSorted(),
    )
    expect((await clerk.get(`/member/${family._id}/removal`)).statusCode).toBe(404)
  })

  test('and of an adjustment and of a close on paper, with the name on them', async () => {
    const { _id } = await enrolMember(clerk, make.adult({ name: kept.name, chName: wiped.chName }))
    const [coach] = await portal.rows<{ id: string }>(sql`select id from coach`)
    const bought = await portal.run((tx) => putPackage(tx, { credit: 10, addition: null }))
    const payment = await order(portal, { member: _id, coach: coach?.id ?? '', package: bought, parent: '', child: '' })
    const body = { member: _id, date: '2026-11-20', reason: 'Goodwill', adjustCredit: 5 }
    const adjusted = (await clerk.post('/credit-adjust', body)).json()
    const papers = async () => {
      const { papers, papersUntil } = (await clerk.get(`/member/${_id}/removal`)).json()
      return { papers, papersUntil }
    }
    expect(await papers()).toEqual({ papers: [], papersUntil: null })
    await clerk.put(`/credit-adjust/${adjusted._id}`, { approvedBy: 'me' })
    const close = { day: '2026-11-20', coach: coach?.id, payments: [payment], counted: '10' }
    const { number } = (await clerk.post('/cash-close', close)).json()
    expect(await papers()).toEqual({ papers: [adjusted.doc_no, number], papersUntil: '2033-12-31' })
    await put(_id, { wallet: 0, walletWas: 15 })
    await put(_id, { isDisable: true })
    expect((await remove(_id)).statusCode).toBe(200)
    const named = await portal.rows<{ number: string }>(
      sql`select number from written_paper where content like ${`%${kept.name}%`} order by number`,
    )
    expect(named).toEqual([{ number: adjusted.doc_no }, { number }])
  })

  test('is asked for with the right to delete', async () => {
    const { _id } = await disabledAdult()
    const editor = await portal.as({ membership: ['view', 'edit', 'create'] })
    expect((await editor.get(`/member/${_id}/removal`)).statusCode).toBe(403)
    await portal.portal.background.settled()
    expect((await clerk.get(`/member/${_id}/removal`)).json()).toEqual({
      reasons: [],
      hasHistory: false,
      goes: [
        { kind: 'details', count: 7 },
        { kind: 'readings', count: 1 },
        { kind: 'trail', count: 1 },
      ],
      stays: [{ kind: 'trail', count: 1, until: null }],
      openOrders: 0,
      receipts: [],
      receiptsUntil: null,
      papers: [],
      papersUntil: null,
    })
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
