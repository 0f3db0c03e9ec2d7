/** Newcomers noted without signal: they wait beside the marks of their class, and are sent as the one who noted them. */
import { type newcomerBody, newcomers } from '@academy/contract/attendance/newcomers.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import type { z } from 'zod'
import { errorMessage } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { classSummary } from '../class-summary.ts'
import { isFinal, timeout } from './calls.ts'
import { entryOf, keep } from './corrections.ts'
import { marksOf, type PhoneMarks, type WaitingNewcomer } from './phone-marks.ts'

/** False when the storage is full. */
export function addNewcomer(session: ClassSession, body: z.output<typeof newcomerBody>): boolean {
  const known = entryOf(classSummary(session))
  const { name, phoneNo, creditType, creditMinus, payer } = body
  const one = { name, phoneNo, creditType, creditMinus: creditMinus ?? null, payer: payer ?? null }
  return keep({ ...known, newcomers: [...known.newcomers, { ...one, key: newIdempotencyKey() }] })
}

/** Takes one off that was not sent, or was decided. */
export function removeNewcomer(session: string, key: string) {
  const known = marksOf(session)
  if (known) keep({ ...known, newcomers: known.newcomers.filter((one) => one.key !== key) })
}

/** False while it waits for the line. What the portal refuses for good is named above the class. */
async function sendNewcomer(session: PhoneMarks['session'], { key, ...body }: WaitingNewcomer): Promise<boolean> {
  const { _id: scheduledClass, course, date: classDate } = session
  try {
    await call(newcomers.create, {
      body: { ...body, scheduledClass, course, classDate },
      idempotencyKey: key,
      timeoutMs: timeout,
      quiet: true,
    })
  } catch (error) {
    if (!isFinal(error)) return false
    const known = entryOf(session)
    const refused = { member: key, name: body.name, reason: errorMessage(error), advice: 'Please tell the desk.' }
    keep({ ...known, notRecorded: [...known.notRecorded, refused] })
  }
  removeNewcomer(session._id, key)
  return true
}

/** Sends the newcomers of a class. Answers how many were decided, and whether some still wait. */
export async function sendNewcomers(session: string): Promise<{ decided: number; isWaiting: boolean }> {
  const marks = marksOf(session)
  let decided = 0
  for (const newcomer of marks?.newcomers ?? []) {
    if (!marks || !(await sendNewcomer(marks.session, newcomer))) return { decided, isWaiting: true }
    decided++
  }
  return { decided, isWaiting: false }
}
