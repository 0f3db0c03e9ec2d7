import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, partsOf } from '../../src/postgres/cluster.ts'
import { type Embedded, startEmbedded } from '../../src/postgres/postgres.ts'
import { connectAs } from '../../src/postgres/server.ts'
import { until } from './client.ts'

/** A database server and a standby that has all that is acknowledged (synchronous replication). */
interface ServerPair {
  /** Connection URLs of the first server, as the portal and as the owner of the tables. */
  url: string
  ownerUrl: string
  /** Kills the server with all its sessions, as a machine that is gone. */
  kill(): void
  /** Makes the standby the server, and answers its port. Nothing is acknowledged until it has a standby of its own. */
  promote(): Promise<number>
  /** Makes a standby of the server in place of the one that was killed. */
  addStandby(): Promise<void>
  stop(): Promise<void>
}

const settings = { max_wal_size: '512MB', wal_keep_size: '256MB' }

interface Member {
  folder: string
  server: Embedded
}

const portOf = ({ server }: Member) => Number(new URL(server.url).port)

async function ask(member: Member, ...statements: string[]) {
  const client = await connectAs(databaseUrl(member.folder, portOf(member), 'superuser'))
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

function killMember({ server }: Member) {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ')
  for (const pid of [server.pid, ...children.map(Number)])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It was gone already.
    }
}

/** A copy of a running server, made as a base back-up is, that follows it. */
async function standbyOf(primary: Member, folder: string): Promise<Member> {
  rmSync(folder, { recursive: true, force: true })
  const client = await connectAs(databaseUrl(primary.folder, portOf(primary), 'superuser'))
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    // Files that go while they are copied are told of in the journal.
    execFileSync('sh', ['-c', 'cp -a "$0" "$1" 2>/dev/null || true', primary.folder, folder])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const { cluster } = partsOf(folder)
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
    writeFileSync(join(cluster, 'standby.signal'), '')
  } finally {
    await client.end()
  }
  const primary_conninfo = databaseUrl(primary.folder, portOf(primary), 'superuser').replace(/\/postgres$/, '')
  const server = await startEmbedded(folder, () => {}, { settings: { ...settings, primary_conninfo } })
  await until('the standby follows', async () => {
    const rows = await ask(primary, `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`)
    return rows.length > 0
  })
  return { folder, server }
}

export async function serverPair(home: string): Promise<ServerPair> {
  const folders = [join(home, 'server-1'), join(home, 'server-2')]
  const folder = folders[0] ?? home
  let primary: Member = { folder, server: await startEmbedded(folder, () => {}, { settings }) }
  // Copied to each standby: a server that was promoted waits for one of its own.
  await ask(primary, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  const { url, ownerUrl } = primary.server
  let standby = await standbyOf(primary, folders[1] ?? home)
  const members = () => [primary, standby]
  const abandon = () => members().forEach(killMember)
  process.once('exit', abandon)
  return {
    url,
    ownerUrl: ownerUrl(),
    kill: () => killMember(primary),
    async promote() {
      await ask(standby, 'select pg_promote()')
      const killed = primary
      primary = standby
      standby = killed
      return portOf(primary)
    },
    async addStandby() {
      standby = await standbyOf(primary, standby.folder)
    },
    async stop() {
      process.off('exit', abandon)
      // The standby first: a server that stops waits for it to have everything.
      await standby.server.stop()
      await primary.server.stop()
    },
  }
}
