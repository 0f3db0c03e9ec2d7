import { createHash, randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildServer } from '../../../../bootstrap/build/build.mjs'
import { bringUpToDate } from '../../../src/platform/data/index.ts'
import { databaseUrl } from '../../../src/postgres/cluster.ts'
import { startEmbedded } from '../../../src/postgres/postgres.ts'
import { closed, databaseAt, onServer, roleIn } from './database.ts'
import { memoryFolder, removeLeftovers } from './folder.ts'
import { type Pooler, startPooler } from './pooler.ts'

type TestServer = {
  /** For a role that may create databases. */
  admin: string
  /** For the role that owns the tables, and for the portal's, which owns nothing. */
  owner: string
  portal: string
  /** Folder of its Unix socket, if it has one: half the latency of TCP for the many statements of a test. */
  socket: string
  stop(): Promise<void>
}

/** Once per run: the programs as they are, a server to test on (TEST_DATABASE_URL, else an embedded one), a migrated template database. */
export default async function setup(project: TestProject) {
  if (!(await buildServer())) throw new Error('The server could not be built')
  const given = process.env.TEST_DATABASE_URL
  const run = `${ours}${process.pid}_${randomBytes(3).toString('hex')}`
  if (given) await dropDatabases(given, isLeftover)
  const server = given ? await plainServer(given, run) : await embeddedServer()
  const template = `${run}_template`
  const { owner, portal } = server
  await onServer(server.admin, `create database ${template} owner ${roleIn(owner)}`, ...closed(template, portal))
  await bringUpToDate({ owner: databaseAt(owner, template), portal: databaseAt(portal, template) })
  project.provide('databaseServer', portal)
  project.provide('databaseOwner', owner)
  project.provide('databaseAdmin', server.admin)
  project.provide('databaseSocket', server.socket)
  project.provide('databaseRun', run)
  // Set by npm run pooler: how many connections of the server there are for a database.
  const size = Number(process.env.TEST_POOLER ?? 0)
  const pooler: Pooler | undefined = size > 0 ? await startPooler(portal, size) : undefined
  project.provide('databasePooler', pooler?.socket ?? '')
  return async () => {
    await pooler?.stop()
    if (given) await dropDatabases(server.admin, (name) => name.startsWith(run))
    await server.stop()
  }
}

/** A server may serve test runs of several machines; a database's name contains the machine and the process. */
const ours = `academy_test_${createHash('sha256').update(hostname()).digest('hex').slice(0, 6)}_`
const isLeftover = (name: string) =>
  name.startsWith(ours) && !existsSync(`/proc/${Number.parseInt(name.slice(ours.length), 10)}`)

/** Its role must be allowed to create databases and roles. */
async function plainServer(url: string, run: string): Promise<TestServer> {
  const portal = Object.assign(new URL(url), { username: `${run}_portal`, password: randomBytes(18).toString('hex') })
  await onServer(url, `create role ${roleIn(portal.href)} login password '${portal.password}'`)
  return {
    admin: url,
    owner: url,
    portal: portal.href,
    socket: '',
    stop: async () => {},
  }
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
    owner: embedded.ownerUrl(),
    portal: embedded.url,
    socket,
    async stop() {
      process.off('exit', abandon).off('SIGTERM', leave)
      await embedded.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** With the roles of their runs. */
async function dropDatabases(admin: string, wanted: (name: string) => boolean): Promise<void> {
  const names = await onServer(admin, `select datname as name from pg_database where datname like 'academy\\_test\\_%'`)
  for (const { name } of names) {
    if (typeof name === 'string' && wanted(name)) await onServer(admin, `drop database if exists ${name} with (force)`)
  }
  const roles = await onServer(admin, `select rolname as name from pg_roles where rolname like 'academy\\_test\\_%'`)
  for (const { name } of roles)
    if (typeof name === 'string' && wanted(name)) await onServer(admin, `drop role if exists ${name}`)
}
