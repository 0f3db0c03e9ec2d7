import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { databaseUrl } from '../../../src/postgres/cluster.ts'
import { isServerOf } from '../../../src/postgres/server.ts'
import { type PortalProcess, portalProcess, Refusal } from '../../support/platform/process.ts'

const belt = z.object({ _id: z.string(), beltColor: z.string() })
const belts = z.object({ items: z.array(belt) })
const patient = { timeout: 60_000 }

let portal: PortalProcess
const endings: (() => unknown)[] = []
beforeAll(async () => {
  portal = await portalProcess({ ADMIN_PASSWORD: 'correct_horse_1' })
  await portal.start()
  await portal.signIn('admin', 'correct_horse_1')
})
afterAll(async () => {
  for (const end of endings) await end()
  await portal?.remove()
})

const folder = () => join(portal.dataDir, 'postgres')
const pidFile = () => join(folder(), 'cluster/postmaster.pid')
/** Keeps a session busy, which holds the server's memory after its death: no other server can start until it ends. */
async function holdOn() {
  const enough = join(portal.dataDir, 'enough')
  const letGo = () => writeFileSync(enough, '')
  const client = new pg.Client({ connectionString: databaseUrl(folder(), portal.database().port, 'superuser') })
  client.on('error', () => {})
  await client.connect()
  const [backend] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  // It must have seen the file before the folder is removed.
  const isGone = () => vi.waitUntil(() => !existsSync(`/proc/${backend?.pid}`), patient)
  endings.push(letGo, () => client.end().catch(() => {}), isGone)
  client
    .query(`do $$ begin loop exit when (pg_stat_file('${enough}', true)).size = 0; end loop; end $$`)
    .catch(() => {})
  return letGo
}

/** A stream of changes, with all that it told so far. */
async function openScreen() {
  const leaving = new AbortController()
  endings.push(() => leaving.abort())
  const { body } = await portal.ask('/api/admin/events', { signal: leaving.signal })
  let told = ''
  const read = async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) told += piece
  }
  void read().catch(() => undefined)
  return { told: () => told }
}

const ready = async () => (await portal.ask('/health/ready')).status

test('the database server is killed under the portal: 503 while it is away, then everything works by itself', async () => {
  const before = await portal.call(belt, 'POST', '/belt', { beltColor: 'Before' })
  const screen = await openScreen()
  await expect.poll(screen.told, patient).toMatch(/event: again/)
  const letGo = await holdOn()
  const first = portal.database().pid
  process.kill(first, 'SIGKILL')
  await expect.poll(ready, patient).toBe(503)

  for (const path of ['/api/admin/belt', `/api/admin/belt/${before._id}`, '/api/admin/auth/profile', '/health/ready']) {
    const answer = await portal.ask(path)
    expect([path, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, 503, true])
    expect(await answer.json()).toMatchObject({ statusCode: 503, error: 'Service Unavailable' })
  }
  await expect(portal.call(belt, 'POST', '/belt', { beltColor: 'Meanwhile' })).rejects.toThrow(/: 503 /)
  await expect(portal.signIn('admin', 'correct_horse_1')).rejects.toThrow(/: 503 /)
  expect((await portal.ask('/health/live')).status).toBe(200)

  letGo()
  await expect.poll(ready, patient).toBe(200)
  expect(portal.database().pid).not.toBe(first)
  // A screen that was open all the time is told to ask again, and hears what comes.
  await expect.poll(() => screen.told().match(/event: again/g)?.length, patient).toBe(2)
  await portal.call(belt, 'POST', '/belt', { beltColor: 'After' })
  await expect.poll(screen.told, patient).toMatch(/event: changed\ndata: \S*belt/)
  const { items } = await portal.call(belts, 'GET', '/belt?limit=1000')
  expect(items.map(({ beltColor }) => beltColor)).toEqual(expect.arrayContaining(['Before', 'After']))
  expect(items.map(({ beltColor }) => beltColor)).not.toContain('Meanwhile')
  expect(readFileSync(join(portal.dataDir, 'portal.log'), 'utf8')).toMatch(/The database server runs again/)
})

test('killed amid calls, it loses nothing that was answered', async () => {
  const acknowledged: string[] = []
  let refused = 0
  for (let round = 0; round < 3; round++) {
    const { pid } = portal.database()
    await Promise.all(
      Array.from({ length: 24 }, async (_, each) => {
        const beltColor = `Round ${round} of ${each}`
        try {
          await portal.call(belt, 'POST', '/belt', { beltColor })
          if (acknowledged.push(beltColor) === round * 24 + 6) process.kill(pid, 'SIGKILL')
        } catch (error) {
          if (!(error instanceof Refusal) || !/: 503 /.test(error.message)) throw error
          refused++
        }
      }),
    )
    // Remains of the killed server may still answer; the delay before the next start grows.
    await expect.poll(() => existsSync(pidFile()) && portal.database().pid !== pid, patient).toBe(true)
    await expect.poll(ready, patient).toBe(200)
  }
  const { items } = await portal.call(belts, 'GET', '/belt?limit=1000')
  const there = new Set(items.map(({ beltColor }) => beltColor))
  expect(acknowledged.filter((beltColor) => !there.has(beltColor))).toEqual([])
  expect(refused).toBeGreaterThan(0)
}, 180_000)

test('told to stop while the database server is frozen, the portal ends, and so does the server', async () => {
  const { pid, processes } = portal.database()
  for (const each of [...processes, pid]) process.kill(each, 'SIGSTOP')
  const amid = portal.ask('/api/admin/belt').catch(() => undefined)
  await portal.ask('/health/live')
  expect(await portal.stop()).toBe(0)
  await amid
  expect(isServerOf(pid, join(folder(), 'cluster'))).toBe(false)
  expect(existsSync(pidFile())).toBe(false)
})
