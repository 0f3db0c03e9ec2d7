/** What permissions allow, and what is known of them before the profile has come. */
import { allows, type PermissionMap } from '@academy/contract/platform/allows.ts'
import type { May } from '@academy/contract/platform/endpoint.ts'
import { parsedItem } from './storage.ts'
import { keys } from './tokens.ts'

/** Whether these permissions allow an endpoint to a signed-in user. */
export function mayWith(map: PermissionMap, may: May): boolean {
  if (may === 'public' || may === 'session') return true
  return typeof may === 'string' ? allows(map, may) : may.some((permission) => allows(map, permission))
}

/** What the profile of the last visit allowed. A guess: good for prefetching, never for showing. */
export function couldBefore(may: May): boolean {
  const { userGroup }: Record<string, unknown> = Object(parsedItem(keys.user))
  const { permissions }: Record<string, unknown> = Object(userGroup)
  const kept = Object.entries(Object(permissions)).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  )
  return kept.length > 0 && mayWith(Object.fromEntries(kept), may)
}
