/** What the clients write amid faults, each with how the books show that it was done. */
import { z } from 'zod'
import type { Books } from './books.ts'
import { coachName, type Fixtures, opening } from './fixtures.ts'

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

export const order = ({ enrolled, creditPackage, coach }: Fixtures, turn: number): Write => ({
  kind: 'order',
  method: 'POST',
  path: '/payment',
  body: { memberId: enrolled[turn % enrolled.length]?.id, package: creditPackage, coachReceived: coach },
  isDone: ({ paymentOf }, id) => paymentOf.has(id),
})

export const verification = (payment: string): Write => ({
  kind: 'verification',
  method: 'PUT',
  path: `/payment/direct/${payment}`,
  body: { isPay: true },
  isDone: ({ paymentOf }) => paymentOf.get(payment)?.isPay === true,
})

/** Every third member is absent. */
export const taking = ({ enrolled }: Fixtures, id: string): Write => ({
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

export const adjustment = ({ enrolled, today }: Fixtures, turn: number): Write => ({
  kind: 'adjustment',
  method: 'POST',
  path: '/credit-adjust',
  body: {
    member: enrolled[turn % enrolled.length]?.id,
    date: `${Number(today.slice(0, 4)) - 1}-12-01`,
    reason: 'Class cancelled by the centre',
    adjustCredit: 1,
    approvedBy: 'me',
  },
  isDone: ({ adjusted }, id) => adjusted.has(id),
})

/** Nothing but the key tells a second one from the first. */
export const child = ({ parent, coach }: Fixtures, turn: number): Write => ({
  kind: 'child',
  method: 'POST',
  path: '/member',
  body: { name: `Child ${turn}`, dob: '2015-07-01', gender: 'Male', coachIncharge: coach, mainIDs: [parent] },
  isDone: ({ newcomers }) => newcomers.has(`Child ${turn}`),
})

/** A file of one member. What is imported a second time would change the member that is there. */
export const importing = (turn: number): Write => {
  const row = {
    Kind: 'Adult',
    'English Name': `Import ${turn}`,
    'Date of Birth': '28-02-1990',
    'I/C No.': `900228-10-${String(turn).padStart(4, '0')}`,
    Gender: 'Female',
    Nationality: 'Malaysian',
    Email: `import${turn}@example.com`,
    'Coach Incharge': coachName,
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

export const closing = (month: string): Write => ({
  kind: 'month',
  method: 'POST',
  path: '/month-end',
  body: { month, remark: 'Nothing was proven yet' },
  answer: z.looseObject({ month: z.literal(month), closed: z.object({ _id: z.string() }) }).transform(() => ({})),
  isDone: ({ latestClosed }) => latestClosed >= month,
})
