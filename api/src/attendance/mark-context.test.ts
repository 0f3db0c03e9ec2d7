import { afterAll, expect, test } from 'vitest'
import { absent, lastTuesday, nextTuesday, openRollDesk, present } from '../../test/support/courses/roll.ts'
import { unknown } from '../../test/support/portal.ts'
import { enrol, ledgerOf } from '../../test/support/students.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

test('marks made for another course, date, class or enrollment are refused by name, and nobody is charged', async () => {
  const judo = await desk.lesson(100, 'Mei', 'Jun')
  const karate = await desk.lesson(100, 'Ali')
  const [mei = '', jun = ''] = judo.children
  const enrollment = judo.enrolled[0]._id
  const here = `This class is ${judo.name} on 17-11-2026`
  const elsewhere = await enrol(clerk, mei, karate.course)
  const cases: [Record<string, unknown>, string, string][] = [
    [{ course: karate.course }, 'course', `${here}, not ${karate.name}`],
    [{ course: unknown }, 'course', `${here}, not of another course`],
    [{ classDate: nextTuesday }, 'classDate', `${here}, not on 24-11-2026`],
    [{ scheduledClass: karate.past }, 'scheduledClass', `${here}, and the mark was made for another class`],
    [
      { enrollment: judo.enrolled[1]._id },
      'enrollment',
      'The enrollment is that of Jun, not of the member it was sent with',
    ],
    [{ enrollment: elsewhere._id }, 'enrollment', `The enrollment of Mei is in ${karate.name}, not in ${judo.name}`],
  ]
  for (const [said, field, message] of cases) {
    const answer = await desk.take(judo.past, [present(jun), present(mei, said)])
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(answer.json().details).toEqual([{ path: `1.${field}`, message }])
  }
  expect([(await desk.rollOf(judo.past)).total, (await ledgerOf(clerk, judo.parent)).balance]).toEqual([0, 100])
  expect((await desk.take(judo.past, [present(mei, { classDate: '17/11/2026' })])).statusCode).toBe(400)

  // Matching values are accepted as ids or as whole documents; so are values left out.
  const right = { course: { _id: judo.course, name: judo.name }, classDate: lastTuesday, scheduledClass: judo.past }
  const taken = await desk.take(judo.past, [present(mei, { ...right, enrollment }), absent(jun)])
  expect([taken.statusCode, taken.json().present]).toEqual([200, 1])
  // Refused for members already on the roll, too.
  expect((await desk.take(judo.past, [present(mei, { course: karate.course })])).statusCode).toBe(409)

  // An update is checked against its record.
  const [row] = taken.json().items
  for (const [said, field] of [
    [{ course: karate.course }, 'course'],
    [{ classDate: nextTuesday }, 'classDate'],
    [{ scheduledClass: karate.past }, 'scheduledClass'],
    [{ enrollment: judo.enrolled[1]._id }, 'enrollment'],
    [{ member: jun }, 'member'],
  ] as const) {
    const answer = await clerk.put(`/attendance/${row._id}`, { status: 'A', ...said })
    expect([answer.statusCode, answer.json().details?.[0]?.path]).toEqual([409, field])
  }
  expect((await ledgerOf(clerk, judo.parent)).balance).toBe(90)
  expect((await clerk.put(`/attendance/${row._id}`, { ...row, status: 'A' })).json().status).toBe('A')
})

test('what the server derives may be sent and is not believed: instructors, credit and wallet', async () => {
  const { past, parent, first, course, enrolled } = await desk.lesson(100, 'Derived')
  const other = await desk.lesson(100, 'Somebody')
  const said = {
    enrollment: enrolled[0]._id,
    course,
    classDate: '17-11-2026',
    scheduledClass: past,
    mainInstructorInCharge: [places.aminah],
    assistantInstructorIncharge: [{ _id: places.tan, name: 'Coach Tan' }],
    creditType: 'normal1',
    creditMinus: 0,
    walletMember: other.parent,
    takeBy: 'somebody',
    outStanding: true,
  }
  const derived = {
    mainInstructorInCharge: [{ _id: places.tan }],
    assistantInstructorIncharge: [{ _id: places.devi }],
    creditType: 'normal',
    creditMinus: 10,
    walletMember: { _id: parent },
    outStanding: false,
  }
  const taken = await desk.take(past, [present(first, said)])
  expect([taken.statusCode, taken.json().items], taken.body).toMatchObject([200, [derived]])
  const [{ _id }] = taken.json().items
  await clerk.put(`/attendance/${_id}`, { ...said, status: 'A' })
  const back = await clerk.put(`/attendance/${_id}`, { ...said, status: 'P' })
  expect([back.statusCode, back.json()], back.body).toMatchObject([200, { ...derived, checkInTime: '18:00' }])
  expect((await ledgerOf(clerk, parent)).balance).toBe(90)
  expect((await ledgerOf(clerk, other.parent)).balance).toBe(100)
})

test('marks find their class again by course and date after the year was planned anew', async () => {
  const { past, course, name, year, parent, first } = await desk.lesson(100, 'Aida')
  const made = { course, classDate: lastTuesday, scheduledClass: past }
  const replan = (day: number) =>
    clerk.post(`/course-scheduled-year/${year._id}/${course}`, {
      day,
      duration: '20:00 - 21:00',
      mainInstructor: [places.devi],
    })
  // Moved to Thursdays, the class of that Tuesday is gone; a mark without course and date finds nothing.
  expect((await replan(4)).statusCode).toBe(200)
  const gone = await desk.take(past, [present(first, made)])
  expect([gone.statusCode, gone.json().message]).toEqual([404, `${name} has no class on 17-11-2026 any more`])
  expect((await replan(2)).statusCode).toBe(200)
  const [replaced] = (await clerk.get(`/class?course=${course}&date=${lastTuesday}`)).json().items
  expect(replaced._id).not.toBe(past)
  expect((await desk.take(past, [present(first)])).statusCode).toBe(404)

  // Two classes on that day: the coach chooses.
  const extra = { date: lastTuesday, duration: '09:00 - 10:00', mainInstructor: [places.devi] }
  const added = await clerk.post(`/class/schedule/${course}`, { year: 2026, schedule: [extra] })
  expect(added.statusCode, added.body).toBe(201)
  const undecided = await desk.take(past, [present(first, made)])
  expect([undecided.statusCode, undecided.json().message]).toEqual([
    409,
    expect.stringMatching(/has 2 classes on 17-11-2026: choose the one that was marked$/),
  ])
  await clerk.delete(`/class/${added.json().items[0]._id}`)

  const taken = await desk.take(past, [present(first, made)])
  expect(taken.statusCode, taken.body).toBe(200)
  expect(taken.json().items).toMatchObject([{ scheduledClass: replaced._id, checkInTime: '20:00', status: 'P' }])
  expect((await desk.take(past, [present(first, made)])).json()).toEqual(taken.json())
  expect((await ledgerOf(clerk, parent)).credits).toEqual([100, -10])
  const there = await portal.as({ attendance: ['mark'] }, { centres: [places.ampang] })
  expect((await desk.take(past, [present(first, made)], there)).statusCode).toBe(404)
})

test('an enrollment that was made anew since is found by its member', async () => {
  const { past, course, first, enrolled, parent } = await desk.lesson(100, 'Balan')
  const old = { enrollment: enrolled[0]._id, course, classDate: lastTuesday }
  expect((await clerk.delete(`/enrollment/${old.enrollment}`)).statusCode).toBe(200)
  await enrol(clerk, first, course, { credit: 30 })
  expect((await desk.take(past, [present(first, old)])).json()).toMatchObject({ present: 1, notRecorded: [] })
  expect((await ledgerOf(clerk, parent)).balance).toBe(70)
})
