/**
 * Sends what is saved on this phone: once at once, else when the line returns, when the page is looked at again, after
 * signing in, and every so often. The same key goes with every try, so that a try whose answer was lost is not a second.
 */
import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { ApiError, isOutOfReach, wordsOf } from '../kit/api-error.ts'
import { call } from '../kit/client.ts'
import { notice } from '../kit/notices.tsx'
import { learn, readAgain } from '../kit/query.ts'
import { isReached, onReach } from '../kit/reach.ts'
import { currentUser } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import { allMarks, type Difference, dropMarks, marksOf, type PhoneMarks, putMarks } from './phone-marks.ts'

const patience = 15_000
const againMs = 20_000

/** What was decided: sent, refused with the server's words, or nothing yet. */
export type Outcome = { state: 'sent'; differences: Difference[] } | { state: 'refused'; message: string } | 'waiting'

/** One tab at a time, one class after the other. Locks are missing on a plain-http address: there, one after the other. */
let last: Promise<unknown> = Promise.resolve()
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('academy-marks', work)
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

/** Where the roll, as it is after our marks arrived, says otherwise. */
export function differencesOf({ marks }: Pick<PhoneMarks, 'marks'>, rows: readonly AttendanceRow[]): Difference[] {
  const ours = new Map(marks.map((mark) => [mark.member, mark.status]))
  return rows.flatMap((row) => {
    const mine = ours.get(row.member._id)
    if (!mine || mine === row.status) return []
    const { _id, name } = row.member
    return [{ row: row._id, member: _id, name, ours: mine, theirs: row.status, by: row.takeBy }]
  })
}

/** Whether a refusal is for good: a portal that is busy or a session that ended decides nothing about the marks. */
const isForGood = (error: unknown) =>
  error instanceof ApiError &&
  !isOutOfReach(error) &&
  ![401, 408, 429].includes(error.statusCode) &&
  error.statusCode < 500

/** What the roll of a class is read with. */
export const rollOf = (session: string) => ({ query: { scheduledClass: session, isMarkAttendance: true, limit: 0 } })

/**
 * Notes what became of a submission beside what was tapped since. One that was submitted anew meanwhile waits still, and
 * is sent in its turn.
 */
function decide({ session, key }: PhoneMarks, outcome: Exclude<Outcome, 'waiting'>): Outcome {
  const now = marksOf(session._id)
  if (now?.key !== key) return 'waiting'
  const decided = { state: outcome.state, at: Date.now() }
  if (outcome.state === 'sent') putMarks({ ...now, ...decided, message: '', differences: outcome.differences })
  else putMarks({ ...now, ...decided, message: outcome.message })
  return outcome
}

async function sendNow(marks: PhoneMarks): Promise<Outcome> {
  try {
    const roll = await call(attendance.take, {
      params: { class: marks.session._id },
      body: marks.marks.map(({ member, enrollment, status }) => ({ member, enrollment, status })),
      idempotencyKey: marks.key,
      patience,
    })
    // The roll takes the form's place at once, also when the line is gone again.
    learn(attendance.list, rollOf(marks.session._id), { ...roll, total: roll.items.length })
    return decide(marks, { state: 'sent', differences: differencesOf(marks, roll.items) })
  } catch (error) {
    if (!isForGood(error)) return 'waiting'
    return decide(marks, { state: 'refused', message: wordsOf(error) })
  }
}

/** Sends the saved marks of a class, if they still wait when it is their turn. */
export const sendMarks = (session: string): Promise<Outcome> =>
  alone(async () => {
    const marks = marksOf(session)
    if (!marks) return 'waiting'
    if (marks.state === 'sent') return { state: 'sent', differences: marks.differences }
    return marks.state === 'saved' ? sendNow(marks) : 'waiting'
  })

/** The signed-in person's marks that wait. */
const waiting = () => allMarks().filter(({ state, user }) => state === 'saved' && user === currentUser()?._id)

/** How many classes of the signed-in person wait. */
export const waitingHere = (): number => waiting().length

function tell({ session }: PhoneMarks, outcome: Outcome) {
  if (outcome === 'waiting') return
  const values = { course: session.name }
  if (outcome.state === 'refused')
    notice.error(`${t('The attendance of {course} was not accepted.', values)} ${outcome.message}`)
  else if (outcome.differences.length > 0)
    notice.warning(t('The attendance of {course} was sent. Somebody else had marked some members differently.', values))
  else notice.success(t('The attendance of {course} was sent.', values))
}

async function tryAll() {
  let isAnyDecided = false
  for (const marks of waiting()) {
    const outcome = await sendMarks(marks.session._id)
    if (outcome === 'waiting') break
    isAnyDecided = true
    tell(marks, outcome)
  }
  if (isAnyDecided) void readAgain()
}

let trying: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Tries all that waits; as long as something does, again after a while. */
export function sendWaiting(): Promise<void> {
  clearTimeout(timer)
  trying ??= tryAll().finally(() => {
    trying = undefined
    if (waiting().length > 0) timer = setTimeout(() => void sendWaiting(), againMs)
  })
  return trying
}

let isWatching = false

/** From now on whatever waits is sent as soon as it can be. */
export function watchLine() {
  if (!isWatching) {
    isWatching = true
    addEventListener('online', () => void sendWaiting())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void sendWaiting()
    })
    onReach(() => {
      if (isReached()) void sendWaiting()
    })
  }
  void sendWaiting()
}

/** Forgets marks; those that wait are not sent then. */
export const forgetMarks = (marks: PhoneMarks): Promise<void> => alone(async () => dropMarks(marks))
