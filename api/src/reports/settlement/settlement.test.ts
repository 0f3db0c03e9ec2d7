import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classesOf, newCourse, newYear } from '../../../test/support/courses/courses.ts'
import { absent, openRollDesk, present } from '../../../test/support/courses/roll.ts'
import { pdfPages } from '../../../test/support/platform/pdf.ts'
import { type Client, testEntry, unknown } from '../../../test/support/portal.ts'
import { adult, enrol } from '../../../test/support/students.ts'
import { found } from '../../platform/http/index.ts'
import { renderPdf } from '../../platform/pdf/index.ts'
import { statementLayout, statementsOf } from './statement.ts'

// Today is Friday, 20 November 2026; classes are on Tuesdays, with Coach Tan and Coach Devi as assistant.
const { portal, clerk: owner, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const third = '2026-11-03'
const tenth = '2026-11-10'
const seventeenth = '2026-11-17'

let lesson: Awaited<ReturnType<typeof desk.lesson>>
beforeAll(async () => {
  lesson = await desk.lesson(65, 'Ah Kow', 'Bee Lian')
})

const rate = async (more: object) => {
  const answer = await owner.post('/coach-rate', {
    ...{ coach: places.tan, course: lesson.course, role: 'main', kind: 'head', amount: '8', since: '2026-01-01' },
    ...more,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()._id
}
const page = (of: string, rest = '') => `/report/coach-settlement/${of}${rest}`
const read = async (path: string, by = owner) => {
  const answer = await by.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const monthOf = (coach: string, by = owner) => read(page(coach, '?month=2026-11'), by)
const dayOf = (coach: string, date: string, by = owner) => read(page(coach, `/class/${lesson.on(date)}`), by)
const row = (items: { _id: string }[], coach: string) => items.find(({ _id }) => _id === coach)

test('what was not marked is said and brings nothing; what has no rate is held and brings nothing', async () => {
  expect(await monthOf(places.tan)).toMatchObject({
    coach: { _id: places.tan, name: 'Coach Tan' },
    ...{ month: '2026-11', creditPrice: '1.00', classes: 0, unmarked: 3, unpriced: 0, amount: '0.00' },
  })
  await desk.take(
    lesson.on(third),
    lesson.children.map((child) => present(child)),
  )
  expect(await monthOf(places.tan)).toMatchObject({ classes: 1, heads: 2, unmarked: 2, unpriced: 1, amount: '0.00' })
  // A class to come is no omission, nor is one nobody is enrolled in.
  await desk.classes()
  expect(await monthOf(places.tan)).toMatchObject({ unmarked: 2 })
})

test('a share is rounded for each attendance, and every level adds up to the one above it', async () => {
  // 33.35 % of 10 credits at RM 1.01 are 3.36835, each RM 3.37.
  await owner.put('/brand', { creditPrice: '1.01' })
  await rate({ kind: 'share', amount: '33.35' })
  const lines = await dayOf(places.tan, third)
  expect(lines).toMatchObject({
    ...{ date: third, duration: '18:00 - 19:00', isMarked: true, heads: 2, credits: 20, amount: '6.74', base: '0.00' },
    rate: { kind: 'share', amount: '33.35' },
    items: ['Ah Kow', 'Bee Lian'].map((name) => ({
      member: { name },
      payer: { _id: lesson.parent, name: 'Parent of Ah Kow and Bee Lian' },
      ...{ creditType: 'normal', credits: 10, outStanding: false, paidAt: '2026-11-20T04:00:00.000Z', amount: '3.37' },
    })),
  })
  const month = await monthOf(places.tan)
  expect(month).toMatchObject({ amount: '6.74', unpriced: 0, courses: [{ role: 'main', amount: '6.74' }] })
  // Half a sen goes up: 0.05 % of 10 credits at RM 1.00 is 0.5 sen.
  await owner.put('/brand', { creditPrice: null })
  const half = await rate({ kind: 'share', amount: '0.05', since: third })
  expect((await dayOf(places.tan, third)).items.map(({ amount }: { amount: string }) => amount)).toEqual([
    '0.01',
    '0.01',
  ])
  await owner.delete(`/coach-rate/${half}`)
})

test('the rate of a day is the last one from that day or before, a class’s own before that of all', async () => {
  await desk.take(lesson.on(tenth), [present(lesson.first), absent(lesson.children[1] ?? '')])
  await desk.take(
    lesson.on(seventeenth),
    lesson.children.map((child) => present(child)),
  )
  const all = await rate({ course: null, kind: 'class', amount: '99', since: '2026-11-16' })
  const byHead = await rate({ amount: '8.05', since: tenth })
  const later = await rate({ kind: 'class', amount: '55', since: seventeenth })
  await rate({ amount: '7', since: '2026-11-18' })
  const [course] = (await monthOf(places.tan)).courses
  expect(
    course.days.map(({ date, rate, amount }: { date: string; rate: object; amount: string }) => [date, rate, amount]),
  ).toEqual([
    [third, { kind: 'share', amount: '33.35' }, '6.68'],
    [tenth, { kind: 'head', amount: '8.05' }, '8.05'],
    [seventeenth, { kind: 'class', amount: '55.00' }, '55.00'],
  ])
  expect(course).toMatchObject({ amount: '69.73', classes: 3, heads: 5, credits: 50 })
  const { items, base } = await dayOf(places.tan, seventeenth)
  expect([base, ...items.map(({ amount }: { amount: string }) => amount)]).toEqual(['55.00', '0.00', '0.00'])
  const report = await read('/report/coach-settlement?month=2026-11')
  expect(row(report.items, places.tan)).toMatchObject({ classes: 3, heads: 5, credits: 50, amount: '69.73' })
  expect(report).toMatchObject({ amount: '69.73', unpriced: 3 })
  for (const id of [all, byHead, later]) await owner.delete(`/coach-rate/${id}`)
})

/** Sets what the parent's wallet holds. */
async function hold(wallet: number) {
  const { wallet: walletWas } = await read(`/member/${lesson.parent}`)
  const answer = await owner.put(`/member/${lesson.parent}`, { wallet, walletWas })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('an open case counts as a head and not as credit until it is closed; what is undone counts no more', async () => {
  await rate({ coach: places.devi, course: null, role: 'assistant', kind: 'share', amount: '50', since: '2026-11-16' })
  await rate({ coach: places.devi, role: 'assistant', kind: 'head', amount: '2', since: seventeenth })
  const { children } = lesson
  const undo = await owner.post(`/attendance/take/${lesson.on(tenth)}/undo`)
  expect(undo.statusCode, undo.body).toBe(200)
  expect(await monthOf(places.devi)).toMatchObject({ classes: 2, unmarked: 1, heads: 4, amount: '4.00' })
  await hold(5)
  await desk.take(
    lesson.on(tenth),
    children.map((child) => present(child)),
  )
  expect(await monthOf(places.devi)).toMatchObject({ classes: 3, unmarked: 0, heads: 6, credits: 40, owing: 20 })
  const open = await dayOf(places.devi, tenth)
  expect(open).toMatchObject({ heads: 2, credits: 0, owing: 20, rate: null, amount: '0.00' })
  expect(open.items[0]).toMatchObject({ outStanding: true, credits: 0, paidAt: null, amount: '0.00' })

  await rate({ coach: places.devi, role: 'assistant', kind: 'share', amount: '50', since: tenth })
  expect((await dayOf(places.devi, tenth)).amount).toBe('0.00')
  await hold(15)
  await owner.put(`/attendance/clearOutstanding/${open.items[0]._id}`, { outStanding: false })
  expect(await dayOf(places.devi, tenth)).toMatchObject({ credits: 10, owing: 10, amount: '5.00' })
  await owner.put(`/attendance/${open.items[0]._id}`, { status: 'A' })
  expect(await dayOf(places.devi, tenth)).toMatchObject({ heads: 1, credits: 0, owing: 10, amount: '0.00' })
})

test('who is named in both roles is paid once, as main instructor', async () => {
  const course = await newCourse(owner, places, { name: 'Both Roles' })
  await newYear(owner, places, course._id, { mainInstructor: [places.aminah], assistantInstructor: [places.aminah] })
  const [session] = await classesOf(owner, course._id)
  const member = await adult(portal, 'Walker')
  await enrol(owner, member, course._id, { creditType: 'free', credit: 0 })
  await desk.take(session._id, [present(member)])
  const of = { coach: places.aminah, course: course._id, since: '2026-01-01' }
  await rate({ ...of, kind: 'class', amount: '40' })
  await rate({ ...of, role: 'assistant', kind: 'class', amount: '30' })
  const month = await read(page(places.aminah, `?month=${session.date.slice(0, 7)}`))
  expect(month).toMatchObject({ classes: 1, heads: 1, credits: 0, amount: '40.00' })
  expect(month.courses.map(({ role }: { role: string }) => role)).toEqual(['main'])
})

test('a coach sees the own month and nobody else’s; who may not see a centre sees none of its classes', async () => {
  const settle = { 'report.ClassMonthlySettlement': ['view', 'export'] }
  const link = (by: Client, coach: string) =>
    portal.run((tx) =>
      tx.change(testEntry, (on) =>
        sql`update staff_user set coach_related = ${coach} where id = ${by.userId}`.execute(on()),
      ),
    )
  const devi = await portal.as(settle)
  expect((await read('/report/coach-settlement?month=2026-11', devi)).total).toBe(0)
  expect((await devi.get(page(places.devi))).statusCode).toBe(404)
  await link(devi, places.devi)
  const own = await read('/report/coach-settlement?month=2026-11', devi)
  expect(own.items.map(({ _id }: { _id: string }) => _id)).toEqual([places.devi])
  expect(own.amount).toBe(own.items[0].amount)
  expect(await monthOf(places.devi, devi)).toMatchObject({ amount: own.amount })
  for (const rest of ['', `/class/${lesson.on(third)}`, '/statement'])
    expect((await devi.get(page(places.tan, rest))).statusCode, rest).toBe(404)
  expect((await devi.get(`/report/coach-settlement?month=2026-11&coach=${places.tan}`)).json().total).toBe(0)

  const away = await portal.as({ ...settle, coach: ['edit'] }, { centres: [places.ampang] })
  expect((await read('/report/coach-settlement?month=2026-11', away)).total).toBe(0)
  expect(await monthOf(places.tan, away)).toMatchObject({ classes: 0, courses: [] })
  expect((await away.get(page(places.tan, `/class/${lesson.on(third)}`))).statusCode).toBe(404)
  const nobody = await portal.as({ coach: ['edit'] })
  expect((await nobody.get(page(places.tan))).statusCode).toBe(403)
})

test('the statement has the classes day by day, the total in figures and words, and two lines to sign on', async () => {
  const put = await owner.put(`/coach/${places.tan}`, {
    name: 'Tan Chee Keong 陈志强',
    bankName: 'Maybank',
    bankAccNo: '514010203040',
  })
  expect(put.statusCode, put.body).toBe(200)
  const answer = await owner.get(page(places.tan, '/statement?month=2026-11'))
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  expect(answer.headers['content-disposition']).toContain('Coach_Settlement_Tan_Chee_Keong_')
  const [text = ''] = await pdfPages(answer.rawPayload)
  const month = await monthOf(places.tan)
  for (const words of [
    'COACH SETTLEMENT',
    'November 2026',
    'Tan Chee Keong 陈志强',
    'Maybank, 514010203040',
    `${lesson.name}, Cheras`,
    '03-11-2026 18:00 - 19:00 2 20 33.35% of credit 6.68',
    `3 classes held ${month.amount}`,
    'AMOUNT IN WORDS RINGGIT MALAYSIA',
    'November 2026 is not over: what is held from now on is not in it yet.',
    'Paid by',
    'Received by',
  ])
    expect(text).toContain(words)
  const empty = await owner.get(page(places.tan, '/statement?month=2020-01'))
  expect((await pdfPages(empty.rawPayload))[0]).toContain('0 classes held 0.00 AMOUNT IN WORDS RINGGIT MALAYSIA ZERO')
  const [record] = (await owner.get('/auth/audit-trail?searchText=Coach_Settlement')).json().items
  expect(record).toMatchObject({ section: 'Coach Settlement', action: 'Downloaded' })
})

test('however many days there are, the lines to sign on stand under what is signed', async () => {
  const [statement] = await portal.run((tx) => statementsOf(tx, [places.tan], '2026-11'))
  const { print } = found(statement, 'Coach')
  const [course] = print.courses
  const [day] = course?.days ?? []
  expect(day).toBeDefined()
  // From one page on, as long as it takes for the rest to move over line by line.
  for (let count = 14; count < 34; count++) {
    const courses = course && day ? [{ ...course, days: Array.from({ length: count }, () => day) }] : []
    const pages = await pdfPages(await renderPdf(statementLayout, { ...print, courses }))
    expect(
      pages.find((text) => text.includes('Received by')),
      `${count} days`,
    ).toContain('AMOUNT IN WORDS')
  }
})

test('above the settlement stands that a month is not over', async () => {
  const about = async (month: string) => (await read(`/report/coach-settlement?month=${month}`)).about
  expect(await about('2026-10')).toEqual(['Month: October 2026'])
  expect(await about('2026-11')).toEqual(['Month: November 2026, not over yet'])
})

test('a month, coach or class that is none is refused in words', async () => {
  for (const month of ['2026-13', '2026', '1999-01', 'x'])
    for (const path of [page(places.tan), '/report/coach-settlement', page(places.tan, '/statement')]) {
      const answer = await owner.get(`${path}?month=${month}`)
      expect([path, answer.statusCode, answer.json().details]).toEqual([
        path,
        400,
        [{ path: 'month', message: 'Month must be one from 2000-01 to 2099-12, such as 2026-10' }],
      ])
    }
  for (const path of [
    page(unknown),
    page('x'),
    page(places.tan, `/class/${unknown}`),
    page(places.aminah, `/class/${lesson.on(third)}`),
  ])
    expect((await owner.get(path)).statusCode, path).toBe(404)
})
