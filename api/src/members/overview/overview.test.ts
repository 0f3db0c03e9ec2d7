import { afterAll, describe, expect, test } from 'vitest'
import { academyIn, order } from '../../../test/support/academy.ts'
import { newYear } from '../../../test/support/courses/courses.ts'
import { absent, openRollDesk, present } from '../../../test/support/courses/roll.ts'
import { unknown } from '../../../test/support/portal.ts'
import { adult, enrol, family, topUp } from '../../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
const academy = await academyIn(portal)
afterAll(() => portal.close())

const overviewOf = async (member: string, by = clerk) => {
  const answer = await by.get(`/member/${member}/overview`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const timelineOf = async (member: string, query = '', by = clerk) => {
  const answer = await by.get(`/member/${member}/timeline?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const walletOf = async (member: string) => (await clerk.get(`/member/${member}`)).json().wallet
type Told = { what: string; moved: number | null; payment: { status: string } | null; entry: { kind: string } | null }
const movedIn = (items: Told[]) => items.reduce((sum, { moved }) => sum + (moved ?? 0), 0)
const inShort = (items: Told[]) =>
  items.map(({ what, moved, payment, entry }) => [what, entry?.kind ?? payment?.status ?? null, moved])

/** A parent with 35 credits whose children were in a class: one present and one absent. */
async function household() {
  const lesson = await desk.lesson(35, 'Lucas', 'Sofia')
  const [lucas = '', sofia = ''] = lesson.children
  await desk.take(lesson.past, [present(lucas), absent(sofia)])
  return { ...lesson, lucas, sofia }
}

describe('the overview of a member', () => {
  test('tells of a parent the children’s next class and attendance, what is owed and what the wallet did', async () => {
    const { parent, lucas, sofia, course, name, future, on, enrolled } = await household()
    // Dearer than what is left.
    await clerk.put(`/enrollment/${enrolled[0]._id}`, { credit: 30 })
    await desk.take(on('2026-11-10'), [present(lucas), present(sofia)])
    expect(await overviewOf(parent)).toEqual({
      nextClass: {
        _id: future,
        course: { _id: course, name },
        venue: 'Cheras',
        date: '2026-11-24',
        duration: '18:00 - 19:00',
        members: [
          { _id: lucas, name: 'Lucas' },
          { _id: sofia, name: 'Sofia' },
        ],
      },
      attended: [
        { _id: lucas, name: 'Lucas', present: 2, marked: 2 },
        { _id: sofia, name: 'Sofia', present: 1, marked: 2 },
      ],
      owed: 30,
      months: {
        startDate: '2026-05-20',
        before: 0,
        days: [{ date: '2026-11-20', balance: 15 }],
        came: 35,
        went: 20,
      },
    })
    const child = await overviewOf(sofia)
    expect(child).toMatchObject({ attended: [{ _id: sofia, present: 1, marked: 2 }], owed: 0, months: null })
    expect(child.nextClass.members).toEqual([{ _id: sofia, name: 'Sofia' }])
  })

  test('of a wallet that did not move is a line; of somebody disabled there is no next class', async () => {
    const member = await adult(portal, 'Quiet', 0)
    const { course } = await desk.classes()
    await enrol(clerk, member, course)
    expect(await overviewOf(member)).toMatchObject({
      nextClass: { date: '2026-11-24' },
      attended: [],
      owed: 0,
      months: { before: 0, days: [], came: 0, went: 0 },
    })
    await clerk.put(`/member/${member}`, { isDisable: true })
    expect((await overviewOf(member)).nextClass).toBeNull()
  })

  test('tells what the wallet held at the end of each day, also where an entry of the day before was written later', async () => {
    const member = await adult(portal, 'Midnight')
    portal.clock.set('2026-11-20T00:00:01+08:00')
    await topUp(portal, member, 30)
    // Its call began before midnight, and waited for the wallet.
    portal.clock.set('2026-11-19T23:59:59+08:00')
    await topUp(portal, member, 10)
    portal.clock.set('2026-11-20T04:00:00.000Z')
    expect((await overviewOf(member)).months).toMatchObject({
      before: 0,
      days: [
        { date: '2026-11-19', balance: 10 },
        { date: '2026-11-20', balance: 40 },
      ],
    })
    for (const [asOf, balance] of [
      ['2026-11-19', 10],
      ['2026-11-20', 40],
    ])
      expect((await clerk.get(`/member/${member}/wallet?asOf=${asOf}`)).json().balance).toBe(balance)
  })

  test('names today’s class until it is over or marked', async () => {
    const member = await adult(portal, 'Friday')
    const { course, on } = await desk.classes()
    await newYear(clerk, places, course, { year: 2027 })
    await enrol(clerk, member, course)
    portal.clock.set('2026-11-24T10:59:00.000Z')
    const later = await portal.as()
    expect((await overviewOf(member, later)).nextClass.date).toBe('2026-11-24')
    portal.clock.set('2026-11-24T11:00:00.000Z')
    expect((await overviewOf(member, later)).nextClass.date).toBe('2026-12-01')
    portal.clock.set('2026-11-24T10:59:00.000Z')
    await desk.take(on('2026-11-24'), [present(member)], later)
    expect((await overviewOf(member, later)).nextClass.date).toBe('2026-12-01')
    portal.clock.set('2026-11-20T04:00:00.000Z')
  })
})

describe('what happened', () => {
  test('is told once, newest first, and adds up to the balance', async () => {
    const { parent, lucas, past, course, name } = await household()
    const paid = await order(portal, academy, { member: parent })
    await clerk.put(`/payment/direct/${paid}`, { isPay: true })
    const waiting = await order(portal, academy, { member: parent })
    await clerk.put(`/member/${parent}`, { wallet: 100, walletWas: 145 })
    // Charged, taken back and charged again: only what stands is told.
    const [row] = (await desk.rollOf(past)).items
    await clerk.put(`/attendance/${row._id}`, { status: 'A' })
    await clerk.put(`/attendance/${row._id}`, { status: 'P' })

    const { items, total } = await timelineOf(parent)
    expect(total).toBe(5)
    expect(movedIn(items)).toBe(await walletOf(parent))
    expect(inShort(items)).toEqual(
      expect.arrayContaining([
        ['class', null, -10],
        ['credit', 'opening', 35],
        ['credit', 'manual-edit', -45],
        ['payment', 'purchase', 120],
        ['payment', 'Pending', null],
      ]),
    )
    expect(items.map(({ at }: { at: string }) => at)).toEqual(
      items
        .map(({ at }: { at: string }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(items.at(-1)).toMatchObject({
      _id: past,
      at: '2026-11-17T10:00:00.000Z',
      attended: {
        course: { _id: course, name },
        venue: 'Cheras',
        date: '2026-11-17',
        members: [
          { _id: lucas, name: 'Lucas', status: 'P', outStanding: false },
          { name: 'Sofia', status: 'A' },
        ],
      },
    })
    expect(items.find(({ _id }: { _id: string }) => _id === waiting).payment).toMatchObject({
      packageTitle: 'Starter',
      paymentType: 'Cash',
      received: 'Farid bin Osman',
      status: 'Pending',
    })
    for (const [what, count] of [
      ['class', 1],
      ['credit', 2],
      ['payment', 2],
    ] as const) {
      const chosen = await timelineOf(parent, `what=${what}`)
      expect([chosen.total, new Set(chosen.items.map((each: Told) => each.what))]).toEqual([count, new Set([what])])
    }
    const second = await timelineOf(parent, 'limit=2&offset=2')
    expect([second.total, second.items]).toEqual([5, items.slice(2, 4)])
    expect(await timelineOf(parent, 'limit=2&offset=6')).toEqual({ items: [], total: 5 })
    // The child's page tells its classes and no wallet.
    expect(inShort((await timelineOf(lucas)).items)).toEqual([['class', null, -10]])
  })

  test('says nothing of payments to who may not see them but what the ledger says', async () => {
    const member = await adult(portal, 'Buyer')
    const paid = await order(portal, academy, { member })
    await clerk.put(`/payment/direct/${paid}`, { isPay: true })
    await clerk.put(`/payment/direct/${await order(portal, academy, { member })}`, { isPay: false, isRejected: true })
    await order(portal, academy, { member })
    const told = async (permissions: Parameters<typeof portal.as>[0]) =>
      (await timelineOf(member, '', await portal.as(permissions))).items.map(({ payment }: Told) => payment)
    expect(await told({ membership: ['view'], verifyPayment: ['view'] })).toMatchObject([
      { status: 'Pending' },
      { status: 'Rejected' },
      { status: 'Done', amount: expect.stringMatching(/^\d+\.\d\d$/) },
    ])
    expect(await told({ membership: ['view'], dashboard: ['view'] })).toMatchObject([
      { status: 'Pending' },
      { status: 'Done', amount: null, received: null },
    ])
    expect(await told({ membership: ['view'] })).toMatchObject([{ status: 'Done', amount: null, received: null }])
  })

  test('of an erased child keeps the class and not the name', async () => {
    const { parent, sofia } = await household()
    await clerk.put(`/member/${sofia}`, { isDisable: true })
    expect((await clerk.delete(`/member/${sofia}`)).statusCode).toBe(200)
    const told = JSON.stringify([await overviewOf(parent), await timelineOf(parent)])
    expect(told).not.toContain('Sofia')
    expect(told).toContain('Deleted member')
  })
})

test('both need the permission and a member who is there, and leave out classes of other centres', async () => {
  const { parent, first } = await desk.lesson(100, 'Mei')
  const clerkOfAmpang = await portal.as({ membership: ['view'] }, { centres: [places.ampang] })
  const clerkOfCheras = await portal.as({ membership: ['view'] }, { centres: [places.cheras] })
  const { past } = await desk.classes({ centre: places.ampang })
  await desk.take(past, [{ ...present(first), creditType: 'normal', creditMinus: 25, walletMember: parent }])
  const courses = async (by: typeof clerk) => (await timelineOf(parent, 'what=class', by)).total
  expect([await courses(clerkOfAmpang), await courses(clerkOfCheras), await courses(clerk)]).toEqual([1, 0, 1])
  expect(await overviewOf(parent, clerkOfAmpang)).toMatchObject({ nextClass: null, attended: [{ marked: 1 }] })
  expect(await overviewOf(parent, clerkOfCheras)).toMatchObject({ nextClass: { venue: 'Cheras' }, attended: [] })

  const { parent: gone } = await family(portal, 5)
  await clerk.put(`/member/${gone}`, { wallet: 0, walletWas: 5 })
  await clerk.put(`/member/${gone}`, { isDisable: true })
  expect((await clerk.delete(`/member/${gone}`)).statusCode).toBe(200)
  for (const call of ['overview', 'timeline']) {
    expect((await (await portal.as({ dashboard: ['view'] })).get(`/member/${parent}/${call}`)).statusCode).toBe(403)
    for (const id of [unknown, gone, 'no-id']) expect((await clerk.get(`/member/${id}/${call}`)).statusCode).toBe(404)
  }
  for (const query of ['what=all', 'limit=0', 'limit=501', 'offset=-1', 'limit=many'])
    expect((await clerk.get(`/member/${parent}/timeline?${query}`)).statusCode, query).toBe(400)
})
