import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of the run: as the portal's role, as the owner of the tables, and as one that may create databases. */
    databaseServer: string
    databaseOwner: string
    databaseAdmin: string
    /** Folder of the server's Unix socket; empty without one. */
    databaseSocket: string
    /** Folder of the Unix socket of the pooler before the server, as the portal's role; empty without one. */
    databasePooler: string
    /** Prefix of this run's database names; the migrated template ends in `_template`. */
    databaseRun: string
  }
}

/** Runs statements one after the other on one connection; answers the rows of the last. */
export async function onServer(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** A database of a test: as the portal's role, and as the owner of its tables. */
export interface TestDatabase {
  url: string
  ownerUrl: string
  drop(): Promise<void>
}

/** The same URL for another database. */
export function databaseAt(server: string, name: string, socket = ''): string {
  const url = new URL(server)
  url.pathname = name
  if (socket) url.searchParams.set('host', socket)
  return url.href
}

/** The settings of a portal for a database of the run's server: through the pooler, where there is one. */
export function addressesOf(serverUrl: string): { DATABASE_URL: string; DATABASE_DIRECT_URL?: string } {
  const pooler = inject('databasePooler')
  if (!pooler) return { DATABASE_URL: serverUrl }
  const [server, url] = [new URL(inject('databaseServer')), URL.parse(serverUrl)]
  // A test's own proxy before the server is another address, as are servers of its own.
  if (url?.host !== server.host || url.username !== server.username) return { DATABASE_URL: serverUrl }
  url.port = '6432'
  url.searchParams.set('host', pooler)
  return { DATABASE_URL: url.href, DATABASE_DIRECT_URL: serverUrl }
}

export const roleIn = (url: string) => `"${decodeURIComponent(new URL(url).username)}"`

/** What the roles may do with the whole of a new database, which no template passes on. */
export const closed = (name: string, portal: string) => [
  `revoke all on database ${name} from public`,
  `grant connect on database ${name} to ${roleIn(portal)}`,
]

/** A database of its own, named after the run: copied from the migrated template, or without tables. */
export async function newDatabase(from: 'template' | 'nothing', socket = ''): Promise<TestDatabase> {
  const [server, owner, admin, run] = [
    inject('databaseServer'),
    inject('databaseOwner'),
    inject('databaseAdmin'),
    inject('databaseRun'),
  ]
  const name = `${run}_${randomBytes(5).toString('hex')}`
  // Copying the files takes half of what writing them through the log does.
  const how = from === 'template' ? `template ${run}_template strategy file_copy` : ''
  await onServer(admin, `create database ${name} ${how} owner ${roleIn(owner)}`, ...closed(name, server))
  return {
    url: databaseAt(server, name, socket),
    ownerUrl: databaseAt(owner, name, socket),
    drop: async () => void (await onServer(admin, `drop database if exists ${name} with (force)`)),
  }
}

/**
 * A database of its own for a test file, which the portal's role does not own. Processes that tests start reach it over
 * TCP (`databaseUrlOf`), as in production.
 */
export const testDatabase = (): Promise<TestDatabase> => newDatabase('template', inject('databaseSocket'))
