import { createHash, randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../src/platform/data/database.ts'
import { databaseUrl } from '../../../src/postgres/cluster.ts'
import { startEmbedded } from '../../../src/postgres/postgres.ts'
import { onServer } from './database.ts'
import { memoryFolder, removeLeftovers } from './folder.ts'

type TestServer = {
  /** For a role that may create databases. */
  admin: string
  /** For the portal's role: never a superuser on the embedded server. */
  portal: string
  /** Folder of its Unix socket, if it has one: half the latency of TCP for the many statements of a test. */
  socket: string
  stop(): Promise<void>
}

/** Once per run: a server to test on (TEST_DATABASE_URL, else an embedded one) and a migrated template database. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? plainServer(given) : await embeddedServer()
  if (given) await dropDatabases(given, isLeftover)
  const run = `${ours}${process.pid}_${randomBytes(3).toString('hex')}`
  const template = `${run}_template`
  const url = new URL(server.portal)
  url.pathname = template
  const role = decodeURIComponent(url.username)
  await onServer(server.admin, `create database ${template} owner "${role}"`)
  await migrate(url.href)
  project.provide('databaseServer', server.portal)
  project.provide('databaseAdmin', server.admin)
  project.provide('databaseSocket', server.socket)
  project.provide('databaseRun', run)
  return async () => {
    if (given) await dropDatabases(server.admin, (name) => name.startsWith(run))
    await server.stop()
  }
}

/** A server may serve test runs of several machines; a database's name contains the machine and the process. */
const ours = `academy_test_${createHash('sha256').update(hostname()).digest('hex').slice(0, 6)}_`
const isLeftover = (name: string) =>
  name.startsWith(ours) && !existsSync(`/proc/${Number.parseInt(name.slice(ours.length), 10)}`)

function plainServer(url: string): TestServer {
  return { admin: url, portal: url, socket: '', stop: async () => {} }
}

/** Speed before durability: nothing here outlives the run. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '512MB' }

async function embeddedServer(): Promise<TestServer> {
  await removeLeftovers()
  const home = memoryFolder()
  const folder = path.join(home, 'postgres')
  // A socket's path holds at most 107 bytes; in a longer folder the tests use TCP.
  const socket = home.length < 85 ? home : ''
  const embedded = await startEmbedded(folder, () => {}, { settings: { ...fast, unix_socket_directories: socket } })
  // The runner skips its teardown when it is terminated.
  const abandon = () => {
    process.kill(embedded.pid, 'SIGQUIT')
    rmSync(home, { recursive: true, force: true })
  }
  const leave = () => process.exit(143)
  process.once('exit', abandon).once('SIGTERM', leave)
  return {
    admin: databaseUrl(folder, Number(new URL(embedded.url).port), 'superuser'),
    portal: embedded.url,
    socket,
    async stop() {
      process.off('exit', abandon).off('SIGTERM', leave)
      await embedded.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function dropDatabases(admin: string, wanted: (name: string) => boolean): Promise<void> {
  const names = await onServer(admin, `select datname as name from pg_database where datname like 'academy\\_test\\_%'`)
  for (const { name } of names) {
    if (typeof name === 'string' && wanted(name)) await onServer(admin, `drop database if exists ${name} with (force)`)
  }
}
