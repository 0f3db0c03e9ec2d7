import { attendance } from '@academy/contract/attendance/attendance.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { members } from '@academy/contract/members/members.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/platform/runtime/index.ts'
import { type PortalProcess, portalProcess, Refusal } from '../support/process.ts'

const rounds = 20
const perRound = { payments: 6, classes: 2 }
const memberCount = 6
const document = z.object({ _id: z.string() })

let portal: PortalProcess
const make = async (path: string, body: object) => (await portal.call(document, 'POST', path, body))._id

interface Made {
  coach: string
  package: string
  course: string
  /** Each with the enrolment in the course. */
  members: { id: string; enrolment: string }[]
  /** Past classes, the earliest first. */
  classes: string[]
}
let made: Made

beforeAll(async () => {
  portal = await portalProcess({ ADMIN_PASSWORD: 'correct_horse_1' })
  await portal.start()
  await portal.signIn('admin', 'correct_horse_1')
  made = await setUp()
}, 60_000)
afterAll(() => portal?.remove())

/** Created as by a clerk: coach, package, course, a year of classes, members and their enrolments. */
async function setUp(): Promise<Made> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('name', 'Farid bin Osman')
  form.set('designation', await make('/designation', { designation: 'Coach' }))
  form.set('email', 'farid@example.com')
  form.set('picture', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'farid.png')
  const coach = await make('/coach', form)
  const bought = { code: 'P15', title: 'Fifteen', description: 'Fifteen credits', credit: 12, addition: 3, duration: 6 }
  const creditPackage = await make('/credit-package', bought)
  const course = await make('/course', { name: 'Taekwondo', unlimited: true, normal: 10, normal2: 10 })
  // Of last year, so that every class is past and can be marked.
  const year = Number(systemClock.today().slice(0, 4)) - 1
  const pattern = { day: 6, duration: '10:00 - 11:00', mainInstructor: [coach] }
  await make('/course-scheduled-year', { course, year, ...pattern })
  const made = []
  for (let each = 0; each < memberCount; each++) {
    const id = await make('/member', {
      name: `Member ${each}`,
      dob: '2000-01-01',
      icNo: `000101-14-000${each}`,
      gender: 'Female',
      nationality: 'Malaysian',
      email: `member${each}@example.com`,
      password: 'correct_horse_1',
      coachIncharge: coach,
    })
    made.push({
      id,
      enrolment: await make('/enrollment', { member: id, course, creditType: 'normal', credit: 10 }),
    })
  }
  const classes = await portal.call(
    schedule.classes.result,
    'GET',
    `/class?course=${course}&year=${year}&limit=1000&sort=date`,
  )
  return { coach, package: creditPackage, course, members: made, classes: classes.items.map((each) => each._id) }
}

const read = <S extends z.ZodType>(shape: S, path: string) => portal.call(shape, 'GET', path)

/** Everything the checks look at, as a client sees it. */
async function books() {
  const [paid, marks, classes, wallets] = await Promise.all([
    read(payments.list.result, '/payment?limit=1000'),
    read(attendance.list.result, '/attendance?limit=1000'),
    read(schedule.classes.result, `/class?course=${made.course}&limit=1000&sort=date`),
    Promise.all(
      made.members.map(async ({ id }) => ({
        id,
        shown: await read(members.get.result, `/member/${id}`),
        ledger: await read(wallet.ledger.result, `/member/${id}/wallet?limit=1000&sort=%2Bat`),
      })),
    ),
  ])
  expect(paid.total).toBe(paid.items.length)
  expect(marks.total).toBe(marks.items.length)
  return { paid: paid.items, marks: marks.items, classes: classes.items, wallets }
}
type Books = Awaited<ReturnType<typeof books>>

/** A wallet is the sum of its entries, each continuing from the one before. */
function checkWallets({ wallets }: Books) {
  for (const { shown, ledger } of wallets) {
    let balance = 0
    for (const entry of ledger.items) {
      balance += entry.credit
      expect(entry.balanceAfter).toBe(balance)
    }
    expect([shown.wallet, ledger.balance]).toEqual([balance, balance])
  }
}

/** Done, receipt number, ledger row and expiry: all of them or none. */
function checkPayments({ paid, wallets }: Books) {
  const purchases = wallets.flatMap(({ ledger }) => ledger.items.filter((entry) => entry.kind === 'purchase'))
  const done = paid.filter((payment) => payment.isPay)
  for (const payment of paid) {
    expect([payment.orNo !== null, payment.verifyBy !== null, payment.expired_date !== null]).toEqual(
      Array(3).fill(payment.isPay),
    )
    const credits = purchases.filter((entry) => entry.cause._id === payment._id).map((entry) => entry.credit)
    expect(credits).toEqual(payment.isPay ? [payment.creditPurchase] : [])
  }
  expect(purchases).toHaveLength(done.length)
  const numbers = done.map((payment) => Number(payment.orNo?.slice(-4))).sort((a, b) => a - b)
  expect(numbers).toEqual(done.map((_, index) => index + 1))
  for (const { id, shown } of wallets) {
    const dates = done.filter((payment) => payment.createdBy._id === id).map((payment) => payment.expired_date)
    expect(shown.creditExpired).toBe(dates.sort().at(-1) ?? null)
  }
}

/** A present member is charged once or has an outstanding case; a class is marked completely or not at all. */
function checkAttendance({ marks, classes, wallets }: Books) {
  const charges = wallets.flatMap(({ ledger }) => ledger.items.filter((entry) => entry.kind === 'attendance'))
  for (const mark of marks) {
    const credits = charges.filter((entry) => entry.cause._id === mark._id).map((entry) => entry.credit)
    expect(credits).toEqual(mark.status === 'P' && !mark.outStanding ? [-mark.creditMinus] : [])
  }
  expect(charges).toHaveLength(marks.filter((mark) => mark.status === 'P' && !mark.outStanding).length)
  for (const each of classes) {
    const rows = marks.filter((mark) => mark.scheduledClass === each._id)
    expect(rows).toHaveLength(each.isAttendanceTaken ? memberCount : 0)
  }
}

interface Work {
  path: string
  body: object
  /** Whether the data show that it was done. */
  isDone(books: Books): boolean
}

const verification = (id: string): Work => ({
  path: `/payment/direct/${id}`,
  body: { isPay: true },
  isDone: ({ paid }) => paid.some((payment) => payment._id === id && payment.isPay),
})

/** Every third member is absent. */
const taking = (id: string): Work => ({
  path: `/attendance/take/${id}`,
  body: made.members.map(({ id: member, enrolment }, index) =>
    index % 3 === 2
      ? { member, enrollment: enrolment, status: 'A' }
      : { member, enrollment: enrolment, status: 'P', checkInTime: '10:00' },
  ),
  isDone: ({ classes }) => classes.some((each) => each._id === id && each.isAttendanceTaken),
})

const send = ({ path, body }: Work) =>
  portal.call(document.partial(), path.startsWith('/payment') ? 'PUT' : 'POST', path, body)

/** Starts all requests at once, kills the portal at the given response, and returns what was acknowledged. */
async function killDuring(work: Work[], atAnswer: number): Promise<Work[]> {
  const acknowledged: Work[] = []
  await Promise.all(
    work.map(async (each) => {
      try {
        await send(each)
      } catch (error) {
        if (error instanceof Refusal) throw error
        return
      }
      if (acknowledged.push(each) === atAnswer) portal.kill()
    }),
  )
  await portal.gone()
  return acknowledged
}

test('the portal is killed 20 times amid verification and attendance: nothing acknowledged is lost, nothing is half done', async () => {
  const promised: Work[] = []
  let interrupted = 0
  for (let round = 0; round < rounds; round++) {
    const orders = Array.from({ length: perRound.payments }, (_, index) =>
      make('/payment', {
        memberId: made.members[(round + index) % memberCount]?.id,
        package: made.package,
        coachReceived: made.coach,
      }),
    )
    const classes = made.classes.slice(round * perRound.classes, (round + 1) * perRound.classes)
    const work = [...(await Promise.all(orders)).map(verification), ...classes.map(taking)]
    // The slowest first, so that the kill hits them while they run.
    const acknowledged = await killDuring(work.reverse(), 1 + (round % (work.length - 1)))
    promised.push(...acknowledged)
    interrupted += work.length - acknowledged.length
    await portal.start()
    const found = await books()
    checkWallets(found)
    checkPayments(found)
    checkAttendance(found)
    expect(promised.filter((each) => !each.isDone(found))).toEqual([])
    // As a clerk does without an answer: check, and repeat what is not done yet.
    const unanswered = work.filter((each) => !each.isDone(found))
    for (const each of unanswered) await send(each)
    promised.push(...unanswered)
  }
  expect(interrupted).toBeGreaterThan(rounds)
  const found = await books()
  expect(found.paid).toHaveLength(rounds * perRound.payments)
  expect(found.marks).toHaveLength(rounds * perRound.classes * memberCount)
  expect(promised.filter((each) => !each.isDone(found))).toEqual([])
  checkPayments(found)
  checkAttendance(found)
  expect(await portal.stop()).toBe(0)
}, 400_000)
