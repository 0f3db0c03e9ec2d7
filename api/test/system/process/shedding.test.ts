import { setTimeout as timer } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { portalMetrics } from '../../../src/metrics.ts'
import { modules } from '../../../src/modules.ts'
import { buildApp, callLog } from '../../../src/platform/http/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const { token } = await portal.as()
const metrics = portalMetrics(portal.portal, () => 0)
const lines: string[] = []

const appWith = (shed: { delayMs: number; heapPercent: number }) =>
  buildApp(
    { ...portal.portal, config: { ...portal.portal.config, shed } },
    modules,
    callLog('warn', { write: (line) => void lines.push(line) }),
    { onShed: metrics.shed },
  )
const late = await appWith({ delayMs: 20, heapPercent: 0 })
const full = await appWith({ delayMs: 0, heapPercent: 0.001 })
afterAll(async () => {
  await late.close()
  await full.close()
  await portal.close()
})

type App = typeof late
const statusOf = async (app: App, url: string) =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode
const belts = '/api/admin/belt'
/** Holds up the event loop without work, by default for so long that the average is late however much is polled between. */
const block = (ms = 500) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const patience = { timeout: 60_000 }

test('calls are refused with 503 while the event loop is late, and served again afterwards', async () => {
  await expect.poll(() => statusOf(late, belts), patience).toBe(200)
  await expect
    .poll(() => {
      block()
      return statusOf(late, belts)
    }, patience)
    .toBe(503)
  expect(lines.join('')).toMatch(/"the event loop is \d+ ms late \(SHED_DELAY\)"/)
  expect(await metrics.text()).toMatch(/academy_calls_shed_total\{reason="event loop"\} [1-9]/)
  await expect.poll(() => statusOf(late, belts), patience).toBe(200)
})

test('what a start itself holds up, on a slow machine, refuses nobody', async () => {
  const started = await appWith({ delayMs: 20, heapPercent: 0 })
  onTestFinished(() => started.close())
  block(2500)
  await started.ready()
  // After the timer by which the loop is measured, which is due by now.
  await timer()
  expect(await statusOf(started, belts)).toBe(200)
})

test('calls are refused while the heap is full; health, live screens and files are served', async () => {
  await expect.poll(() => statusOf(full, belts), patience).toBe(503)
  const refused = await full.inject({ url: belts })
  expect(refused.json()).toEqual({
    statusCode: 503,
    error: 'Service Unavailable',
    message: 'The portal is too busy, please try again',
  })
  expect(refused.headers['retry-after']).toBe('2')
  expect(lines.join('')).toMatch(/"the heap holds \d+ MB \(SHED_HEAP\)"/)
  expect(await metrics.text()).toMatch(/academy_calls_shed_total\{reason="heap"\} [1-9]/)
  for (const path of ['/health/live', '/health/ready', '/api/admin/health/ready'])
    expect([path, await statusOf(full, path)]).toEqual([path, 200])
  expect((await full.inject({ url: '/api/admin/events' })).statusCode).toBe(401)
  expect((await full.inject({ url: '/index.html' })).statusCode).toBe(404)
})
