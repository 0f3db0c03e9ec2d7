import { weekday, weeklyDates, yearRange } from '@academy/contract/courses/calendar.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { classesOf, coursePlaces, newCourse, newYear, setHolidays } from '../../test/support/courses/courses.ts'
import { datesOf } from '../../test/support/courses/schedule.ts'
import { insertMember } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'
import { enrol } from '../../test/support/students.ts'

const own = process.env.TZ
afterAll(() => {
  if (own === undefined) delete process.env.TZ
  else process.env.TZ = own
})

/** Midnight in Kuala Lumpur is 16:00 UTC the day before, and in the morning of that day in Los Angeles. */
const lastMinute = '2026-11-24T15:59:00Z'
const firstMinute = '2026-11-24T16:00:00Z'

describe.each(['UTC', 'America/Los_Angeles', 'Asia/Kuala_Lumpur'])('on a server in %s', (zone) => {
  test('the business day, the year and attendance are those of Kuala Lumpur', async () => {
    process.env.TZ = zone
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const portal = await testPortal()
    try {
      portal.clock.set(lastMinute)
      const clerk = await portal.as()
      const places = await coursePlaces(portal)
      await setHolidays(clerk, 2028, ['2028-02-29', '2028-12-31'])
      const course = (await newCourse(clerk, places))._id
      // 1 January 2028 is a Saturday: 53 of them, and 52 Tuesdays with the leap day among them.
      expect((await newYear(clerk, places, course, { year: 2028, day: 6 })).totalClass).toBe(53)
      const dates = datesOf(await classesOf(clerk, course, 2028))
      expect(dates).toEqual(weeklyDates(2028, 6))
      expect([dates[0], dates.at(-1), weekday('2028-02-29')]).toEqual(['2028-01-01', '2028-12-30', 2])
      const leap = (await newCourse(clerk, places))._id
      expect(await newYear(clerk, places, leap, { year: 2028 })).toMatchObject({
        totalClass: 51,
        pendingReplacementClassDate: ['2028-02-29'],
      })
      expect(yearRange(2028)).toEqual({ from: '2027-12-31', to: '2028-12-31' })

      const now = (await newCourse(clerk, places))._id
      const { _id } = await newYear(clerk, places, now, { day: 3 })
      const member = await portal.run((tx) => insertMember(tx, { kind: 'adult', name: 'Night', ic_no: '900101145678' }))
      await enrol(clerk, member, now)
      const [session] = (await clerk.get(`/class?course=${now}&year=2026&date=2026-11-25`)).json().items
      const take = () => clerk.post(`/attendance/take/${session._id}`, [{ member, status: 'A' }])
      const today = async () => (await portal.anyone.get('/config')).json().today
      expect([await today(), (await take()).statusCode]).toEqual(['2026-11-24', 409])
      portal.clock.set(firstMinute)
      expect([await today(), (await take()).statusCode]).toEqual(['2026-11-25', 200])
      const [roll] = (await clerk.get(`/attendance?scheduledClass=${session._id}`)).json().items
      expect(roll.classDate).toBe('2026-11-25')
      expect((await clerk.get('/attendance?startDate=2026-11-25&endDate=2026-11-25')).json().items).toHaveLength(1)
      // Proposals begin on the day after the academy's today.
      const [third] = await classesOf(clerk, now).then((all) => all.filter(datedAfter('2026-12-25')))
      await clerk.delete(`/class/${third._id}`)
      const proposals = (await clerk.get(`/course-scheduled-year/${_id}/proposals`)).json().items
      expect(proposals[0].best).toMatchObject({ date: '2026-12-29', sameMonth: true })
    } finally {
      await portal.close()
    }
  })
})

const datedAfter =
  (after: string) =>
  ({ date }: { date: string }) =>
    date > after
