/** Marks whose class is gone, or is another one: found again by course and date, or submitted to one that is chosen. */
import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { readAgain } from '../../platform/client/query.ts'
import { isReached } from '../../platform/client/reachability.ts'
import { useSession } from '../../platform/client/session.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { isInUse, isWaiting, replacedAmong } from '../marking/taps.ts'
import { placeOf, placeWords } from '../place.ts'
import { allMarks, dropMarks, marksOf, noMarks, noRoom, type PhoneMarks, putMarks } from './phone-marks.ts'
import { sendMarks, tell, watchLine } from './sending.ts'

/** Submits refused marks to a class, after its question. True when that was agreed to. */
export async function applyTo(marks: PhoneMarks, session: ClassSession): Promise<boolean> {
  const there = marksOf(session._id)
  if (session._id !== marks.session._id && there && (isWaiting(there) || isInUse(there))) {
    notice.error('This phone holds marks of that class already. Send or discard them first.')
    return false
  }
  const place = placeOf(session)
  const present = marks.marks.filter(({ status }) => status === 'P').length
  const counts = t('{p} present, {a} absent', { p: present, a: marks.marks.length - present })
  return ask({
    question: attendance.take.confirm ?? '',
    effect: `${placeWords(place)}\n${counts}`,
    onYes: async () => {
      const isSameCourse = place.course === marks.session.course
      // First, so that there is room for the other.
      if (session._id !== marks.session._id) dropMarks(marks)
      const saved = putMarks({
        ...(there ?? noMarks(place)),
        session: place,
        at: Date.now(),
        state: 'saved',
        marks: marks.marks.map((mark) => (isSameCourse ? mark : { ...mark, enrollment: null })),
        taps: marks.taps,
        walkIns: [...(there?.walkIns ?? []), ...marks.walkIns],
        key: newIdempotencyKey(),
        message: '',
      })
      const outcome = await sendMarks(session._id)
      if (outcome === 'waiting') {
        watchLine()
        if (!saved) notice.error(noRoom)
      } else await readAgain()
      tell({ session: place }, outcome)
    },
  })
}

/**
 * Marks on this phone follow their class when its row was replaced: `sessions` are all of a course's year, or of a day.
 * Calls back with the ids of then and now.
 */
export function useFindAgain(
  sessions: readonly ClassSession[] | undefined,
  onFound?: (before: string, now: string) => void,
) {
  const { user } = useSession()
  const told = useRef(onFound)
  told.current = onFound
  useEffect(() => {
    // Without signal the classes shown are those of the last visit.
    if (!sessions || !isReached()) return
    const mine = allMarks().filter((marks) => marks.user === user?._id)
    for (const [marks, session] of replacedAmong(mine, sessions)) {
      dropMarks(marks)
      putMarks({ ...marks, session: placeOf(session), key: newIdempotencyKey() })
      told.current?.(marks.session._id, session._id)
    }
  }, [sessions, user])
}
