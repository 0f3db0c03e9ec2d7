/** What the law protects most of a member: identity numbers and health. Only holders of one permission see and write it. */
import type { Permission } from './permission.ts'

export const maySeeSensitive = 'membership.sensitive' satisfies Permission

/** The fields of a member, by their names on the wire and in the database's rows. */
export const sensitiveFields = ['icNo', 'medical'] as const
export type SensitiveField = (typeof sensitiveFields)[number]
export const isSensitive = (field: string): field is SensitiveField => sensitiveFields.some((each) => each === field)

/** They, and parts of them, which tell members of the same name apart. */
const told: ReadonlySet<string> = new Set([...sensitiveFields, 'icTail', 'icEnd'])

/** The same answer for somebody who may not see these fields: null wherever one stands, however deep. */
export function withoutSensitive(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutSensitive)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [key, told.has(key) ? null : withoutSensitive(value)]),
  )
}

/** What of it was told, and of whom. */
export interface Told {
  fields: string[]
  /** Ids. */
  members: string[]
  /** Members or, where they are not known one by one, rows. */
  count: number
}

const subjectOf = (value: object): unknown => {
  if ('_id' in value) return value._id
  const member: unknown = 'member' in value ? value.member : undefined
  return typeof member === 'object' && member !== null && '_id' in member ? member._id : undefined
}

const isTold = (value: unknown) => value !== null && value !== undefined && value !== ''

/** What an answer tells: whatever `withoutSensitive` would take out, of whom the nearest document around it is. */
export function toldIn(answer: unknown): Told {
  const fields = new Set<string>()
  const members = new Set<string>()
  let unnamed = 0
  const tell = (field: string, subject: unknown) => {
    fields.add(field)
    if (typeof subject === 'string') members.add(subject)
    else unnamed++
  }
  const walk = (value: unknown, around: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, around)
      return
    }
    if (typeof value !== 'object' || value === null) return
    const subject = subjectOf(value) ?? around
    // Every answer comes this way: a list of entries for each object would take three times as long.
    for (const key in value) {
      const each: unknown = value[key as keyof typeof value]
      if (told.has(key) && isTold(each)) tell(isSensitive(key) ? key : 'icNo', subject)
      // A change that an import would make.
      else if (key === 'field' && typeof each === 'string' && isSensitive(each) && 'to' in value) tell(each, subject)
      else if (typeof each === 'object') walk(each, subject)
    }
  }
  walk(answer, undefined)
  return { fields: [...fields], members: [...members], count: members.size || unnamed }
}
