import { attendance, attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { readAgain } from '../../platform/client/query.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { attendanceEffect } from '../attendance-effect.ts'
import { type Attending, type Marks, termsOf } from '../marking/marking.ts'
import { isWaiting, needsSomebody } from '../marking/taps.ts'
import { placeOf, placeWords } from '../place.ts'
import { marksOf, noMarks, noRoom, type PhoneMarks, putMarks, type Tap } from './phone-marks.ts'
import { sendMarks, tellSent, watchLine } from './sending.ts'

/**
 * What a form submits. Marks that wait for members who are not in the form stay: it adds to them, and a member of the form
 * who is not chosen any more is told as absent.
 */
function submission({ session, students, gone, marks, isLate }: Options): PhoneMarks {
  const known = marksOf(session._id) ?? noMarks(placeOf(session))
  const waiting = isWaiting(known) ? known.marks : []
  const waited = new Set(waiting.map(({ member }) => member))
  const inForm = new Set(students.map(({ member }) => member._id))
  const sent = students.filter(({ member: { _id } }) => !isLate || marks.has(_id) || waited.has(_id))
  return {
    ...known,
    session: placeOf(session),
    at: Date.now(),
    state: 'saved',
    marks: [
      ...waiting.filter(({ member }) => !inForm.has(member)),
      ...sent.map(({ member, _id, creditType, credit, walletMember }) => ({
        member: member._id,
        name: member.name,
        enrollment: _id,
        status: marks.has(member._id) ? ('P' as const) : ('A' as const),
        ...(_id === null ? { creditType, creditMinus: credit, walletMember: walletMember._id } : {}),
      })),
      ...gone.filter(({ member }) => !waited.has(member)).map((tap) => ({ ...tap, enrollment: null })),
    ],
    taps: known.taps.filter(({ member }) => !inForm.has(member) && !gone.some((tap) => tap.member === member)),
    key: newIdempotencyKey(),
    message: '',
  }
}

interface Options {
  session: ClassSession
  students: Attending[]
  /** Marked present here, but not in the class any more: sent as well, so that the portal says why not. */
  gone: readonly Tap[]
  marks: Marks
  /** Members who were forgotten on a roll that stands: only those chosen are sent. */
  isLate: boolean
  onDone?: () => void
}

/** Which class it is, and what its submission does. */
function effectOf({ session, students, gone, marks, isLate }: Options): string {
  const present = marks.count()
  const short = marks.short()
  const counts = isLate
    ? t('{p} present', { p: present })
    : t('{p} present, {a} absent', { p: present, a: students.length - present })
  const more = [
    ...(short > 0 ? [t('{n} become outstanding: no cover', { n: short })] : []),
    ...(gone.length > 0 ? [t('{n} no longer in the class', { n: gone.length })] : []),
  ]
  const walkIns = students.filter(({ _id, member }) => _id === null && marks.has(member._id))
  return [
    placeWords(placeOf(session)),
    [counts, ...more].join('. '),
    ...walkIns.map((one) => walkInEffect(one, marks)),
  ].join('\n')
}

/** Ali, walk-in, Normal 25: Wallet 60 -> 35 (Ali) */
function walkInEffect(attending: Attending, marks: Marks): string {
  const { member, credit, walletMember } = attending
  const wallet = marks.leftFor(member._id)
  const words = t('{name}, walk-in, {terms}', { name: member.name, terms: termsOf(attending) })
  if (wallet === null) return words
  const payer = { ...walletMember, wallet }
  const row = { status: 'A' as const, outStanding: false, creditMinus: 0, credit, walletMember: payer, payer }
  return `${words}: ${attendanceEffect(row, 'P')}`
}

/**
 * Takes the attendance of a class: asks once, saves it on this phone, and sends it. Without signal it stays saved and is
 * sent when the line returns.
 */
export function useTake(options: Options) {
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const { session, marks, isLate } = options

  async function perform() {
    setSending(true)
    const saved = putMarks(submission(options))
    const outcome = await sendMarks(session._id)
    if (outcome === 'waiting') {
      watchLine()
      if (!saved) return notice.error(noRoom)
      notice.warning('Saved on this phone. It is sent when the line returns.')
      return options.onDone?.()
    }
    if (outcome.state === 'refused') {
      notice.error(outcome.message)
      return void readAgain()
    }
    tellSent(attendance.take.done ?? '', outcome)
    await readAgain()
    const left = marksOf(session._id)
    if (!left || !needsSomebody(left)) options.onDone?.()
  }

  async function take() {
    if (busy.current) return
    const known = marksOf(session._id)
    if (isLate && marks.count() === 0 && !(known && isWaiting(known)))
      return notice.error(attendanceMessages.selectMembers)
    busy.current = true
    try {
      await ask({ question: attendance.take.confirm ?? '', effect: effectOf(options), onYes: perform })
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { take, sending }
}
