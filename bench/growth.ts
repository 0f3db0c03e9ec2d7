/**
 * Every reading call of the contract (first pages, orders, searches, dashboard, reports) in academies of two sizes, beside each
 * other: `npm run bench growth`, or of one: `npm run bench growth -- --members 1000000`. With `--keep FOLDER` the academies
 * stay there and are measured again the next time; with `--answers FILE` their answers are written down to be compared.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { anything, type Caller, signIn } from './support/caller.ts'
import { median, print } from './support/figures.ts'
import { fill } from './support/fill.ts'
import { processorOf, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'
import { type Read, readsOf } from './support/reads.ts'

const { values: asked } = parseArgs({
  options: {
    members: { type: 'string', multiple: true, default: ['1000', '100000'] },
    keep: { type: 'string' },
    answers: { type: 'string' },
    only: { type: 'string' },
  },
})

const times = 15
/** Of orders and searches, which are most of the calls. */
const timesOfMany = 7
/** A slow call is made less often: no more than so long, but three times. */
const mostSeconds = 4

interface Took {
  ms: number
  processor: number
  fault?: string
}

async function measure(portal: RunningPortal, caller: Caller, { path, kind }: Read): Promise<Took> {
  try {
    const took: number[] = []
    const most = kind === 'order' || kind === 'search' ? timesOfMany : times
    const before = processorOf(portal)
    const began = performance.now()
    while (took.length < most && (took.length < 3 || performance.now() - began < mostSeconds * 1000)) {
      const start = performance.now()
      await caller.call(anything, 'GET', path)
      took.push(performance.now() - start)
    }
    const after = processorOf(portal)
    const spent = after.portal + after.database - before.portal - before.database
    return { ms: median(took), processor: (spent / took.length) * 1000 }
  } catch (error) {
    return { ms: Number.NaN, processor: Number.NaN, fault: String(error).slice(0, 160) }
  }
}

/** Months' balances, which a job has computed in an academy that has been open for an hour. */
function rebuild(dataDir: string): void {
  const { PATH } = process.env
  const done = spawnSync(process.execPath, ['bootstrap/run.mjs', 'portal', 'rebuild'], {
    env: { PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(done.stdout + done.stderr)
}

async function academyOf(members: number, dataDir: string): Promise<Map<Read, Took>> {
  const filled = join(dataDir, 'filled')
  const isNew = !existsSync(filled)
  // On a machine with other work no call is refused: it is measured how long it takes.
  const portal = await startPortal(dataDir, false, false, { SHED_DELAY: '0' })
  try {
    if (isNew) {
      const began = new Date(Date.now() - 630 * 86_400_000).toISOString().slice(0, 10)
      const size = { members, courses: members / 20, coaches: members / 20, began, byCourse: true }
      const database = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
      const seconds = await fill(database, ['many-members', 'many-classes', 'many-papers'], size)
      rebuild(dataDir)
      await writeFile(filled, '')
      console.log(`${members} members, made in ${seconds} s`)
    }
    const caller = await signIn(portal.address, 'admin')
    const found = new Map<Read, Took>()
    const reads = (await readsOf(caller)).filter(({ name }) => new RegExp(asked.only ?? '').test(name))
    // The first of each reads from the disk and runs what is not compiled yet.
    for (const { path } of reads) await caller.call(anything, 'GET', path).catch(() => undefined)
    for (const read of reads) {
      found.set(read, await measure(portal, caller, read))
      if (asked.answers) {
        const answer = await caller.call(anything, 'GET', read.path).catch(String)
        await appendFile(asked.answers, `${members} ${read.path} ${JSON.stringify(answer)}\n`)
      }
    }
    return found
  } finally {
    await portal.stop()
  }
}

async function inFolder(members: number): Promise<Map<Read, Took>> {
  if (!asked.keep) return withDataDir((dataDir) => academyOf(members, dataDir))
  await mkdir(asked.keep, { recursive: true })
  return academyOf(members, join(asked.keep, String(members)))
}

const sizes = asked.members.map(Number)
const measured: Map<Read, Took>[] = []
for (const members of sizes) measured.push(await inFolder(members))

const [small, large] = measured.length > 1 ? [measured.at(0), measured.at(-1)] : [undefined, measured.at(0)]
const before = new Map([...(small ?? [])].map(([{ name }, took]) => [name, took]))
const shown = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '' : value.toFixed(1))
const rows = [...(large ?? [])].map(([{ name, kind }, took]) => ({ name, kind, took, first: before.get(name) }))
const ratio = (of: 'ms' | 'processor', { took, first }: (typeof rows)[number]) =>
  first ? took[of] / first[of] : took[of]
rows.sort((a, b) => ratio('ms', b) - ratio('ms', a) || 0)
for (const { name, took } of rows) if (took.fault) console.log(`${name}: ${took.fault}`)
const columnsOf = (of: 'ms' | 'processor', row: (typeof rows)[number]) =>
  small ? [shown(row.first?.[of]), shown(row.took[of]), shown(ratio(of, row))] : [shown(row.took[of])]
const head = (of: string) =>
  small ? [`${of} at ${sizes[0]}`, `at ${sizes.at(-1)}`, 'ratio'] : [`${of} at ${sizes[0]}`]
print(
  ['call', 'kind', ...head('p50 ms'), ...head('processor ms')],
  rows
    .filter(({ took }) => !took.fault)
    .map((row) => [row.name, row.kind, ...columnsOf('ms', row), ...columnsOf('processor', row)]),
)
