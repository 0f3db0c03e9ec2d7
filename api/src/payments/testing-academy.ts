import { sql } from 'kysely'
import type { Tx } from '../kit/tx.ts'
import type { TestPortal } from '../testing.ts'
import { openWallet } from '../wallet/wallet.ts'
import { createOrder } from './payments.ts'

/** Ids of what payments refer to. */
export interface Academy {
  coach: string
  /** 100 credits and 20 on top, 6 months. */
  package: string
  /** An adult. */
  member: string
  parent: string
  /** A dependent child of the parent. */
  child: string
}

const entry = { section: 'Test', docType: 'test', action: 'Created', description: 'Prepared a test' }

/** Writes a row as it is, for documents whose forms are not what is tested. Columns are named as in the database. */
export async function put(tx: Tx, table: string, row: Record<string, unknown>): Promise<string> {
  const id = tx.newId()
  const whole: Record<string, unknown> = { id, created_at: tx.now, updated_at: tx.now, ...row }
  const columns = sql.join(Object.keys(whole).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(whole))
  await tx.change(entry, async (on) => {
    await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(on())
  })
  return id
}

export async function putMember(tx: Tx, row: Record<string, unknown>): Promise<string> {
  const id = await put(tx, 'member', { is_independent: row.kind !== 'child', ...row })
  await openWallet(tx, id)
  return id
}

export const putAdult = (tx: Tx, name = 'Lim Ah Kow'): Promise<string> =>
  putMember(tx, { kind: 'adult', name, ic_no: tx.newId() })

export const putPackage = (tx: Tx, row: Record<string, unknown> = {}): Promise<string> =>
  put(tx, 'credit_package', {
    code: `P${tx.newId()}`,
    title: 'Starter',
    description: 'For beginners',
    credit: 100,
    addition: 20,
    duration: 6,
    ...row,
  })

export const academyIn = (portal: TestPortal): Promise<Academy> =>
  portal.run(async (tx) => {
    const designation = await put(tx, 'designation', { designation: 'Head Coach' })
    const coach = await put(tx, 'coach', { name: 'Farid bin Osman', designation, email: 'farid@example.com' })
    const parent = await putMember(tx, { kind: 'parent', name: 'Tan Wei Ming', ch_name: '陈伟明' })
    const child = await putMember(tx, { kind: 'child', name: 'Tan Jia Hui' })
    await tx.change(entry, async (on) => {
      await sql`insert into member_parent (child, parent) values (${child}, ${parent})`.execute(on())
    })
    return { coach, package: await putPackage(tx), member: await putAdult(tx), parent, child }
  })

/** Orders a package for a member in cash; answers the payment's id. */
export const order = (portal: TestPortal, academy: Academy, more: Partial<Academy> = {}): Promise<string> =>
  portal.run((tx) => {
    const { member, coach, package: bought } = { ...academy, ...more }
    return createOrder(tx, { memberId: member, package: bought, coachReceived: coach, paymentType: 'Cash' })
  })
