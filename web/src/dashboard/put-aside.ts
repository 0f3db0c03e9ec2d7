import { addDays } from '@academy/contract/courses/calendar.ts'
import { z } from 'zod'
import { store } from '../platform/client/session/storage.ts'

/** Days for which 'Not now' holds. */
export const asideDays = 30

/** Ids of groups, each with the day from which it is named again; null is never. No names: others may use this browser. */
const schema = z.record(z.string(), z.iso.date().nullable())

const keyOf = (userId: string) => `second-factor-aside-${userId}`

function asideOf(userId: string): z.output<typeof schema> {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}'))
  } catch {
    return {}
  }
}

/** The groups that this user did not put aside, or not until today. */
export function notPutAside<Group extends { _id: string }>(userId: string, groups: readonly Group[], today: string) {
  const aside = asideOf(userId)
  return groups.filter(({ _id }) => {
    const until = aside[_id]
    return until === undefined || (until !== null && until <= today)
  })
}

/** Puts these groups aside for some time, or for good. */
export function putAside(userId: string, groups: readonly { _id: string }[], today: string, forGood: boolean): void {
  const until = forGood ? null : addDays(today, asideDays)
  const others = asideOf(userId)
  store(keyOf(userId), JSON.stringify({ ...others, ...Object.fromEntries(groups.map(({ _id }) => [_id, until])) }))
}
