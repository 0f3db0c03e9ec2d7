import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of the run, as the portal's role and as one that may create databases. */
    databaseServer: string
    databaseAdmin: string
    /** Folder of the server's Unix socket; empty without one. */
    databaseSocket: string
    /** Prefix of this run's database names; the migrated template ends in `_template`. */
    databaseRun: string
  }
}

export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * A database of its own for a test file, copied from the migrated template and owned by the portal's role. Processes that
 * tests start reach it over TCP (`databaseUrlOf`), as in production.
 */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const [server, admin, run] = [inject('databaseServer'), inject('databaseAdmin'), inject('databaseRun')]
  const name = `${run}_${randomBytes(5).toString('hex')}`
  const url = new URL(server)
  url.pathname = name
  const socket = inject('databaseSocket')
  if (socket) url.searchParams.set('host', socket)
  // Copying the files takes half of what writing them through the log does.
  const how = `template ${run}_template strategy file_copy`
  await onServer(admin, `create database ${name} ${how} owner "${decodeURIComponent(url.username)}"`)
  return {
    url: url.href,
    drop: async () => void (await onServer(admin, `drop database if exists ${name} with (force)`)),
  }
}
