/**
 * The rules of credit in memory, as plainly as possible: no database, no clock, no concurrency, and none of the portal's
 * own code. People and documents have names: 'Mona', 'payment 2'.
 */

export interface Entry {
  kind: string
  credit: number
  balance: number
  /** Number of the entry that this one reverses. */
  reverses: number | null
}

export interface Person {
  name: string
  kind: 'adult' | 'parent' | 'child'
  /** The earliest created first. */
  parents: string[]
  isIndependent: boolean
  isDisable: boolean
  entries: Entry[]
  expires: string | null
  /** As it was given, not bought, and what was bought since. */
  givenExpiry: string | null
  bought: { payment: string; until: string }[]
  notices: string[]
}

export interface Package {
  name: string
  credit: number
  addition: number
  duration: number
  isDisable: boolean
}

export interface Payment {
  name: string
  payer: string
  pack: Package
  status: 'Pending' | 'Done' | 'Rejected' | 'Cancelled'
  orderNo: string
  receiptNo: string | null
  until: string | null
  settledBy: string | null
  /** Instant of the order, then of the verification. */
  at: string
  /** The entry that credited it. */
  entry: number | null
  /** The cancelled payment whose order was made again. */
  replaces: string | null
}

export interface Adjustment {
  name: string
  docNo: string
  member: string
  credit: number
  status: 'Pending' | 'Approved' | 'Deleted'
  /** The document that it takes back. */
  undoes: string | null
  /** The entry that it wrote. */
  entry: number | null
}

export interface Enrolment {
  name: string
  member: string
  course: string
  creditType: string
  credit: number
  payer: string
  isDisable: boolean
}

/** One member's row of a class's roll. */
export interface Mark {
  name: string
  session: string
  member: string
  /** None for a walk-in. */
  enrolment: Enrolment | null
  creditType: string
  status: 'P' | 'A'
  checkIn: string | null
  /** What the class costs when the member is present. */
  credit: number
  isOutstanding: boolean
  wallet: string
  /** The entry that paid, and its instant. */
  entry: number | null
  paidAt: string | null
  /** When its open case was last closed. */
  closedAt: string | null
}

export interface Course {
  name: string
  credits: Record<string, number>
}

export interface Session {
  name: string
  course: string
  date: string
}

export type NumberType = 'Order' | 'Official Receipt' | 'Credit Adjustment'

export interface Model {
  now: string
  clerk: string
  people: Person[]
  packages: Package[]
  courses: Course[]
  sessions: Session[]
  payments: Payment[]
  adjustments: Adjustment[]
  enrolments: Enrolment[]
  marks: Mark[]
  /** Total roll rows so far. */
  marked: number
  formats: Record<NumberType, { format: string; issued: number }>
}

/** A way the portal may refuse: its status, and words of its message. */
export interface Refusal {
  status: 400 | 404 | 409
  says: string
}
/** The expected response: a success with at least these fields, or one of these refusals. */
export type Outcome = { status: 200 | 201; answer: object } | { refused: Refusal[] }

export const refusal = (status: Refusal['status'], says = ''): Refusal => ({ status, says })
/** The refusals whose condition holds. */
export const whenever = (...cases: [boolean, Refusal][]): Refusal[] =>
  cases.flatMap(([holds, refused]) => (holds ? [refused] : []))

/** Malaysia is eight hours ahead of UTC all year. */
const today = (now: string) => new Date(Date.parse(now) + 8 * 3_600_000).toISOString().slice(0, 10)
export const todayOf = (model: Model) => today(model.now)

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000
export const daysLater = (date: string, days: number) =>
  new Date((dayNumber(date) + days) * 86_400_000).toISOString().slice(0, 10)

/** The same day of a later month, or the last day of a shorter one. */
export function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const same = new Date(Date.UTC(year, month - 1 + months, day))
  return (same < last ? same : last).toISOString().slice(0, 10)
}

export function called<Named extends { name: string }>(all: readonly Named[], name: string): Named {
  const one = all.find((each) => each.name === name)
  if (!one) throw new Error(`The model has no ${name}`)
  return one
}

export const personOf = (model: Model, name: string) => called(model.people, name)
export const balanceOf = (model: Model, name: string) => personOf(model, name).entries.at(-1)?.balance ?? 0

/** A wallet changes only by appending a row. */
export function post(model: Model, name: string, kind: string, credit: number, reverses: number | null = null): number {
  const { entries } = personOf(model, name)
  return entries.push({ kind, credit, balance: balanceOf(model, name) + credit, reverses })
}

/** Pays in full, or not at all. */
export function charge(model: Model, name: string, credit: number): number | null {
  return balanceOf(model, name) < credit ? null : post(model, name, 'attendance', -credit)
}

export function reverse(model: Model, name: string, kind: string, entry: number): void {
  const credit = personOf(model, name).entries[entry - 1]?.credit ?? 0
  post(model, name, kind, -credit, entry)
}

/** Members whose wallets may pay for a person: the person, or the parents of a dependent child. */
export const payersOf = (model: Model, person: Person): Person[] =>
  person.isIndependent ? [person] : person.parents.map((parent) => personOf(model, parent))

/** The number after the last one issued. A refused call must not have used it. */
export function nextNumber(model: Model, type: NumberType): string {
  const { format } = model.formats[type]
  const issued = ++model.formats[type].issued
  return format
    .replace('(ddmmyyyy)', todayOf(model).split('-').reverse().join(''))
    .replace('(yyyy)', todayOf(model).slice(0, 4))
    .replace('{0000}', String(issued).padStart(4, '0'))
}

export const short = (balance: number): Refusal => refusal(409, `holds ${balance} credits`)

export function expirationOf(model: Model, name: string) {
  const { expires } = personOf(model, name)
  const expiredIn = expires === null ? null : dayNumber(expires) - dayNumber(todayOf(model))
  return { creditExpired: expires, expiredIn, wallet: balanceOf(model, name) }
}

/** Everything in the model, for the comparison with everything in the database. */
export const booksOf = (model: Model) => ({
  people: Object.fromEntries(
    model.people.map((person) => [
      person.name,
      {
        isIndependent: person.isIndependent,
        isDisable: person.isDisable,
        balance: balanceOf(model, person.name),
        expires: person.expires,
        entries: person.entries,
        notices: person.notices,
      },
    ]),
  ),
  payments: model.payments.map(({ name, payer, pack, status, orderNo, receiptNo, until, settledBy, replaces }) => ({
    name,
    payer,
    credit: pack.credit + pack.addition,
    status,
    orderNo,
    receiptNo,
    until,
    settledBy,
    replaces,
  })),
  adjustments: model.adjustments.map(({ entry: _, ...adjustment }) => adjustment),
  enrolments: model.enrolments,
  marks: model.marks.map(({ enrolment, paidAt: _paid, closedAt: _closed, ...mark }) => ({
    ...mark,
    enrolment: enrolment?.name ?? null,
  })),
  taken: model.sessions.map(({ name }) => name).filter((name) => model.marks.some(({ session }) => session === name)),
  issued: Object.fromEntries(Object.entries(model.formats).map(([type, { issued }]) => [type, issued])),
})
export type Books = ReturnType<typeof booksOf>
