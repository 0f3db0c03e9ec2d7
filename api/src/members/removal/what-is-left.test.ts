import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { order, putPackage } from '../../../test/support/academy.ts'
import { classFor } from '../../../test/support/courses/class-for.ts'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { notify } from '../../notices/notices.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
afterAll(() => portal.close())

const put = (id: string, body: object) => clerk.put(`/member/${id}`, body)
const remove = (id: string) => clerk.delete(`/member/${id}`)

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
    const { id: held } = await classFor(portal, clerk, _id)
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
    const { _id } = await enrolMember(clerk, make.adult({ isDisable: true }))
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
