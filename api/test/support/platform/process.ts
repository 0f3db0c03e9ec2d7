import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { signedIn } from '@academy/contract/staff/session-user.ts'
import { z } from 'zod'
import { clockOfDay } from '../../../../bootstrap/children.mjs'
import { addressesOf } from './database.ts'

const { PATH = '', HOME = '', NODE_COMPILE_CACHE = join(tmpdir(), 'academy-compiled') } = process.env
/** Environment of child processes: none of the caller's portal settings, and a shared compile cache. */
export const childEnvironment = { PATH, HOME, NODE_COMPILE_CACHE, ...clockOfDay }

/** An HTTP response of the portal other than success. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The portal as a process of its own on an embedded database, as `npm start` runs it, for tests that kill it. */
export interface PortalProcess {
  dataDir: string
  /** Starts it and waits until it reports ready; returns what it printed. */
  start(): Promise<string>
  /** All it has printed since it was started. */
  output(): string
  /** Kills it as a power cut would; the database may survive. */
  kill(): void
  /** Closes the pipe it prints to. */
  hangUp(): void
  /** Sends a signal that does not end it. */
  signal(name: NodeJS.Signals): void
  /** The embedded database server's process and port, and the processes of its workers and sessions, the oldest first. */
  database(): { pid: number; port: number; processes: number[] }
  /** Resolves when the process is gone. */
  gone(): Promise<void>
  /** Stops it as Ctrl-C does, database included; returns the exit code. */
  stop(): Promise<number | null>
  /** Stops everything and removes the data. */
  remove(): Promise<void>
  /** Authenticates every later call. */
  signIn(username: string, password: string): Promise<void>
  /** URL of a path, once the portal is ready. */
  url(path: string): string
  /** Fetches a path and returns any response. */
  ask(path: string, more?: RequestInit): Promise<Response>
  /** Live megabytes of the process and its threads after a garbage collection; needs `weighed`. */
  weight(): Promise<Weight>
  /** A call under /api/admin. Rejects with a Refusal, or with another error when no response came. */
  call<S extends z.ZodType>(shape: S, method: string, path: string, body?: object): Promise<z.output<S>>
}

const weight = z.object({ heap: z.number(), buffers: z.number(), threads: z.number() })
export type Weight = z.output<typeof weight>

/** Node's options for a portal whose `weight` can be read. */
export const weighed = ['--expose-gc', '--import', new URL('./heap.ts', import.meta.url).href]

export async function portalProcess(
  environment: Record<string, string>,
  flags: readonly string[] = [],
): Promise<PortalProcess> {
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'academy-process-')))
  const program = fileURLToPath(new URL('../../../../bootstrap/serve.mjs', import.meta.url))
  const env = {
    ...childEnvironment,
    PORT: '0',
    DEMO_DATA: 'off',
    CALLS_PER_MINUTE: '1000000',
    SHED_DELAY: '0',
    DATA_DIR: dataDir,
    LOG_FILE: join(dataDir, 'portal.log'),
    ...environment,
    // `npm run faults` starts portals, too, and is no run of tests with a server, or a pooler, of its own.
    ...(process.env.VITEST && environment.DATABASE_URL && addressesOf(environment.DATABASE_URL)),
  }
  let child: ChildProcess | undefined
  let exit: Promise<unknown> | undefined
  let address = ''
  let token = ''
  let said = ''

  const portal: PortalProcess = {
    dataDir,
    url: (path) => address + path,
    ask: (path, { headers = {}, ...more } = {}) =>
      fetch(address + path, {
        ...more,
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      }),
    async start() {
      const started = spawn(process.execPath, [...flags, program], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
      child = started
      exit = once(started, 'exit')
      said = ''
      await new Promise<void>((resolve, reject) => {
        const listen = (text: Buffer) => {
          said += text
          const ready = /is ready at (http:\S+)/.exec(said)
          if (!ready?.[1]) return
          address = ready[1]
          resolve()
        }
        started.stdout?.on('data', listen)
        started.stderr?.on('data', listen)
        started.once('exit', () => reject(new Error(`The portal ended before it was ready:\n${said}`)))
      })
      return said
    },
    output: () => said,
    kill() {
      child?.kill('SIGKILL')
    },
    hangUp() {
      child?.stdout?.destroy()
    },
    signal(name) {
      child?.kill(name)
    },
    database() {
      const lines = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n').map(Number)
      const [pid = 0, , , port = 0] = lines
      const processes = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
      return { pid, port, processes }
    },
    async gone() {
      await exit
    },
    async stop() {
      child?.kill('SIGTERM')
      await exit
      return child?.exitCode ?? null
    },
    async remove() {
      const alive = child?.exitCode === null && child.signalCode === null
      // A killed portal leaves its database running; the next start takes it over and can stop it.
      if (!alive && child?.signalCode === 'SIGKILL') await portal.start()
      await portal.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    async signIn(username, password) {
      token = (await portal.call(signedIn, 'POST', '/auth/login', { username, password })).token
    },
    async weight() {
      if (!child) throw new Error('The portal was not started')
      const answered = once(child, 'message')
      child.send('weight')
      return weight.parse((await answered)[0])
    },
    async call(shape, method, path, body) {
      const form = body instanceof FormData
      const response = await fetch(address + apiRoot + path, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body && !form ? { 'content-type': 'application/json' } : {}),
        },
        body: form ? body : body && JSON.stringify(body),
      })
      const answer: unknown = await response.json()
      if (!response.ok)
        throw new Refusal(response.status, `${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
      return shape.parse(answer)
    },
  }
  return portal
}
