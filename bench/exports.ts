/**
 * An export of 100,000 members and an import of 5,000, and how long others wait meanwhile: `npm run bench exports`.
 */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { connect } from '../api/src/kit/database.ts'
import { startEmbedded } from '../api/src/kit/embedded-postgres.ts'
import { signIn } from './kit/caller.ts'
import { print, quantile } from './kit/figures.ts'
import { type RunningPortal, startPortal, withDataDir } from './kit/portal.ts'

const members = 100_000
const rows = 5000
const passwords = 500

/** Megabytes of the portal's own process at their highest since the last look. Linux only. */
async function peakOf({ pid }: RunningPortal): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024) / 1e6
}

interface Measured {
  seconds: number
  /** Milliseconds that somebody else's smallest call took. */
  waits: number[]
  peak: number
  answer: { status: number; bytes: number; text: string }
}

/** Does the work while somebody else asks the portal whether it lives, again and again. */
async function measure(portal: RunningPortal, work: () => Promise<Response>): Promise<Measured> {
  await peakOf(portal)
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
  const began = performance.now()
  const response = await work()
  const body = Buffer.from(await response.arrayBuffer())
  const seconds = (performance.now() - began) / 1000
  running = false
  await other
  const text = body.length < 1000 ? body.toString() : ''
  return { seconds, waits, peak: await peakOf(portal), answer: { status: response.status, bytes: body.length, text } }
}

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

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false)
  try {
    const { url } = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
    const database = await connect(url)
    await database.query(await readFile(new URL('kit/many-members.sql', import.meta.url), 'utf8'))
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
      const { seconds, waits, peak, answer } = await measure(portal, work)
      const said = answer.text ? answer.text.slice(0, 90) : `${(answer.bytes / 1e6).toFixed(1)} MB`
      table.push([
        name,
        seconds.toFixed(2),
        count ? Math.round(count / seconds) : '',
        peak.toFixed(0),
        quantile(waits, 0.5).toFixed(1),
        quantile(waits, 0.99).toFixed(1),
        Math.max(...waits).toFixed(0),
        `${answer.status}, ${said}`,
      ])
    }
    await line('nothing, for comparison', 0, async () => {
      await pause(3000)
      return new Response('')
    })
    const all = () => fetch(`${root}/generate/excel`, { headers })
    await line('export', members, all)
    await line('export again', members, all)
    const file = await parents('a', 0)
    await line('dry run', rows, send(file, '?dryRun=true'))
    await line('import, all new', rows, send(file))
    await line('import, nothing new', rows, send(file))
    await line(`import with ${passwords} passwords`, rows, send(await parents('b', passwords)))
    await line('random bytes', 0, send(randomBytes(2_900_000)))
    await line('3 million commas', 0, send(Buffer.alloc(3_000_000, ',')))
    print(['what', 's', 'rows/s', 'peak MB', 'others p50 ms', 'p99', 'most', 'answer'], table)
  } finally {
    await portal.stop()
  }
})
