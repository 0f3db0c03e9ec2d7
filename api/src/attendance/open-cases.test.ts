import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { classesOf, coursePlaces, newCourse, newYear } from '../../test/support/courses/courses.ts'
import { openCases, tuesdays } from '../../test/support/courses/open-cases.ts'
import { insertMember } from '../../test/support/families.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { enrol, ledgerOf, topUp } from '../../test/support/students.ts'

const portal = await testPortal()
const clerk = await portal.as()
const places = await coursePlaces(portal)
afterAll(() => portal.close())

const { owing, closeAll, openDays } = openCases(portal, clerk, places)

describe('the open cases of a wallet', () => {
  test('are closed oldest first as far as it covers them', async () => {
    const { parent, name } = await owing()
    await topUp(portal, parent, 45)
    expect(await closeAll(parent)).toMatchObject({ statusCode: 200, closed: 2, left: 2, wallet: 5 })
    expect(await openDays(parent)).toEqual(['2026-11-10', '2026-11-17'])
    const { labels, credits } = await ledgerOf(clerk, parent)
    expect(credits).toEqual([45, -10, -30])
    expect(labels.slice(1)).toEqual([`${name}, 27-10-2026, Owing`, `${name}, 03-11-2026, Owing`])
    expect((await clerk.get(`/member/${parent}`)).json()).toMatchObject({ wallet: 5, openOutstanding: 2 })
  })

  test('that are too large are left, and smaller ones after them are still paid', async () => {
    const { parent } = await owing()
    await topUp(portal, parent, 25)
    expect(await closeAll(parent)).toMatchObject({ statusCode: 200, closed: 2, left: 2, wallet: 5 })
    expect(await openDays(parent)).toEqual(['2026-11-03', '2026-11-17'])
  })

  test('are refused when it covers none, and when there are none; nothing changes', async () => {
    const { parent, child } = await owing()
    await topUp(portal, parent, 9)
    expect(await closeAll(parent)).toMatchObject({
      statusCode: 409,
      message: 'The wallet holds 9 credits, too few for any of its outstanding cases',
    })
    expect(await openDays(parent)).toEqual(tuesdays)
    await topUp(portal, parent, 51)
    expect(await closeAll(parent)).toMatchObject({ statusCode: 200, closed: 4, left: 0, wallet: 0 })
    expect(await closeAll(parent)).toMatchObject({
      statusCode: 409,
      message: 'This wallet has no outstanding case',
    })
    expect(await closeAll(child)).toMatchObject({ statusCode: 409 })
  })

  test('are closed once by ten who close them at once, each alone and all together', async () => {
    const { parent } = await owing()
    await topUp(portal, parent, 60)
    const [oldest] = (await clerk.get(`/attendance?walletMember=${parent}&outstanding=true&sort=%2BclassDate`)).json()
      .items
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        place % 2
          ? clerk.put(`/attendance/clearOutstanding/${oldest._id}`, { outStanding: false })
          : clerk.put(`/attendance/clearOutstanding/wallet/${parent}`, { outStanding: false }),
      ),
    )
    expect([...new Set(answers.map(({ statusCode }) => statusCode))].toSorted()).toEqual([200, 409])
    expect((await ledgerOf(clerk, parent)).credits).toEqual([60, -10, -30, -10, -10])
    expect(await openDays(parent)).toEqual([])
  })

  test('need the permission, a member, and false; another centre’s stay as they are', async () => {
    const { parent } = await owing({ centre: places.ampang })
    await topUp(portal, parent, 60)
    const clerkOfCheras = await portal.as({ outStandingCredit: ['view'] }, { centres: [places.cheras] })
    expect(await closeAll(parent, clerkOfCheras)).toMatchObject({ statusCode: 409 })
    expect((await closeAll(parent, await portal.as({ attendance: ['view', 'mark', 'edit'] }))).statusCode).toBe(403)
    for (const body of [{}, { outStanding: true }, []])
      expect([body, (await closeAll(parent, clerk, body)).statusCode]).toEqual([body, 400])
    for (const id of ['01900000-0000-7000-8000-00000000dead', 'nobody'])
      expect((await closeAll(id)).statusCode).toBe(404)
    expect(await openDays(parent)).toEqual(tuesdays)
    const clerkOfAmpang = await portal.as({ outStandingCredit: ['view'] }, { centres: [places.ampang] })
    expect(await closeAll(parent, clerkOfAmpang)).toMatchObject({ statusCode: 200, closed: 4 })
  })
})

describe('open cases chosen from the list', () => {
  const close = async (ids: unknown, by = clerk) => {
    const answer = await by.put('/attendance/clearOutstanding', { ids })
    return { statusCode: answer.statusCode, ...answer.json() }
  }
  const casesOf = async (parent: string): Promise<string[]> =>
    (await clerk.get(`/attendance?walletMember=${parent}&outstanding=true`))
      .json()
      .items.map((row: { _id: string }) => row._id)

  test('are listed from the oldest on, while records are from the newest on', async () => {
    const { parent } = await owing()
    const days = async (query: string) =>
      (await clerk.get(`/attendance?walletMember=${parent}${query}`))
        .json()
        .items.map((row: { classDate: string }) => row.classDate)
    expect(await days('&outstanding=true')).toEqual(tuesdays)
    expect(await days('')).toEqual(tuesdays.toReversed())
    expect(await days('&outstanding=true&sort=-classDate')).toEqual(tuesdays.toReversed())
  })

  test('are found by the name of who pays, and as the pages of payer and attending member count them', async () => {
    const { parent, child, course } = await owing()
    await clerk.put(`/member/${parent}`, { name: 'Zubaidah binti Harun' })
    await clerk.put(`/member/${parent}/independent/${child}`)
    const earlier = (await classesOf(clerk, course)).find(({ date }: { date: string }) => date === '2026-10-20')
    const taken = await clerk.post(`/attendance/take/${earlier._id}`, [{ member: child, status: 'P' }])
    expect(taken.json().items[0]).toMatchObject({ outStanding: true, walletMember: { _id: child } })
    const days = async (query: string) =>
      (await clerk.get(`/attendance?${query}`)).json().items.map((row: { classDate: string }) => row.classDate)
    expect(await days('outstanding=true&searchText=zubaidah')).toEqual(tuesdays)
    expect(await days('searchText=zubaidah')).toEqual([])
    expect(await days(`outstanding=true&attendedOrPaidBy=${parent}`)).toEqual(tuesdays)
    expect(await days(`outstanding=true&attendedOrPaidBy=${child}`)).toEqual(['2026-10-20', ...tuesdays])
    for (const [member, count] of [
      [parent, 4],
      [child, 5],
    ] as const)
      expect((await clerk.get(`/member/${member}`)).json()).toMatchObject({ openOutstanding: count })
  })

  test('of several wallets are closed oldest first, in whatever order they are named; the rest is told', async () => {
    const [rich, poor] = [await owing(), await owing()]
    await topUp(portal, rich.parent, 60)
    await topUp(portal, poor.parent, 15)
    const [richCases, poorCases] = [await casesOf(rich.parent), await casesOf(poor.parent)]
    const answer = await close([unknown, ...poorCases.toReversed(), ...richCases.toReversed(), richCases[0]])
    expect(answer.statusCode).toBe(200)
    expect(answer.closed).toHaveLength(5)
    expect(answer.closed[0]).toMatchObject({ classDate: '2026-10-27', outStanding: false, creditMinus: 10 })
    const short = 'The wallet holds 5 credits, 5 less than the 10 needed'
    expect(answer.failed).toEqual([
      { _id: poorCases[1], message: 'The wallet holds 5 credits, 25 less than the 30 needed' },
      { _id: poorCases[2], message: short },
      { _id: poorCases[3], message: short },
      { _id: unknown, message: 'Attendance not found' },
    ])
    expect((await ledgerOf(clerk, rich.parent)).credits).toEqual([60, -10, -30, -10, -10])
    expect((await ledgerOf(clerk, poor.parent)).credits).toEqual([15, -10])
    expect(await openDays(poor.parent)).toEqual(tuesdays.slice(1))
    expect(await close(richCases)).toMatchObject({
      statusCode: 409,
      message: 'No case was closed. This case is not outstanding',
    })
  })

  test('by ten at once are charged once', async () => {
    const { parent } = await owing()
    await topUp(portal, parent, 60)
    const ids = await casesOf(parent)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => close(place % 2 ? ids : ids.toReversed())),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 0, credits: [60, -10, -30, -10, -10] })
  })

  test('need to be named, the permission and the centre', async () => {
    const { parent } = await owing({ centre: places.ampang })
    await topUp(portal, parent, 60)
    const ids = await casesOf(parent)
    const message = 'Please select at least one case'
    for (const none of [[], undefined, null, [null]])
      expect(await close(none)).toMatchObject({ statusCode: 400, details: [{ message }] })
    expect((await close(['x'])).statusCode).toBe(400)
    expect((await close(Array(1001).fill(ids[0]))).statusCode).toBe(400)
    expect((await close(ids, await portal.as({ attendance: ['view', 'edit'] }))).statusCode).toBe(403)
    const elsewhere = await portal.as({ outStandingCredit: ['view'] }, { centres: [places.cheras] })
    expect(await close(ids, elsewhere)).toMatchObject({
      statusCode: 409,
      message: 'No case was closed. Attendance not found',
    })
    expect(await openDays(parent)).toEqual(tuesdays)
    const there = await portal.as({ outStandingCredit: ['view'] }, { centres: [places.ampang] })
    expect((await close(ids, there)).closed).toHaveLength(4)
  })
})

describe('a record', () => {
  const recordOf = async (child: string) =>
    (await clerk.get(`/attendance?member=${child}&sort=%2BclassDate`)).json().items[0]

  test('tells what being present costs and who would pay, also while the member is absent', async () => {
    const { parent, child } = await owing()
    await topUp(portal, parent, 60)
    const id = (await recordOf(child))._id
    await clerk.put(`/attendance/${id}`, { status: 'A' })
    expect(await recordOf(child)).toMatchObject({
      status: 'A',
      creditMinus: 0,
      credit: 10,
      payer: { _id: parent, wallet: 60 },
    })
    const back = await clerk.put(`/attendance/${id}`, { status: 'P', checkInTime: '18:05' })
    expect(back.json()).toMatchObject({ outStanding: false, creditMinus: 10, credit: 10, payer: { wallet: 50 } })
    const other = (await owing()).parent
    await portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'test', action: 'Test', description: 'Test' }, (on) =>
        sql`update enrolment set wallet_member = ${other} where member = ${child}`.execute(on()),
      ),
    )
    expect((await recordOf(child)).payer).toMatchObject({ _id: other, wallet: 0 })
  })

  test('names the wallet that paid, and the one that would pay by now', async () => {
    const { parent, child } = await owing()
    await topUp(portal, parent, 60)
    await closeAll(parent)
    await clerk.put(`/member/${parent}/independent/${child}`)
    const record = await recordOf(child)
    expect(record).toMatchObject({ walletMember: { _id: parent }, payer: { _id: child, wallet: 0 } })
    // The parent's debit is reversed to the parent; set to present again, the child's own wallet pays.
    await clerk.put(`/attendance/${record._id}`, { status: 'A' })
    expect((await ledgerOf(clerk, parent)).balance).toBe(10)
    const again = await clerk.put(`/attendance/${record._id}`, { status: 'P', checkInTime: '18:00' })
    expect(again.json()).toMatchObject({ outStanding: true, walletMember: { _id: child } })
    const openOutstanding = async (id: string) => (await clerk.get(`/member/${id}`)).json().openOutstanding
    expect([await openOutstanding(parent), await openOutstanding(child)]).toEqual([0, 1])
  })

  test('whose payer was deleted since stays as it is', async () => {
    const { parent, child } = await owing()
    await topUp(portal, parent, 60)
    await closeAll(parent)
    await clerk.put(`/member/${parent}/independent/${child}`)
    await clerk.put(`/member/${parent}`, { isDisable: true })
    expect((await clerk.delete(`/member/${parent}`)).statusCode).toBe(200)
    const { _id } = await recordOf(child)
    const message = 'The member whose wallet paid was deleted; this attendance stays as it is'
    for (const answer of [
      await clerk.put(`/attendance/${_id}`, { status: 'A' }),
      await clerk.delete(`/attendance/${_id}`),
    ])
      expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await recordOf(child)).toMatchObject({ status: 'P', creditMinus: 10 })
  })

  test('keeps its enrolment from being deleted, which the enrolment tells', async () => {
    const { child } = await owing()
    const fresh = await enrol(clerk, child, (await newCourse(clerk, places))._id)
    expect(fresh.isAttended).toBe(false)
    const [attended] = (await clerk.get(`/enrollment?member=${child}&sort=createdAt`)).json().items
    expect(attended.isAttended).toBe(true)
    const refused = await clerk.delete(`/enrollment/${attended._id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This enrollment has attendance; disable it instead',
    ])
    expect((await clerk.delete(`/enrollment/${fresh._id}`)).statusCode).toBe(200)
  })

  test('shows in the ledger who attended which class, as long as it is there', async () => {
    const { parent, child, course, name } = await owing()
    await topUp(portal, parent, 60)
    await closeAll(parent)
    const entries = async () => (await clerk.get(`/member/${parent}/wallet?sort=%2Bat&kind=attendance`)).json().items
    const record = await recordOf(child)
    expect((await entries())[0]).toMatchObject({
      attended: {
        member: { _id: child, name: 'Owing' },
        course,
        class: record.scheduledClass,
        classDate: '2026-10-27',
      },
      payment: null,
      counterpart: null,
    })
    await clerk.delete(`/attendance/${record._id}`)
    const [first] = await entries()
    expect(first).toMatchObject({ attended: null, cause: { label: `${name}, 27-10-2026, Owing` } })
    expect(first.counterpart).toMatchObject({ kind: 'attendance-reversed', credit: 10, no: 6 })
  })
})

test('20 trials of one course at once make one, whichever way they are sent', async () => {
  const course = await newCourse(clerk, places)
  const member = await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Curious', ic_no: 'C1' }))
  const requests = Array.from({ length: 20 }, (_, place) =>
    place % 2
      ? clerk.post('/enrollment', { member, course: course._id, creditType: 'trial1', credit: 0 })
      : clerk.post(`/member/${member}/member-classes`, { course: course._id, creditType: 'trial1', credit: 0 }),
  )
  const answers = await Promise.all(requests)
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(19).fill(409)])
  const refusals = new Set(
    answers.filter(({ statusCode }) => statusCode === 409).map((answer) => answer.json().message),
  )
  expect([...refusals]).toEqual(['This member has had a trial of this course already'])
  expect((await clerk.get(`/enrollment/count-trial/${member}/${course._id}`)).json()).toEqual({ count: 1 })
})

test('a trial that was attended counts, also when its enrolment has become another since', async () => {
  const course = await newCourse(clerk, places)
  await newYear(clerk, places, course._id)
  const session = (await classesOf(clerk, course._id)).find(({ date }: { date: string }) => date === '2026-11-17')
  const member = await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Thrifty', ic_no: 'T1' }))
  const trial = { member, course: course._id, creditType: 'trial1', credit: 0 }
  const enrolled = (await clerk.post('/enrollment', trial)).json()
  const marks = [{ member, enrollment: enrolled._id, status: 'P' }]
  expect((await clerk.post(`/attendance/take/${session?._id}`, marks)).statusCode).toBe(200)
  const count = async () => (await clerk.get(`/enrollment/count-trial/${member}/${course._id}`)).json().count
  expect(await count()).toBe(1)
  expect((await clerk.put(`/enrollment/${enrolled._id}`, { creditType: 'normal' })).statusCode).toBe(200)
  expect(await count()).toBe(1)
  // It was this one's own.
  expect((await clerk.put(`/enrollment/${enrolled._id}`, { creditType: 'trial1' })).statusCode).toBe(200)
  expect((await clerk.put(`/enrollment/${enrolled._id}`, { creditType: 'normal', isDisable: true })).statusCode).toBe(
    200,
  )
  expect((await clerk.post('/enrollment', trial)).statusCode).toBe(409)
})
