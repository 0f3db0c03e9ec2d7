import { userFields } from '@academy/contract/staff/users.ts'
import { sql } from 'kysely'
import { createAdministrator, type DemoPasswords, demoPasswords } from '../seed/20-staff.ts'
import { seedAcademy } from '../seed/academy.ts'
import { connect, inTransaction } from './platform/data/index.ts'
import { firstStarter, systemCaller } from './platform/http/index.ts'
import { type Config, type Portal, randomPassword, weaknessOf } from './platform/runtime/index.ts'

/** Throws one line when the name of the environment is none that a user can have, or a password of it is a weak one. */
export function refuseSettings({ admin, demoPassword, company }: Config) {
  const name = userFields.username.schema.safeParse(admin.username)
  if (!name.success) throw new Error(`ADMIN_USERNAME: ${name.error.issues[0]?.message}`)
  const chosen = [
    ['ADMIN_PASSWORD', admin.password, [admin.username]],
    ['DEMO_PASSWORD', demoPassword, ['clerk', 'coach', 'owner']],
  ] as const
  for (const [setting, password, names] of chosen) {
    const weakness = password && weaknessOf(password, { names }, company.name)
    if (weakness) throw new Error(`${setting}: ${weakness}`)
  }
}

/** The same before a database is made or migrated, where that is a first start; `url` is that of its owner. */
export async function refuseFirstSettings(config: Config, url: string): Promise<void> {
  const client = await connect(url)
  try {
    const {
      rows: [made],
    } = await client.query<{ is: boolean }>(`select to_regclass('public.staff_user') is not null as is`)
    const users = made?.is ? await client.query('select from staff_user limit 1') : undefined
    if (!users?.rowCount) refuseSettings(config)
  } finally {
    await client.end()
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
    // When two portals on one server start together, the second waits here and then finds the data of the first, however long those take.
    await tx.query(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`)
    await tx.query(sql`select type from document_format for update`)
    const [staff] = await tx.query<{ found: boolean; named: boolean }>(sql`
      select exists (select from staff_user) as found,
        exists (select from staff_user where lower(username) = lower(${admin.username})) as named`)
    if (staff?.named) return [`Sign in as ${admin.username} with the password from the first start`]
    if (staff?.found) return ['Sign in with a username and password of this academy']
    refuseSettings(portal.config)
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
