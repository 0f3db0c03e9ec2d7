import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { useTimeNow } from '../../../platform/client/today.ts'
import { startOf } from '../../marking/marking.ts'
import { useOwnToday } from '../../own-classes.ts'
import { useAllMarks } from '../phone-marks.ts'
import { useKeptRosters } from './kept-rosters.ts'

/** The coach's own classes of today that have begun, have members and are not marked, here or anywhere. */
export function useToMark(): ClassSession[] {
  const { user } = useSession()
  const now = useTimeNow()
  const { own } = useOwnToday()
  const marks = useAllMarks()
  const rosters = useKeptRosters()
  const isEmpty = (id: string) => !rosters.some(({ session, students }) => session === id && students > 0)
  // Those marked on this device are counted among what waits there.
  const isHere = (id: string) =>
    marks.some(
      (one) => one.user === user?._id && one.session._id === id && (one.state !== 'begun' || one.taps.length > 0),
    )
  return own.filter(
    ({ _id, duration, isAttendanceTaken }) =>
      !isAttendanceTaken && startOf(duration) <= now && !isEmpty(_id) && !isHere(_id),
  )
}
