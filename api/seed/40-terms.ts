import { attendance } from '@academy/contract/attendance/attendance.ts'
import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import { newcomers } from '@academy/contract/attendance/newcomers.ts'
import { addDays, weekday } from '@academy/contract/courses/calendar.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { members } from '@academy/contract/members/members.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { sql } from 'kysely'
import type { Tx } from '../src/platform/data/index.ts'
import type { Caller } from '../src/platform/http/index.ts'
import { fixedClock } from '../src/platform/runtime/index.ts'
import type { SeededLists } from './10-lists.ts'
import type { Staff } from './20-staff.ts'
import type { Trainee } from './30-families.ts'
import { seedAdjustments } from './50-adjustments.ts'
import { seedEvening, seedOpenCash } from './60-cash.ts'
import { seedRaise, seedRates } from './60-rates.ts'
import { act } from './act.ts'
import type { Random } from './random.ts'

/** Name, sport, centre, weekday, time, main coach, whether it is for children. */
const timetable = [
  ['Taekwondo Little Tigers', 'Taekwondo', 'Setia Alam', 6, '09:00 - 10:00', 0, true],
  ['Taekwondo Junior', 'Taekwondo', 'Setia Alam', 2, '17:30 - 18:30', 0, true],
  ['Taekwondo Teens', 'Taekwondo', 'Subang Jaya', 4, '18:00 - 19:30', 3, true],
  ['Taekwondo Adults', 'Taekwondo', 'Subang Jaya', 3, '20:00 - 21:30', 0, false],
  ['Karate Kids', 'Karate', 'Petaling Jaya', 6, '10:30 - 11:30', 2, true],
  ['Karate Junior', 'Karate', 'Petaling Jaya', 1, '17:00 - 18:00', 2, true],
  ['Karate Adults', 'Karate', 'Petaling Jaya', 5, '20:00 - 21:30', 2, false],
  ['Silat Remaja', 'Silat', 'Klang', 0, '09:00 - 10:30', 1, true],
  ['Silat Dewasa', 'Silat', 'Klang', 2, '20:30 - 22:00', 4, false],
  ['Wushu Beginners', 'Wushu', 'Setia Alam', 0, '10:30 - 11:30', 3, true],
  ['Wushu Competition Team', 'Wushu', 'Setia Alam', 5, '17:00 - 19:00', 5, true],
  ['Open Mat', null, null, 6, '15:00 - 17:00', 1, false],
] as const

/** Two terms of ten weeks and the break between them. */
const days = 24 * 7
const breakFrom = 11 * 7
const breakTo = 13 * 7
/** As many as 'Still to Close' looks back. */
const closedEvenings = 31

interface Context {
  tx: Tx
  random: Random
  lists: SeededLists
  staff: Staff
  trainees: Trainee[]
  log: (line: string) => void
}

/** The transaction at a time of a past day, Kuala Lumpur time `HH:mm`, by a person; of today never later than it is. */
const at = (tx: Tx, by: Caller, day: string, time: string): Tx => {
  const clock = fixedClock(`${day}T${time}:00+08:00`)
  if (clock.now().toISOString() > tx.now) clock.set(tx.now)
  return tx.as(by, clock)
}

export async function seedTerms(context: Context) {
  const { tx, staff } = context
  const first = addDays(tx.today, -days)
  const opened = addDays(first, -7)
  const courseIds = await seedCourses(context, opened)
  const named = new Map(timetable.map(([name], n) => [String(name), courseIds[n]?.id ?? '']))
  await seedRates(at(tx, staff('owner'), opened, '09:30'), context.lists, named)
  const paying = await seedEnrolments(context, courseIds, opened)
  for (let n = 0; n <= days; n++) {
    const day = addDays(first, n)
    await seedPayments(context, paying, day, n)
    await seedAdjustments(tx, staff, day, days - n)
    if (n < days && !(n >= breakFrom && n < breakTo)) await seedClasses(context, day)
    if (n < days && n >= days - closedEvenings) await seedEvening(at(tx, staff('clerk'), day, '22:00'), day)
    if (n % 28 === 0) context.log(`  ${day}`)
  }
  await seedRaise(at(tx, staff('owner'), addDays(tx.today, -10), '09:00'), context.lists)
  const { coach, creditPackage } = context.lists
  const payers = [...paying.keys()].slice(0, 3)
  await seedOpenCash(
    at(tx, staff('clerk'), tx.today, '18:30'),
    payers,
    [...coach.values()],
    [...creditPackage.values()],
  )
  await seedChildOfAge(at(tx, staff('clerk'), tx.today, '09:30'), context.trainees)
  await seedNewcomer(context)
}

async function seedCourses(
  { tx, lists, staff }: Context,
  day: string,
): Promise<{ id: string; forChildren: boolean }[]> {
  const owner = at(tx, staff('owner'), day, '09:00')
  const coaches = [...lists.coach.values()]
  const made: { id: string; forChildren: boolean }[] = []
  for (const [name, sport, centre, weekdayOf, duration, coach, forChildren] of timetable) {
    const main = [coaches[coach] ?? '']
    const assistant = forChildren ? [coaches[6 + (made.length % 2)] ?? ''] : []
    const unlimited = sport === null
    const { _id } = await act(owner, courses.create, {
      body: {
        name,
        unlimited,
        sport: sport && lists.sport.get(sport),
        centre: centre && lists.centre.get(centre),
        courseType: lists.courseType.get('Group Class'),
        duration,
        mainInstructor: main,
        assistantInstructor: assistant,
        normal: forChildren ? 25 : 30,
        normal2: forChildren ? 20 : 25,
        special: unlimited ? null : 15,
        free: unlimited ? null : 0,
      },
    })
    const years = [...new Set([day.slice(0, 4), tx.today.slice(0, 4)])].map(Number)
    for (const year of years)
      await act(owner, schedule.assign, {
        body: { course: _id, year, day: weekdayOf, duration, mainInstructor: main, assistantInstructor: assistant },
      })
    made.push({ id: _id, forChildren })
  }
  return made
}

async function seedEnrolments(
  { tx, random, staff, trainees }: Context,
  all: { id: string; forChildren: boolean }[],
  day: string,
) {
  const clerk = at(tx, staff('clerk'), day, '11:00')
  const paying = new Map<string, number>()
  for (const [n, trainee] of trainees.entries()) {
    const suited = all.filter((course) => course.forChildren === trainee.isChild)
    const count = random.chance(22) ? 2 : 1
    for (let k = 0; k < count; k++) {
      const course = suited[(n + k * 3) % suited.length]
      if (!course) continue
      const share = random.between(1, 100)
      const creditType =
        share <= 70 ? 'normal' : share <= 84 ? 'normal2' : share <= 93 ? 'special' : share <= 96 ? 'free' : 'trial1'
      const credit = {
        normal: trainee.isChild ? 25 : 30,
        normal2: trainee.isChild ? 20 : 25,
        special: 15,
        free: 0,
        trial1: 0,
      }[creditType]
      await act(clerk, enrolments.create, {
        body: { member: trainee.id, course: course.id, creditType, credit, remark: null, walletMember: trainee.payer },
      })
      paying.set(trainee.payer, (paying.get(trainee.payer) ?? 0) + credit)
    }
  }
  return paying
}

/** Payers whose wallet runs low buy again, most in time; some orders of the last days stay pending. */
async function seedPayments(
  { tx, random, lists, staff }: Context,
  paying: Map<string, number>,
  day: string,
  n: number,
) {
  const packages = [...lists.creditPackage.values()]
  const coaches = [...lists.coach.values()].slice(0, 4)
  const wallets = await tx.query<{ member: string; balance: number }>(sql`select member, balance from wallet`)
  const balances = new Map(wallets.map(({ member, balance }) => [member, balance]))
  for (const [payer, weekly] of paying) {
    if (weekly === 0) continue
    const clerk = at(tx, staff('clerk'), day, `1${random.between(0, 8)}:${random.between(10, 59)}`)
    const wallet = balances.get(payer) ?? 0
    const isFirst = n === 0 && random.chance(92)
    const isLow = wallet < weekly * 2 && random.chance(n > days - 14 ? 4 : 16)
    if (!isFirst && !isLow) continue
    const size = weekly > 70 ? 3 : weekly > 40 ? 2 : random.between(0, 2)
    const body = {
      memberId: payer,
      package: packages[size] ?? '',
      coachReceived: random.pick(coaches),
      paymentType: 'Cash' as const,
    }
    const order = await act(clerk, payments.order, { body })
    if (n > days - 5 && random.chance(60)) continue
    const later = at(tx, staff('clerk'), day, '19:30')
    const params = { id: order._id }
    const isRejected = random.chance(4)
    await act(later, payments.settle, {
      params,
      body: isRejected ? { isPay: false, isRejected } : { isPay: true },
    })
    const isPaidTwice = random.chance(1)
    if (isPaidTwice && !isRejected) await act(later, payments.cancel, { params, body: { reason: 'Paid twice' } })
  }
}

async function seedClasses({ tx, random, staff }: Context, day: string) {
  const coach = at(tx, staff('coach'), day, '22:30')
  const { items } = await act(coach, schedule.classes, { query: { date: day } })
  for (const { _id } of items) {
    // A few classes stay unmarked.
    if (random.chance(2)) continue
    const students = await act(coach, enrolments.students, { params: { class: _id } })
    if (students.items.length === 0) continue
    const body = students.items.map(({ member, _id: enrollment }) => ({
      member: member._id,
      enrollment,
      status: random.chance(weekday(day) === 0 ? 76 : 84) ? ('P' as const) : ('A' as const),
    }))
    await act(coach, attendance.take, { params: { class: _id }, body })
  }
}

/** One child has come of age and gets a wallet of its own. */
async function seedChildOfAge(tx: Tx, trainees: Trainee[]) {
  const child = trainees.find((trainee) => trainee.isChild)
  if (child) await act(tx, members.makeIndependent, { params: { parent: child.payer, child: child.id } })
}

/** Somebody new came to the last class, for the desk to enrol or charge. */
async function seedNewcomer({ tx, staff }: Context) {
  // A day may be a holiday.
  for (let back = 1; back <= 7; back++) {
    const date = addDays(tx.today, -back)
    const coach = at(tx, staff('coach'), date, '22:30')
    const [last] = (await act(coach, schedule.classes, { query: { date } })).items
    if (!last) continue
    const body = { name: 'Wong Kah Mun', phoneNo: '0123456789', creditType: 'trial1', payer: null } as const
    await act(coach, newcomers.create, { body: { ...body, scheduledClass: last._id } })
    return
  }
}
