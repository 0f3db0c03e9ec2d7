import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { proveNightly } from '../../../src/books/nightly.ts'
import { portalMetrics, serveMetrics } from '../../../src/metrics.ts'
import { modules } from '../../../src/modules.ts'
import { buildApp, callLog } from '../../../src/platform/http/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const metrics = portalMetrics(portal.portal, () => 3)
const app = await buildApp(portal.portal, modules, callLog('silent', { write: () => undefined }), {
  onCall: metrics.called,
})
const told = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await told.close()
  await app.close()
  await portal.close()
})

/** Each figure by its name with labels, as it is told. */
async function figures(): Promise<Record<string, number>> {
  const answer = await fetch(told.address)
  expect(answer.status).toBe(200)
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

test('calls are counted by route and status, never by address, and timed', async () => {
  const { token } = await portal.as()
  for (const url of ['/api/admin/belt?search=black', `/api/admin/member/${crypto.randomUUID()}`, '/wp-login.php'])
    await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  await app.inject({ url: '/api/admin/belt' })
  const found = await figures()
  expect(found['academy_calls_total{method="GET",route="/api/admin/belt",status="200"}']).toBe(1)
  expect(found['academy_calls_total{method="GET",route="/api/admin/belt",status="401"}']).toBe(1)
  expect(found['academy_calls_total{method="GET",route="/api/admin/member/:id",status="404"}']).toBe(1)
  expect(found['academy_call_seconds_bucket{le="+Inf",method="GET",route="/api/admin/belt"}']).toBe(2)
  expect(Object.keys(found).filter((name) => /black|wp-login/.test(name))).toEqual([])
})

test('process, connections, jobs, books, mails and card orders are told as they are', async () => {
  await sql`insert into background_job (name, next_at, is_failed, succeeded_at) values
    ('backup', now(), true, '2026-11-20T18:00:00Z'), ('offsite', now(), true, null), ('proof', now(), false, null)`.execute(
    portal.handle,
  )
  await sql`insert into outbox_mail (id, at, to_address, subject, body)
    values (gen_random_uuid(), now(), 'a@example.com', 'Code', 'x')`.execute(portal.handle)
  const found = await figures()
  expect(found).toMatchObject({
    'academy_job_failed{job="backup"}': 1,
    'academy_job_failed{job="offsite"}': 1,
    'academy_job_failed{job="proof"}': 0,
    'academy_job_success_timestamp_seconds{job="backup"}': Date.parse('2026-11-20T18:00:00Z') / 1000,
    academy_outbox_mails: 1,
    academy_card_orders_in_doubt: 0,
    academy_card_refunds_due: 0,
    academy_database_up: 1,
    academy_log_lines_lost: 3,
    'academy_database_connections{state="waiting"}': 0,
    'academy_exports{state="making"}': 0,
  })
  // Never proven, so there is no such figure.
  expect(found).not.toHaveProperty('academy_books_faults')
  expect(found).not.toHaveProperty('academy_job_success_timestamp_seconds{job="proof"}')
  for (const name of ['academy_disk_free_bytes', 'nodejs_heap_size_used_bytes', 'process_cpu_seconds_total'])
    expect(found[name]).toBeGreaterThan(0)
  expect(found).toHaveProperty('nodejs_eventloop_lag_p99_seconds')
})

test('the rules of alarm and the dashboard in deploy/ ask for figures that there are', async () => {
  await proveNightly(portal.portal)
  const told = Object.keys(await figures()).map((name) => name.replace(/\{.*/, ''))
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const text = await readFile(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8')
    const asked = new Set(text.match(/\b(academy|nodejs|process)_[a-z0-9_]+/g))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !told.includes(name))).toEqual([])
  }
})

test('there is nothing else at that address', async () => {
  for (const path of ['/', '/api/admin/config', '/metrics/x'])
    expect((await fetch(new URL(path, told.address))).status).toBe(404)
})

test('while the database does not answer its figures are missing, not 0', async () => {
  await portal.portal.database.close()
  const found = await figures()
  expect(found).toMatchObject({ academy_database_up: 0, academy_log_lines_lost: 3 })
  expect(Object.keys(found).filter((name) => /outbox|job_|books_/.test(name))).toEqual([])
})
