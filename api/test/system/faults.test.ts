import { readFileSync } from 'node:fs'
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { members } from '@academy/contract/members/members.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../src/platform/runtime/index.ts'
import { type PortalProcess, portalProcess, Refusal } from '../support/process.ts'

/** `npm run faults` makes more of them, amid more work. */
const rounds = Number(process.env.FAULTS ?? 12)
/** Orders are made before the fault, verified amid it with classes that are marked. */
const perRound = { payments: Number(process.env.FAULT_PAYMENTS ?? 6), classes: 2 }
const classesOfYear = 52
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
  /** Past classes of Saturdays, the earliest first. */
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
  // Of past years, so that every class is past and can be marked.
  const pattern = { day: 6, duration: '10:00 - 11:00', mainInstructor: [coach] }
  for (let ago = Math.ceil((rounds * perRound.classes) / classesOfYear); ago > 0; ago--) {
    const year = Number(systemClock.today().slice(0, 4)) - ago
    await make('/course-scheduled-year', { course, year, ...pattern })
  }
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
  const { items: classes } = await all(schedule.classes.result, `/class?course=${course}&sort=date`)
  return { coach, package: creditPackage, course, members: made, classes: classes.map((each) => each._id) }
}

/** Again while the portal says that it cannot: it may be ready a moment before it notices that a session was killed. */
async function read<S extends z.ZodType>(shape: S, path: string): Promise<z.output<S>> {
  for (;;) {
    try {
      return await portal.call(shape, 'GET', path)
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 503)) throw error
      await heal()
    }
  }
}

/** A list with all its pages in one. */
async function all<T extends { items: unknown[]; total: number }>(shape: z.ZodType<T>, path: string): Promise<T> {
  const answer = await read(shape, `${path}&limit=1000`)
  while (answer.items.length < answer.total) {
    const { items } = await read(shape, `${path}&limit=1000&offset=${answer.items.length}`)
    if (items.length === 0) throw new Error(`${path} has fewer rows than it says`)
    answer.items.push(...items)
  }
  expect(answer.items).toHaveLength(answer.total)
  return answer
}

/** Everything the checks look at, as a client sees it. */
async function books() {
  const [paid, marks, classes, wallets] = await Promise.all([
    all(payments.list.result, '/payment?sort=createdAt'),
    all(attendance.list.result, '/attendance?sort=classDate'),
    all(schedule.classes.result, `/class?course=${made.course}&sort=date`),
    Promise.all(
      made.members.map(async ({ id }) => ({
        id,
        shown: await read(members.get.result, `/member/${id}`),
        ledger: await all(wallet.ledger.result, `/member/${id}/wallet?sort=%2Bat`),
      })),
    ),
  ])
  const paymentOf = new Map(paid.items.map((each) => [each._id, each]))
  const classOf = new Map(classes.items.map((each) => [each._id, each]))
  return { paid: paid.items, marks: marks.items, classes: classes.items, wallets, paymentOf, classOf }
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
  const bought = Map.groupBy(purchases, (entry) => entry.cause._id)
  for (const payment of paid) {
    expect([payment.orNo !== null, payment.verifyBy !== null, payment.expired_date !== null]).toEqual(
      Array(3).fill(payment.isPay),
    )
    const credits = bought.get(payment._id)?.map((entry) => entry.credit) ?? []
    expect(credits).toEqual(payment.isPay ? [payment.creditPurchase] : [])
  }
  expect(purchases).toHaveLength(done.length)
  const numbers = done.map((payment) => Number(payment.orNo?.split('-').at(-1))).sort((a, b) => a - b)
  expect(numbers).toEqual(done.map((_, index) => index + 1))
  for (const { id, shown } of wallets) {
    const dates = done.filter((payment) => payment.createdBy._id === id).map((payment) => payment.expired_date)
    expect(shown.creditExpired).toBe(dates.sort().at(-1) ?? null)
  }
}

/** A present member is charged once or has an outstanding case; a class is marked completely or not at all. */
function checkAttendance({ marks, classes, wallets }: Books) {
  const charges = wallets.flatMap(({ ledger }) => ledger.items.filter((entry) => entry.kind === 'attendance'))
  const charged = Map.groupBy(charges, (entry) => entry.cause._id)
  for (const mark of marks) {
    const credits = charged.get(mark._id)?.map((entry) => entry.credit) ?? []
    expect(credits).toEqual(mark.status === 'P' && !mark.outStanding ? [-mark.creditMinus] : [])
  }
  expect(charges).toHaveLength(marks.filter((mark) => mark.status === 'P' && !mark.outStanding).length)
  const rolls = Map.groupBy(marks, (mark) => mark.scheduledClass)
  for (const each of classes) {
    expect(rolls.get(each._id) ?? []).toHaveLength(each.isAttendanceTaken ? memberCount : 0)
  }
}

interface Work {
  path: string
  body: object
  /** Whether the data show that it was done. */
  isDone(books: Books): boolean
}

const order = (turn: number) =>
  make('/payment', {
    memberId: made.members[turn % memberCount]?.id,
    package: made.package,
    coachReceived: made.coach,
  })

const ordered = (id: string): Work => ({
  path: '/payment',
  body: {},
  isDone: ({ paymentOf }) => paymentOf.has(id),
})

const verification = (id: string): Work => ({
  path: `/payment/direct/${id}`,
  body: { isPay: true },
  isDone: ({ paymentOf }) => paymentOf.get(id)?.isPay === true,
})

/** Every third member is absent. */
const taking = (id: string): Work => ({
  path: `/attendance/take/${id}`,
  body: made.members.map(({ id: member, enrolment }, index) =>
    index % 3 === 2
      ? { member, enrollment: enrolment, status: 'A' }
      : { member, enrollment: enrolment, status: 'P', checkInTime: '10:00' },
  ),
  isDone: ({ classOf }) => classOf.get(id)?.isAttendanceTaken === true,
})

const send = ({ path, body }: Work) =>
  portal.call(document.partial(), path.startsWith('/payment') ? 'PUT' : 'POST', path, body)

/** What is acknowledged may be done once and no more: what is charged or marked again. */
function doubledIn({ marks, wallets }: Books): string[] {
  const moved = wallets.flatMap(({ ledger }) => ledger.items.map(({ kind, cause }) => `${kind} ${cause._id}`))
  const marked = marks.map(({ scheduledClass, member }) => `${scheduledClass} ${member._id}`)
  const seen = new Set<string>()
  return [...moved, ...marked].filter((each) => seen.size === seen.add(each).size)
}

const killServer = () => process.kill(portal.database().pid, 'SIGKILL')
/** A session that dies has the server end all others and recover, as it does when memory runs out. */
function killSession() {
  const session = portal
    .database()
    .processes.findLast((pid) => / 127\.0\.0\.1\(/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
  if (session) process.kill(session, 'SIGKILL')
}
const startAgain = async () => {
  await portal.gone()
  await portal.start()
}
const isReady = async () => (await portal.ask('/health/ready').catch(() => undefined))?.status
/** The portal brings a server of its own back, with a delay that grows from one death to the next. */
const heal = () => vi.waitUntil(async () => (await isReady()) === 200, { timeout: 90_000, interval: 50 })

const faults = [
  { name: 'the portal is killed', strike: () => portal.kill(), recover: startAgain },
  { name: 'the database server is killed', strike: killServer, recover: heal },
  { name: 'a session of the database is killed', strike: killSession, recover: heal },
  {
    name: 'portal and database server are killed together',
    strike() {
      killServer()
      portal.kill()
    },
    recover: startAgain,
  },
]
type Fault = (typeof faults)[number]

/** Starts all requests at once, strikes at the given response, and returns what was acknowledged. */
async function strikeDuring({ strike }: Fault, work: Work[], atAnswer: number): Promise<Work[]> {
  const acknowledged: Work[] = []
  await Promise.all(
    work.map(async (each) => {
      try {
        await send(each)
      } catch (error) {
        if (error instanceof Refusal && error.status !== 503) throw error
        return
      }
      if (acknowledged.push(each) === atAnswer) strike()
    }),
  )
  return acknowledged
}

test(
  `${rounds} faults amid verification and attendance: nothing acknowledged is lost, nothing is half done or done twice`,
  async () => {
    const acknowledged: Work[] = []
    const doubled = new Set<string>()
    let interrupted = 0
    for (let round = 0; round < rounds; round++) {
      const fault = faults[round % faults.length]
      if (!fault) throw new Error('there is no fault')
      const orders = await Promise.all(Array.from({ length: perRound.payments }, (_, index) => order(round + index)))
      const classes = made.classes.slice(round * perRound.classes, (round + 1) * perRound.classes)
      const work = [...orders.map(verification), ...classes.map(taking)]
      // The slowest first, so that the fault hits them while they run.
      const answered = await strikeDuring(fault, work.reverse(), 1 + (round % (work.length - 1)))
      acknowledged.push(...orders.map(ordered), ...answered)
      interrupted += work.length - answered.length
      await fault.recover()
      const found = await books()
      checkWallets(found)
      checkPayments(found)
      checkAttendance(found)
      const lost = acknowledged.filter((each) => !each.isDone(found))
      expect(lost, fault.name).toEqual([])
      for (const each of doubledIn(found)) doubled.add(each)
      expect([...doubled], fault.name).toEqual([])
      // As a clerk does without an answer: check, and repeat what is not done yet.
      const unanswered = work.filter((each) => !each.isDone(found))
      for (const each of unanswered) await send(each)
      acknowledged.push(...unanswered)
    }
    expect(interrupted).toBeGreaterThan(rounds)
    const found = await books()
    const lost = acknowledged.filter((each) => !each.isDone(found))
    expect(lost).toEqual([])
    expect(found.paid).toHaveLength(rounds * perRound.payments)
    expect(found.marks).toHaveLength(rounds * perRound.classes * memberCount)
    checkPayments(found)
    checkAttendance(found)
    expect(await portal.stop()).toBe(0)
    console.log(
      `${rounds} faults, ${acknowledged.length} acknowledged, ${lost.length} lost, ${doubled.size} doubled; ${interrupted} were interrupted`,
    )
  },
  20_000 * rounds,
)
