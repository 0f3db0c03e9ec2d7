import { afterAll, describe, expect, test } from 'vitest'
import { absent, openRollDesk, present, walkIn } from '../../test/support/courses/roll.ts'
import { insertRow } from '../../test/support/families.ts'
import { adult, enrol, family, ledgerOf } from '../../test/support/students.ts'
import { verify } from '../books/verify.ts'

const { portal, clerk, desk } = await openRollDesk()
afterAll(() => portal.close())

describe('a trial of a walk-in', () => {
  test('counts beside those of enrolments: each once, the second only with the permission', async () => {
    const { past, on, course } = await desk.classes()
    const [eva, dates] = [await adult(portal, 'Eva'), ['2026-11-10', '2026-11-03', '2026-10-27', '2026-10-20']]
    const trial = (creditType: string, session: string, by = clerk) =>
      desk.take(session, [present(eva, { creditType })], by)
    expect((await trial('trial2', past)).json().details[0].path).toBe('0.creditType')
    // Who did not come had none.
    const missed = await desk.take(on('2026-10-13'), [{ ...present(eva, { creditType: 'trial1' }), status: 'A' }])
    expect(missed.statusCode, missed.body).toBe(200)
    expect((await clerk.get(`/enrollment/count-trial/${eva}/${course}`)).json()).toEqual({ count: 0 })
    const at = await Promise.all(dates.map((date) => trial('trial1', on(date))))
    expect(at.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
    expect((await clerk.get(`/enrollment/count-trial/${eva}/${course}`)).json()).toEqual({ count: 1 })
    const enrolled = { member: eva, course, creditType: 'trial1', credit: 0 }
    expect((await clerk.post('/enrollment', enrolled)).statusCode).toBe(409)
    const strict = await portal.as({ attendance: ['mark'], membership: ['edit'] })
    expect((await trial('trial2', past, strict)).statusCode).toBe(403)
    const second = await trial('trial2', past)
    expect(second.json().items).toMatchObject([{ creditType: 'trial2', creditMinus: 0, enrollment: null }])
    expect((await ledgerOf(clerk, eva)).credits).toEqual([])
    expect((await clerk.post('/enrollment', { ...enrolled, creditType: 'trial2' })).statusCode).toBe(409)
    // A trial that was missed is none, and comes too late once both were had.
    const gone = missed.json().items[0]._id
    const late = await clerk.put(`/attendance/${gone}`, { status: 'P' })
    expect([late.statusCode, late.json().message]).toEqual([409, 'Eva has had that trial of this course since'])
    // One that was marked absent by mistake is taken back beside the other.
    const [first] = (await clerk.get(`/attendance?member=${eva}&status=P&sort=classDate`)).json().items
    for (const status of ['A', 'P'])
      expect((await clerk.put(`/attendance/${first._id}`, { status })).statusCode).toBe(200)
    expect((await clerk.get(`/enrollment/count-trial/${eva}/${course}`)).json()).toEqual({ count: 2 })
    // A trial taken off the roll does not count.
    await clerk.delete(`/attendance/${second.json().items[0]._id}`)
    await enrol(clerk, eva, course, { creditType: 'trial2', credit: 0 })
  })
})

test('a trial missed with an enrollment that is none any more is had only while no other of its type was', async () => {
  const { past, on, course } = await desk.classes()
  const ian = await adult(portal, 'Ian', 40)
  const trial = { creditType: 'trial1', credit: 0 }
  const { _id } = await enrol(clerk, ian, course, trial)
  const missed = (await desk.take(past, [absent(ian)])).json().items[0]._id
  const set = (id: string, status: string) => clerk.put(`/attendance/${id}`, { status })
  // While it is a trial, and once it is not, as long as he had no other.
  for (const creditType of ['trial1', 'normal']) {
    await clerk.put(`/enrollment/${_id}`, { creditType })
    for (const status of ['P', 'A']) expect((await set(missed, status)).statusCode).toBe(200)
  }
  await clerk.put(`/enrollment/${_id}`, { isDisable: true })
  const other = await desk.take(on('2026-11-10'), [present(ian, trial)])
  expect(other.statusCode, other.body).toBe(200)
  const late = await set(missed, 'P')
  expect([late.statusCode, late.json().message]).toEqual([409, 'Ian has had that trial of this course since'])
})

describe('at once', () => {
  test('two coaches who add the same walk-in charge once', async () => {
    const { past, on } = await desk.classes()
    const fay = await adult(portal, 'Fay', 40)
    const answers = await Promise.all(
      [25, 20, 15, 10].map((creditMinus) => desk.take(past, [walkIn(fay, { creditMinus })])),
    )
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const { credits } = await ledgerOf(clerk, fay)
    expect(credits).toEqual([40, -answers[0]?.json().items[0].creditMinus])
    // For two classes at once the wallet pays one after the other.
    const both = await Promise.all(['2026-11-10', '2026-11-03'].map((date) => desk.take(on(date), [walkIn(fay)])))
    expect(both.map((answer) => answer.json().outstanding).reduce((sum, n) => sum + n, 0)).toBe(
      (credits[1] ?? 0) < -15 ? 2 : 1,
    )
  })

  test('somebody who is enrolled and added as a walk-in is charged once, by either', async () => {
    for (let round = 0; round < 6; round++) {
      const { past, course } = await desk.classes()
      const gus = await adult(portal, `Gus ${round}`, 100)
      const [taken] = await Promise.all([desk.take(past, [walkIn(gus)]), enrol(clerk, gus, course)])
      const [row] = taken.json().items
      expect([row.enrollment === null ? 25 : 10, -row.creditMinus]).toEqual([
        row.creditMinus,
        (await ledgerOf(clerk, gus)).credits[1],
      ])
    }
  })
})

test('the database keeps no walk-in without a credit type, a cost and a wallet', async () => {
  const { past, course } = await desk.classes()
  // The class counts as marked, as those with attendance do.
  await desk.take(past, [walkIn(await adult(portal, 'Gita'))])
  const hana = await adult(portal, 'Hana')
  const row = {
    course,
    member: hana,
    enrolment: null,
    wallet_member: hana,
    credit_type: 'normal',
    status: 'A',
    class_date: '2026-11-17',
    credit_minus: 0,
    taken_by_name: 'Test',
  }
  const insert = (more: object) => portal.run((tx) => insertRow(tx, 'attendance', { ...row, class: past, ...more }))
  for (const wrong of [
    { credit_type: null },
    { credit_type: 'gold' },
    { credit_minus: null },
    { credit_minus: -1 },
    { wallet_member: null },
  ])
    await expect(insert(wrong), JSON.stringify(wrong)).rejects.toThrow(/violates/)
  await insert({})
})

test('a member who came as a walk-in, and a parent who paid for one, leave their money rows', async () => {
  const { past } = await desk.classes()
  const { parent, children } = await family(portal, 25, 'Ida')
  const [ida = ''] = children
  await desk.take(past, [walkIn(ida)])
  for (const member of [ida, parent]) {
    await clerk.put(`/member/${member}`, { isDisable: true })
    expect((await clerk.delete(`/member/${member}`)).statusCode).toBe(200)
  }
  expect((await desk.rollOf(past)).items).toMatchObject([
    { member: { name: 'Deleted member' }, walletMember: { name: 'Deleted member', wallet: 0 }, creditMinus: 25 },
  ])
  const faults = (await verify(portal.portal.database)).filter(({ fault, name }) => fault && name !== 'numbers')
  expect(faults).toEqual([])
})
