import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { absent, lastTuesday, nextTuesday, openRollDesk, present } from '../../test/support/courses/roll.ts'
import { unknown } from '../../test/support/portal.ts'
import { enrol, family, ledgerOf } from '../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

describe('taking attendance', () => {
  test('a row and its class can be asked for by id, and the class answers 412 when it changed meanwhile', async () => {
    const { past, children } = await desk.lesson(100, 'Mei Fong')
    const [roll] = (
      await desk.take(
        past,
        children.map((child) => present(child)),
      )
    ).json().items
    expect((await clerk.get(`/attendance/${roll._id}`)).json()).toEqual(roll)
    const session = await clerk.get(`/class/${past}`)
    expect(session.json()).toMatchObject({ _id: past, date: lastTuesday, isAttendanceTaken: true })
    const elsewhere = await portal.as({ attendance: ['view'] }, { centres: [places.ampang] })
    expect((await elsewhere.get(`/class/${past}`)).statusCode).toBe(404)
    expect((await elsewhere.get(`/attendance/${roll._id}`)).statusCode).toBe(404)
    const { future } = await desk.classes()
    const etag = String((await clerk.get(`/class/${future}`)).headers.etag)
    expect((await clerk.put(`/class/${future}`, { remark: 'Bring pads' }, { 'if-match': etag })).statusCode).toBe(200)
    expect((await clerk.put(`/class/${future}`, { remark: 'No pads' }, { 'if-match': etag })).statusCode).toBe(412)
  })

  test('the right to mark is no way to read who is on the roll', async () => {
    const { past, children } = await desk.lesson(100, 'Mei Hua', 'Jun Hua')
    await desk.take(past, [present(children[0] ?? '')])
    const marker = await portal.as({ attendance: ['mark'] })
    const answer = await desk.take(past, [present(children[1] ?? '')], marker)
    expect(answer.json()).toEqual({ items: [], present: 2, absent: 0, outstanding: 0, notRecorded: [] })
  })

  test('the record of a member deleted since stays as it is', async () => {
    const { past, children, parent } = await desk.lesson(100, 'Mei Chen')
    const [child = ''] = children
    const [roll] = (await desk.take(past, [absent(child)])).json().items
    await clerk.put(`/member/${child}`, { isDisable: true })
    expect((await clerk.delete(`/member/${child}`)).statusCode).toBe(200)
    const toggled = await clerk.put(`/attendance/${roll._id}`, { status: 'P', checkInTime: '10:00' })
    expect(toggled.statusCode).toBe(409)
    expect((await ledgerOf(clerk, parent)).balance).toBe(100)
  })

  test('debits who is present and nobody who is absent', async () => {
    const { past, course, name, parent, children } = await desk.lesson(100, 'Mei Ling', 'Jun Wei')
    const [mei = '', jun = ''] = children
    const answer = await desk.take(past, [present(mei), absent(jun)])
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ present: 1, absent: 1, outstanding: 0 })
    expect(answer.json().items).toMatchObject([
      {
        member: { _id: mei, name: 'Mei Ling', parents: [{ _id: parent }] },
        walletMember: { _id: parent, wallet: 90 },
        creditType: 'normal',
        className: name,
        status: 'P',
        checkInTime: '18:00',
        checkOutTime: null,
        classDate: lastTuesday,
        creditMinus: 10,
        outStanding: false,
        scheduledClass: past,
        course: { _id: course, name },
        centre: { description: 'Cheras' },
        mainInstructorInCharge: [{ name: 'Coach Tan' }],
        assistantInstructorIncharge: [{ name: 'Coach Devi' }],
        isMarkAttendance: true,
      },
      { member: { _id: jun }, status: 'A', checkInTime: null, creditMinus: 0, outStanding: false },
    ])
    expect(answer.json().items[0].takeBy).toMatch(/^user \d/)
    expect(await ledgerOf(clerk, parent)).toEqual({
      balance: 90,
      credits: [100, -10],
      labels: ['Opening balance', `${name}, 17-11-2026, Mei Ling`],
    })
    expect(await desk.isTaken(course)).toBe(true)
  })

  test('again with the same marks changes nothing and answers the same', async () => {
    const { past, parent, children } = await desk.lesson(100, 'Aina', 'Amir')
    const marks = children.map((member) => present(member, { checkInTime: '18:05', checkOutTime: '19:00' }))
    const first = await desk.take(past, marks)
    const second = await desk.take(past, marks)
    expect(second.statusCode).toBe(200)
    expect(second.json()).toEqual(first.json())
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, -10])
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => desk.take(past, marks)))
    expect(all.map((answer) => answer.json())).toEqual(all.map(() => first.json()))
    expect((await ledgerOf(clerk, parent)).balance).toBe(80)
  })

  test('later adds those who are missing and keeps the rest as it is', async () => {
    const { past, parent, children } = await desk.lesson(100, 'Early', 'Late')
    const [early = '', late = ''] = children
    await desk.take(past, [absent(early)])
    const answer = await desk.take(past, [present(early), present(late, { checkInTime: '18:20' })])
    expect(answer.json()).toMatchObject({ present: 1, absent: 1 })
    expect(answer.json().items).toMatchObject([
      { member: { _id: early }, status: 'A' },
      { member: { _id: late }, status: 'P', checkInTime: '18:20' },
    ])
    expect((await ledgerOf(clerk, parent)).balance).toBe(90)
  })

  test('leaves outstanding what the wallet does not cover, the last child first', async () => {
    const { past, parent, children } = await desk.lesson(25, 'Ah Boy', 'Ah Girl', 'Ah Baby')
    const answer = await desk.take(
      past,
      children.map((member) => present(member)),
    )
    expect(answer.json()).toMatchObject({ present: 3, outstanding: 1 })
    expect(answer.json().items.map((row: { outStanding: boolean }) => row.outStanding)).toEqual([false, false, true])
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 5, credits: [25, -10, -10] })
  })

  test('writes nothing to the ledger for a class that is free of charge', async () => {
    const { course, past } = await desk.classes()
    const { parent, children } = await family(portal, 0, 'Trial')
    const [member = ''] = children
    await enrol(clerk, member, course, { creditType: 'free', credit: 0 })
    const answer = await desk.take(past, [present(member)])
    expect(answer.json().items).toMatchObject([{ status: 'P', creditMinus: 0, outStanding: false }])
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 0, credits: [] })
  })

  test('by two coaches at once on a class of 40 charges everybody once', async () => {
    const { course, past } = await desk.classes()
    const names = Array.from({ length: 40 }, (_, index) => `Student ${index}`)
    const wallets: string[] = []
    const marks = []
    for (let index = 0; index < names.length; index += 2) {
      const { parent, children } = await family(portal, 15, names[index] ?? '', names[index + 1] ?? '')
      wallets.push(parent)
      for (const member of children) {
        await enrol(clerk, member, course)
        marks.push(present(member))
      }
    }
    const one = await portal.as()
    const two = await portal.as()
    const answers = await Promise.all([desk.take(past, marks, one), desk.take(past, marks.toReversed(), two)])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    expect(answers[0]?.json()).toEqual(answers[1]?.json())
    expect(answers[0]?.json()).toMatchObject({ present: 40, absent: 0, outstanding: 20 })
    for (const wallet of wallets)
      expect(await ledgerOf(clerk, wallet)).toMatchObject({ balance: 5, credits: [15, -10] })
  })

  test('is refused for a class in the future, and done on the day itself', async () => {
    const { future, course, first } = await desk.lesson(100, 'Early Bird')
    const refused = await desk.take(future, [present(first)])
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('The class is on 24-11-2026 and cannot be marked before')
    expect((await desk.rollOf(future)).total).toBe(0)
    portal.clock.set('2026-11-23T16:00:00Z')
    const done = await desk.take(future, [present(first)], await portal.as())
    portal.clock.set('2026-11-20T04:00:00Z')
    expect(done.statusCode).toBe(200)
    expect(await desk.isTaken(course, nextTuesday)).toBe(true)
  })

  test('names who cannot be recorded with the reason and what to do, and records the rest of the class', async () => {
    const { past, course, name, parent, children, enrolled } = await desk.lesson(100, 'In', 'Was in', 'Away')
    const [inside = '', left = '', away = ''] = children
    await clerk.put(`/enrollment/${enrolled[1]._id}`, { isDisable: true })
    await clerk.put(`/member/${away}`, { isDisable: true })
    const outsider = (await family(portal, 50, 'Outsider')).children[0] ?? ''
    const marks = [
      present(left, { enrollment: enrolled[1]._id }),
      present(inside),
      present(outsider),
      present(unknown),
      present(away),
    ]
    const answer = await desk.take(past, marks)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ items: [{ member: { _id: inside } }], present: 1, absent: 0 })
    const then = 'then add the attendance to the class.'
    expect(answer.json().notRecorded).toEqual([
      {
        member: left,
        name: 'Was in',
        reason: `The enrollment in ${name} has ended`,
        advice: `Enroll Was in in ${name} again, ${then}`,
      },
      {
        member: outsider,
        name: 'Outsider',
        reason: `Not enrolled in ${name}`,
        advice: `Enroll Outsider in ${name}, ${then}`,
      },
      {
        member: unknown,
        name: null,
        reason: 'The member was deleted',
        advice: `If that was a mistake, register the member again and enroll them in ${name}, ${then}`,
      },
      { member: away, name: 'Away', reason: 'The member is disabled', advice: `Enable Away, ${then}` },
    ])
    expect([(await ledgerOf(clerk, parent)).credits, await desk.isTaken(course)]).toEqual([[100, -10], true])
    // A repeat answers the same and changes nothing; enrolled again, the one who was named is added.
    expect((await desk.take(past, marks)).json()).toEqual(answer.json())
    await enrol(clerk, left, course)
    const again = (await desk.take(past, marks)).json()
    expect(again.present).toBe(2)
    expect(again.notRecorded.map((one: { member: string }) => one.member)).toEqual([outsider, unknown, away])
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, -10])
  })

  test('refuses by name when nobody at all can be recorded, and the class stays to be marked', async () => {
    const { past, course, name, first, enrolled } = await desk.lesson(100, 'Gone')
    await clerk.put(`/enrollment/${enrolled[0]._id}`, { isDisable: true })
    const answer = await desk.take(past, [present(first)])
    const message = `Gone: The enrollment in ${name} has ended. Enroll Gone in ${name} again, then add the attendance to the class.`
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      message: `Nobody was recorded. ${message}`,
      details: [{ path: '0.member', message }],
    })
    expect([await desk.isTaken(course), (await desk.rollOf(past)).total]).toEqual([false, 0])
  })

  test('wants members, a status and sensible times', async () => {
    const { past, first } = await desk.lesson(100, 'Timely')
    const cases: [unknown, string, string][] = [
      [[{ status: 'P' }], '0.member', 'Please select a member.'],
      [[present(first), { member: null, status: 'A' }], '1.member', 'Please select a member.'],
      [[], '', 'Please select a member for all new attendance records.'],
      [{}, '', 'Please select a member for all new attendance records.'],
      [[{ member: first }], '0.status', 'Status is required'],
      [[present(first, { checkInTime: '24:00' })], '0.checkInTime', 'Check-in is not a time. Use HH:MM.'],
      [
        [present(first, { checkInTime: '18:30', checkOutTime: '18:29' })],
        '0.checkOutTime',
        'Check-out cannot be before check-in',
      ],
      [[present(first, { checkOutTime: '17:59' })], '0.checkOutTime', 'Check-out cannot be before check-in'],
      [[present(first), present(first.toUpperCase())], '1.member', 'This member is in the list twice'],
    ]
    for (const [marks, path, message] of cases) {
      const answer = await desk.take(past, marks)
      expect([answer.statusCode, answer.json().details[0]]).toEqual([400, { path, message }])
    }
    const loose = await desk.take(past, [
      { ...present(first.toUpperCase()), checkInTime: '', creditMinus: -500, takeBy: 'x' },
    ])
    expect(loose.json().items).toMatchObject([{ checkInTime: '18:00', creditMinus: 10 }])
  })

  test('leaves no trace when a guard of the ledger fires half way', async () => {
    const { past, course, parent, first } = await desk.lesson(100, 'Good')
    const broken = await family(portal, 100, 'Broken')
    const member = broken.children[0] ?? ''
    await enrol(clerk, member, course)
    const database = portal.handle
    await sql`alter table wallet disable trigger user`.execute(database)
    await sql`update wallet set balance = 500 where member = ${broken.parent}`.execute(database)
    await sql`alter table wallet enable trigger user`.execute(database)
    const trail = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_record`.execute(database)).rows
    const before = await trail()
    const answer = await desk.take(past, [present(first), present(member)])
    expect(answer.statusCode).toBe(409)
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 100, credits: [100] })
    expect((await desk.rollOf(past)).total).toBe(0)
    expect(await desk.isTaken(course)).toBe(false)
    expect(await trail()).toEqual(before)
  })

  test('needs the permission and the centre', async () => {
    const { past, first } = await desk.lesson(100, 'Guarded')
    const viewer = await portal.as({ attendance: ['view'] })
    expect((await desk.take(past, [present(first)], viewer)).statusCode).toBe(403)
    expect((await desk.take(past, [present(first)], portal.anyone)).statusCode).toBe(401)
    const permissions = { attendance: ['view', 'mark', 'edit'], outStandingCredit: ['view'] }
    const there = await portal.as(permissions, { centres: [places.ampang] })
    expect((await desk.take(past, [present(first)], there)).statusCode).toBe(404)
    const here = await portal.as(permissions, { centres: [places.cheras] })
    const { items } = (await desk.take(past, [present(first)], here)).json()
    const id = items[0]._id
    expect((await there.get(`/attendance?scheduledClass=${past}`)).json()).toMatchObject({ total: 0, present: 0 })
    expect((await there.put(`/attendance/${id}`, { status: 'A' })).statusCode).toBe(404)
    expect((await there.delete(`/attendance/${id}`)).statusCode).toBe(404)
    expect((await there.put(`/attendance/clearOutstanding/${id}`, { outStanding: false })).statusCode).toBe(404)
    expect((await here.get(`/attendance?scheduledClass=${past}`)).json()).toMatchObject({ total: 1, present: 1 })
    for (const path of [unknown, 'x']) expect((await desk.take(path, [present(first)])).statusCode).toBe(404)
  })
})
