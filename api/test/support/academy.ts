import { createOrder } from '../../src/payments/payments.ts'
import type { Tx } from '../../src/platform/data/index.ts'
import { insertMember, insertRow } from './families.ts'
import type { TestPortal } from './portal.ts'

/** Ids of what payments refer to. */
export interface Academy {
  coach: string
  /** 100 credits and a bonus of 20, 6 months. */
  package: string
  /** An adult. */
  member: string
  parent: string
  /** A dependent child of the parent. */
  child: string
}

export const putAdult = (tx: Tx, name = 'Lim Ah Kow'): Promise<string> =>
  insertMember(tx, { kind: 'adult', name, ic_no: tx.newId() })

export const putPackage = (tx: Tx, row: Record<string, unknown> = {}): Promise<string> =>
  insertRow(tx, 'credit_package', {
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
    const designation = await insertRow(tx, 'designation', { designation: 'Head Coach' })
    const coach = await insertRow(tx, 'coach', { name: 'Farid bin Osman', designation, email: 'farid@example.com' })
    const parent = await insertMember(tx, { kind: 'parent', name: 'Tan Wei Ming', ch_name: '陈伟明' })
    const child = await insertMember(tx, { kind: 'child', name: 'Tan Jia Hui' }, [parent])
    return { coach, package: await putPackage(tx), member: await putAdult(tx), parent, child }
  })

/** Orders a package for a member in cash; answers the payment's id. */
export const order = (portal: TestPortal, academy: Academy, more: Partial<Academy> = {}): Promise<string> =>
  portal.run((tx) => {
    const { member, coach, package: bought } = { ...academy, ...more }
    return createOrder(tx, { memberId: member, package: bought, coachReceived: coach, paymentType: 'Cash' })
  })
