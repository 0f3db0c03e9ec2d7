/** A portal started like `npm start`, on data of its own, for benchmarks. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const startTimeout = 300_000
export const password = 'A-bench-2026'

// An early exit stops the portals, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

export interface RunningPortal {
  address: string
  /** From the start of the process until it reports ready. */
  seconds: number
  pid: number
  /** Event loop delays since the last reading, in milliseconds; where it is watched. */
  loopDelay(): Promise<LoopDelay>
  stop(): Promise<void>
}

const loopDelay = z.object({ p50: z.number(), p99: z.number(), most: z.number() })
export type LoopDelay = z.output<typeof loopDelay>

/** Starts the portal on the folder and waits until it is ready. A watched event loop is a little slower. */
export async function startPortal(
  dataDir: string,
  demoData = true,
  watched = false,
  settings: Record<string, string> = {},
): Promise<RunningPortal> {
  const { PATH = '', HOME = '' } = process.env
  const began = performance.now()
  const watch = watched ? ['--import', new URL('loop-watch.ts', import.meta.url).href] : []
  const child = spawn(process.execPath, ['--max-semi-space-size=4', ...watch, 'bootstrap/run.mjs', 'start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      LOG_FILE: join(dataDir, 'portal.log'),
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PASSWORD: password,
      CALLS_PER_MINUTE: '1000000',
      DEMO_PASSWORD: password,
      DEMO_DATA: demoData ? 'on' : 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const fail = () => reject(new Error(`The portal was not ready:\n${output}`))
    const timer = setTimeout(() => void stop().then(fail), startTimeout)
    child.once('exit', fail)
    child.stdout?.on('data', (text: Buffer) => {
      output += text
      const [, found] = /is ready at (http:\S+)/.exec(output) ?? []
      if (!found) return
      clearTimeout(timer)
      resolve(found)
    })
  })
  const readLoopDelay = async () => {
    const answer = once(child, 'message')
    child.send('event loop')
    return loopDelay.parse((await answer)[0])
  }
  return { address, seconds: (performance.now() - began) / 1000, pid: child.pid ?? 0, loopDelay: readLoopDelay, stop }
}

/** Runs work with a data folder that is removed afterwards. */
export async function withDataDir<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs work on a portal with the demo academy. */
export const withDemoPortal = (work: (portal: RunningPortal) => Promise<void>): Promise<void> =>
  withDataDir(async (dataDir) => {
    const portal = await startPortal(dataDir)
    try {
      await work(portal)
    } finally {
      await portal.stop()
    }
  })

/** The process and its descendants. */
export function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const)
  const members = [pid]
  for (const member of members)
    members.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child))
  return members
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

export interface Memory {
  processes: number
  /** MB with every shared page counted once, by the share of each process. */
  pss: number
  /** MB with shared pages counted in every process that has them. */
  rss: number
  /** MB of the portal's own process, PSS. */
  portal: number
}

/** Memory of the portal and its database together, in MB (1,000,000 bytes). Linux only. */
export function memoryOf({ pid }: RunningPortal): Memory {
  const each = family(pid).flatMap((member) => {
    try {
      const text = readFileSync(`/proc/${member}/smaps_rollup`, 'utf8')
      const megabytes = (name: string) =>
        (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6
      return [{ pss: megabytes('Pss'), rss: megabytes('Rss') }]
    } catch {
      // The process ended meanwhile.
      return []
    }
  })
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    processes: each.length,
    pss: sum(each.map(({ pss }) => pss)),
    rss: sum(each.map(({ rss }) => rss)),
    portal: each[0]?.pss ?? 0,
  }
}

/** Linux counts CPU time in hundredths of a second. */
const tick = 0.01

/** CPU seconds that the portal's own process and those it started have used so far. Linux only. */
export function processorOf({ pid }: Pick<RunningPortal, 'pid'>): { portal: number; database: number } {
  const [portal = 0, ...others] = family(pid).map((member) => {
    try {
      // User and system time; for other processes that of ended children, too.
      const fields = readFileSync(`/proc/${member}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number)
      return fields.slice(11, member === pid ? 13 : 15).reduce((total, value) => total + value, 0) * tick
    } catch {
      return 0
    }
  })
  return { portal, database: others.reduce((total, value) => total + value, 0) }
}
