/** The rosters of the coach's own classes of today, kept on this device before anybody opens them. */
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useSyncExternalStore } from 'react'
import { keepAnswer } from '../../../platform/client/answers/kept-answers.ts'
import { listeners } from '../../../platform/client/listeners.ts'
import { currentUser, onSessionEnd } from '../../../platform/client/session/session.ts'
import { rollOf } from '../calls.ts'

/** More would push what was opened out of the device's cache. */
const mostClasses = 12

export interface KeptRoster {
  session: string
  students: number
  /** When it was read, in milliseconds. */
  at: number
}

let kept: readonly KeptRoster[] = []
const { notify, subscribe } = listeners()

function change(next: readonly KeptRoster[]) {
  kept = next
  notify()
}
onSessionEnd(() => change([]))

export const useKeptRosters = (): readonly KeptRoster[] => useSyncExternalStore(subscribe, () => kept)

/** Reads who may be marked and who was; undefined where neither the portal nor this device has it. */
async function keep({ _id }: ClassSession): Promise<KeptRoster | undefined> {
  try {
    const [students] = await Promise.all([
      keepAnswer(enrolments.students, { params: { class: _id } }),
      keepAnswer(attendance.list, rollOf(_id)),
    ])
    return { session: _id, students: students.answer.items.length, at: students.at }
  } catch {
    return undefined
  }
}

/** Keeps the rosters of these classes; without signal those of before stay. */
export async function keepRosters(sessions: readonly ClassSession[]): Promise<void> {
  const user = currentUser()?._id
  const now = await Promise.all(sessions.slice(0, mostClasses).map(keep))
  if (user && currentUser()?._id === user) change(now.filter((roster) => roster !== undefined))
}
