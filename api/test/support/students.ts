import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Tx } from '../../src/platform/data/index.ts'
import { insertMember } from './families.ts'
import { type Client, type TestPortal, testEntry } from './portal.ts'
import { postTo } from './wallets.ts'

const opening = (tx: Tx, member: string, credit: number) =>
  postTo(tx, {
    member,
    kind: 'opening',
    credit,
    cause: { key: `opening/${member}/${tx.newId()}`, type: 'opening', id: null, label: 'Opening balance' },
  })

export const topUp = (portal: TestPortal, member: string, credit: number) =>
  portal.run((tx) => opening(tx, member, credit))

/** A parent with this many credits, and the children named. */
export function family(portal: TestPortal, credit: number, ...children: string[]) {
  return portal.run(async (tx) => {
    const parent = await insertMember(tx, { kind: 'parent', name: `Parent of ${children.join(' and ')}` })
    if (credit > 0) await opening(tx, parent, credit)
    const ids: string[] = []
    for (const name of children) ids.push(await insertMember(tx, { kind: 'child', name }, [parent]))
    return { parent, children: ids }
  })
}

/** An adult with this many credits. */
export const adult = (portal: TestPortal, name: string, credit = 0) =>
  portal.run(async (tx) => {
    const member = await insertMember(tx, { kind: 'adult', name, ic_no: tx.newId() })
    if (credit > 0) await opening(tx, member, credit)
    return member
  })

export async function enrol(clerk: Client, member: string, course: string, more: Record<string, unknown> = {}) {
  const answer = await clerk.post('/enrollment', { member, course, creditType: 'normal', credit: 10, ...more })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** Whoever is enrolled has been for a year: classes of before were to be marked. */
export const enrolledLongAgo = (portal: TestPortal) =>
  portal.run((tx) =>
    tx.change(testEntry, (on) =>
      sql`update enrolment set created_at = ${tx.now}::timestamptz - interval '1 year'`.execute(on()),
    ),
  )

/** The wallet by its ledger: the balance and the signed credits of each entry, oldest first. */
export async function ledgerOf(clerk: Client, member: string) {
  const answer = await clerk.get(`/member/${member}/wallet?limit=1000&sort=%2Bat`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { balance, items } = answer.json()
  return {
    balance,
    credits: items.map((each: { credit: number }) => each.credit),
    labels: items.map((each: { cause: { label: string } }) => each.cause.label),
  }
}
