import { afterAll, describe, expect, test } from 'vitest'
import { openRollDesk, present } from '../../test/support/courses/roll.ts'
import { whenLockedOut } from '../../test/support/platform/hold.ts'
import { ledgerOf } from '../../test/support/students.ts'
import { takeAttendance } from './attendance.ts'

const { portal, clerk, places, desk } = await openRollDesk()
afterAll(() => portal.close())

describe('a class that is cancelled or re-scheduled while it is marked', () => {
  test('ends either marked and kept, or gone and never charged', async () => {
    const seen = { marked: 0, gone: 0 }
    for (let round = 0; round < 10; round++) {
      const { past, course, year, parent, first } = await desk.lesson(100, `Racer ${round}`)
      const change = () =>
        round % 2 === 0
          ? clerk.delete(`/class/${past}`)
          : clerk.post(`/course-scheduled-year/${year._id}/${course}`, {
              day: 4,
              duration: '20:00 - 21:00',
              mainInstructor: [places.devi],
            })
      const mark = () => desk.take(past, [present(first)])
      const [marked, changed] =
        round % 4 < 2
          ? await Promise.all([mark(), change()])
          : await Promise.all([change(), mark()]).then((both) => both.toReversed())
      const { balance } = await ledgerOf(clerk, parent)
      const roll = await desk.rollOf(past)
      if (marked?.statusCode === 200) {
        seen.marked++
        expect([changed?.statusCode, balance, roll.total, await desk.isTaken(course)]).toEqual([409, 90, 1, true])
      } else {
        seen.gone++
        expect([marked?.statusCode, changed?.statusCode, balance, roll.total]).toEqual([404, 200, 100, 0])
        expect(await desk.isTaken(course)).toBeUndefined()
      }
    }
    expect(seen.marked + seen.gone).toBe(10)
  })
})

describe('who comes second', () => {
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
    const { past, course, year, first, parent } = await desk.lesson(100, 'First')
    const waiting: { answer?: ReturnType<typeof call> } = {}
    await portal.run(async (tx) => {
      await takeAttendance(tx, past, [{ member: first, status: 'P', checkInTime: null, checkOutTime: null }])
      waiting.answer = call(course, year._id, past)
      await whenLockedOut(portal)
    })
    expect((await waiting.answer)?.statusCode).toBe(409)
    expect([await desk.isTaken(course), (await ledgerOf(clerk, parent)).balance]).toEqual([true, 90])
  })

  test('waits for the cancellation, and then there is no class to mark', async () => {
    const { past, first, parent } = await desk.lesson(100, 'Second')
    const waiting: { answer?: ReturnType<typeof desk.take> } = {}
    await portal.run(async (tx) => {
      await tx.change({ section: 'Test', docType: 'class', action: 'Cancelled', description: 'Cancelled' }, (on) =>
        on().deleteFrom('class').where('id', '=', past).execute(),
      )
      waiting.answer = desk.take(past, [present(first)])
      await whenLockedOut(portal)
    })
    expect((await waiting.answer)?.statusCode).toBe(404)
    expect((await ledgerOf(clerk, parent)).balance).toBe(100)
  })
})
