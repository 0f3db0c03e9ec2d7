import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn, order } from '../../test/support/academy.ts'
import { absent, openRollDesk, present } from '../../test/support/courses/roll.ts'
import { insertMember } from '../../test/support/families.ts'
import { testEntry, unknown } from '../../test/support/portal.ts'
import { adult, enrol, family } from '../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
const academy = await academyIn(portal)
afterAll(() => portal.close())

const cardOf = async (member: string, by = clerk) => {
  const answer = await by.get(`/family/${member}/card`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const nameOf = ({ name }: { name: string }) => name

/** A course with a class today, a Friday, and the children of a parent with 35 credits in it. */
async function friday(...children: string[]) {
  const { course, name } = await desk.classes()
  const { parent, children: ids } = await family(portal, 35, ...children)
  const enrolled = []
  for (const child of ids) enrolled.push(await enrol(clerk, child, course))
  const { body, statusCode } = await clerk.post(`/class/schedule/${course}`, {
    year: 2026,
    schedule: [{ date: '2026-11-20', duration: '18:00 - 19:00', mainInstructor: [places.tan] }],
  })
  expect(statusCode, body).toBeLessThan(300)
  const [today] = (await clerk.get(`/class?course=${course}&date=2026-11-20`)).json().items
  return { course, name, parent, children: ids, first: ids[0] ?? '', today: today._id as string, enrolled }
}

const link = (child: string, parent: string) =>
  portal.run((tx) =>
    tx.change(testEntry, (on) =>
      sql`insert into member_parent (child, parent) values (${child}, ${parent})`.execute(on()),
    ),
  )

describe('the card of a family', () => {
  test('tells the parent, the children with today’s classes, the wallet and how long it lasts', async () => {
    const { course, name, parent, children, today, enrolled } = await friday('Lucas', 'Sofia')
    const [lucas = '', sofia = ''] = children
    const taken = await desk.take(today, [present(lucas)])
    expect(taken.statusCode, taken.body).toBe(200)
    const card = await cardOf(parent)
    const payer = { _id: parent, name: 'Parent of Lucas and Sofia', wallet: 25 }
    expect(card.main).toMatchObject({
      ...{ _id: parent, kind: 'parent', wallet: 25, creditExpired: null, expiredIn: null, runway: 2, isDisable: false },
    })
    const held = {
      ...{ _id: today, course: { _id: course, name }, venue: 'Cheras', date: '2026-11-20', duration: '18:00 - 19:00' },
      coaches: ['Coach Tan', 'Coach Devi'],
    }
    const enrolment = (n: number) => ({ _id: enrolled[n]._id, creditType: 'normal', credit: 10, payer })
    expect(card.students).toEqual([
      {
        ...{ _id: lucas, name: 'Lucas', chName: null, thumbnail: null, isDisable: false, dob: null, belt: null },
        courses: [{ _id: course, name }],
        classes: [
          {
            ...held,
            enrolment: enrolment(0),
            mark: { _id: expect.any(String), status: 'P', outStanding: false, creditMinus: 10, walletMember: payer },
          },
        ],
      },
      expect.objectContaining({ _id: sofia, classes: [{ ...held, enrolment: enrolment(1), mark: null }] }),
    ])
    expect(card).toMatchObject({ others: [], cases: { count: 0, credit: 0, items: [] }, receipts: [] })
    expect(card.orders).toEqual({ count: 0, items: [] })
    expect(JSON.stringify(card)).not.toMatch(/icNo|medical/)
  })

  test('is opened from a child too; each of several parents has a card, linked to the other', async () => {
    const { parent, children, first } = await friday('Mei', 'Jun')
    const father = await portal.run((tx) => insertMember(tx, { kind: 'parent', name: 'Father of Mei' }))
    await link(first, father)
    const card = await cardOf(first)
    expect(card.main._id).toBe(parent)
    expect(card.students.map(nameOf)).toEqual(['Jun', 'Mei'])
    expect(card.others).toMatchObject([{ _id: father, kind: 'parent', name: 'Father of Mei' }])
    const his = await cardOf(father)
    expect(his).toMatchObject({ main: { _id: father }, others: [{ _id: parent }], students: [{ _id: children[0] }] })
    // The mother's wallet pays for the class, whichever card tells of it.
    expect(his.students[0].classes[0].enrolment.payer._id).toBe(parent)
  })

  test('an adult alone is a family of one; a child on its own has its own card, linked to the parents', async () => {
    const alone = await adult(portal, 'Alone', 20)
    expect(await cardOf(alone)).toMatchObject({
      main: { _id: alone, kind: 'adult', wallet: 20, runway: null },
      ...{ others: [], students: [{ _id: alone, courses: [], classes: [] }] },
    })
    const { parent, first, children } = await friday('Grown', 'Small')
    expect((await clerk.put(`/member/${parent}/independent/${first}`)).statusCode).toBe(200)
    expect(await cardOf(parent)).toMatchObject({
      others: [{ _id: first, kind: 'child' }],
      students: [{ _id: children[1] }],
    })
    expect(await cardOf(first)).toMatchObject({
      main: { _id: first },
      others: [{ _id: parent }],
      students: [{ _id: first }],
    })
  })

  test('a disabled child stands last and has no class; a parent who trains stands first', async () => {
    const { parent, children, course } = await friday('Away', 'Here')
    await clerk.put(`/member/${children[0]}`, { isDisable: true })
    await enrol(clerk, parent, course)
    const { students } = await cardOf(parent)
    expect(students).toMatchObject([
      { _id: parent, classes: [{ mark: null }] },
      { name: 'Here', classes: [{ mark: null }] },
      { name: 'Away', isDisable: true, classes: [] },
    ])
  })

  test('a class is told to whoever was marked in it, though not enrolled any more', async () => {
    const { first, today, enrolled } = await friday('Left')
    await desk.take(today, [absent(first)])
    await clerk.put(`/enrollment/${enrolled[0]._id}`, { isDisable: true })
    expect((await cardOf(first)).students).toMatchObject([
      { courses: [], classes: [{ _id: today, enrolment: null, mark: { status: 'A', creditMinus: 0 } }] },
    ])
  })

  test('tells what is owed, what waits to be verified and the last three receipts', async () => {
    const { parent, children, today, enrolled } = await friday('Owes', 'Also')
    for (const { _id } of enrolled) await clerk.put(`/enrollment/${_id}`, { credit: 40 })
    await desk.take(
      today,
      children.map((child) => present(child)),
    )
    const bought = []
    for (let n = 0; n < 5; n++) bought.push(await order(portal, academy, { member: parent }))
    for (const id of bought.slice(0, 4)) await clerk.put(`/payment/direct/${id}`, { isPay: true })
    const last = (await clerk.get(`/payment/${bought[3]}`)).json()
    await clerk.put(`/payment/cancel/${bought[0]}`, {})
    const card = await cardOf(parent)
    expect(card.cases).toMatchObject({
      count: 2,
      credit: 80,
      items: [{ date: '2026-11-20', credit: 40 }, { credit: 40 }],
    })
    expect(card.orders).toMatchObject({
      count: 1,
      items: [{ _id: bought[4], amount: last.amount, paymentType: 'Cash' }],
    })
    expect(card.receipts).toHaveLength(3)
    expect(card.receipts.map(({ _id }: { _id: string }) => _id)).not.toContain(bought[0])
    expect(card.receipts).toContainEqual({
      ...{ _id: last._id, orNo: last.orNo, packageTitle: last.packageTitle, amount: last.amount },
      ...{ credit: last.creditPurchase, date: '2026-11-20' },
    })
  })

  test('each part is for who may see it', async () => {
    const { parent, first, today, enrolled } = await friday('Part')
    await clerk.put(`/enrollment/${enrolled[0]._id}`, { credit: 40 })
    await desk.take(today, [present(first)])
    await order(portal, academy, { member: parent })
    const seenBy = async (...more: string[][]) =>
      cardOf(
        parent,
        await portal.as(
          Object.fromEntries([['membership', ['view']], ...more.map(([module, ...can]) => [module, can])]),
        ),
      )
    const bare = await seenBy()
    expect(bare).toMatchObject({ orders: null, receipts: null, cases: { count: 1, credit: 40, items: null } })
    expect(bare.students[0].classes).toMatchObject([{ _id: today, mark: null }])
    expect((await seenBy(['dashboard', 'view'])).orders.count).toBe(1)
    expect((await seenBy(['dashboard', 'view'])).receipts).toBeNull()
    expect(await seenBy(['verifyPayment', 'view'])).toMatchObject({ orders: { count: 1 }, receipts: [] })
    expect((await seenBy(['attendance', 'view'])).students[0].classes[0].mark).toMatchObject({ outStanding: true })
    expect((await seenBy(['outStandingCredit', 'view'])).cases.items).toHaveLength(1)
    expect((await (await portal.as({ attendance: ['view'] })).get(`/family/${parent}/card`)).statusCode).toBe(403)
  })

  test('classes and open cases of other centres are not shown, but counted as on the member’s page', async () => {
    const { parent, first, today, enrolled } = await friday('Elsewhere')
    await clerk.put(`/enrollment/${enrolled[0]._id}`, { credit: 40 })
    await desk.take(today, [present(first)])
    const may = { membership: ['view'], attendance: ['view'], outStandingCredit: ['view'] }
    const stranger = await cardOf(parent, await portal.as(may, { centres: [places.ampang] }))
    expect(stranger).toMatchObject({ students: [{ classes: [] }], cases: { count: 1, credit: 40, items: [] } })
    const keeper = await cardOf(parent, await portal.as(may, { centres: [places.cheras] }))
    expect(keeper).toMatchObject({ students: [{ classes: [{ _id: today }] }], cases: { count: 1, credit: 40 } })
  })

  test('a child on its own is told what it attended and its parent’s wallet still owes', async () => {
    const { parent, first, today, enrolled } = await friday('Independent', 'Sibling')
    await clerk.put(`/enrollment/${enrolled[0]._id}`, { credit: 40 })
    await desk.take(today, [present(first)])
    expect((await clerk.put(`/member/${parent}/independent/${first}`)).statusCode).toBe(200)
    expect((await cardOf(first)).cases).toMatchObject({ count: 1, credit: 40, items: [{ credit: 40 }] })
    expect((await cardOf(parent)).cases).toMatchObject({ count: 1, credit: 40 })
  })

  test('an unknown or erased member is a 404', async () => {
    expect((await clerk.get(`/family/${unknown}/card`)).statusCode).toBe(404)
    expect((await clerk.get('/family/nobody/card')).statusCode).toBe(404)
    const gone = await adult(portal, 'Gone')
    await clerk.put(`/member/${gone}`, { isDisable: true })
    await clerk.delete(`/member/${gone}`)
    expect((await clerk.get(`/family/${gone}/card`)).statusCode).toBe(404)
  })
})
