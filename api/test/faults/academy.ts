import assert from 'node:assert/strict'
import { adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { members } from '@academy/contract/members/members.ts'
import { monthEnd } from '@academy/contract/monthend/month-end.ts'
import { lastNumber } from '@academy/contract/numbers/numbers.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { monthsLater } from '@academy/contract/reports/month.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import sharp from 'sharp'
import { z } from 'zod'
import { systemClock } from '../../src/platform/runtime/index.ts'
import type { Client } from './client.ts'

const document = z.object({ _id: z.string() })
const formats = z.object({ items: z.array(z.object({ _id: z.string(), format: z.string(), running_no: z.number() })) })
const classesOfYear = 52
const memberCount = 6
/** Before anything that is written here. */
const firstMonth = '2010-01'
/** What somebody who is imported brings along. */
const opening = 7

/** One change, and whether the books show that it was done. */
export interface Write {
  kind: 'order' | 'verification' | 'attendance' | 'adjustment' | 'child' | 'import' | 'month'
  method: string
  path: string
  body: object
  /** What it answers, also the second time. */
  answer?: z.ZodType<{ _id?: string | undefined }>
  isDone(books: Books, id: string): boolean
}

/** Writes that follow each other: the next needs the answer of the one before. */
export type Job = (write: (each: Write) => Promise<string>) => Promise<unknown>

export type Academy = Awaited<ReturnType<typeof openAcademy>>
export type Books = Awaited<ReturnType<Academy['books']>>

/** An academy made by a clerk's calls, with as many past classes as are to be marked. */
export async function openAcademy(client: Client, classCount: number) {
  const make = async (path: string, body: object) => (await client.insist(document, 'POST', path, body))._id
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
  const today = systemClock.today()
  for (let ago = Math.ceil(classCount / classesOfYear); ago > 0; ago--)
    await make('/course-scheduled-year', { course, year: Number(today.slice(0, 4)) - ago, ...pattern })
  const relationship = await make('/relationship', { relationship: 'Mother' })
  const password = 'correct_horse_1'
  const parent = await make('/member', { name: 'Parent', email: 'parent@example.com', relationship, password })
  const enrolled: { id: string; enrolment: string }[] = []
  for (let each = 0; each < memberCount; each++) {
    const id = await make('/member', {
      name: `Member ${each}`,
      dob: '2000-01-01',
      icNo: `000101-14-000${each}`,
      gender: 'Female',
      nationality: 'Malaysian',
      email: `member${each}@example.com`,
      password,
      coachIncharge: coach,
    })
    const enrolment = await make('/enrollment', { member: id, course, creditType: 'normal', credit: 10 })
    enrolled.push({ id, enrolment })
  }

  /** A list with all its pages in one. */
  async function all<T extends { items: unknown[]; total: number }>(shape: z.ZodType<T>, path: string): Promise<T> {
    const answer = await client.insist(shape, 'GET', `${path}&limit=1000`)
    while (answer.items.length < answer.total) {
      const { items } = await client.insist(shape, 'GET', `${path}&limit=1000&offset=${answer.items.length}`)
      if (items.length === 0) throw new Error(`${path} has fewer rows than it says`)
      answer.items.push(...items)
    }
    assert.equal(answer.items.length, answer.total)
    return answer
  }
  const listed = await all(schedule.classes.result, `/class?course=${course}&sort=date`)
  // The earliest first.
  const classes = listed.items.map((each) => each._id)

  const order = (turn: number): Write => ({
    kind: 'order',
    method: 'POST',
    path: '/payment',
    body: { memberId: enrolled[turn % memberCount]?.id, package: creditPackage, coachReceived: coach },
    isDone: ({ paymentOf }, id) => paymentOf.has(id),
  })
  const verification = (payment: string): Write => ({
    kind: 'verification',
    method: 'PUT',
    path: `/payment/direct/${payment}`,
    body: { isPay: true },
    isDone: ({ paymentOf }) => paymentOf.get(payment)?.isPay === true,
  })
  /** Every third member is absent. */
  const taking = (id: string): Write => ({
    kind: 'attendance',
    method: 'POST',
    path: `/attendance/take/${id}`,
    body: enrolled.map(({ id: member, enrolment }, index) =>
      index % 3 === 2
        ? { member, enrollment: enrolment, status: 'A' }
        : { member, enrollment: enrolment, status: 'P', checkInTime: '10:00' },
    ),
    isDone: ({ classOf }) => classOf.get(id)?.isAttendanceTaken === true,
  })
  const adjustment = (turn: number): Write => ({
    kind: 'adjustment',
    method: 'POST',
    path: '/credit-adjust',
    body: {
      member: enrolled[turn % memberCount]?.id,
      date: `${Number(today.slice(0, 4)) - 1}-12-01`,
      reason: 'Class cancelled by the centre',
      adjustCredit: 1,
      approvedBy: 'me',
    },
    isDone: ({ adjusted }, id) => adjusted.has(id),
  })
  /** Nothing but the key tells a second one from the first. */
  const child = (turn: number): Write => ({
    kind: 'child',
    method: 'POST',
    path: '/member',
    body: { name: `Child ${turn}`, dob: '2015-07-01', gender: 'Male', coachIncharge: coach, mainIDs: [parent] },
    isDone: ({ newcomers }) => newcomers.has(`Child ${turn}`),
  })
  /** A file of one member. What is imported a second time would change the member that is there. */
  const fileOf = (turn: number): Write => {
    const row = {
      Kind: 'Adult',
      'English Name': `Import ${turn}`,
      'Date of Birth': '28-02-1990',
      'I/C No.': `900228-10-${String(turn).padStart(4, '0')}`,
      Gender: 'Female',
      Nationality: 'Malaysian',
      Email: `import${turn}@example.com`,
      'Coach Incharge': 'Farid bin Osman',
      Wallet: opening,
    }
    const body = new FormData()
    body.set('file', new Blob([[Object.keys(row), Object.values(row)].join('\n')]), 'members.csv')
    return {
      kind: 'import',
      method: 'POST',
      path: '/member/import/excel',
      body,
      answer: z.strictObject({ created: z.literal(1), updated: z.literal(0) }).transform(() => ({})),
      isDone: ({ newcomers }) => newcomers.has(`Import ${turn}`),
    }
  }
  const closing = (month: string): Write => ({
    kind: 'month',
    method: 'POST',
    path: '/month-end',
    body: { month, remark: 'Nothing was proven yet' },
    answer: z.looseObject({ month: z.literal(month), closed: z.object({ _id: z.string() }) }).transform(() => ({})),
    isDone: ({ latestClosed }) => latestClosed >= month,
  })
  let [isToClose, monthsClosed, isImporting] = [false, 0, false]

  return {
    /** Has the next month closed by the next job. Not before the last close was answered: they go in turn. */
    closeMonth() {
      isToClose = true
    },
    /** A sale, now and then a class that is marked, credit that is adjusted, or members that are new. */
    job(turn: number, classEvery: number): Job {
      if (isToClose) {
        isToClose = false
        return (write) => write(closing(monthsLater(firstMonth, monthsClosed++)))
      }
      const next = turn % classEvery === 0 ? classes.shift() : undefined
      if (next) return (write) => write(taking(next))
      if (turn % 8 === 3) return (write) => write(adjustment(turn))
      if (turn % 16 === 5) return (write) => write(child(turn))
      // A user may have two at once.
      if (turn % 16 === 13 && !isImporting) {
        isImporting = true
        return (write) =>
          write(fileOf(turn)).finally(() => {
            isImporting = false
          })
      }
      return async (write) => write(verification(await write(order(turn))))
    },
    /** Begins the numbers of a kind of document anew, as a clerk does before the last is issued. */
    async renewNumbers() {
      const { items } = await client.insist(formats, 'GET', '/doc-num-format?limit=100')
      for (const { _id, format, running_no } of items)
        if (running_no > lastNumber / 2)
          await client.insist(document, 'PUT', `/doc-num-format/${_id}`, { format: `N${format}`, running_no: 0 })
    },
    /** Everything the checks look at, as a client sees it. */
    async books() {
      const [paid, marks, held, adjusted, everybody, month, wallets] = await Promise.all([
        all(payments.list.result, '/payment?sort=createdAt'),
        all(attendance.list.result, '/attendance?sort=classDate'),
        all(schedule.classes.result, `/class?course=${course}&sort=date`),
        all(adjustments.list.result, '/credit-adjust?sort=doc_no'),
        all(members.list.result, '/member?sort=createdAt'),
        client.insist(monthEnd.view.result, 'GET', '/month-end'),
        Promise.all(
          enrolled.map(async ({ id }) => ({
            id,
            shown: await client.insist(members.get.result, 'GET', `/member/${id}`),
            ledger: await all(wallet.ledger.result, `/member/${id}/wallet?sort=%2Bno`),
          })),
        ),
      ])
      return {
        paid: paid.items,
        marks: marks.items,
        classes: held.items,
        wallets,
        entries: wallets.flatMap(({ ledger }) => ledger.items),
        paymentOf: new Map(paid.items.map((each) => [each._id, each])),
        classOf: new Map(held.items.map((each) => [each._id, each])),
        adjusted: new Map(adjusted.items.map((each) => [each._id, each])),
        newcomers: Map.groupBy(
          everybody.items.filter(({ name }) => /^(Child|Import) /.test(name)),
          ({ name }) => name,
        ),
        latestClosed: month.latest ?? '',
      }
    },
  }
}

/** Nothing is half done, and every sum is right. */
export function checkBooks(books: Books): void {
  checkWallets(books)
  checkPayments(books)
  checkAttendance(books)
  checkAdjustments(books)
  checkNewcomers(books)
}

/** A wallet is the sum of its entries, each continuing from the one before. */
function checkWallets({ wallets }: Books) {
  for (const { shown, ledger } of wallets) {
    let balance = 0
    for (const entry of ledger.items) {
      balance += entry.credit
      assert.equal(entry.balanceAfter, balance)
    }
    assert.deepEqual([shown.wallet, ledger.balance], [balance, balance])
  }
}

const entriesOf = ({ entries }: Books, kind: string) => {
  const found = entries.filter((entry) => entry.kind === kind)
  const byCause = Map.groupBy(found, (entry) => entry.cause._id)
  return { count: found.length, creditsOf: (id: string) => byCause.get(id)?.map((entry) => entry.credit) ?? [] }
}

/** How often the numbers were begun anew: `renewNumbers` puts a letter before them. */
const seriesOf = (number: string) => /^N*/.exec(number)?.[0].length

/** Done, receipt number, ledger row and expiry: all of them or none. */
function checkPayments(books: Books) {
  const { paid, wallets } = books
  const purchases = entriesOf(books, 'purchase')
  const done = paid.filter((payment) => payment.isPay)
  for (const payment of paid) {
    const has = [payment.orNo !== null, payment.verifyBy !== null, payment.expired_date !== null]
    assert.deepEqual(has, Array(3).fill(payment.isPay))
    assert.deepEqual(purchases.creditsOf(payment._id), payment.isPay ? [payment.creditPurchase] : [])
  }
  assert.equal(purchases.count, done.length)
  for (const numbers of Map.groupBy(
    done.map(({ orNo }) => orNo ?? ''),
    seriesOf,
  ).values())
    assert.deepEqual(
      numbers.map((number) => Number(number.split('-').at(-1))).sort((a, b) => a - b),
      numbers.map((_, index) => index + 1),
    )
  for (const { id, shown } of wallets) {
    const dates = done.filter((payment) => payment.createdBy._id === id).map((payment) => payment.expired_date)
    assert.equal(shown.creditExpired, dates.sort().at(-1) ?? null)
  }
}

/** A present member is charged once or has an outstanding case; a class is marked completely or not at all. */
function checkAttendance(books: Books) {
  const { marks, classes } = books
  const charges = entriesOf(books, 'attendance')
  const isCharged = (mark: Books['marks'][number]) => mark.status === 'P' && !mark.outStanding
  for (const mark of marks) assert.deepEqual(charges.creditsOf(mark._id), isCharged(mark) ? [-mark.creditMinus] : [])
  assert.equal(charges.count, marks.filter(isCharged).length)
  const rolls = Map.groupBy(marks, (mark) => mark.scheduledClass)
  for (const each of classes)
    assert.equal(rolls.get(each._id)?.length ?? 0, each.isAttendanceTaken ? memberCount : 0, `class ${each._id}`)
}

/** An adjustment is approved with its entry. */
function checkAdjustments(books: Books) {
  const entries = entriesOf(books, 'adjustment')
  for (const { _id, approvedBy, adjustCredit } of books.adjusted.values()) {
    assert.notEqual(approvedBy, null)
    assert.deepEqual(entries.creditsOf(_id), [adjustCredit])
  }
  assert.equal(entries.count, books.adjusted.size)
}

/** Whoever is imported has the wallet of the file. */
function checkNewcomers({ newcomers }: Books) {
  for (const { name, wallet } of [...newcomers.values()].flat())
    assert.equal(wallet, name.startsWith('Import') ? opening : 0, name)
}

/** What is charged, credited or marked, and who is there, more than once. */
export function doubledIn({ marks, entries, newcomers }: Books): string[] {
  const moved = entries.map(({ kind, cause }) => `${kind} ${cause._id}`)
  const marked = marks.map(({ scheduledClass, member }) => `mark ${scheduledClass} ${member._id}`)
  const added = [...newcomers.values()].flat().map(({ name }) => `member ${name}`)
  const seen = new Set<string>()
  return [...moved, ...marked, ...added].filter((each) => seen.size === seen.add(each).size)
}
