import { attendance, attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import type { Student } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef, useState } from 'react'
import { intention } from '../kit/intention.ts'
import { ask, notice } from '../kit/notices.tsx'
import { readAgain } from '../kit/query.ts'
import { currentUser } from '../kit/session.ts'
import { t } from '../kit/words.ts'
import type { Marks } from './marking.ts'
import { marksOf, type PhoneMarks, putMarks } from './phone-marks.ts'
import { sendMarks, watchLine } from './sending.ts'

/** Marks of a class before anything is sent, in the state given. */
export function newMarks(session: ClassSession, marks: Marks, state: 'begun' | 'saved'): PhoneMarks {
  const { _id, course, date, duration } = session
  return {
    user: currentUser()?._id ?? '',
    session: { _id, course: course._id, name: course.name, date, duration },
    at: Date.now(),
    state,
    present: marks.present(),
    marks: [],
    key: intention(),
    message: '',
    differences: marksOf(_id)?.differences ?? [],
  }
}

interface Options {
  session: ClassSession
  students: Student[]
  marks: Marks
  /** Members who were forgotten on a roll that stands: only those chosen are sent. */
  isLate: boolean
  onDone?: () => void
}

function effectOf({ students, marks, isLate }: Options): string {
  const present = marks.count()
  const short = marks.short()
  const counts = isLate
    ? t('{p} present', { p: present })
    : t('{p} present, {a} absent', { p: present, a: students.length - present })
  return short === 0 ? counts : `${counts}. ${t('{n} become outstanding: no cover', { n: short })}`
}

/**
 * Takes the attendance of a class: asks once, saves it on this phone, and sends it. Without signal it stays saved and is
 * sent when the line returns.
 */
export function useTake(options: Options) {
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const { session, students, marks, isLate } = options

  async function perform() {
    setSending(true)
    marks.isTouched = false
    const sent = isLate ? students.filter(({ member }) => marks.has(member._id)) : students
    const saved = putMarks({
      ...newMarks(session, marks, 'saved'),
      marks: sent.map(({ member, _id }) => ({
        member: member._id,
        enrollment: _id,
        status: marks.has(member._id) ? 'P' : 'A',
      })),
    })
    if (!saved) return notice.error('This phone has no room left to save the attendance.')
    const outcome = await sendMarks(session._id)
    if (outcome === 'waiting') {
      watchLine()
      notice.warning('Saved on this phone. It is sent when the line returns.')
      return options.onDone?.()
    }
    if (outcome.state === 'refused') {
      notice.error(outcome.message)
      return void readAgain()
    }
    notice.success(attendance.take.done ?? '')
    await readAgain()
    if (outcome.differences.length === 0) options.onDone?.()
  }

  async function take() {
    if (busy.current) return
    if (isLate && marks.count() === 0) return notice.error(attendanceMessages.selectMembers)
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
