import { putAdult } from './academy.ts'
import type { Client, TestPortal } from './portal.ts'
import { topUp } from './students.ts'

/** An adult whose wallet has so many credits. */
export async function holder(portal: TestPortal, credits: number, name = 'Lim Ah Kow'): Promise<string> {
  const id = await portal.run((tx) => putAdult(tx, name))
  if (credits > 0) await topUp(portal, id, credits)
  return id
}

export const draft = (member: string, more: object = {}) => ({
  doc_no: '<< NEW >>',
  date: '2026-11-20',
  approvedBy: '-',
  member,
  reason: 'Class cancelled by the centre',
  adjustCredit: 10,
  ...more,
})

/** Creates a pending document and answers its id. */
export async function pending(clerk: Client, member: string, more: object = {}): Promise<string> {
  const answer = await clerk.post('/credit-adjust', draft(member, more))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()._id
}
