import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync, openSync, readFileSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { databaseUrlOf } from '../../support/books/books.ts'
import { databaseAt, onServer } from '../../support/platform/database.ts'
import { childEnvironment, type PortalProcess, portalProcess } from '../../support/platform/process.ts'
import { type TestPortal, testPortal } from '../../support/portal.ts'

const belt = z.object({ beltColor: z.string() })
const health = z.object({ status: z.string(), log: z.object({ isWritten: z.boolean(), linesLost: z.number() }) })
const patient = { timeout: 60_000 }

let ground: TestPortal
let portal: PortalProcess
beforeAll(async () => {
  ground = await testPortal()
  await ground.as(undefined, { username: 'clerk' })
  portal = await portalProcess({ DATABASE_URL: await databaseUrlOf(ground) })
})
afterAll(async () => {
  await portal?.remove()
  await ground?.close()
})

const logOf = async (path = '/health/ready') => health.parse(await (await portal.ask(path)).json()).log

test('the disk under the log is full: calls go on, health counts what is lost, and the log goes on when there is room', async () => {
  const log = join(portal.dataDir, 'portal.log')
  symlinkSync('/dev/full', log)
  await portal.start()
  await portal.signIn('clerk', 'correct_horse_1')
  for (let n = 0; n < 20; n++) await portal.call(belt, 'POST', '/belt', { beltColor: `Belt ${n}` })
  await expect.poll(async () => (await logOf()).isWritten, patient).toBe(false)
  expect((await portal.ask('/health/ready')).status).toBe(200)
  const { linesLost } = await logOf('/health/live')
  expect(linesLost).toBeGreaterThan(20)

  rmSync(log)
  await expect.poll(async () => (await logOf()).isWritten, patient).toBe(true)
  await portal.call(belt, 'POST', '/belt', { beltColor: 'Belt afterwards' })
  const told = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  await expect.poll(() => told().length, patient).toBeGreaterThan(2)
  expect(told()[0]).toMatchObject({ level: 50, linesLost: (await logOf()).linesLost })
  expect(await portal.stop()).toBe(0)
})

test('on a disk that is still full it stops as asked', async () => {
  rmSync(join(portal.dataDir, 'portal.log'))
  symlinkSync('/dev/full', join(portal.dataDir, 'portal.log'))
  await portal.start()
  await expect.poll(async () => (await logOf()).isWritten, patient).toBe(false)
  expect(await portal.stop()).toBe(0)
})

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

test('nobody reads what the portal prints, and its pipe is full: it starts, serves and stops', async () => {
  const pipe = join(portal.dataDir, 'pipe')
  execFileSync('mkfifo', [pipe])
  const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const fill = () => {
    for (;;) writeSync(reader, '.'.repeat(4096))
  }
  expect(fill).toThrow(/EAGAIN/)
  const port = await freePort()
  const program = fileURLToPath(new URL('../../../../bootstrap/serve.mjs', import.meta.url))
  const env = {
    ...childEnvironment,
    PORT: String(port),
    DATABASE_URL: await databaseUrlOf(ground),
    DATA_DIR: join(portal.dataDir, 'other'),
    DEMO_DATA: 'off',
  }
  const child = spawn(process.execPath, [program], {
    env,
    stdio: ['ignore', openSync(pipe, constants.O_RDWR), 'inherit'],
  })
  const ended = once(child, 'exit')
  const status = () => fetch(`http://127.0.0.1:${port}/health/ready`).then((answer) => answer.status)
  await expect.poll(() => status().catch(() => 0), patient).toBe(200)
  child.kill('SIGTERM')
  await ended
})

test('the reader of its output is gone, its log is moved away: the portal still serves, writes a new log, and stops', async () => {
  const log = join(portal.dataDir, 'portal.log')
  rmSync(log, { force: true })
  await portal.start()
  portal.hangUp()
  expect((await portal.ask('/health/ready')).status).toBe(200)

  // A program that rotates logs moves the file away and says so.
  await expect.poll(() => existsSync(log), patient).toBe(true)
  renameSync(log, `${log}-20261120`)
  portal.signal('SIGHUP')
  const told = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  await expect.poll(told, patient).toContain('the log was opened anew')
  const moved = readFileSync(`${log}-20261120`, 'utf8')
  await portal.call(belt, 'POST', '/belt', { beltColor: 'Belt of the new file' })
  await expect.poll(told, patient).toContain('/api/admin/belt')
  expect(readFileSync(`${log}-20261120`, 'utf8')).toBe(moved)
  expect(await portal.stop()).toBe(0)
})

test('what a call waited for in vain stands in the log: who called what, how long, and why it was refused', async () => {
  const log = join(portal.dataDir, 'portal.log')
  rmSync(log, { force: true })
  await portal.start()
  await portal.signIn('clerk', 'correct_horse_1')
  const admin = databaseAt(inject('databaseAdmin'), new URL(await databaseUrlOf(ground)).pathname.slice(1))
  const waiting = (what: string, longer = '0 s') =>
    onServer(
      admin,
      `select ${what} from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and now() - query_start > interval '${longer}'`,
    )
  const asked = await ground.handle.transaction().execute(async (holder) => {
    await sql`lock table belt in access exclusive mode`.execute(holder)
    // Whoever is gone is refused nothing.
    const leaving = new AbortController()
    const left = portal.ask('/api/admin/belt?searchText=Gone', { signal: leaving.signal })
    await expect.poll(() => waiting('pid'), patient).toHaveLength(1)
    leaving.abort()
    await expect(left).rejects.toThrow(/aborted/)
    await expect.poll(() => waiting('pid'), patient).toEqual([])
    const answer = portal.ask('/api/admin/belt?searchText=Secret')
    await expect.poll(() => waiting('pg_cancel_backend(pid)', '1.1 s'), patient).toHaveLength(1)
    return answer
  })
  expect(asked.status).toBe(503)
  const logged = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const lines = () => logged().filter(({ reqId }) => reqId === asked.headers.get('x-request-id'))
  await expect.poll(() => lines().map(({ msg }) => msg), patient).toContain('request completed')
  const told = lines()
  const user = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(told).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'refused', err: expect.objectContaining({ code: '57014' }) }),
  )
  expect(told).toContainEqual(
    expect.objectContaining({
      msg: 'request completed',
      res: { statusCode: 503, user },
      responseTime: expect.any(Number),
    }),
  )
  expect(told).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'a slow call', user, call: 'GET /api/admin/belt' }),
  )
  expect(logged().filter(({ msg }) => msg === 'refused')).toHaveLength(1)
  const slow = { level: 40, msg: 'a slow statement', statement: expect.stringContaining('belt') }
  await expect.poll(() => logged()).toContainEqual(expect.objectContaining(slow))
  expect(readFileSync(log, 'utf8')).not.toContain('Secret')
  expect(await portal.stop()).toBe(0)
})

test('without a file the log goes to standard output, and SIGHUP stops nothing', async () => {
  const plain = await portalProcess({ DATABASE_URL: await databaseUrlOf(ground), LOG_FILE: '' })
  try {
    await plain.start()
    await plain.signIn('clerk', 'correct_horse_1')
    plain.signal('SIGHUP')
    await expect.poll(() => plain.output(), patient).toContain('the log was opened anew')
    await plain.call(belt, 'POST', '/belt', { beltColor: 'Belt of standard output' })
    await expect.poll(() => plain.output(), patient).toContain('"url":"/api/admin/belt"')
    const lines = plain.output().trim().split('\n')
    expect(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).level)).toContain(30)
    expect(existsSync(join(plain.dataDir, 'portal.log'))).toBe(false)
    expect(await plain.stop()).toBe(0)
    expect(plain.output()).toMatch(/\nStopped\n$/)
  } finally {
    await plain.remove()
  }
})
