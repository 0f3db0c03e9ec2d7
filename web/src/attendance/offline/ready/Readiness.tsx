import { courses } from '@academy/contract/courses/courses.ts'
import { useEffect } from 'react'
import { keepAnswer } from '../../../platform/client/answers/kept-answers.ts'
import { whenIdle } from '../../../platform/client/loading/idle.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { registerServiceWorker } from '../../../platform/offline/service-worker.ts'
import { useWaiting } from '../../../platform/shell/menu/waiting.ts'
import { useOwnCoach, useOwnToday } from '../../own-classes.ts'
import { showBadge } from '../badge.ts'
import { allMarks, useAllMarks } from '../phone-marks.ts'
import { countsOf } from '../unsent.ts'
import { keepRosters } from './kept-rosters.ts'
import { useToMark } from './to-mark.ts'

/** How often what is kept is read anew while the portal is seen. */
const refreshMs = 5 * 60_000

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * Beside every page of whoever marks attendance: keeps today's own classes and the files of the marking screens on the
 * phone, so that they are there when the signal goes, and counts what waits on the portal's icon.
 */
export default function Readiness() {
  const { user } = useSession()
  const coach = useOwnCoach()
  useEffect(() => {
    if (coach) whenIdle(registerServiceWorker)
  }, [coach])

  const { own, dataUpdatedAt } = useOwnToday(refreshMs)
  const ids = own.map(({ _id }) => _id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rosters are as old as the list they belong to
  useEffect(() => {
    if (own.length > 0) void keepRosters(own)
    // What a class costs, for a newcomer.
    for (const id of new Set(own.map(({ course }) => course._id)))
      void keepAnswer(courses.get, { params: { id } }).catch(() => undefined)
  }, [ids, dataUpdatedAt])

  const mine = useAllMarks().filter((marks) => marks.user === user?._id)
  const earlier = useWaiting()?.ownClasses?.total ?? 0
  const waiting = total(countsOf(mine)) + useToMark().length + earlier
  useEffect(() => showBadge(waiting), [waiting])
  // After signing out the icon still says what waits to be sent from this device.
  useEffect(() => () => showBadge(total(countsOf(allMarks()))), [])
  return null
}
