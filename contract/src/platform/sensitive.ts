/** What the law protects most of a member: identity numbers and health. Only holders of one permission see and write it. */
import type { Permission } from './permission.ts'

export const maySeeSensitive = 'membership.sensitive' satisfies Permission

/** The fields of a member, by their names on the wire and in the database's rows. */
export const sensitiveFields = ['icNo', 'medical'] as const
export type SensitiveField = (typeof sensitiveFields)[number]
export const isSensitive = (field: string): field is SensitiveField => sensitiveFields.some((each) => each === field)

/** Parts of them, which tell members of the same name apart. */
const parts: readonly string[] = ['icTail', 'icEnd']

/** The same answer for somebody who may not see these fields: null wherever one stands, however deep. */
export function withoutSensitive(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutSensitive)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      isSensitive(key) || parts.includes(key) ? null : withoutSensitive(value),
    ]),
  )
}
