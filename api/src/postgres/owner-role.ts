import { existsSync, renameSync } from 'node:fs'
import { closedDatabases, databaseUrl, partsOf, plain, writePassword } from './cluster.ts'
import { connectAs } from './server.ts'

/**
 * In a folder of a version whose role `portal` owned all tables: gives them to the role `academy_owner`. The file of its
 * password appears when that is done.
 */
export async function separateOwner(folder: string, port: number): Promise<void> {
  const { ownerPassword } = partsOf(folder)
  if (existsSync(ownerPassword)) return
  const url = new URL(databaseUrl(folder, port, 'superuser'))
  url.pathname = 'academy'
  const client = await connectAs(url.href)
  try {
    // Of two starts at once the second finds it done.
    await client.query(`select pg_advisory_lock(hashtextextended('owner role', 0))`)
    if (existsSync(ownerPassword)) return
    const draft = `${ownerPassword}.draft`
    const password = writePassword(draft)
    const { rowCount } = await client.query(`select from pg_roles where rolname = 'academy_owner'`)
    await client.query(
      [
        `${rowCount ? 'ALTER' : 'CREATE'} ROLE academy_owner ${plain} PASSWORD '${password}'`,
        'REASSIGN OWNED BY portal TO academy_owner',
        ...closedDatabases,
      ].join(';'),
    )
    renameSync(draft, ownerPassword)
  } finally {
    await client.end()
  }
}

/** The owner may not create databases; this makes an empty one that is the owner's. */
export async function createForOwner(folder: string, port: number, name: string): Promise<void> {
  const client = await connectAs(databaseUrl(folder, port, 'superuser'))
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} OWNER academy_owner TEMPLATE template0`)
  } finally {
    await client.end()
  }
}
