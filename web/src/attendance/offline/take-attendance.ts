import { attendance, attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { readAgain } from '../../platform/client/query.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { attendanceEffect } from '../attendance-effect.ts'
import { classSummary, classTitle } from '../class-summary.ts'
import { type Attending, type Marks, termsOf } from '../marking/marking.ts'
import { isUnsent, needsAttention } from '../marking/taps.ts'
import { emptyMarks, marksOf, type PhoneMarks, saveMarks, storageFull, type Tap } from './phone-marks.ts'
import { notifySent, notTaken, sendMarks, startSending } from './sending.ts'

/**
 * What a form submits. Unsent marks of members not in the form stay; an unsent member of the form who is no longer
 * chosen is sent as absent.
 */
function submission({ session, students, gone, marks, isLate }: Options): PhoneMarks {
  const known = marksOf(session._id) ?? emptyMarks(classSummary(session))
  const waiting = isUnsent(known) ? known.marks : []
  const waitingIds = new Set(waiting.map(({ member }) => member))
  const inForm = new Set(students.map(({ member }) => member._id))
  const sent = students.filter(({ member: { _id } }) => !isLate || marks.has(_id) || waitingIds.has(_id))
  return {
    ...known,
    session: classSummary(session),
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
      ...gone.filter(({ member }) => !waitingIds.has(member)).map((tap) => ({ ...tap, enrollment: null })),
    ],
    taps: known.taps.filter(({ member }) => !inForm.has(member) && !gone.some((tap) => tap.member === member)),
    key: newIdempotencyKey(),
    message: '',
  }
}

interface Options {
  session: ClassSession
  students: Attending[]
  /** Marked present here but no longer in the class: sent as well, so that the portal says why not. */
  gone: readonly Tap[]
  marks: Marks
  /** Adding forgotten members to an existing roll: only the chosen ones are sent. */
  isLate: boolean
  onDone?: () => void
}

/** The class, and what submitting does. */
function effectOf({ session, students, gone, marks, isLate }: Options): string {
  const present = marks.count()
  const short = marks.short()
  const counts = isLate
    ? t('{p} present', { p: present })
    : t('{p} present, {a} absent', { p: present, a: students.length - present })
  const more = [
    ...(short > 0 ? [t('{n} outstanding: the wallet does not cover the class', { n: short })] : []),
    ...(gone.length > 0 ? [t('{n} no longer in the class', { n: gone.length })] : []),
  ]
  const walkIns = students.filter(({ _id, member }) => _id === null && marks.has(member._id))
  return [
    classTitle(classSummary(session)),
    [counts, ...more].join('. '),
    ...walkIns.map((one) => walkInEffect(one, marks)),
  ].join('\n')
}

/** 'Ali, walk-in, Normal 25: Wallet 60 → 35 (Ali)' */
function walkInEffect(attending: Attending, marks: Marks): string {
  const { member, credit, walletMember } = attending
  const wallet = marks.leftFor(member._id)
  const text = t('{name}, walk-in, {terms}', { name: member.name, terms: termsOf(attending) })
  if (wallet === null) return text
  const payer = { ...walletMember, wallet }
  const row = { status: 'A' as const, outStanding: false, creditMinus: 0, credit, walletMember: payer, payer }
  return `${text}: ${attendanceEffect(row, 'P')}`
}

/**
 * Takes the attendance of a class: asks once, saves on this device, and sends. Without signal it stays saved and is sent
 * when the line returns.
 */
export function useTakeAttendance(options: Options) {
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const { session, marks, isLate } = options

  async function perform() {
    setSending(true)
    const saved = saveMarks(submission(options))
    const outcome = await sendMarks(session._id)
    if (outcome === 'waiting') {
      startSending()
      if (!saved) return notice.error(storageFull)
      notice.warning(
        marksOf(session._id)?.message ? notTaken : 'Saved on this device. It is sent when the line returns.',
      )
      return options.onDone?.()
    }
    if (outcome.state === 'refused') {
      notice.error(outcome.message)
      return void readAgain()
    }
    notifySent(attendance.take.done ?? '', outcome)
    await readAgain()
    const left = marksOf(session._id)
    if (!left || !needsAttention(left)) options.onDone?.()
  }

  async function take() {
    if (busy.current) return
    const known = marksOf(session._id)
    if (isLate && marks.count() === 0 && !(known && isUnsent(known)))
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
