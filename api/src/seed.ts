import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createAdministrator } from '../seed/20-staff.ts'
import { seedAcademy } from '../seed/academy.ts'
import { inTransaction } from './platform/data/index.ts'
import { systemCaller } from './platform/http/index.ts'
import type { Portal } from './platform/runtime/index.ts'

/**
 * On an empty database: the first administrator and, if configured, the demo academy, all or nothing. Returns the lines
 * that explain how to sign in.
 */
export async function firstStart(portal: Portal, say: (line: string) => void): Promise<string[]> {
  const { admin, demoData } = portal.config
  return inTransaction(portal, systemCaller('first start'), {}, async (tx) => {
    // When two portals on one server start together, the second waits here and then finds the data of the first.
    await tx.query(sql`select type from document_format for update`)
    const staff = await tx.query<{ found: boolean }>(sql`select exists (select 1 from staff_user) as found`)
    if (staff[0]?.found) return [`Sign in as ${admin.username} with the password from the first start`]
    const password = admin.password ?? randomBytes(12).toString('base64url')
    await createAdministrator(tx, admin.username, password)
    if (demoData) {
      say('Making the demo academy')
      await seedAcademy(tx, password, say)
    }
    const shown = admin.password ? 'the password in ADMIN_PASSWORD' : `the password ${password} (shown only this once)`
    return [
      `Sign in as ${admin.username} with ${shown}`,
      ...(demoData ? ['The demo academy also knows clerk, coach and owner, with the same password'] : []),
    ]
  })
}
