/** Two versions on one database: which older portals work on its schema is said there by the newest, for them to read. */
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'

export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')))

const releases = z
  .array(z.object({ version: z.string(), oldest: z.string(), migrations: z.record(z.string(), z.string()) }))
  .parse(JSON.parse(readFileSync(new URL('../../../../migrations/releases.json', import.meta.url), 'utf8')))

/** The oldest portal that works on the newest schema. Migrations after the last release leave that one working. */
function oldestOnNewest(migrations: readonly string[]): string {
  const last = releases.at(-1)
  const released = releases.flatMap(({ migrations }) => Object.keys(migrations))
  const areReleased = migrations.every((name) => released.includes(`${name}.sql`))
  return (areReleased ? last?.oldest : last?.version) ?? version
}

const partsOf = (given: string) => given.split('.').map(Number)
/** Whether this portal is not older than the oldest one. */
function worksOn(oldest: string | null): boolean {
  if (!oldest || !/^\d+\.\d+\.\d+$/.test(oldest)) return false
  const [own, least] = [partsOf(version), partsOf(oldest)]
  const differing = own.findIndex((part, index) => part !== least[index])
  return differing === -1 || (own[differing] ?? 0) > (least[differing] ?? 0)
}

interface Said {
  oldest: string | null
  isOurs: boolean
}

/** As a comment, which no back-up holds and no migration has to make. */
async function said(db: Kysely<unknown>): Promise<Said | undefined> {
  const { rows } =
    await sql<Said>`select obj_description(oid, 'pg_class') as oldest, pg_has_role(relowner, 'usage') as "isOurs"
    from pg_class where oid = to_regclass('kysely_migration')`.execute(db)
  return rows[0]
}

/** Whether the newest portal of a database has said that this one works beside it. */
export const worksBesideNewest = async (db: Kysely<unknown>) => worksOn((await said(db))?.oldest ?? null)

export async function sayOldest(db: Kysely<unknown>, migrations: readonly string[]): Promise<void> {
  const oldest = oldestOnNewest(migrations)
  const now = await said(db)
  if (now?.isOurs && now.oldest !== oldest)
    await sql`comment on table kysely_migration is ${sql.lit(oldest)}`.execute(db)
}

/** What a portal says that works beside a newer one. */
export const newerRemark = `The database was brought up to date by a newer portal, beside which this one (${version}) works; finish the upgrade, or roll it back (docs/operations.md, Upgrades)`
