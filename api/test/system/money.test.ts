import { readFile } from 'node:fs/promises'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
afterAll(() => portal.close())

/** The rows of the story in docs/money.md: kind, credit, balance. */
async function story() {
  const text = await readFile(new URL('../../../docs/money.md', import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => /^\|.+\|.*\|.*\| *-?\d+ *\|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(2, 5)
        .map((cell) => cell.trim()),
    )
    .map(([kind, credit, balance]) => ({ kind, credit: Number(credit), balance: Number(balance) }))
}

const made = async (path: string, body: object) => {
  const answer = await clerk.post(path, body)
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(201)
  return answer.json()
}

async function buy(memberId: string, pack: string, coachReceived: string): Promise<string> {
  const { _id } = await made('/payment', { memberId, package: pack, coachReceived, paymentType: 'Cash' })
  const verified = await clerk.put(`/payment/direct/${_id}`, { isPay: true })
  expect(verified.statusCode, verified.body).toBe(200)
  return _id
}

test('the story of docs/money.md is what the portal does', async () => {
  const { _id: designation } = await made('/designation', { designation: 'Coach' })
  const coach = await portal.run(async (tx) => {
    const id = tx.newId()
    await tx.change({ section: 'Coach', docType: 'coach', action: 'Created', description: 'a coach' }, (on) =>
      on()
        .insertInto('coach')
        .values({ id, name: 'Ravi', designation, email: 'ravi@academy.example', createdAt: tx.now, updatedAt: tx.now })
        .execute(),
    )
    return id
  })
  const { _id: sport } = await made('/sport', { description: 'Karate' })
  const { _id: centre } = await made('/centre', { description: 'Klang' })
  const { _id: relationship } = await made('/relationship', { relationship: 'Mother' })
  const pack = await made('/credit-package', {
    code: 'P60',
    title: 'Sixty',
    description: '60 credits',
    credit: 60,
    duration: 3,
  })
  const course = await made('/course', {
    name: 'Karate Junior',
    sport,
    centre,
    normal: 25,
    normal2: 20,
    special: 15,
    free: 0,
  })
  const year = await made('/course-scheduled-year', {
    course: course._id,
    year: 2026,
    day: 1,
    duration: '17:00 - 18:00',
    mainInstructor: [coach],
  })
  expect(year.totalClass).toBe(52)
  const parent = await made('/member', {
    kind: 'parent',
    name: 'Aminah',
    email: 'aminah@mail.example',
    password: 'Gamelan-1',
    relationship,
    children: [{ name: 'Mei', dob: '2015-03-02', gender: 'Female', nationality: 'Malaysian', coachIncharge: coach }],
  })
  const mei = parent.children[0]._id
  const enrolment = await made('/enrollment', { member: mei, course: course._id, creditType: 'normal', credit: 25 })
  const classes = (await clerk.get(`/class?course=${course._id}&year=2026&month=11&sort=%2Bdate`)).json().items
  const come = async (n: number) => {
    const taken = await clerk.post(`/attendance/take/${classes[n]._id}`, [
      { member: mei, enrollment: enrolment._id, status: 'P', checkInTime: '17:05' },
    ])
    expect(taken.statusCode, taken.body).toBe(200)
    return taken.json().items[0]
  }

  await buy(parent._id, pack._id, coach)
  const first = await come(0)
  expect((await clerk.put(`/attendance/${first._id}`, { status: 'A' })).statusCode).toBe(200)
  expect((await clerk.put(`/attendance/${first._id}`, { status: 'P', checkInTime: '17:10' })).statusCode).toBe(200)
  await come(1)
  const third = await come(2)
  expect(third.outStanding).toBe(true)
  const second = await buy(parent._id, pack._id, coach)
  const closed = await clerk.put(`/attendance/clearOutstanding/${third._id}`, { outStanding: false })
  expect(closed.statusCode, closed.body).toBe(200)
  expect((await clerk.put(`/payment/cancel/${second}`, { reason: 'The money went back' })).statusCode).toBe(200)
  await buy(parent._id, pack._id, coach)

  const ledger = (await clerk.get(`/member/${parent._id}/wallet?sort=%2Bat`)).json()
  const rows = ledger.items.map((entry: LedgerEntry) => ({
    kind: entry.kind,
    credit: entry.credit,
    balance: entry.balanceAfter,
  }))
  const told = await story()
  expect(told).toHaveLength(10)
  expect(rows).toEqual(told.filter(({ kind }) => kind !== ''))
  expect(ledger.balance).toBe(told.at(-1)?.balance)
  const [, , reversal] = ledger.items
  expect(reversal.reverses).toBe(ledger.items[1]._id)
})
