/** What the tables of the demo academy take on disk, for each row: `npm run bench sizes`. */
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { print } from './support/figures.ts'
import { startPortal, withDataDir } from './support/portal.ts'

const tables = `select relname as name, pg_total_relation_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc`

await withDataDir(async (folder) => {
  const database = await startEmbedded(join(folder, 'postgres'), () => {})
  const owner = database.ownerUrl()
  const portal = await startPortal(join(folder, 'portal'), true, false, {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: owner,
  })
  const client = new pg.Client({ connectionString: owner })
  await client.connect()
  await client.query('vacuum full')
  const { rows } = await client.query<{ name: string; bytes: number; indexes: number }>(tables)
  const whole = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const lines: (string | number)[][] = []
  for (const { name, bytes, indexes } of rows.slice(0, 10)) {
    const [count] = (await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`)).rows
    const each = count?.n ? Math.round(bytes / count.n) : 0
    lines.push([
      name,
      count?.n ?? 0,
      (bytes / 1e6).toFixed(1),
      (indexes / 1e6).toFixed(1),
      each,
      Math.round((bytes / whole) * 100),
    ])
  }
  lines.push(['all tables', '', (whole / 1e6).toFixed(1), '', '', 100])
  await client.end()
  await portal.stop()
  await database.stop()
  print(['table', 'rows', 'MB', 'of it indexes', 'bytes a row', 'percent of all'], lines)
})
