/**
 * Sends the marks saved on this device: at once, and again when the line returns, when the page becomes visible, after
 * signing in, and at intervals. Every attempt carries the same idempotency key, so a lost answer never records twice.
 */
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { ApiError, errorMessage } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { t } from '../../platform/client/i18n.ts'
import { cacheAnswer, readAgain } from '../../platform/client/query.ts'
import { isReached, onReach } from '../../platform/client/reachability.ts'
import { currentUser } from '../../platform/client/session/session.ts'
import { portalTime } from '../../platform/client/today.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { differencesOf, type Outcome, otherTermsOf, recordedBy, sentText } from '../marking/outcome.ts'
import { isFinal, rollOf, timeout } from './calls.ts'
import { endUndo, nextDueMs, waitsBesideMarks } from './corrections.ts'
import { marksOf, ownMarks, type PhoneMarks, removeMarks, saveMarks } from './phone-marks.ts'
import { sendCorrections } from './send-corrections.ts'

const retryMs = 20_000

export const lockName = 'academy-marks'

/** Of what waits though the portal answered. */
export const notTaken = 'The portal could not take it now. It stays saved on this device and is tried again.'

/**
 * One tab and one class at a time. The Locks API is missing on a plain-http address; there only this tab is serialised.
 */
let last: Promise<unknown> = Promise.resolve()
function withLock<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(lockName, work)
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

/**
 * Stores the outcome of a submission beside the taps made since. One that was resubmitted meanwhile still waits and is
 * sent in its turn.
 */
function recordOutcome({ session, key }: PhoneMarks, outcome: Exclude<Outcome, 'waiting'>): Outcome {
  const now = marksOf(session._id)
  if (now?.key !== key) return 'waiting'
  const decided = { ...now, message: '', ...outcome, at: Date.now() }
  if (outcome.state === 'sent') {
    // Keeps what is still to be acknowledged about other members.
    const isOther = ({ member }: { member: string }) => !now.marks.some((mark) => mark.member === member)
    decided.differences = [...now.differences.filter(isOther), ...outcome.differences]
    decided.notRecorded = [...now.notRecorded.filter(isOther), ...outcome.notRecorded]
    decided.walkIns = now.walkIns.filter(isOther)
  }
  saveMarks(decided)
  return outcome
}

/** Of marks that wait on: what the portal answered, nothing without the line. */
function keepAnswerOf({ session, key }: PhoneMarks, error: unknown) {
  const message = error instanceof ApiError && error.statusCode > 0 ? errorMessage(error) : ''
  const now = marksOf(session._id)
  if (now?.key === key && now.message !== message) saveMarks({ ...now, message })
}

/** Moves marks to the class that replaced theirs. */
function moveMarks(marks: PhoneMarks, session: string) {
  const there = marksOf(session)
  removeMarks(marks)
  saveMarks({
    ...marks,
    ...(there && { ...there, state: there.state === 'begun' ? marks.state : there.state }),
    session: { ...marks.session, _id: session },
    differences: [...(there?.differences ?? []), ...marks.differences],
    notRecorded: [...(there?.notRecorded ?? []), ...marks.notRecorded],
    walkIns: [...(there?.walkIns ?? []), ...marks.walkIns],
    newcomers: [...(there?.newcomers ?? []), ...marks.newcomers],
    corrections: [...(there?.corrections ?? []), ...marks.corrections],
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
      timeoutMs: timeout,
      quiet: true,
    })
    const found = roll.items[0]?.scheduledClass ?? _id
    // Cached, so that the roll replaces the form at once even if the line is gone again.
    cacheAnswer(attendance.list, rollOf(found), { ...roll, total: roll.items.length })
    const names = new Map(marks.marks.map(({ member, name }) => [member, name]))
    const notRecorded = roll.notRecorded.map((one) => ({ ...one, name: one.name ?? names.get(one.member) ?? '' }))
    const differences = differencesOf(marks, roll.items)
    const by = recordedBy(marks, roll.items, began)
    const otherTerms = otherTermsOf(marks, roll.items)
    const outcome = recordOutcome(marks, { state: 'sent', differences, notRecorded, otherTerms, by })
    const now = marksOf(_id)
    if (now && found !== _id) moveMarks(now, found)
    return outcome
  } catch (error) {
    if (!isFinal(error)) {
      keepAnswerOf(marks, error)
      return 'waiting'
    }
    return recordOutcome(marks, { state: 'refused', message: errorMessage(error) })
  }
}

/** Sends the saved marks of a class, if they are still unsent when their turn comes. */
export const sendMarks = (session: string): Promise<Outcome> =>
  withLock(async () => {
    const marks = marksOf(session)
    if (!marks) return 'waiting'
    const { state, differences, notRecorded } = marks
    if (state === 'sent') return { state, differences, notRecorded, otherTerms: [], by: [] }
    return marks.state === 'saved' ? sendNow(marks) : 'waiting'
  })

/** The current user's classes with marks, corrections or newcomers to be sent. */
const pendingMarks = () => ownMarks().filter((marks) => marks.state === 'saved' || waitsBesideMarks(marks))

/** Notifies that marks were sent, and how the record differs. */
export function notifySent(sent: string, outcome: Extract<Outcome, { state: 'sent' }>) {
  const more = sentText(outcome, currentUser()?.username)
  const { notRecorded, differences, otherTerms } = outcome
  const show = notRecorded.length + differences.length + otherTerms.length > 0 ? notice.warning : notice.success
  show(more ? `${sent.replace(/\.$/, '')}. ${more}` : sent)
}

/** Notifies of the outcome for a class; nothing while it waits. */
export function notifyOutcome({ session }: Pick<PhoneMarks, 'session'>, outcome: Outcome) {
  if (outcome === 'waiting') return
  const values = { course: session.name }
  if (outcome.state === 'refused')
    return notice.error(`${t('The attendance of {course} was not accepted.', values)} ${outcome.message}`)
  notifySent(t('The attendance of {course} was sent.', values), outcome)
}

/** Notifies that what waited beside the marks of a class was sent, or that the portal refused some of it. */
function notifyDecided({ _id, name }: PhoneMarks['session'], sent: string, refused: string) {
  const isRefused = marksOf(_id)?.notRecorded.length
  const show = isRefused ? notice.warning : notice.success
  show(t(isRefused ? refused : sent, { course: name }))
}

/** Their code comes when there are any. Without it they wait, as without the line. */
async function sendNewcomersOf({ session, newcomers }: PhoneMarks) {
  if (newcomers.length === 0) return { decided: 0, isWaiting: false }
  const code = await import('./newcomers.ts').catch(() => undefined)
  return code ? code.sendNewcomers(session._id) : { decided: 0, isWaiting: true }
}

/** What the portal fails at holds back no other class; without the line all wait. */
async function sendAll() {
  let isAnyDecided = false
  for (const marks of pendingMarks()) {
    const { session } = marks
    const { _id } = session
    if (marks.state === 'saved') {
      const outcome = await sendMarks(_id)
      if (outcome === 'waiting') {
        if (isReached()) continue
        break
      }
      isAnyDecided = true
      notifyOutcome(marks, outcome)
    }
    const { decided, isWaiting } = await withLock(() => sendCorrections(_id))
    if (decided > 0) {
      isAnyDecided = true
      notifyDecided(
        session,
        'The attendance of {course} was updated.',
        'Not all corrections of {course} were accepted.',
      )
    }
    if (isWaiting && !isReached()) break
    const noted = await withLock(() => sendNewcomersOf(marks))
    if (noted.decided > 0) {
      isAnyDecided = true
      notifyDecided(
        session,
        'The newcomers of {course} are noted for the desk.',
        'Not all newcomers of {course} were accepted.',
      )
    }
    if (noted.isWaiting && !isReached()) break
  }
  if (isAnyDecided) void readAgain()
}

let attempt: Promise<void> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Tries everything unsent, and again after a while as long as something is. */
export function sendPending(): Promise<void> {
  clearTimeout(timer)
  attempt ??= sendAll().finally(() => {
    attempt = undefined
    const waitMs = Math.min(nextDueMs() ?? Infinity, pendingMarks().length > 0 ? retryMs : Infinity)
    if (waitMs < Infinity) timer = setTimeout(() => void sendPending(), waitMs)
  })
  return attempt
}

let isStarted = false

/** From now on unsent marks are sent as soon as possible. */
export function startSending() {
  if (!isStarted) {
    isStarted = true
    addEventListener('online', () => void sendPending())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' || endUndo()) void sendPending()
    })
    onReach(() => {
      if (isReached()) void sendPending()
    })
  }
  void sendPending()
}

/** Discards marks. Unsent ones are not sent any more; if they had been sent just before, a notice says so. */
export const discardMarks = (marks: PhoneMarks): Promise<void> =>
  withLock(async () => {
    const now = marksOf(marks.session._id)
    if (marks.state === 'saved' && now?.state === 'sent')
      return notice.warning(t('The attendance of {course} had been sent already.', { course: marks.session.name }))
    removeMarks(marks)
  })
