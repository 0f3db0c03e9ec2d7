import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { databaseUrlOf } from '../../support/books/books.ts'
import { type PortalProcess, portalProcess } from '../../support/platform/process.ts'
import { type TestPortal, testPortal } from '../../support/portal.ts'

const belt = z.object({ beltColor: z.string() })

let ground: TestPortal
let portal: PortalProcess
beforeAll(async () => {
  ground = await testPortal()
  await ground.as(undefined, { username: 'clerk' })
  portal = await portalProcess({ DATABASE_URL: await databaseUrlOf(ground), DRAIN_SECONDS: '300', METRICS_PORT: '0' })
})
afterAll(async () => {
  portal?.kill()
  await portal?.gone()
  if (portal) await rm(portal.dataDir, { recursive: true })
  await ground?.close()
})

test('told to stop it is not ready, serves what comes all the same, each on a connection that ends, and Ctrl-C stops it at once', async () => {
  const said = await portal.start()
  await portal.signIn('clerk', 'correct_horse_1')
  expect((await portal.ask('/health/ready')).headers.get('connection')).not.toBe('close')
  const [, figures = ''] = /Its figures are at (http:\S+)/.exec(said) ?? []
  expect(await (await fetch(figures)).text()).toContain('academy_database_up 1')
  portal.signal('SIGTERM')
  await expect.poll(async () => (await portal.ask('/health/ready')).status, { timeout: 60_000 }).toBe(503)
  expect((await portal.ask('/health/live')).status).toBe(200)
  await portal.call(belt, 'POST', '/belt', { beltColor: 'Late belt' })
  expect((await portal.ask('/api/admin/belt')).headers.get('connection')).toBe('close')
  portal.signal('SIGTERM')
  expect((await portal.ask('/health/live')).status).toBe(200)
  portal.signal('SIGINT')
  await portal.gone()
  expect(await portal.stop()).toBe(0)
})
