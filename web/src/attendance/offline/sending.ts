/**
 * Sends what is saved on this phone: once at once, else when the line returns, when the page is looked at again, after
 * signing in, and every so often. The same key goes with every try, so that a try whose answer was lost is not a second.
 */
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { ApiError, isOutOfReach, wordsOf } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { learn, readAgain } from '../../platform/client/query.ts'
import { isReached, onReach } from '../../platform/client/reachability.ts'
import { currentUser } from '../../platform/client/session.ts'
import { portalTime } from '../../platform/client/today.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { differencesOf, type Outcome, otherTermsOf, recordedBy, sentWords } from '../marking/outcome.ts'
import { allMarks, dropMarks, marksOf, type PhoneMarks, putMarks } from './phone-marks.ts'

const patience = 15_000
const againMs = 20_000

export const lockName = 'academy-marks'

/** One tab at a time, one class after the other. Locks are missing on a plain-http address: there, one after the other. */
let last: Promise<unknown> = Promise.resolve()
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(lockName, work)
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
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
  const decided = { ...now, message: '', ...outcome, at: Date.now() }
  if (outcome.state === 'sent') {
    // What is still to be looked at of others than these.
    const isOther = ({ member }: { member: string }) => !now.marks.some((mark) => mark.member === member)
    decided.differences = [...now.differences.filter(isOther), ...outcome.differences]
    decided.notRecorded = [...now.notRecorded.filter(isOther), ...outcome.notRecorded]
    decided.walkIns = now.walkIns.filter(isOther)
  }
  putMarks(decided)
  return outcome
}

/** Marks of a class whose row was replaced are those of the row that stands in its place. */
function moveTo(marks: PhoneMarks, session: string) {
  const there = marksOf(session)
  dropMarks(marks)
  putMarks({
    ...marks,
    ...(there && { ...there, state: there.state === 'begun' ? marks.state : there.state }),
    session: { ...marks.session, _id: session },
    differences: [...(there?.differences ?? []), ...marks.differences],
    notRecorded: [...(there?.notRecorded ?? []), ...marks.notRecorded],
    walkIns: [...(there?.walkIns ?? []), ...marks.walkIns],
  })
}

async function sendNow(marks: PhoneMarks): Promise<Outcome> {
  const { _id, course, date } = marks.session
  const began = portalTime()
  try {
    const roll = await call(attendance.take, {
      params: { class: _id },
      body: marks.marks.map(({ name: _, ...mark }) => ({
        ...mark,
        course,
        classDate: date,
        scheduledClass: _id,
      })),
      idempotencyKey: marks.key,
      patience,
      quiet: true,
    })
    const found = roll.items[0]?.scheduledClass ?? _id
    // The roll takes the form's place at once, also when the line is gone again.
    learn(attendance.list, rollOf(found), { ...roll, total: roll.items.length })
    const names = new Map(marks.marks.map(({ member, name }) => [member, name]))
    const notRecorded = roll.notRecorded.map((one) => ({ ...one, name: one.name ?? names.get(one.member) ?? '' }))
    const differences = differencesOf(marks, roll.items)
    const by = recordedBy(marks, roll.items, began)
    const otherTerms = otherTermsOf(marks, roll.items)
    const outcome = decide(marks, { state: 'sent', differences, notRecorded, otherTerms, by })
    const now = marksOf(_id)
    if (now && found !== _id) moveTo(now, found)
    return outcome
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
    const { state, differences, notRecorded } = marks
    if (state === 'sent') return { state, differences, notRecorded, otherTerms: [], by: [] }
    return marks.state === 'saved' ? sendNow(marks) : 'waiting'
  })

/** The signed-in person's marks that wait. */
const waiting = () => allMarks().filter(({ state, user }) => state === 'saved' && user === currentUser()?._id)

/** Says that marks were sent, in these words, and what is to be known of them. */
export function tellSent(sent: string, outcome: Extract<Outcome, { state: 'sent' }>) {
  const more = sentWords(outcome, currentUser()?.username)
  const { notRecorded, differences, otherTerms } = outcome
  const say = notRecorded.length + differences.length + otherTerms.length > 0 ? notice.warning : notice.success
  say(more ? `${sent.replace(/\.$/, '')}. ${more}` : sent)
}

/** Says what became of the marks of a class; nothing while they wait. */
export function tell({ session }: Pick<PhoneMarks, 'session'>, outcome: Outcome) {
  if (outcome === 'waiting') return
  const values = { course: session.name }
  if (outcome.state === 'refused')
    return notice.error(`${t('The attendance of {course} was not accepted.', values)} ${outcome.message}`)
  tellSent(t('The attendance of {course} was sent.', values), outcome)
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

/** Forgets marks; those that wait are not sent then. What was sent before it could be forgotten is told. */
export const forgetMarks = (marks: PhoneMarks): Promise<void> =>
  alone(async () => {
    const now = marksOf(marks.session._id)
    if (marks.state === 'saved' && now?.state === 'sent')
      return notice.warning(t('The attendance of {course} had been sent already.', { course: marks.session.name }))
    dropMarks(marks)
  })
