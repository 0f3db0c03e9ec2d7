import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef } from 'react'
import { useSession } from '../platform/client/session/session.ts'
import { classToMark, isOn } from './marking/marking.ts'
import { hasUnsubmittedTaps, needsAttention } from './marking/taps.ts'
import { useMarksOf } from './offline/phone-marks.ts'

/** Keeps an opened class open, even when its list no longer contains it. */
export function useOpenClass(sessions: readonly ClassSession[], id: string | undefined): ClassSession | undefined {
  const last = useRef<ClassSession>(undefined)
  const now = sessions.find(({ _id }) => _id === id)
  if (now) last.current = now
  return now ?? (last.current?._id === id ? last.current : undefined)
}

/**
 * The class the page opens on. It stays until it is marked, over and needs no action; a form in use stays in any case.
 */
export function useClassToMark(sessions: readonly ClassSession[], now: string): ClassSession | undefined {
  const { user } = useSession()
  const last = useRef<ClassSession>(undefined)
  const marks = useMarksOf(last.current?._id ?? '')
  const shown = sessions.find(({ _id }) => _id === last.current?._id)
  const stays = shown
    ? !shown.isAttendanceTaken || isOn(shown.duration, now) || (marks !== undefined && needsAttention(marks))
    : marks !== undefined && hasUnsubmittedTaps(marks)
  if (!stays) last.current = classToMark(sessions, now, user?.coachRelated?._id)
  else if (shown) last.current = shown
  return last.current
}
