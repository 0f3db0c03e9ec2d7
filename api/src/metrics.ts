/** The figures of a portal for who watches it, as Prometheus reads them. */
import { statfs } from 'node:fs/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import { metricsListenError } from './listening.ts'
import { type ShedReason, shedReasons } from './platform/http/index.ts'
import { clockOffset, exportsNow } from './platform/jobs/index.ts'
import type { Portal } from './platform/runtime/index.ts'

/** Seconds; a file may take longer than the last. */
const buckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Call {
  method: string
  route: string
  status: number
  seconds: number
}

interface Metrics {
  called(call: Call): void
  shed(reason: ShedReason): void
  /** All figures now. Those of the database are left out while it does not answer. */
  text(): Promise<string>
}

/** An hour is long after a payer came back or gave up. */
const inDatabase = (now: string) => sql<{
  jobs: { name: string; succeededAt: number | null; knownSince: number; isFailed: boolean }[]
  provenAt: number | null
  faults: number | null
  outbox: number
  ordersInDoubt: number
  refundsDue: number
}>`
  select
    (select coalesce(json_agg(json_build_object('name', name, 'isFailed', is_failed,
      'succeededAt', extract(epoch from succeeded_at), 'knownSince', extract(epoch from known_since))), '[]') from background_job) as jobs,
    (select extract(epoch from max(finished_at))::float8 from books_proof
      where findings is not null and finished_at <= ${now}) as proven_at,
    (select faults from books_proof where findings is not null and finished_at <= ${now}
      order by finished_at desc, id desc limit 1) as faults,
    (select count(*)::int from outbox_mail) as outbox,
    (select count(*)::int from card_order where state = 'open' and created_at < now() - interval '1 hour') as orders_in_doubt,
    (select count(*)::int from card_refund where done_at is null) as refunds_due`

const gaugeIn =
  (registers: Registry[]) =>
  (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `academy_${name}`, help, labelNames, registers })

/** What is left out while the database does not answer: a figure that is not known is not 0. */
async function figuresOf(portal: Portal): Promise<Registry> {
  const register = new Registry()
  const gauge = gaugeIn([register])
  const up = gauge('database_up', 'Whether the database answers')
  up.set(0)
  const [row] = await portal.database.query(inDatabase(portal.clock.now().toISOString())).catch(() => [])
  const offset = await clockOffset(portal).catch(() => undefined)
  if (!row || offset === undefined) return register
  up.set(1)
  const succeeded = gauge('job_success_timestamp_seconds', 'When a job last succeeded', ['job'])
  const known = gauge('job_known_timestamp_seconds', 'Since when the portal does a job', ['job'])
  const failed = gauge('job_failed', 'Whether the last run of a job failed', ['job'])
  for (const { name: job, succeededAt, knownSince, isFailed } of row.jobs) {
    failed.set({ job }, Number(isFailed))
    known.set({ job }, knownSince)
    if (succeededAt !== null) succeeded.set({ job }, succeededAt)
  }
  const { provenAt, faults, outbox, ordersInDoubt, refundsDue } = row
  if (provenAt !== null) gauge('books_proven_timestamp_seconds', 'When the books were last proven').set(provenAt)
  if (faults !== null) gauge('books_faults', 'Checks that found a fault when the books were last proven').set(faults)
  gauge('clock_offset_seconds', "By how much the machine's clock is ahead of the database's").set(offset)
  gauge('outbox_mails', 'Mails that were not sent').set(outbox)
  gauge('card_orders_in_doubt', 'Card orders open for more than an hour').set(ordersInDoubt)
  gauge('card_refunds_due', 'Card money that somebody must give back').set(refundsDue)
  return register
}

export function portalMetrics(portal: Portal, linesLost: () => number): Metrics {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const gauge = gaugeIn(registers)
  const calls = new Counter({
    name: 'academy_calls_total',
    help: 'Calls answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'academy_call_seconds',
    help: 'How long calls took until they were answered in full',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const shed = new Counter({
    name: 'academy_calls_shed_total',
    help: 'Calls refused because the portal could not keep up',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of shedReasons) shed.inc({ reason }, 0)
  gauge('info', 'The version of the portal', ['version']).set({ version: manifest.version }, 1)
  const connections = gauge('database_connections', 'Connections lent and at rest, callers in line for one', ['state'])
  const exports = gauge('exports', 'Exports being made and in line', ['state'])
  const lost = gauge('log_lines_lost', 'Lines of the log that could not be written since the start')
  const free = gauge('disk_free_bytes', 'Room on the disk of DATA_DIR')
  return {
    called({ method, route, status, seconds: took }) {
      calls.inc({ method, route, status })
      seconds.observe({ method, route }, took)
    },
    shed: (reason) => shed.inc({ reason }),
    async text() {
      for (const [state, count] of Object.entries(portal.database.load())) connections.set({ state }, count)
      for (const [state, count] of Object.entries(exportsNow())) exports.set({ state }, count)
      lost.set(linesLost())
      const { bavail, bsize } = await statfs(portal.config.dataDir)
      free.set(bavail * bsize)
      return `${await register.metrics()}${await (await figuresOf(portal)).metrics()}`
    },
  }
}

/** Tells the figures to whoever reaches that address, apart from the portal's own. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  { port, host }: { port: number; host: string },
): Promise<{ address: string; close(): Promise<void> }> {
  const app = Fastify({ forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) =>
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(await metrics.text()),
  )
  const address = await app.listen({ port, host }).catch((error: Error) => {
    throw metricsListenError(error)
  })
  return { address: `${address}/metrics`, close: () => app.close() }
}
