import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { databaseUrl, partsOf } from './cluster.ts'

/** A server that answers on a cluster. */
export type RunningServer = { pid: number; port: number }

/** The server of this folder, if one runs and lets us in with our password. */
export async function findServer(folder: string): Promise<RunningServer | undefined> {
  const { cluster } = partsOf(folder)
  // Line 1 is the process, line 4 the port, written before the server answers.
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
    // A copied folder has the password of its original too.
    return answer.rows[0]?.data_directory === cluster ? { pid, port } : undefined
  } catch {
    return undefined
  } finally {
    // A frozen server would never say goodbye.
    client.connection.stream.destroy()
  }
}

/**
 * Stops a server within `patience` milliseconds: its sessions are ended, everything is on disk. False where it had to be
 * ended before it was done; it recovers at its next start.
 */
export async function stopServer(pid: number, folder: string, patience = 30_000): Promise<boolean> {
  const { cluster } = partsOf(folder)
  for (const [signal, share] of [
    ['SIGINT', 4],
    ['SIGQUIT', 1],
    ['SIGKILL', 1],
  ] as const) {
    if (!isServerOf(pid, cluster)) return signal === 'SIGINT'
    process.kill(pid, signal)
    // One that was suspended hears of nothing until it may go on.
    for (const each of [pid, ...childrenOf(pid)]) wake(each)
    for (const end = Date.now() + (patience * share) / 6; Date.now() < end; await pause(10))
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

/** Its sessions and helpers, where the system tells. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/**
 * PostgreSQL refuses to start while the process in its pid file lives, whoever that is by now. When the number went to
 * somebody else, ours is written in its place: a server ignores its parent's, and still sees the shared memory that
 * the rest of the file names. A file cut off at its start is removed.
 */
export function disarmPidFile(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const content = readPidFile(cluster)
  const [first = '', ...rest] = content.split('\n')
  const pid = Number(first)
  if (pid && (pid === process.pid || isServerOf(pid, cluster))) return
  if (!pid) {
    // A young one may be another start's, just being written.
    if (Date.now() - statSync(file).mtimeMs > 5000) rmSync(file, { force: true })
  } else if (readPidFile(cluster) === content) {
    writeFileSync(file, [process.pid, ...rest].join('\n'))
  }
}

/** Whether this process is a PostgreSQL server on this cluster: neither gone, nor a zombie, nor somebody else. */
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
