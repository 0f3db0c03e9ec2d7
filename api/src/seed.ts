import { sql } from 'kysely'
import { createAdministrator, type DemoPasswords, demoPasswords } from '../seed/20-staff.ts'
import { seedAcademy } from '../seed/academy.ts'
import { inTransaction } from './platform/data/index.ts'
import { firstStarter, systemCaller } from './platform/http/index.ts'
import { type Config, type Portal, randomPassword, weaknessOf } from './platform/runtime/index.ts'

/** Throws one line when a password of the environment is a weak one. */
function refuseWeak({ admin, demoPassword, company }: Config) {
  const chosen = [
    ['ADMIN_PASSWORD', admin.password, [admin.username]],
    ['DEMO_PASSWORD', demoPassword, ['clerk', 'coach', 'owner']],
  ] as const
  for (const [setting, password, names] of chosen) {
    const weakness = password && weaknessOf(password, { names }, company.name)
    if (weakness) throw new Error(`${setting}: ${weakness}`)
  }
}

/** The line about the demo academy's users. */
function demoLine(chosen: string | undefined, { owner, clerk, coach }: DemoPasswords): string {
  if (chosen) return 'The demo academy also knows owner, clerk and coach, with the password in DEMO_PASSWORD'
  return `The demo academy also knows owner with the password ${owner}, clerk with ${clerk} and coach with ${coach} (shown only this once)`
}

/**
 * On an empty database: the first administrator and, if configured, the demo academy, all or nothing. Returns the lines
 * that explain how to sign in.
 */
export async function firstStart(portal: Portal, say: (line: string) => void): Promise<string[]> {
  const { admin, demoData, demoPassword } = portal.config
  return inTransaction(portal, systemCaller(firstStarter), {}, async (tx) => {
    // When two portals on one server start together, the second waits here and then finds the data of the first.
    await tx.query(sql`select type from document_format for update`)
    const staff = await tx.query<{ found: boolean }>(sql`select exists (select 1 from staff_user) as found`)
    if (staff[0]?.found) return [`Sign in as ${admin.username} with the password from the first start`]
    refuseWeak(portal.config)
    const password = admin.password ?? randomPassword()
    const passwords = demoPasswords(demoPassword)
    await createAdministrator(tx, admin.username, password)
    if (demoData) {
      say('Making the demo academy')
      await seedAcademy(tx, passwords, say)
    }
    const shown = admin.password ? 'the password in ADMIN_PASSWORD' : `the password ${password} (shown only this once)`
    return [`Sign in as ${admin.username} with ${shown}`, ...(demoData ? [demoLine(demoPassword, passwords)] : [])]
  })
}
