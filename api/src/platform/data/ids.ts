import { randomFillSync } from 'node:crypto'
import type { Clock } from '../runtime/clock.ts'

/** Drawn for many at once: asking for them costs ten times as much as they do. */
const drawn = Buffer.alloc(4096)
let left = 0

/** So many random bytes, which nobody else gets. */
export function randomly(count: number): Buffer {
  if (left < count) left = randomFillSync(drawn).length
  left -= count
  return drawn.subarray(left, left + count)
}

const most = 0xfff
let asked = 0
let time = 0
let sequence = 0

/** A UUIDv7: sorted by creation, also within one millisecond of this process, however many are made in it. */
export function newId(clock: Clock): string {
  const now = Math.max(clock.now().getTime(), 0)
  if (now !== asked) {
    asked = time = now
    sequence = randomly(2).readUInt16BE() & 0x7ff
  } else if (sequence++ === most) {
    time++
    sequence = 0
  }
  const bytes = randomly(16)
  bytes.writeUIntBE(time, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isId = (text: string): boolean => uuid.test(text)
