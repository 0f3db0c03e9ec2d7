import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseUrl, partsOf } from './cluster.ts'

/** A server that answers on a cluster. */
export type RunningServer = { pid: number; port: number }

/** A connection of the supervisor's own. */
export async function connectAs(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The server of this folder, if one runs and accepts our password. */
export async function findServer(folder: string): Promise<RunningServer | undefined> {
  const { cluster } = partsOf(folder)
  // Line 1 is the process id, line 4 the port, written before the server answers.
  const [pid, , , port] = readPidFile(cluster).split('\n').map(Number)
  if (!pid || !port || !isServerOf(pid, cluster)) return undefined
  const client = new pg.Client({
    connectionString: databaseUrl(folder, port, 'superuser'),
    ssl: false,
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const answer = await client.query<{ data_directory: string }>('show data_directory')
    // A copied folder has the password of its original.
    return answer.rows[0]?.data_directory === cluster ? { pid, port } : undefined
  } catch {
    return undefined
  } finally {
    // A frozen server never answers a goodbye.
    client.connection.stream.destroy()
  }
}

/**
 * Stops a server within `timeout` milliseconds: its sessions are ended and everything is flushed. False where it had to
 * be killed; it recovers at its next start.
 */
export async function stopServer(pid: number, folder: string, timeout = 30_000): Promise<boolean> {
  const { cluster } = partsOf(folder)
  for (const [signal, share] of [
    ['SIGINT', 4],
    ['SIGQUIT', 1],
    ['SIGKILL', 1],
  ] as const) {
    if (!isServerOf(pid, cluster)) return signal === 'SIGINT'
    process.kill(pid, signal)
    // A suspended one sees no signal until it continues.
    for (const each of [pid, ...childrenOf(pid)]) wake(each)
    for (const end = Date.now() + (timeout * share) / 6; Date.now() < end; await pause(10))
      if (!isServerOf(pid, cluster)) return signal === 'SIGINT'
  }
  return false
}

function wake(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // It is gone.
  }
}

/** Its child processes, where the system lists them. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/**
 * PostgreSQL refuses to start while the process in its pid file lives, whichever that is by now. When the id was reused
 * by another process, ours is written in its place: a server ignores its parent's, and still checks the shared memory
 * that the rest of the file names. A truncated file is removed.
 */
export function disarmPidFile(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const content = readPidFile(cluster)
  const [first = '', ...rest] = content.split('\n')
  const pid = Number(first)
  if (pid && (pid === process.pid || isServerOf(pid, cluster))) return
  if (!pid) {
    // A recent one may be in the middle of being written by another start.
    if (Date.now() - statSync(file).mtimeMs > 5000) rmSync(file, { force: true })
  } else if (readPidFile(cluster) === content) {
    writeFileSync(file, [process.pid, ...rest].join('\n'))
  }
}

/** Whether this process is a PostgreSQL server on this cluster: alive, no zombie, and no other program. */
export function isServerOf(pid: number, cluster: string): boolean {
  const words = commandOf(pid)
  return words.includes('postgres') && words.includes(`-D ${cluster} `)
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return `${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')} `
  } catch {
    return ''
  }
  return `${spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''} `
}

function readPidFile(cluster: string): string {
  try {
    return readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return ''
  }
}
