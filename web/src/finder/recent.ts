import { z } from 'zod'
import { store } from '../platform/client/session/storage.ts'

const maxRecent = 6

/** What was opened from the finder: a member's id or a page's path, never a name, since others may use this browser. */
export type Recent = { member: string } | { page: string }

const schema = z.array(z.union([z.object({ member: z.guid() }), z.object({ page: z.string() })]))

const keyOf = (userId: string) => `finder-recent-${userId}`

/** Latest first; unreadable entries are ignored. */
export function recentOf(userId: string): Recent[] {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'))
  } catch {
    return []
  }
}

const isSame = (one: Recent, other: Recent) => JSON.stringify(one) === JSON.stringify(other)

export function rememberRecent(userId: string, opened: Recent) {
  const others = recentOf(userId).filter((one) => !isSame(one, opened))
  store(keyOf(userId), JSON.stringify([opened, ...others].slice(0, maxRecent)))
}
