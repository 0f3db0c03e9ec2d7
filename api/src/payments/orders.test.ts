import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { putPackage } from '../../test/support/academy.ts'
import { insertMember, insertRow } from '../../test/support/families.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { testEntry, unknown } from '../../test/support/portal.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
afterAll(() => portal.close())

const body = (more: object = {}) => desk.body(more)
const get = (id: string) => desk.get(id)

describe('an order', () => {
  test('copies the package, whatever else the client sends, and stays as it was when the package is edited', async () => {
    const bought = await portal.run((tx) => putPackage(tx, { title: 'Pro', credit: 250, addition: 50, duration: 12 }))
    const lies = {
      amount: '1.00',
      creditPurchase: 9999,
      addition: 900,
      duration: 99,
      isPay: true,
      packageTitle: 'Free',
    }
    const answer = await clerk.post('/payment', body({ package: bought, ...lies }))
    expect(answer.statusCode).toBe(201)
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'test', action: 'Edited', description: 'Edited a package' }, (on) =>
        sql`update credit_package set credit = 1, title = 'Other' where id = ${bought}`.execute(on()),
      ),
    )
    expect(await get(answer.json()._id)).toMatchObject({
      amount: '250.00',
      creditPurchase: 300,
      addition: 50,
      duration: 12,
      packageTitle: 'Pro',
      status: 'Pending',
      isPay: false,
      orNo: null,
      verifyBy: null,
      expired_date: null,
      orderID: expect.stringMatching(/^ORD-2026-\d{4}$/),
      coachReceived: { _id: academy.coach, name: 'Farid bin Osman' },
    })
  })

  test('for a dependent child belongs to the parent whose wallet pays', async () => {
    const answer = await clerk.post('/payment', body({ memberId: academy.child }))
    expect(answer.json().memberId).toBe(academy.parent)
    expect(answer.json().createdBy).toEqual({
      _id: academy.parent,
      name: 'Tan Wei Ming',
      chName: '陈伟明',
      children: [{ _id: academy.child, name: 'Tan Jia Hui' }],
    })
  })

  test('for a child of two parents belongs to the one who pays for its classes', async () => {
    const { child, mother, father } = await portal.run(async (tx) => {
      const mother = await insertMember(tx, { kind: 'parent', name: 'Lee Siew Ling' })
      const father = await insertMember(tx, { kind: 'parent', name: 'Ong Boon Huat' })
      return { mother, father, child: await insertMember(tx, { kind: 'child', name: 'Ong Li Na' }, [mother, father]) }
    })
    // The screens begin with the one that the order would take.
    const payer = async () => {
      const [found] = (await clerk.get(`/member/choose?ids=${child}`)).json().items
      const { memberId } = (await clerk.post('/payment', body({ memberId: child }))).json()
      const page = (await clerk.get(`/member/${child}`)).json()
      const card = (await clerk.get(`/family/${child}/card`)).json()
      expect([found.payer, page.payer, card.main._id]).toEqual([memberId, memberId, memberId])
      return memberId
    }
    const enrol = (wallet_member: string) =>
      portal.run(async (tx) =>
        insertRow(tx, 'enrolment', {
          member: child,
          course: await insertRow(tx, 'course', { name: wallet_member, normal: 10, normal2: 12, unlimited: true }),
          credit_type: 'normal',
          credit: 10,
          wallet_member,
        }),
      )
    expect(await payer()).toBe(mother)
    await enrol(father)
    expect(await payer()).toBe(father)
    // Both pay for some: none is preferred to the first, who has to be active.
    await enrol(mother)
    expect(await payer()).toBe(mother)
    await portal.run((tx) =>
      tx.change(testEntry, (on) => sql`update member set is_disable = true where id = ${mother}`.execute(on())),
    )
    expect(await payer()).toBe(father)
  })

  test.each(['memberId', 'package', 'coachReceived'])('with an unknown %s is refused at that field', async (path) => {
    for (const given of [unknown, 'nonsense', null, 7, undefined]) {
      const answer = await clerk.post('/payment', body({ [path]: given }))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ path, message: expect.any(String) }])
    }
  })

  test('with a disabled member, package or coach is refused', async () => {
    const disabled = await portal.run(async (tx) => ({
      memberId: await insertMember(tx, { kind: 'parent', name: 'Gone', is_disable: true }),
      package: await putPackage(tx, { is_disable: true }),
      coachReceived: await insertRow(tx, 'coach', {
        name: 'Gone too',
        designation: await insertRow(tx, 'designation', { designation: 'Assistant' }),
        email: 'gone@example.com',
        is_disable: true,
      }),
    }))
    for (const [path, id] of Object.entries(disabled)) {
      const answer = await clerk.post('/payment', body({ [path]: id }))
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toMatch(/disabled/)
    }
  })

  test('that is refused uses no order number', async () => {
    const first = (await clerk.post('/payment', body())).json().orderID
    await clerk.post('/payment', body({ coachReceived: unknown }))
    const second = (await clerk.post('/payment', body())).json().orderID
    expect(Number(second.slice(-4))).toBe(Number(first.slice(-4)) + 1)
  })
})
