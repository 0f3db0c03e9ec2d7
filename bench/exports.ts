/** Exports of 200,000 rows and an import of 5,000, and the latency of other calls meanwhile: `npm run bench exports`. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { connect } from '../api/src/platform/data/index.ts'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { signIn } from './support/caller.ts'
import { print, quantile } from './support/figures.ts'
import { fill } from './support/fill.ts'
import { type LoopDelay, processorOf, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'

const members = 200_000
const rows = 5000
const passwords = 500

/** Peak megabytes of the portal's own process since the last reading. Linux only. */
async function peakOf({ pid }: RunningPortal): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6
}

interface Measured {
  seconds: number
  /** CPU seconds. */
  processor: { portal: number; database: number }
  /** Milliseconds of the smallest call meanwhile. */
  waits: number[]
  /** Delays of the portal's event loop, measured inside it. */
  loop: LoopDelay
  /** Megabytes at the start and at the peak. */
  before: number
  peak: number
  answer: { status: number; bytes: number; text: string }
}

/** Runs the work while another caller polls the health check. */
async function measure(portal: RunningPortal, work: () => Promise<Response>): Promise<Measured> {
  await peakOf(portal)
  const before = await peakOf(portal)
  await portal.loopDelay()
  const began = { at: performance.now(), ...processorOf(portal) }
  const waits: number[] = []
  let running = true
  const other = (async () => {
    while (running) {
      const began = performance.now()
      await (await fetch(`${portal.address}/health/live`)).arrayBuffer()
      waits.push(performance.now() - began)
      await pause(5)
    }
  })()
  const response = await work()
  const body = Buffer.from(await response.arrayBuffer())
  const seconds = (performance.now() - began.at) / 1000
  const taken = processorOf(portal)
  const processor = { portal: taken.portal - began.portal, database: taken.database - began.database }
  running = false
  await other
  const text = body.length < 1000 ? body.toString() : ''
  const loop = await portal.loopDelay()
  return {
    seconds,
    processor,
    waits,
    loop,
    before,
    peak: await peakOf(portal),
    answer: { status: response.status, bytes: body.length, text },
  }
}

const head = [
  'what',
  's',
  'rows/s',
  'portal µs/row',
  'database µs/row',
  'MB before',
  'peak',
  'loop p50 ms',
  'p99',
  'most',
  'others p50 ms',
  'p99',
  'answer',
]
const headings = ['English Name', 'Chinese Name', 'Email', 'Relationship', 'Phone No.', 'Wallet', 'Password']

async function parents(mark: string, withPassword: number): Promise<Buffer> {
  const people = Array.from({ length: rows }, (_, n) => [
    `Bench ${mark} ${n}`,
    '陈伟玲',
    `bench-${mark}-${n}@example.com`,
    'Father',
    `01${String(20_000_000 + n)}`,
    100 + (n % 50),
    n < withPassword ? `Passw0rd-${n}` : null,
  ])
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Members', rows: [headings, ...people] }] }))
}

/** Each member once more, with an e-mail and an I/C number of its own; all have a TM number, so that the report shows them. */
const twice = `
  update member set tm_no = 'TM0' where tm_no is null;
  insert into member (id, kind, name, ch_name, dob, ic_no, tm_no, email, gender, nationality, phone_no, address, school,
    school_class, medical, note, member_type, belt, coach_incharge, relationship, is_disable, is_independent, created_at,
    updated_at)
  select uuidv7(), kind, name, ch_name, dob, overlay(ic_no placing '59' from 8 for 2), tm_no, 'twin.' || email, gender,
    nationality, phone_no, address, school, school_class, medical, note, member_type, belt, coach_incharge, relationship,
    is_disable, is_independent, created_at, updated_at from member;
  insert into wallet (member, kind, balance, version) select id, kind, 0, 0 from member
    where not exists (select from wallet where wallet.member = member.id);`

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false, true)
  try {
    const embedded = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
    await fill(embedded, ['many-members'])
    const database = await connect(embedded.ownerUrl())
    await database.query(twice)
    await database.query('vacuum (analyze)')
    await database.end()
    const { token } = await signIn(portal.address, 'admin')
    const headers = { authorization: `Bearer ${token}` }
    const root = `${portal.address}/api/admin/member`
    const send = (file: Buffer, query = '') => {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(file)]), 'members.xlsx')
      return () => fetch(`${root}/import/excel${query}`, { method: 'POST', headers, body })
    }
    const table: (string | number)[][] = []
    const line = async (name: string, count: number, work: () => Promise<Response>) => {
      const { seconds, processor, waits, loop, before, peak, answer } = await measure(portal, work)
      const outcome = answer.text ? answer.text.slice(0, 90) : `${(answer.bytes / 1e6).toFixed(1)} MB`
      table.push([
        name,
        seconds.toFixed(2),
        count ? Math.round(count / seconds) : '',
        count ? ((processor.portal / count) * 1e6).toFixed(1) : '',
        count ? ((processor.database / count) * 1e6).toFixed(1) : '',
        before.toFixed(0),
        peak.toFixed(0),
        loop.p50.toFixed(1),
        loop.p99.toFixed(1),
        loop.most.toFixed(0),
        quantile(waits, 0.5).toFixed(1),
        quantile(waits, 0.99).toFixed(1),
        `${answer.status}, ${outcome}`,
      ])
    }
    await line('nothing, for comparison', 0, async () => {
      await pause(3000)
      return new Response('')
    })
    const all = () => fetch(`${root}/generate/excel`, { headers })
    const report = () => fetch(`${portal.address}/api/admin/report/tm-Report/generate/excel`, { headers })
    await line('export of members, 25 columns', members, all)
    await line('the same again', members, all)
    await line('report, 10 columns', members, report)
    await line('the same again', members, report)
    await line('two exports at once', 2 * members, async () => {
      const [first, second] = await Promise.all([all(), all()])
      await second.arrayBuffer()
      return first
    })
    const file = await parents('a', 0)
    await line('dry run', rows, send(file, '?dryRun=true'))
    await line('import, all new', rows, send(file))
    await line('import, nothing new', rows, send(file))
    await line(`import with ${passwords} passwords`, rows, send(await parents('b', passwords)))
    await line('random bytes', 0, send(randomBytes(2_900_000)))
    await line('3 million commas', 0, send(Buffer.alloc(3_000_000, ',')))
    print(head, table)
  } finally {
    await portal.stop()
  }
})
