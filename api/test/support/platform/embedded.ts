import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { startEmbedded } from '../../../src/postgres/postgres.ts'
import { type Child, startChild } from './child.ts'
import { memoryFolder } from './folder.ts'

type Options = Parameters<typeof startEmbedded>[2]

/** For a file of tests of the embedded database: each test has a folder, and what it started is stopped after it. */
export function embeddedTests() {
  const endings: (() => unknown)[] = []
  let home = ''
  let made = ''

  beforeEach(() => {
    home = memoryFolder()
  })
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
    rmSync(home, { recursive: true, force: true })
  })
  afterAll(() => {
    if (made) rmSync(made, { recursive: true, force: true })
  })

  const folder = () => path.join(home, 'postgres')
  return {
    home: () => home,
    /** The data directory of the test's database. */
    folder,
    /** Registers a cleanup after the test. */
    after: (end: () => unknown) => void endings.push(end),

    async start(options: Options = {}, where = folder()) {
      const embedded = await startEmbedded(where, () => {}, options)
      endings.push(() => embedded.stop())
      return embedded
    },

    /** Copies a prepared database there; creating one takes a second. */
    async ready() {
      if (!made) {
        made = memoryFolder()
        await (await startEmbedded(path.join(made, 'postgres'), () => {})).stop()
      }
      cpSync(path.join(made, 'postgres'), folder(), { recursive: true })
    },

    /** Another process that starts the same database. */
    async child(person?: Parameters<typeof startChild>[1]): Promise<Child> {
      const started = await startChild(['start', folder()], person)
      endings.push(async () => {
        if (started.process.exitCode === null && started.process.signalCode === null) await started.end('SIGTERM')
      })
      return started
    },

    async connect(url: string): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      endings.push(() => client.end().catch(() => {}))
      return client
    },
  }
}

export async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

interface Owned {
  ownerUrl: string | (() => string)
}
const ownerOf = ({ ownerUrl }: Owned) => (typeof ownerUrl === 'string' ? ownerUrl : ownerUrl())

/** Commits a row that `expectMarker` looks for. */
export const writeMarker = (database: Owned) => rows(ownerOf(database), 'create table marker as select 42 as answer')

export const expectMarker = async (database: Owned) =>
  expect(await rows(ownerOf(database), 'select answer from marker')).toEqual([{ answer: 42 }])
