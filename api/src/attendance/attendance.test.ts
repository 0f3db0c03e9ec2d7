import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoursePlaces, classesOf, coursePlaces, newCourse, newYear } from '../courses/testing-courses.ts'
import type { Client, TestPortal } from '../testing.ts'
import { testPortal } from '../testing.ts'
import { takeAttendance } from './attendance.ts'
import { enrol, family, ledgerOf, topUp } from './testing-students.ts'

let portal: TestPortal
let clerk: Client
let places: CoursePlaces

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  places = await coursePlaces(portal)
})
afterAll(() => portal.close())

const lastTuesday = '2026-11-17'
const nextTuesday = '2026-11-24'
const present = (member: string, more: Record<string, unknown> = {}) => ({ member, status: 'P', ...more })
const absent = (member: string) => ({ member, status: 'A' })

/** A course with a class on the Tuesday before today, and one after. */
async function classes(more: Record<string, unknown> = {}) {
  const course = await newCourse(clerk, places, more)
  const year = await newYear(clerk, places, course._id, { assistantInstructor: [places.devi] })
  const all: { _id: string; date: string }[] = await classesOf(clerk, course._id)
  const on = (date: string) => all.find((each) => each.date === date)?._id ?? ''
  return { course: course._id, name: course.name, year, past: on(lastTuesday), future: on(nextTuesday), on }
}

/** A class with the children of one parent enrolled in it. */
async function lesson(credit: number, ...children: string[]) {
  const room = await classes()
  const { parent, children: ids } = await family(portal, credit, ...children)
  const enrolled = []
  for (const child of ids) enrolled.push(await enrol(clerk, child, room.course))
  return { ...room, parent, children: ids, first: ids[0] ?? '', enrolled }
}

const take = (session: string, marks: unknown, by = clerk) => by.post(`/attendance/take/${session}`, marks)
const rollOf = async (session: string) =>
  (await clerk.get(`/attendance?scheduledClass=${session}&isMarkAttendance=true&limit=0`)).json()
const isTaken = async (course: string, date = lastTuesday) =>
  (await clerk.get(`/class?course=${course}&date=${date}`)).json().items[0]?.isAttendanceTaken

describe('taking attendance', () => {
  test('a row and its class can be asked for by id, and the class answers 412 when it changed meanwhile', async () => {
    const { past, children } = await lesson(100, 'Mei Fong')
    const [roll] = (
      await take(
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
    const { future } = await classes()
    const etag = String((await clerk.get(`/class/${future}`)).headers.etag)
    expect((await clerk.put(`/class/${future}`, { remark: 'Bring pads' }, { 'if-match': etag })).statusCode).toBe(200)
    expect((await clerk.put(`/class/${future}`, { remark: 'No pads' }, { 'if-match': etag })).statusCode).toBe(412)
  })

  test('the record of a member deleted since stays as it is', async () => {
    const { past, children, parent } = await lesson(100, 'Mei Chen')
    const [child = ''] = children
    const [roll] = (await take(past, [absent(child)])).json().items
    await clerk.put(`/member/${child}`, { isDisable: true })
    expect((await clerk.delete(`/member/${child}`)).statusCode).toBe(200)
    const toggled = await clerk.put(`/attendance/${roll._id}`, { status: 'P', checkInTime: '10:00' })
    expect(toggled.statusCode).toBe(409)
    expect((await ledgerOf(clerk, parent)).balance).toBe(100)
  })

  test('debits who is present and nobody who is absent', async () => {
    const { past, course, name, parent, children } = await lesson(100, 'Mei Ling', 'Jun Wei')
    const [mei = '', jun = ''] = children
    const answer = await take(past, [present(mei), absent(jun)])
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ present: 1, absent: 1, outstanding: 0 })
    expect(answer.json().items).toMatchObject([
      {
        member: { _id: mei, name: 'Mei Ling' },
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
    expect(await isTaken(course)).toBe(true)
  })

  test('again with the same marks changes nothing and answers the same', async () => {
    const { past, parent, children } = await lesson(100, 'Aina', 'Amir')
    const marks = children.map((member) => present(member, { checkInTime: '18:05', checkOutTime: '19:00' }))
    const first = await take(past, marks)
    const second = await take(past, marks)
    expect(second.statusCode).toBe(200)
    expect(second.json()).toEqual(first.json())
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, -10])
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => take(past, marks)))
    expect(all.map((answer) => answer.json())).toEqual(all.map(() => first.json()))
    expect((await ledgerOf(clerk, parent)).balance).toBe(80)
  })

  test('later adds those who are missing and keeps the rest as it is', async () => {
    const { past, parent, children } = await lesson(100, 'Early', 'Late')
    const [early = '', late = ''] = children
    await take(past, [absent(early)])
    const answer = await take(past, [present(early), present(late, { checkInTime: '18:20' })])
    expect(answer.json()).toMatchObject({ present: 1, absent: 1 })
    expect(answer.json().items).toMatchObject([
      { member: { _id: early }, status: 'A' },
      { member: { _id: late }, status: 'P', checkInTime: '18:20' },
    ])
    expect((await ledgerOf(clerk, parent)).balance).toBe(90)
  })

  test('leaves outstanding what the wallet does not cover, the last child first', async () => {
    const { past, parent, children } = await lesson(25, 'Ah Boy', 'Ah Girl', 'Ah Baby')
    const answer = await take(
      past,
      children.map((member) => present(member)),
    )
    expect(answer.json()).toMatchObject({ present: 3, outstanding: 1 })
    expect(answer.json().items.map((row: { outStanding: boolean }) => row.outStanding)).toEqual([false, false, true])
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 5, credits: [25, -10, -10] })
  })

  test('writes nothing to the ledger for a class that is free of charge', async () => {
    const { course, past } = await classes()
    const { parent, children } = await family(portal, 0, 'Trial')
    const [member = ''] = children
    await enrol(clerk, member, course, { creditType: 'free', credit: 0 })
    const answer = await take(past, [present(member)])
    expect(answer.json().items).toMatchObject([{ status: 'P', creditMinus: 0, outStanding: false }])
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 0, credits: [] })
  })

  test('by two coaches at once on a class of 40 charges everybody once', async () => {
    const { course, past } = await classes()
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
    const answers = await Promise.all([take(past, marks, one), take(past, marks.toReversed(), two)])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    expect(answers[0]?.json()).toEqual(answers[1]?.json())
    expect(answers[0]?.json()).toMatchObject({ present: 40, absent: 0, outstanding: 20 })
    for (const wallet of wallets)
      expect(await ledgerOf(clerk, wallet)).toMatchObject({ balance: 5, credits: [15, -10] })
  })

  test('is refused for a class in the future, and done on the day itself', async () => {
    const { future, course, first } = await lesson(100, 'Early Bird')
    const refused = await take(future, [present(first)])
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('The class is on 24-11-2026 and cannot be marked before')
    expect((await rollOf(future)).total).toBe(0)
    portal.clock.set('2026-11-23T16:00:00Z')
    const done = await take(future, [present(first)], await portal.as())
    portal.clock.set('2026-11-20T04:00:00Z')
    expect(done.statusCode).toBe(200)
    expect(await isTaken(course, nextTuesday)).toBe(true)
  })

  test('names who is not enrolled, and then marks nobody', async () => {
    const { past, course, parent, children, enrolled } = await lesson(100, 'In', 'Was in')
    const [inside = '', left = ''] = children
    await clerk.put(`/enrollment/${enrolled[1]._id}`, { isDisable: true })
    const outsider = await family(portal, 50, 'Outsider')
    const unknown = '01920000-0000-7000-8000-000000000000'
    const bad = [present(inside), present(left), present(outsider.children[0] ?? ''), present(unknown)]
    const answer = await take(past, bad)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details.map((each: { path: string }) => each.path)).toEqual([
      '1.member',
      '2.member',
      '3.member',
    ])
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100])
    expect(await isTaken(course)).toBe(false)
    expect((await rollOf(past)).items).toEqual([])
  })

  test('wants members, a status and sensible times', async () => {
    const { past, first } = await lesson(100, 'Timely')
    const cases: [unknown, string, string][] = [
      [[{ status: 'P' }], '0.member', 'Please select a member.'],
      [[present(first), { member: null, status: 'A' }], '1.member', 'Please select a member.'],
      [[], '', 'Please select a member for all new attendance records.'],
      [{}, '', 'Please select a member for all new attendance records.'],
      [[{ member: first }], '0.status', 'Status is required'],
      [[present(first, { checkInTime: '24:00' })], '0.checkInTime', 'Not a valid time, expected HH:mm'],
      [
        [present(first, { checkInTime: '18:30', checkOutTime: '18:29' })],
        '0.checkOutTime',
        'Check-out cannot be before check-in',
      ],
      [[present(first, { checkOutTime: '17:59' })], '0.checkOutTime', 'Check-out cannot be before check-in'],
      [[present(first), present(first.toUpperCase())], '1.member', 'This member is in the list twice'],
    ]
    for (const [marks, path, message] of cases) {
      const answer = await take(past, marks)
      expect([answer.statusCode, answer.json().details[0]]).toEqual([400, { path, message }])
    }
    const loose = await take(past, [
      { ...present(first.toUpperCase()), checkInTime: '', creditMinus: -500, takeBy: 'x' },
    ])
    expect(loose.json().items).toMatchObject([{ checkInTime: '18:00', creditMinus: 10 }])
  })

  test('leaves no trace when a guard of the ledger fires half way', async () => {
    const { past, course, parent, first } = await lesson(100, 'Good')
    const broken = await family(portal, 100, 'Broken')
    const member = broken.children[0] ?? ''
    await enrol(clerk, member, course)
    const database = portal.portal.database.handle
    await sql`alter table wallet disable trigger user`.execute(database)
    await sql`update wallet set balance = 500 where member = ${broken.parent}`.execute(database)
    await sql`alter table wallet enable trigger user`.execute(database)
    const trail = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_record`.execute(database)).rows
    const before = await trail()
    const answer = await take(past, [present(first), present(member)])
    expect(answer.statusCode).toBe(409)
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 100, credits: [100] })
    expect((await rollOf(past)).total).toBe(0)
    expect(await isTaken(course)).toBe(false)
    expect(await trail()).toEqual(before)
  })

  test('needs the permission and the centre', async () => {
    const { past, first } = await lesson(100, 'Guarded')
    const viewer = await portal.as({ attendance: ['view'] })
    expect((await take(past, [present(first)], viewer)).statusCode).toBe(403)
    expect((await take(past, [present(first)], portal.anyone)).statusCode).toBe(401)
    const permissions = { attendance: ['view', 'mark', 'edit'], outStandingCredit: ['view'] }
    const there = await portal.as(permissions, { centres: [places.ampang] })
    expect((await take(past, [present(first)], there)).statusCode).toBe(404)
    const here = await portal.as(permissions, { centres: [places.cheras] })
    const { items } = (await take(past, [present(first)], here)).json()
    const id = items[0]._id
    expect((await there.get(`/attendance?scheduledClass=${past}`)).json()).toMatchObject({ total: 0, present: 0 })
    expect((await there.put(`/attendance/${id}`, { status: 'A' })).statusCode).toBe(404)
    expect((await there.delete(`/attendance/${id}`)).statusCode).toBe(404)
    expect((await there.put(`/attendance/clearOutstanding/${id}`, { outStanding: false })).statusCode).toBe(404)
    expect((await here.get(`/attendance?scheduledClass=${past}`)).json()).toMatchObject({ total: 1, present: 1 })
    const unknown = '01920000-0000-7000-8000-000000000000'
    for (const path of [unknown, 'x']) expect((await take(path, [present(first)])).statusCode).toBe(404)
  })
})

describe('a class that is cancelled or re-scheduled while it is marked', () => {
  test('ends either marked and kept, or gone and never charged', async () => {
    const seen = { marked: 0, gone: 0 }
    for (let round = 0; round < 10; round++) {
      const { past, course, year, parent, first } = await lesson(100, `Racer ${round}`)
      const change = () =>
        round % 2 === 0
          ? clerk.delete(`/class/${past}`)
          : clerk.post(`/course-scheduled-year/${year._id}/${course}`, {
              day: 4,
              duration: '20:00 - 21:00',
              mainInstructor: [places.devi],
            })
      const mark = () => take(past, [present(first)])
      const [marked, changed] =
        round % 4 < 2
          ? await Promise.all([mark(), change()])
          : await Promise.all([change(), mark()]).then((both) => both.toReversed())
      const { balance } = await ledgerOf(clerk, parent)
      const roll = await rollOf(past)
      if (marked?.statusCode === 200) {
        seen.marked++
        expect([changed?.statusCode, balance, roll.total, await isTaken(course)]).toEqual([409, 90, 1, true])
      } else {
        seen.gone++
        expect([marked?.statusCode, changed?.statusCode, balance, roll.total]).toEqual([404, 200, 100, 0])
        expect(await isTaken(course)).toBeUndefined()
      }
    }
    expect(seen.marked + seen.gone).toBe(10)
  })
})

describe('who comes second', () => {
  /** Resolves once a call waits for a lock that another holds. */
  async function someoneWaits() {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await waiting.execute(portal.portal.database.handle)).rows.length === 0);
  }
  const cases = [
    {
      change: 'cancelled',
      call: (_course: string, _year: string, session: string) => clerk.delete(`/class/${session}`),
    },
    {
      change: 're-scheduled',
      call: (course: string, year: string) =>
        clerk.post(`/course-scheduled-year/${year}/${course}`, {
          day: 4,
          duration: '20:00 - 21:00',
          mainInstructor: [places.devi],
        }),
    },
    {
      change: 'edited',
      call: (_course: string, _year: string, session: string) => clerk.put(`/class/${session}`, { date: '2026-11-18' }),
    },
  ]

  test.each(cases)('waits for attendance, and then it is not $change', async ({ call }) => {
    const { past, course, year, first, parent } = await lesson(100, 'First')
    const waiting: { answer?: ReturnType<typeof call> } = {}
    await portal.run(async (tx) => {
      await takeAttendance(tx, past, [{ member: first, status: 'P', checkInTime: null, checkOutTime: null }])
      waiting.answer = call(course, year._id, past)
      await someoneWaits()
    })
    expect((await waiting.answer)?.statusCode).toBe(409)
    expect([await isTaken(course), (await ledgerOf(clerk, parent)).balance]).toEqual([true, 90])
  })

  test('waits for the cancellation, and then there is no class to mark', async () => {
    const { past, first, parent } = await lesson(100, 'Second')
    const waiting: { answer?: ReturnType<typeof take> } = {}
    await portal.run(async (tx) => {
      await tx.change({ section: 'Test', docType: 'class', action: 'Cancelled', description: 'Cancelled' }, (on) =>
        on<{ class: { id: string } }>().deleteFrom('class').where('id', '=', past).execute(),
      )
      waiting.answer = take(past, [present(first)])
      await someoneWaits()
    })
    expect((await waiting.answer)?.statusCode).toBe(404)
    expect((await ledgerOf(clerk, parent)).balance).toBe(100)
  })
})

describe('a record', () => {
  const mark = async (credit: number, name: string) => {
    const room = await lesson(credit, name)
    const answer = await take(room.past, [present(room.first)])
    return { ...room, id: answer.json().items[0]._id }
  }
  const set = (id: string, body: unknown) => clerk.put(`/attendance/${id}`, body)

  test('goes from present to absent and back, charged each time anew', async () => {
    const { id, parent } = await mark(100, 'Toggle')
    const away = await set(id, { status: 'A', checkInTime: '18:00' })
    expect(away.json()).toMatchObject({ status: 'A', checkInTime: null, checkOutTime: null, creditMinus: 0 })
    const back = await set(id, { status: 'P', checkInTime: '18:10', checkOutTime: '19:00' })
    expect(back.json()).toMatchObject({
      status: 'P',
      checkInTime: '18:10',
      checkOutTime: '19:00',
      creditMinus: 10,
      outStanding: false,
      walletMember: { wallet: 90 },
    })
    expect((await set(id, { status: 'A' })).statusCode).toBe(200)
    expect((await set(id, { status: 'A' })).statusCode).toBe(200)
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 100, credits: [100, -10, 10, -10, 10] })
    const twice = await Promise.all([1, 2, 3].map(() => set(id, { status: 'P', checkInTime: '18:00' })))
    expect(twice.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect((await ledgerOf(clerk, parent)).balance).toBe(90)
  })

  test('that is outstanding drops the case when the member was absent after all', async () => {
    const { id, parent } = await mark(5, 'Poor')
    const away = await set(id, { status: 'A' })
    expect(away.json()).toMatchObject({ status: 'A', outStanding: false })
    const back = await set(id, { status: 'P', checkInTime: '18:00' })
    expect(back.json()).toMatchObject({ status: 'P', outStanding: true, creditMinus: 10 })
    expect((await ledgerOf(clerk, parent)).credits).toEqual([5])
  })

  test('has its times changed without a charge', async () => {
    const { id, parent } = await mark(100, 'Times')
    const answer = await set(id, { checkInTime: '18:15', checkOutTime: '19:05' })
    expect(answer.json()).toMatchObject({ status: 'P', checkInTime: '18:15', checkOutTime: '19:05' })
    expect((await set(id, { status: 'P', checkOutTime: '' })).json()).toMatchObject({
      checkInTime: '18:15',
      checkOutTime: null,
    })
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10])
    const cases: [unknown, string][] = [
      [{ checkInTime: null }, 'checkInTime'],
      [{ checkInTime: '' }, 'checkInTime'],
      [{ checkOutTime: '18:00' }, 'checkOutTime'],
      [{ status: 'X' }, 'status'],
      [{ checkInTime: 18 }, 'checkInTime'],
    ]
    for (const [body, path] of cases) {
      const refused = await set(id, body)
      expect([body, refused.statusCode, refused.json().details[0].path]).toEqual([body, 400, path])
    }
    await set(id, { status: 'A' })
    const noTime = await set(id, { status: 'P' })
    expect(noTime.json().details).toEqual([{ path: 'checkInTime', message: 'Check-in time is required' }])
    expect((await set(id, { checkInTime: '18:00' })).statusCode).toBe(409)
  })

  test('is deleted with its debit given back; without a last one the class can be cancelled again', async () => {
    const { id, parent, past, course } = await mark(100, 'Mistake')
    expect((await clerk.delete(`/class/${past}`)).statusCode).toBe(409)
    expect((await clerk.delete(`/attendance/${id}`)).json()).toEqual({ _id: id })
    expect(await ledgerOf(clerk, parent)).toMatchObject({ balance: 100, credits: [100, -10, 10] })
    expect(await isTaken(course)).toBe(false)
    expect((await clerk.delete(`/attendance/${id}`)).statusCode).toBe(404)
    expect((await set(id, { status: 'A' })).statusCode).toBe(404)
    expect((await clerk.delete(`/class/${past}`)).statusCode).toBe(200)
  })

  test('that was deleted can be marked again and is charged again', async () => {
    const { id, parent, past, first } = await mark(100, 'Again')
    await clerk.delete(`/attendance/${id}`)
    expect((await take(past, [present(first)])).json()).toMatchObject({ present: 1 })
    expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10, 10, -10])
  })

  test('keeps the class taken while others remain', async () => {
    const { past, course, children } = await lesson(100, 'One', 'Two')
    const { items } = (
      await take(
        past,
        children.map((member) => present(member)),
      )
    ).json()
    await clerk.delete(`/attendance/${items[0]._id}`)
    expect(await isTaken(course)).toBe(true)
  })
})

describe('an outstanding case', () => {
  const close = (id: string, by = clerk) => by.put(`/attendance/clearOutstanding/${id}`, { outStanding: false })

  test('is closed after a top-up, once', async () => {
    const { past, parent, first, name } = await lesson(3, 'Debtor')
    const id = (await take(past, [present(first)])).json().items[0]._id
    const short = await close(id)
    expect(short.statusCode).toBe(409)
    expect(short.json().message).toBe('The wallet holds 3 credits, 7 less than the 10 needed')
    await topUp(portal, parent, 20)
    const answers = await Promise.all([close(id), close(id), close(id)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
    const closed = answers.find((answer) => answer.statusCode === 200)?.json()
    expect(closed).toMatchObject({ outStanding: false, status: 'P', creditMinus: 10, walletMember: { wallet: 13 } })
    expect(await ledgerOf(clerk, parent)).toEqual({
      balance: 13,
      credits: [3, 20, -10],
      labels: ['Opening balance', 'Opening balance', `${name}, 17-11-2026, Debtor`],
    })
    await clerk.put(`/attendance/${id}`, { status: 'A' })
    expect((await ledgerOf(clerk, parent)).balance).toBe(23)
    expect((await close(id)).json().message).toBe('This case is not outstanding')
  })

  test('is not closed by anything but false', async () => {
    const { past, first } = await lesson(0, 'Stubborn')
    const id = (await take(past, [present(first)])).json().items[0]._id
    for (const body of [{ outStanding: true }, {}, { outStanding: 'false' }])
      expect((await clerk.put(`/attendance/clearOutstanding/${id}`, body)).statusCode).toBe(400)
    const coach = await portal.as({ attendance: ['view', 'mark', 'edit'] })
    expect((await close(id, coach)).statusCode).toBe(403)
  })
})

describe('the list', () => {
  test('filters, sorts, totals, and shows each what it may see', async () => {
    const { past, course, on, parent, children } = await lesson(15, 'Siti List', 'Devi List', 'Tan List')
    const [siti = '', devi = '', tan = ''] = children
    await take(past, [present(siti), absent(devi), present(tan)])
    await take(on('2026-11-10'), [absent(siti)])
    const get = async (query: string, by = clerk) => (await by.get(`/attendance?${query}`)).json()
    expect(await get(`course=${course}`)).toMatchObject({ total: 4, present: 2, absent: 2 })
    expect((await get(`course=${course}&limit=1`)).items).toMatchObject([{ classDate: lastTuesday }])
    expect(await get(`course=${course}&startDate=2026-11-10&endDate=2026-11-16`)).toMatchObject({ total: 1 })
    expect(await get(`course=${course}&status=P`)).toMatchObject({ total: 2, absent: 0 })
    expect((await get(`course=${course}&outstanding=true`)).items).toMatchObject([{ member: { _id: tan } }])
    expect(await get(`member=${siti}`)).toMatchObject({ total: 2 })
    expect(await get(`walletMember=${parent}`)).toMatchObject({ total: 4 })
    expect(await get(`course=${course}&searchText=siti`)).toMatchObject({ total: 2 })
    expect(await get(`course=${course}&searchText=%25`)).toMatchObject({ total: 0 })
    expect(await get(`course=${course}&markedBy=nobody`)).toMatchObject({ total: 0 })
    expect(await get(`course=${course}&markedBy=USER`)).toMatchObject({ total: 4 })
    const names = (await get(`scheduledClass=${past}&limit=0&sort=member`)).items.map(
      (row: { member: { name: string } }) => row.member.name,
    )
    expect(names).toEqual(['Devi List', 'Siti List', 'Tan List'])
    for (const query of ['limit=0', 'startDate=2026-02-02&endDate=2026-02-01', 'status=X', 'member=x', 'limit=-1'])
      expect([query, (await clerk.get(`/attendance?${query}`)).statusCode]).toEqual([query, 400])
    const status = async (permissions: Record<string, string[]>, query: string) =>
      (await (await portal.as(permissions)).get(`/attendance?${query}`)).statusCode
    const queries = ['', 'outstanding=true', `member=${siti}`]
    const expected: [Record<string, string[]>, number[]][] = [
      [{ attendance: ['view'] }, [200, 403, 403]],
      [{ outStandingCredit: ['view'] }, [403, 200, 403]],
      [{ membership: ['view'] }, [403, 403, 200]],
      [{ dashboard: ['view'] }, [403, 403, 403]],
    ]
    for (const [permissions, statuses] of expected) {
      const seen = []
      for (const query of queries) seen.push(await status(permissions, query))
      expect([permissions, seen]).toEqual([permissions, statuses])
    }
  })
})
