import type { List } from '@academy/contract/platform/list.ts'

let count = 0

/** A body that a reference list accepts; each call makes another one. */
export function listBody(list: List, known: { designation: string }): Record<string, unknown> {
  count++
  const own: Record<string, Record<string, unknown>> = {
    coach: { designation: known.designation, bankAccNo: '123', email: 'coach@example.com' },
    holiday: { year: 1976 + (count % 100), holiday: [] },
    'doc-num-format': { type: 'Credit Adjustment', format: `CA${count}-{0000}`, running_no: count % 9999 },
  }
  const plain = Object.entries(list.fields).flatMap(([key, field]) => {
    if (field.kind === 'integer') return [[key, 12]]
    if (field.kind === 'date') return [[key, '2026-12-31']]
    return field.kind === 'picture' ? [] : [[key, field.options?.[0]?.value ?? `Sample ${count}`]]
  })
  return { ...Object.fromEntries(plain), isDisable: false, ...own[list.name] }
}
