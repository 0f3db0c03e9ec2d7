import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installedBinaries } from './binaries.ts'
import { databaseUrl, makeCluster, partsOf } from './cluster.ts'
import { chooseLauncher, type Launcher, launch, type Way } from './launcher.ts'
import { separateOwner } from './owner-role.ts'
import { disarmPidFile, findServer, isServerOf, type RunningServer, stopServer } from './server.ts'

/** A running embedded database. */
export type Embedded = {
  /** For the plain role `portal` on the database `academy`. */
  url: string
  /** For the role that owns the tables; read from its file when it is asked for. */
  ownerUrl(): string
  pid: number
  /** The data folder with links resolved. */
  folder: string
  /** Whether it was already running. */
  adopted: boolean
  launcher: Launcher['name']
  /** Stops within so many milliseconds; false where it had to be killed. */
  stop(timeout?: number): Promise<boolean>
}

type Options = {
  /** The PostgreSQL to run, if not the installed one. */
  binaries?: string
  without?: readonly Way[]
  /** Further PostgreSQL settings; tests trade durability for speed with them. */
  settings?: Record<string, string>
  /** Stops the wait for a server that shuts down or starts; a started one is stopped. */
  signal?: AbortSignal
  /** Called with the process of each attempt, before the server answers. */
  onSpawn?: (pid: number) => void
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  work_mem: '16MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The details of an error are the values of a row.
  log_error_verbosity: 'terse',
}

// The old server is shutting down, or its last session holds the shared memory; another start took the port or the file.
const passing = /already exists|still in use|starting up|shutting down|Address already in use|is empty|bogus data/
const refusalTimeout = 60_000
// Recovery of a large database after a power loss takes time.
const startTimeout = 600_000

/** With links resolved. */
const folderOf = (dataDir: string) =>
  path.join(realpathSync(path.dirname(path.resolve(dataDir))), path.basename(dataDir))

/** The URLs of the server that another process started in `dataDir`; undefined where none answers. */
export async function runningEmbedded(dataDir: string): Promise<{ owner: string; portal: string } | undefined> {
  const folder = folderOf(dataDir)
  const server = await findServer(folder)
  const url = (as: 'owner' | 'portal') => databaseUrl(folder, server?.port ?? 0, as)
  return server && { owner: url('owner'), portal: url('portal') }
}

/**
 * Starts the PostgreSQL in `dataDir`, creating it the first time; takes over one that a killed portal left running.
 * Throws with PostgreSQL's own message when it cannot be started.
 */
export async function startEmbedded(
  dataDir: string,
  log: (line: string) => void,
  options: Options = {},
): Promise<Embedded> {
  mkdirSync(path.dirname(path.resolve(dataDir)), { recursive: true, mode: 0o700 })
  const folder = folderOf(dataDir)
  const launcher = chooseLauncher(options.binaries ?? installedBinaries(), path.dirname(folder), options.without)
  async function handle({ pid, port }: RunningServer, adopted: boolean): Promise<Embedded> {
    await separateOwner(folder, port).catch(async (error: unknown) => {
      if (!adopted) await stopServer(pid, folder)
      throw error
    })
    return {
      url: databaseUrl(folder, port, 'portal'),
      ownerUrl: () => databaseUrl(folder, port, 'owner'),
      pid,
      folder,
      adopted,
      launcher: launcher.name,
      stop: (timeout) => stopServer(pid, folder, timeout),
    }
  }

  const running = existsSync(partsOf(folder).cluster) ? await findServer(folder) : undefined
  if (running) {
    log(`Taking over the database server left running (process ${running.pid})`)
    return handle(running, true)
  }
  makeCluster(folder, launcher, log)
  for (const deadline = Date.now() + refusalTimeout; ; await pause(100)) {
    const attempt = await tryStart(folder, launcher, options)
    if (attempt.server) return handle(attempt.server, attempt.adopted)
    if (Date.now() > deadline || options.signal?.aborted || !passing.test(attempt.said)) {
      throw new Error(`The embedded database did not start (run as ${launcher.name}): ${attempt.said}`)
    }
  }
}

type Attempt = { server: RunningServer; adopted: boolean } | { server?: undefined; said: string }

async function tryStart(
  folder: string,
  launcher: Launcher,
  { settings: more, signal, onSpawn }: Options,
): Promise<Attempt> {
  const parts = partsOf(folder)
  disarmPidFile(parts.cluster)
  const port = await freePort()
  const pairs = Object.entries({ ...settings, ...more, port: String(port) })
  const words = ['-D', parts.cluster, ...pairs.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { command, args, options } = launch(launcher, 'postgres', words)

  turnLog(parts.log)
  const logFile = openSync(parts.log, 'a', 0o600)
  const before = fstatSync(logFile).size
  // A process group of its own, since Ctrl-C must not reach it before the portal is done; a file, since a pipe would die with us.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'ignore', logFile] })
  closeSync(logFile)
  child.unref()
  if (child.pid !== undefined) onSpawn?.(child.pid)
  let fault = ''
  child.on('error', (error) => {
    fault = error.message
  })
  const started = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  for (const end = Date.now() + startTimeout; started() && Date.now() < end && !signal?.aborted; await pause(10)) {
    const server = await findServer(folder)
    if (server) return { server, adopted: server.pid !== child.pid }
  }
  if (started() && child.pid !== undefined && isServerOf(child.pid, parts.cluster))
    await stopServer(child.pid, folder, 5000)
  return { said: fault || readFileSync(parts.log).subarray(before).toString().trim() }
}

/** Keeps one older log of the server, so that logs never fill the disk. */
function turnLog(file: string): void {
  if (existsSync(file) && statSync(file).size > 5_000_000) renameSync(file, `${file}.1`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
