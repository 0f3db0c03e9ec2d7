import type { Told } from '@academy/contract/platform/sensitive.ts'

/** Somebody was told medical notes or identity numbers. */
export interface Reading extends Told {
  userId: string | null
  username: string
  /** Method and pattern of the path. */
  call: string
  filter: string | null
}

export interface ReadingLog {
  /** Takes note of what a call told; the caller's answer does not wait for it. */
  note(reading: Reading): void
}
