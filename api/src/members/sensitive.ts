/** Changes of a member's sensitive fields, which need a permission of their own. Who enrolls somebody may note them down. */
import type { SentMember } from '@academy/contract/members/bodies.ts'
import { maySeeSensitive, sensitiveFields } from '@academy/contract/platform/sensitive.ts'
import { type Caller, forbidden } from '../platform/http/index.ts'
import { isFilled } from './validation.ts'

const unsent = Object.fromEntries(sensitiveFields.map((field) => [field, undefined]))

/**
 * A body without its sensitive fields, for a caller who may not see them: empty is what they read, so that it wipes
 * nothing. 403 for any value, the stored one too: otherwise a number could be guessed.
 */
export function openBody(by: Caller, body: SentMember): SentMember {
  if (by.can(maySeeSensitive)) return body
  const bodies = [body, ...(body.children ?? [])]
  if (bodies.some((each) => sensitiveFields.some((field) => isFilled(each[field])))) throw forbidden(maySeeSensitive)
  return { ...body, ...unsent }
}
