/** Today's classes, and which of them are the signed-in coach's own. */
import { type ClassSession, type ScheduledYear, schedule } from '@academy/contract/courses/schedule.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'

const wholeDay = 1000

/** One question for all who ask, so that what was kept of its answer is found without signal. */
export const todayInput = (today: string) => ({
  query: { date: today, courseIsDisable: false, limit: wholeDay, sort: '+duration' },
})

/** Whether a coach is one of the instructors. */
export const isOwn = (
  { mainInstructor, assistantInstructor }: Pick<ClassSession | ScheduledYear, 'mainInstructor' | 'assistantInstructor'>,
  coach: string | undefined,
): boolean => [...mainInstructor, ...assistantInstructor].some(({ _id }) => _id === coach)

/** The coach that the user is, if they may mark attendance. */
export function useOwnCoach(): string | undefined {
  const { user, can } = useSession()
  return can('attendance.view') && can('attendance.mark') ? user?.coachRelated?._id : undefined
}

/** The coach's own classes of today; none for whoever is no coach. */
export function useOwnToday(pollMs?: number) {
  const coach = useOwnCoach()
  const today = useToday()
  const { data, dataUpdatedAt } = useCall(
    schedule.classes,
    { ...todayInput(today), inBackground: true },
    { offline: true, quiet: true, enabled: coach !== undefined, ...(pollMs ? { pollMs: () => pollMs } : {}) },
  )
  return { own: data?.items.filter((session) => isOwn(session, coach)) ?? [], dataUpdatedAt }
}
