/** Marks whose class no longer exists: found again by course and date, or submitted to a class chosen by the coach. */
import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useEffect, useRef } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { readAgain } from '../../platform/client/query.ts'
import { isReached } from '../../platform/client/reachability.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { classSummary, classTitle } from '../class-summary.ts'
import { findReplaced, hasUnsubmittedTaps, isUnsent } from '../marking/taps.ts'
import { allMarks, emptyMarks, marksOf, type PhoneMarks, removeMarks, saveMarks, storageFull } from './phone-marks.ts'
import { notifyOutcome, sendMarks, startSending } from './sending.ts'

/** Asks, then submits refused marks to a class. Resolves to true when the user agreed. */
export async function submitTo(marks: PhoneMarks, session: ClassSession): Promise<boolean> {
  const isSame = session._id === marks.session._id
  /** Of another class: what this device holds of it. */
  const there = isSame ? undefined : marksOf(session._id)
  if (there && (isUnsent(there) || hasUnsubmittedTaps(there))) {
    notice.error('This phone holds marks of that class already. Send or discard them first.')
    return false
  }
  const place = classSummary(session)
  const present = marks.marks.filter(({ status }) => status === 'P').length
  const counts = t('{p} present, {a} absent', { p: present, a: marks.marks.length - present })
  return ask({
    question: attendance.take.confirm ?? '',
    effect: `${classTitle(place)}\n${counts}`,
    onYes: () => submitAgain(marks, place, there),
  })
}

/** Submits refused marks to a class, with what waits beside them and what this device holds of that class already. */
export async function submitAgain(marks: PhoneMarks, place: PhoneMarks['session'], there?: PhoneMarks) {
  const isSame = place._id === marks.session._id
  const isSameCourse = place.course === marks.session.course
  // First, to make room for the new entry.
  if (!isSame) removeMarks(marks)
  const saved = saveMarks({
    ...(isSame ? marks : (there ?? emptyMarks(place))),
    session: place,
    at: Date.now(),
    state: 'saved',
    marks: marks.marks.map((mark) => (isSameCourse ? mark : { ...mark, enrollment: null })),
    taps: marks.taps,
    walkIns: [...(there?.walkIns ?? []), ...marks.walkIns],
    newcomers: [...(there?.newcomers ?? []), ...marks.newcomers],
    corrections: [...(there?.corrections ?? []), ...marks.corrections],
    notRecorded: [...(there?.notRecorded ?? []), ...marks.notRecorded],
    key: newIdempotencyKey(),
    message: '',
  })
  const outcome = await sendMarks(place._id)
  if (outcome === 'waiting') {
    startSending()
    if (!saved) notice.error(storageFull)
  } else await readAgain()
  notifyOutcome({ session: place }, outcome)
}

/**
 * Moves marks on this device to the class that replaced theirs. `sessions` must be all of a course's year or of a day.
 * Calls back with the old and the new id.
 */
export function useReplacedClasses(
  sessions: readonly ClassSession[] | undefined,
  onFound?: (before: string, now: string) => void,
) {
  const { user } = useSession()
  const onFoundRef = useRef(onFound)
  onFoundRef.current = onFound
  useEffect(() => {
    // Without signal these are the classes of the last visit.
    if (!sessions || !isReached()) return
    const mine = allMarks().filter((marks) => marks.user === user?._id)
    for (const [marks, session] of findReplaced(mine, sessions)) {
      removeMarks(marks)
      const message =
        marks.state === 'refused'
          ? t('The class was planned anew. Please look the marks through and submit them again.')
          : ''
      saveMarks({ ...marks, session: classSummary(session), key: newIdempotencyKey(), message })
      onFoundRef.current?.(marks.session._id, session._id)
    }
  }, [sessions, user])
}
