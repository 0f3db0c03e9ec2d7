/**
 * What 1, 2 and 4 portals on one database answer, and the processor time of a call, with 16 callers in turn at each of
 * them: `npm run bench processes`. First with portals, callers and database on the same cores; then, where control groups
 * can be made, on cores of their own, each as fast as a tenth of the machine.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { anything, type Caller, listOfIds, signIn, type Work, workOff } from './support/caller.ts'
import { type Cores, coresOf } from './support/cores.ts'
import { median, print, quantile, repeat } from './support/figures.ts'
import {
  family,
  memoryOf,
  password,
  processorOf,
  type RunningPortal,
  startPortal,
  withDataDir,
} from './support/portal.ts'

const counts = [1, 2, 4]
const callers = 16
const times = 1200
/** Calls and rounds on cores of their own, whose medians count. */
const [timesOnCores, rounds] = [200, 7]
const readings = ['/member?limit=50&sort=%2Bname', '/payment?limit=50', '/dashboard/overview']
const core = Math.min(1, availableParallelism() / 10)
/** How many such cores each part has. */
const own = { portal: 1, database: 4, callers: 1 }

interface Part {
  cores: Cores
  /** Of a real core. */
  size: number
}
type Place = { portals: Part[]; database: Part; callers: Part }

/** Cores for each part, with the processes in them; undefined, with the reason said, where there are none to be had. */
function coresFor(portals: readonly RunningPortal[], database: number): Place | undefined {
  const part = (name: string, count: number, pids: number[]): Part => {
    const size = count * core
    const cores = coresOf(name, size)
    cores.take(pids)
    return { cores, size }
  }
  try {
    return {
      portals: portals.map(({ pid }, n) => part(`portal-${n}`, own.portal, family(pid))),
      database: part('database', own.database, family(database)),
      callers: part('callers', own.callers, [process.pid]),
    }
  } catch (error) {
    console.log(`\nNot on cores of their own: ${error instanceof Error ? error.message : error}`)
  }
}

/** Processor seconds of all these parts so far. */
const usedBy = (parts: readonly Part[]) => parts.reduce((sum, { cores }) => sum + cores.used(), 0)

await withDataDir(async (folder) => {
  const database = await startEmbedded(join(folder, 'postgres'), () => {})
  const abandon = () => process.kill(database.pid, 'SIGINT')
  process.once('exit', abandon)
  const portals: RunningPortal[] = []
  const people: Caller[] = []
  async function startAnother() {
    const portal = await startPortal(join(folder, `portal ${portals.length}`), true, false, {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl(),
      FILES_DIR: join(folder, 'files'),
      AUDIT_KEY_FILE: join(folder, 'audit-key'),
    })
    portals.push(portal)
    people.push(await signIn(portal.address, 'owner', password))
  }

  /** So many calls by callers who have a portal each, while the processor time of some parts is counted. */
  async function measure(count: number, size: number, work: Work, used: readonly (() => number)[]) {
    const inTurn = Array.from({ length: callers }, (_, n) => people[n % count]).filter((one) => one !== undefined)
    const before = used.map((read) => read())
    const began = performance.now()
    const took = await workOff(inTurn, size, work)
    const seconds = (performance.now() - began) / 1000
    return { took, seconds, rate: size / seconds, used: used.map((read, n) => read() - (before[n] ?? 0)) }
  }
  const msOf = (seconds = 0, size: number) => (seconds / size) * 1000
  async function measureOnCores({ portals: all, database: server, callers: rest }: Place, count: number, work: Work) {
    const parts = [all.slice(0, count), [server], [rest]]
    const reading = parts.map((each) => () => usedBy(each))
    const { rate, seconds, used } = await measure(count, timesOnCores, work, reading)
    const sizes = parts.map((each) => each.reduce((sum, { size }) => sum + size, 0))
    return {
      rate,
      ofCall: used.map((each) => msOf(each, timesOnCores)),
      percent: used.map((each, n) => (each / seconds / (sizes[n] ?? 1)) * 100),
    }
  }

  try {
    await startAnother()
    const members = (await people[0]?.call(listOfIds, 'GET', '/member?limit=100&isDisable=false'))?.items ?? []
    const works: [string, Work][] = [
      ['readings', (caller, n) => caller.call(anything, 'GET', readings[n % readings.length] ?? '')],
      // Of a member each, since those of one wait for each other.
      [
        'changes',
        (caller, n) =>
          caller.call(anything, 'PUT', `/member/${members[n % members.length]?._id}`, { note: `${performance.now()}` }),
      ],
    ]

    const rows: (string | number)[][] = []
    for (const count of counts) {
      while (portals.length < count) await startAnother()
      const ofPortals = () => portals.reduce((sum, portal) => sum + processorOf(portal).portal, 0)
      for (const [name, work] of works) {
        const { took, rate, used } = await measure(count, times, work, [ofPortals])
        const memory = portals.reduce((sum, each) => sum + memoryOf(each).portal, 0) / count
        const [half = '', most = ''] = [0.5, 0.95].map((share) => quantile(took, share).toFixed(0))
        rows.push([name, count, Math.round(rate), half, most, msOf(used[0], times).toFixed(1), Math.round(memory)])
      }
    }
    print(
      [
        'on the same cores',
        'portals',
        'calls a second',
        'p50 ms',
        'p95 ms',
        'processor ms of a call, portal',
        'MB each portal, PSS',
      ],
      rows,
    )

    const place = coresFor(portals, database.pid)
    if (place) {
      const onCores: (string | number)[][] = []
      for (const [name, work] of works) {
        // In turn, since other work on the machine makes every call dearer: each round has its own ratio.
        const found = await repeat(rounds, async () => {
          const round = await repeat(counts.length, (n) => measureOnCores(place, counts[n] ?? 0, work))
          return round.map((one) => ({ ...one, toOne: one.rate / (round[0]?.rate ?? 0) }))
        })
        const middle = (n: number, value: (one: (typeof found)[number][number]) => number) =>
          median(found.flatMap((round) => round[n] ?? []).map(value))
        for (const [n, count] of counts.entries())
          onCores.push([
            name,
            count,
            middle(n, ({ rate }) => rate).toFixed(1),
            middle(n, ({ toOne }) => toOne).toFixed(2),
            ...[0, 1].map((part) => middle(n, ({ ofCall }) => ofCall[part] ?? 0).toFixed(1)),
            ...[0, 1, 2].map((part) => Math.round(middle(n, ({ percent }) => percent[part] ?? 0))),
          ])
      }
      print(
        [
          'cores of their own',
          'portals',
          'calls a second',
          'to one',
          'processor ms of a call, portal',
          'and database',
          '% of its core, portal',
          `of ${own.database}, database`,
          `of ${own.callers}, callers`,
        ],
        onCores,
      )
    }
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()))
    await database.stop()
    process.off('exit', abandon)
  }
})
