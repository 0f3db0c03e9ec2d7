/** Converts between a record, the values of its form, and the request body. */
import type { Fields } from '@academy/contract/platform/field.ts'

export interface KnownItem {
  _id: string
  label: string
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** References are objects `{ _id, <label field> }`; returns their labels, whatever the field is called. */
export function knownItems(value: unknown): KnownItem[] {
  const items = Array.isArray(value) ? value : [value]
  return items.filter(isObject).map((item) => ({
    _id: String(item._id),
    label: String(
      Object.entries(item).find(([key, text]) => key !== '_id' && typeof text === 'string')?.[1] ?? item._id,
    ),
  }))
}

const idOf = (value: unknown): unknown => (isObject(value) ? value._id : value)

/** Form values of a record: references become their ids, the rest stays. */
export function initialValues(fields: Fields, entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = entry[name]
      if (field.kind === 'reference') return [name, idOf(value) ?? null]
      if (field.kind === 'references') return [name, Array.isArray(value) ? value.map(idOf) : []]
      if (field.kind === 'picture') return [name, entry.pictureDIR ?? value ?? null]
      if (field.kind === 'password') return [name, undefined]
      return [name, value]
    }),
  )
}

/** The request body: cleared fields as null, an untouched picture or password left out. */
export function bodyOf(fields: Fields, values: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const kind = fields[name]?.kind
    if (kind === 'picture' ? !(value instanceof Blob) : kind === 'password' && !value) continue
    if (value !== undefined) body[name] = typeof value === 'string' && value.trim() === '' ? null : value
  }
  return body
}
