import { sql } from 'kysely'
import type { Tx } from '../../src/platform/data/index.ts'
import { openWallet } from '../../src/wallet/wallet.ts'
import { type Client, type TestPortal, testEntry } from './portal.ts'

/** Ids of the lists that member forms choose from. */
export interface Choices {
  coach: string
  relationship: string
  belt: string
  memberType: string
}

/** Inserts rows directly, where the form is not tested. Columns are named as in the database. */
export async function insertRow(tx: Tx, table: string, row: Record<string, unknown>): Promise<string> {
  const id = tx.newId()
  const whole = { id, created_at: tx.now, updated_at: tx.now, ...row }
  await tx.change(testEntry, (on) =>
    sql`insert into ${sql.table(table)} (${sql.join(Object.keys(whole).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(whole))})`.execute(on()),
  )
  return id
}

/** A member as a row, with wallet and parents. */
export async function insertMember(
  tx: Tx,
  row: { kind: 'adult' | 'parent' | 'child'; name: string; [column: string]: unknown },
  parents: readonly string[] = [],
): Promise<string> {
  const id = await insertRow(tx, 'member', { is_independent: row.kind !== 'child', ...row })
  for (const parent of parents)
    await tx.change(testEntry, (on) =>
      sql`insert into member_parent (child, parent) values (${id}, ${parent})`.execute(on()),
    )
  await openWallet(tx, id)
  return id
}

export const choicesIn = (portal: TestPortal): Promise<Choices> =>
  portal.run(async (tx) => {
    const designation = await insertRow(tx, 'designation', { designation: 'Head Coach' })
    return {
      coach: await insertRow(tx, 'coach', { name: 'Farid bin Osman', designation, email: 'farid@example.com' }),
      relationship: await insertRow(tx, 'relationship', { relationship: 'Father' }),
      belt: await insertRow(tx, 'belt', { belt_color: 'White' }),
      memberType: await insertRow(tx, 'member_type', { member_type: 'Regular' }),
    }
  })

let people = 0

/** Bodies that pass the forms' rules, each with an e-mail and an I/C number of its own. */
export const bodies = (choices: Choices) => ({
  adult: (more: object = {}) => ({
    name: `Adult ${++people}`,
    dob: '1990-02-28',
    icNo: `900228-14-${1000 + people}`,
    gender: 'Female',
    nationality: 'Malaysian',
    email: `adult${people}@example.com`,
    password: 'correct_horse_1',
    coachIncharge: choices.coach,
    ...more,
  }),
  parent: (more: object = {}) => ({
    name: `Parent ${++people}`,
    email: `parent${people}@example.com`,
    relationship: choices.relationship,
    password: 'correct_horse_1',
    ...more,
  }),
  kid: (more: object = {}) => ({
    name: `Kid ${++people}`,
    dob: '2015-07-01',
    gender: 'Male',
    coachIncharge: choices.coach,
    ...more,
  }),
})

/** Creates a member through the API and returns its document. */
export async function enrolMember(clerk: Client, body: object) {
  const answer = await clerk.post('/member', body)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()
}
