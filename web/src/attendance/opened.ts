import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef } from 'react'
import { useSession } from '../platform/client/session.ts'
import { classToMark, isOn } from './marking/marking.ts'
import { isInUse, needsSomebody } from './marking/taps.ts'
import { useMarksOf } from './offline/phone-marks.ts'

/** The class that was opened stays open as it was, also when the list it was chosen from has it no more. */
export function useOpened(sessions: readonly ClassSession[], id: string | undefined): ClassSession | undefined {
  const last = useRef<ClassSession>(undefined)
  const now = sessions.find(({ _id }) => _id === id)
  if (now) last.current = now
  return now ?? (last.current?._id === id ? last.current : undefined)
}

/**
 * The class the page opens on. It stays in its place until it is marked and over, and as long as something of it is to be
 * looked at; one whose form is in use stays whatever the clock does.
 */
export function useToMark(sessions: readonly ClassSession[], now: string): ClassSession | undefined {
  const { user } = useSession()
  const last = useRef<ClassSession>(undefined)
  const marks = useMarksOf(last.current?._id ?? '')
  const shown = sessions.find(({ _id }) => _id === last.current?._id)
  const stays = shown
    ? !shown.isAttendanceTaken || isOn(shown.duration, now) || (marks !== undefined && needsSomebody(marks))
    : marks !== undefined && isInUse(marks)
  if (!stays) last.current = classToMark(sessions, now, user?.coachRelated?._id)
  else if (shown) last.current = shown
  return last.current
}
