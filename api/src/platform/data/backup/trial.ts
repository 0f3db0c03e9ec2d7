/** Whether a back-up can be restored: into a database of its own beside the portal's, which is dropped again. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NotPossible } from '../../jobs/not-possible.ts'
import { connect, type Database, openDatabase } from '../database/database.ts'
import { serverNow } from '../database/database-primary.ts'
import { isEncrypted, type Manifest } from './backup-format.ts'
import { restore } from './restore.ts'

/** The server that the portal's database is on. */
export interface ScratchServer {
  /** The portal's database, as its owner. */
  owner(): string
  /** Makes a database of that owner where the owner itself may not. */
  create?(name: string): Promise<void>
}

/** By which a database is known that may be dropped. */
const mark = 'made by the portal to try a back-up'

const databaseAt = (url: string, name: string) => {
  const at = new URL(serverNow(url))
  at.pathname = name
  return at.href
}

/** An empty database; what a trial that was killed has left is dropped, and nothing else. */
async function makeScratch({ owner, create }: ScratchServer, name: string): Promise<void> {
  const client = await connect(owner())
  const quoted = client.escapeIdentifier(name)
  try {
    const { rows } = await client.query<{ mark: string | null; isThere: boolean; mayCreate: boolean }>(
      `select (select shobj_description(oid, 'pg_database') from pg_database where datname = $1) as mark,
        exists (select from pg_database where datname = $1) as "isThere",
        (select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "mayCreate"`,
      [name],
    )
    const [found] = rows
    if (found?.isThere && found.mark !== mark)
      throw new NotPossible(`there is a database ${name}, which this portal did not make`)
    if (!create && !found?.mayCreate)
      throw new NotPossible('the owner of the tables may not create databases (alter role ... createdb lets it)')
    await client.query(`drop database if exists ${quoted} with (force)`)
    await (create ? create(name) : client.query(`create database ${quoted} template template0`))
    await client.query(`comment on database ${quoted} is '${mark}'; revoke all on database ${quoted} from public`)
  } finally {
    await client.end()
  }
}

async function dropScratch({ owner }: ScratchServer, name: string): Promise<void> {
  const client = await connect(owner())
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
  } finally {
    await client.end()
  }
}

/** What was restored, where. */
export interface Restored {
  manifest: Manifest
  database: Database
  /** The folder of its pictures. */
  files: string
}

/**
 * Restores a back-up beside the portal's database, has it looked at, and leaves nothing of it. `folder` is where its
 * pictures may lie meanwhile. Throws NotPossible where it cannot be tried here.
 */
export async function tryRestore<T>(
  server: ScratchServer,
  backup: string,
  folder: string,
  look: (restored: Restored) => Promise<T>,
): Promise<T> {
  if (isEncrypted(backup)) throw new NotPossible('it is encrypted to a key that is not here')
  const name = `${new URL(serverNow(server.owner())).pathname.slice(1).slice(0, 40)}_trial_of_backup`
  await makeScratch(server, name)
  const place = join(folder, 'trial-of-backup')
  await rm(place, { recursive: true, force: true })
  try {
    const owner = databaseAt(server.owner(), name)
    const files = join(place, 'files')
    const manifest = await restore({ database: { owner, portal: owner }, files }, backup)
    const database = openDatabase(owner, { connections: 1 })
    return await look({ manifest, database, files }).finally(() => database.close())
  } finally {
    await rm(place, { recursive: true, force: true })
    await dropScratch(server, name)
  }
}
