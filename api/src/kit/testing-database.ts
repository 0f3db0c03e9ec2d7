import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which the tests may create databases, and the migrated one they are copied from. */
    databaseServer: string
    databaseTemplate: string
  }
}

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A database of its own for a test file, copied from the migrated template. */
export async function testDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = inject('databaseServer')
  const name = `academy_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${inject('databaseTemplate')}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}
