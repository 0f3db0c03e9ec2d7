import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../../src/command/run-command.ts'
import { migrate } from '../../../src/platform/data/database/database.ts'
import { manifestOf, openBackup } from '../../../src/platform/data/index.ts'
import { emptyDatabase } from '../../support/books/books.ts'
import { onServer, roleIn, type TestDatabase, testDatabase } from '../../support/platform/database.ts'

/** The schema of an earlier version. */
const earlier = '20261217-background-jobs'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'academy-upgrade-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** Of an earlier version, in which something was done. */
async function used(): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await migrate(database.ownerUrl, { to: earlier })
  await onServer(
    database.ownerUrl,
    `insert into audit_record (id, position, at, username, section, doc_type, action, description, previous, hash)
      values (gen_random_uuid(), 1, now(), 'clerk', 'belt', 'belt', 'create', 'White', '', '')`,
  )
  return database
}

const migrationsIn = async ({ ownerUrl }: TestDatabase) =>
  (await onServer(ownerUrl, 'select name from kysely_migration order by name')).map(({ name }) => name)

const madeBefore = (folder: string, name: string) =>
  mkdir(join(folder, `before-migrating-${name}`), { recursive: true })

async function run(database: TestDatabase, more: Record<string, string> = {}) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: join(home, 'data'),
  }
  const code = await runCommand(['migrate'], { ...environment, ...more }, { say, complain: say })
  return { code, said: said.join('\n') }
}

test('a database with data is backed up before it is migrated, and the latest three of these back-ups are kept', async () => {
  const database = await used()
  const folder = join(home, 'data', 'before-migrating')
  try {
    for (const name of ['2026-01-01-000000', '2026-01-02-000000', '2026-01-03-000000', '2026-01-04-000000.partial'])
      await madeBefore(folder, name)
    await madeBefore(folder, 'mine')
    const { code, said } = await run(database)
    expect(code, said).toBe(0)
    expect(said).toMatch(/Backing up to .*before-migrating[\s\S]*Backed up \d+ rows and 0 pictures[\s\S]*migrated /)
    const names = await readdir(folder)
    const ours = names.filter((name) => !name.includes('2026-01') && !name.includes('mine'))
    expect(names.toSorted()).toEqual(
      [
        'before-migrating-2026-01-02-000000',
        'before-migrating-2026-01-03-000000',
        ...ours,
        'before-migrating-mine',
      ].toSorted(),
    )
    expect(ours).toHaveLength(1)
    expect((await manifestOf(await openBackup(join(folder, ours[0] ?? '')))).migrations.at(-1)).toBe(earlier)
    // Nothing to migrate any more: nothing to back up.
    expect((await run(database)).said).not.toContain('Backing up')
  } finally {
    await database.drop()
  }
})

test('where the back-up fails nothing is migrated, and whoever wants none says so', async () => {
  const database = await used()
  try {
    await writeFile(join(home, 'a file'), '')
    const failed = await run(database, { BACKUP_DIR: join(home, 'a file') })
    expect(failed.code).toBe(1)
    expect(failed.said).toContain('The back-up before the migration failed, and nothing was migrated')
    expect((await migrationsIn(database)).at(-1)).toBe(earlier)
    const left = await run(database, { BACKUP_BEFORE_MIGRATING: 'off', BACKUP_DIR: join(home, 'a file') })
    expect(left.said).toContain('BACKUP_BEFORE_MIGRATING is off')
    expect((await migrationsIn(database)).at(-1)).not.toBe(earlier)
  } finally {
    await database.drop()
  }
})

test('a command names the server that it cannot reach', async () => {
  const complained: string[] = []
  const environment = { DATABASE_URL: 'postgres://portal@127.0.0.1:1/academy', DATA_DIR: join(home, 'data') }
  const complain = (line: string) => void complained.push(line)
  expect(await runCommand(['verify'], environment, { say: complain, complain })).toBe(1)
  expect(complained.join()).toContain('The database 127.0.0.1:1/academy cannot be opened: ')
})

test('a database in which nothing was ever done is not backed up', async () => {
  const database = await emptyDatabase()
  try {
    const { code, said } = await run(database, { BACKUP_DIR: join(home, 'none') })
    expect(code, said).toBe(0)
    expect(said).not.toContain('Backing up')
    expect(await readdir(home)).not.toContain('none')
  } finally {
    await database.drop()
  }
})

test('a migration that is dated before one that a database has is named', async () => {
  const database = await testDatabase()
  try {
    await onServer(database.ownerUrl, `delete from kysely_migration where name = '${earlier}'`)
    const newest = (await migrationsIn(database)).at(-1)
    const { code, said } = await run(database)
    expect(code).toBe(1)
    expect(said).toContain(
      `The migration ${earlier}.sql is dated before ${newest}.sql, which was made in this database already`,
    )
  } finally {
    await database.drop()
  }
})

describe('a database of a newer portal', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

  test('takes the older one that it names, and leaves what it was granted', async () => {
    const database = await testDatabase()
    try {
      const role = roleIn(database.url)
      await onServer(
        database.ownerUrl,
        `insert into kysely_migration values ('99990101-later', '')`,
        'create table later (id int)',
        `grant select on later to ${role}`,
        `comment on table kysely_migration is '${version}'`,
      )
      const { code, said } = await run(database)
      expect(code, said).toBe(0)
      expect(said).toContain('brought up to date by a newer portal')
      expect(await onServer(database.url, 'select from later')).toEqual([])
    } finally {
      await database.drop()
    }
  })

  test.each([
    `comment on table kysely_migration is '99.0.0'`,
    'comment on table kysely_migration is null',
    // A portal of another line, whose migrations these do not continue.
    `delete from kysely_migration where name = '0006-cash-desk-and-papers'`,
  ])('refuses any other: %s', async (statement) => {
    const database = await testDatabase()
    try {
      await onServer(database.ownerUrl, `insert into kysely_migration values ('99990101-later', '')`, statement)
      const { code, said } = await run(database)
      expect(code).toBe(1)
      expect(said).toContain(
        `made by a newer portal (99990101-later), beside which this one (${version}) does not work`,
      )
    } finally {
      await database.drop()
    }
  })

  test('says which older ones work on what it made', async () => {
    const database = await testDatabase()
    try {
      const said = `select obj_description('kysely_migration'::regclass) as oldest`
      expect(await onServer(database.url, said)).toEqual([{ oldest: expect.stringMatching(/^\d+\.\d+\.\d+$/) }])
    } finally {
      await database.drop()
    }
  })
})
