import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { embeddedTests, expectMarker, rows, writeMarker } from '../../test/support/platform/embedded.ts'
import { databaseUrl, partsOf } from './cluster.ts'
import { findServer, isServerOf } from './server.ts'
import { superviseEmbedded } from './supervisor.ts'

const { home, folder, after, ready, connect } = embeddedTests()
const patient = { timeout: 30_000 }

async function supervised() {
  await ready()
  const lines: string[] = []
  const embedded = await superviseEmbedded(folder(), (line) => void lines.push(line), { everyMs: 20, firstWaitMs: 40 })
  after(() => embedded.stop())
  return { embedded, lines }
}

const serverPid = async () => (await findServer(folder()))?.pid ?? 0
const kill = async () => {
  const pid = await serverPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isServerOf(pid, partsOf(folder()).cluster), patient).toBe(false)
  return pid
}
const answers = (url: () => string) =>
  expect.poll(() => rows(url(), 'select 1 as one').catch(() => []), patient).toEqual([{ one: 1 }])

/** A busy session holds the memory of a dead server, so that no other can start. */
async function busySession() {
  const enough = path.join(home(), 'enough')
  let pid = 0
  // Its folder is removed after the test; it must have seen the file by then.
  const end = async () => {
    writeFileSync(enough, '')
    await vi.waitUntil(() => pid === 0 || !existsSync(`/proc/${pid}`), patient)
  }
  after(end)
  const port = readFileSync(path.join(partsOf(folder()).cluster, 'postmaster.pid'), 'utf8').split('\n')[3]
  const superuser = databaseUrl(folder(), Number(port), 'superuser')
  const client = await connect(superuser)
  pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
  const work = client.query(`do $$ begin loop exit when (pg_stat_file('${enough}', true)).size = 0; end loop; end $$`)
  work.catch(() => {})
  const atWork = `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`
  await expect.poll(() => rows(superuser, atWork), patient).toHaveLength(1)
  return end
}

test('a server that is killed is started again, each time, with what was committed', async () => {
  const { embedded, lines } = await supervised()
  await writeMarker(embedded)
  const pids = new Set([await serverPid()])
  for (let round = 0; round < 3; round++) {
    await kill()
    await answers(embedded.url)
    pids.add(await serverPid())
    await expectMarker(embedded)
  }
  expect(pids.size).toBe(4)
  await expect
    .poll(() => lines.filter((line) => line.startsWith('The database server runs again')).length, patient)
    .toBe(3)
  // The first restart is immediate, those soon after a start are delayed.
  expect(lines.filter((line) => line.includes('is gone')).map((line) => line.replace(/^.*; /, ''))).toEqual([
    'starting it',
    'starting it in 0.04 s',
    'starting it in 0.08 s',
  ])
})

test('one that does not start is tried again until it does', async () => {
  const { embedded, lines } = await supervised()
  await writeMarker(embedded)
  const file = path.join(partsOf(folder()).cluster, 'postgresql.conf')
  const good = readFileSync(file, 'utf8')
  appendFileSync(file, '\nshared_preload_libraries = plenty\n')
  await kill()
  const refusals = () => lines.filter((line) => /did not start: .*plenty/s.test(line)).length
  await expect.poll(refusals, patient).toBeGreaterThanOrEqual(2)
  writeFileSync(file, good)
  await answers(embedded.url)
  await expectMarker(embedded)
})

test('a stop while the server is being started again leaves none running', async () => {
  const { embedded, lines } = await supervised()
  const end = await busySession()
  await kill()
  await expect.poll(() => readFileSync(partsOf(folder()).log, 'utf8'), patient).toContain('still in use')
  await embedded.stop()
  expect(await serverPid()).toBe(0)
  await end()
  expect(lines.filter((line) => line.startsWith('The database server runs again'))).toEqual([])
})

test('a server that was stopped is not started again', async () => {
  const { embedded, lines } = await supervised()
  await embedded.stop()
  expect(await serverPid()).toBe(0)
  expect(lines).toEqual([])
})
