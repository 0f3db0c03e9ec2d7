/** Whether the data of a DATA_DIR are in it, or have moved to a database server. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const note = z.object({ to: z.string(), at: z.string() })
/** `at` is null where it cannot be read. */
interface Note {
  to: string
  at: string | null
}

const fileIn = (dataDir: string) => join(dataDir, 'database-moved.json')

/** An address for each server that an address names, as libpq writes several: `postgres://user@one,two:5433/academy`. */
export function addressesIn(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [databaseUrl]
}

/** A database's hosts and name, without credentials: `db.example.com:5432/academy`. */
export function locationOf(databaseUrl: string): string {
  try {
    const servers = addressesIn(databaseUrl).map((address) => new URL(address))
    const hosts = servers.map(
      ({ hostname, port, searchParams }) => `${searchParams.get('host') ?? hostname}:${port || 5432}`,
    )
    return `${hosts.join(',')}${servers[0]?.pathname}`
  } catch {
    return 'another server'
  }
}

/** Undefined where no note was ever written; one that was damaged still says that the data moved. Throws where it may not be read. */
function noteIn(dataDir: string): Note | undefined {
  try {
    return note.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) return { to: 'another server', at: null }
    if (error.code === 'ENOENT') return undefined
    throw new Error(`DATA_DIR ${dataDir} cannot be used: ${error.message}`)
  }
}

/** Notes that the data of this folder are on that server from now on, unless already noted. */
export function noteMoved(dataDir: string, to: string, at: string): void {
  if (noteIn(dataDir)?.to === to) return
  writeFileSync(fileIn(dataDir), `${JSON.stringify({ to, at }, null, 2)}\n`, { mode: 0o600, flush: true })
}

/** Throws where the data of this folder have moved: its embedded database is out of date. */
export function refuseMoved(dataDir: string): void {
  const moved = noteIn(dataDir)
  if (!moved) return
  throw new Error(
    `The data of DATA_DIR ${dataDir} moved to ${moved.to}${moved.at ? ` on ${moved.at.slice(0, 10)}` : ''}. Set DATABASE_URL, as the ` +
      `portal itself has it. To use the embedded database of this folder all the same, remove ${fileIn(dataDir)} first.`,
  )
}
