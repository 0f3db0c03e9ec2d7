import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { allPermissions, type PermissionMap } from '@academy/contract/platform/permission.ts'
import type { LightMyRequestResponse } from 'fastify'
import type { RawBuilder } from 'kysely'
import { modules } from '../../src/modules.ts'
import { rawHandle } from '../../src/platform/data/database/database-handle.ts'
import { inTransaction, openDatabase, type Tx } from '../../src/platform/data/index.ts'
import { buildApp, type Caller, callLog, systemCaller } from '../../src/platform/http/index.ts'
import { fixedClock, hashPassword, lineWriter, readConfig } from '../../src/platform/runtime/index.ts'
import { createSession, createStaff } from '../../src/staff/staff.ts'
import { openPortal } from '../../src/start.ts'
import { addressesOf, type TestDatabase, testDatabase } from './platform/database.ts'

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>

/** A signed-in user of a test: calls take the path under /api/admin. */
export interface Client {
  userId: string
  token: string
  get: Send
  post: Send
  put: Send
  delete: Send
}

export interface TestPortal {
  portal: Awaited<ReturnType<typeof openPortal>>
  app: Awaited<ReturnType<typeof buildApp>>
  /** As the portal's role. */
  databaseUrl: string
  /** A handle of the tables' owner, for changes that the portal itself never makes. */
  handle: ReturnType<typeof rawHandle>
  clock: ReturnType<typeof fixedClock>
  /** Signs in a new user with these permissions, by default with all. */
  as(
    permissions?: PermissionMap,
    more?: { centres?: string[]; accessRight?: string[]; username?: string },
  ): Promise<Client>
  /** Calls without a session. */
  anyone: Client
  /** Runs a module's function in a transaction of its own. */
  run<T>(work: (tx: Tx) => Promise<T>, by?: Caller): Promise<T>
  /** What a statement reads. */
  rows<Row>(statement: RawBuilder<Row>): Promise<Row[]>
  /** Writes past the rules of the modules. */
  write(statement: RawBuilder<unknown>): Promise<unknown>
  close(): Promise<void>
}

/** The audit record of what a test writes past the modules. */
export const testEntry = { section: 'Test', docType: 'test', action: 'Prepared', description: 'Prepared a test' }

/** An id that no document has. */
export const unknown = '01900000-0000-7000-8000-00000000dead'

/** Hash of the one password of all test users: computed once per worker, since it takes as long as many calls. */
let stored: Promise<string> | undefined

/** What is answered does not say why: whoever reads the output of a test has to know. */
const printFault = ({ err }: { err: { message: string; stack: string } }) =>
  console.error(`A fault of ours: ${err.message}${err.stack}`)

/** A whole portal on a database of its own; the clock is set to noon of 20 November 2026 in Kuala Lumpur. */
export async function testPortal(environment: Record<string, string> = {}, on?: TestDatabase): Promise<TestPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-test-'))
  const database = on ?? (await testDatabase())
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    CONTACT_PHONE: '03-1234 5678',
    CALLS_PER_MINUTE: '1000000',
    // A machine that is busy with other tests is no reason to refuse calls.
    SHED_DELAY: '0',
    ...environment,
  })
  const clock = fixedClock('2026-11-20T04:00:00Z')
  const lines = lineWriter(join(dataDir, 'portal.log'), (lost) => `${lost} lost\n`)
  const log = callLog(config.logLevel, {
    write(line: string) {
      if (line.includes('"a fault of ours"')) printFault(JSON.parse(line))
      lines.write(line)
    },
  })
  const addresses = addressesOf(database.url)
  const server = { databaseDirectUrl: addresses.DATABASE_DIRECT_URL }
  const portal = await openPortal({ ...config, ...server }, addresses.DATABASE_URL, log, clock)
  const owners = openDatabase(database.ownerUrl)
  const app = await buildApp(portal, modules, log, {})
  await app.ready()

  const clientOf = (userId: string, token: string): Client => {
    const sender =
      (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Send =>
      (path, body, headers = {}) =>
        app.inject({
          method,
          url: apiRoot + path,
          headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
          ...(body === undefined ? {} : { payload: body as object }),
        })
    return { userId, token, get: sender('GET'), post: sender('POST'), put: sender('PUT'), delete: sender('DELETE') }
  }

  let count = 0
  const run: TestPortal['run'] = (work, by = { ...systemCaller(), username: 'test' }) =>
    inTransaction(portal, by, {}, work)
  return {
    portal,
    app,
    databaseUrl: database.url,
    handle: rawHandle(owners),
    clock,
    run,
    rows: (statement) => run((tx) => tx.query(statement)),
    write: (statement) => run((tx) => tx.change(testEntry, (on) => statement.execute(on()))),
    anyone: clientOf('', ''),
    async as(permissions = allPermissions(), more = {}) {
      const number = ++count
      const username = more.username ?? `user ${number}`
      stored ??= hashPassword('correct_horse_1')
      const password = await stored
      return run(async (tx) => {
        const userId = await createStaff(tx, {
          username,
          password,
          role: `group ${number}`,
          permissions,
          centres: more.centres ?? [],
          accessRight: more.accessRight ?? [],
        })
        const session = await createSession(tx, userId, { address: '127.0.0.1', userAgent: 'test' })
        return clientOf(userId, session.token)
      })
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await portal.close()
      await owners.close()
      await lines.close(1000)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
