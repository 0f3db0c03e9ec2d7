import pg from 'pg'
import { databaseUrl } from '../../api/src/postgres/cluster.ts'
import { findServer } from '../../api/src/postgres/server.ts'

/** A connection to the portal's database, to be ended by who asks for it. */
export async function superuser(): Promise<pg.Client> {
  const folder = `${process.env.PORTAL_DATA}/postgres`
  const url = new URL(databaseUrl(folder, (await findServer(folder))?.port ?? 0, 'superuser'))
  url.pathname = 'academy'
  const client = new pg.Client(url.href)
  await client.connect()
  return client
}

/** What no call can do: the course's students have been enrolled for a year. */
export async function enrolledLongAgo(course: string): Promise<void> {
  const client = await superuser()
  try {
    await client.query(`update enrolment set created_at = created_at - interval '1 year' where course = $1`, [course])
  } finally {
    await client.end()
  }
}
