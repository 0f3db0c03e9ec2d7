import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verify } from '../../../src/books/verify.ts'
import { missingKeys } from '../../../src/command/missing-keys.ts'
import { runCommand } from '../../../src/command/run-command.ts'
import { rawHandle } from '../../../src/platform/data/database/database-handle.ts'
import { backUp, connect, type Database, openDatabase, restore } from '../../../src/platform/data/index.ts'
import { readConfig } from '../../../src/platform/runtime/index.ts'
import { databaseUrlOf, emptyDatabase, fillBooks } from '../../support/books/books.ts'
import type { TestDatabase } from '../../support/platform/database.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
await fillBooks(portal)
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
await portal.portal.pictures.store(await portal.portal.pictures.redraw(picture))
const folder = await mkdtemp(join(tmpdir(), 'academy-backup-'))
const source = { databaseUrl: await databaseUrlOf(portal), files: join(portal.portal.config.dataDir, 'files') }
await backUp(source, join(folder, 'one'), '2026-11-20T04:00:00Z')
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const urlsOf = ({ ownerUrl, url }: TestDatabase) => ({ owner: ownerUrl, portal: url })

/** A digest of each table's rows, whatever their order. */
async function digestsOf(url: string): Promise<Record<string, unknown>> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
    const digests: Record<string, unknown> = {}
    for (const { name } of rows) {
      if (name.startsWith('kysely_')) continue
      const answer = await client.query(
        `select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${name}" t`,
      )
      digests[name] = answer.rows[0]
    }
    return digests
  } finally {
    await client.end()
  }
}

const filesIn = async (place: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(place))
        .toSorted()
        .map(async (name) => [name, (await readFile(join(place, name))).toString('hex')]),
    ),
  )

const none = { rows: 0, digest: 'd41d8cd98f00b204e9800998ecf8427e' }
/** Nobody is signed in to a restored portal, and no code of an old mail opens it. */
const withoutAccess = { staff_session: none, password_reset: none, member_password_code: none, outbox_mail: none }

describe('a back-up that was restored into an empty database and folder', () => {
  const files = join(folder, 'files of a new portal')
  let target: TestDatabase
  beforeAll(async () => {
    target = await emptyDatabase()
    await restore({ database: urlsOf(target), files }, join(folder, 'one'))
  })
  afterAll(() => target?.drop())

  test('is the same, and its books hold', async () => {
    expect(await digestsOf(target.url)).toEqual({ ...(await digestsOf(source.databaseUrl)), ...withoutAccess })
    const { 'link.key': key = '', ...pictures } = await filesIn(source.files)
    expect(await filesIn(files)).toEqual(pictures)
    // Who has a back-up has secrets of authenticator apps, and nothing that opens them.
    expect(key).toHaveLength(128)
    const stolen = Object.values(await filesIn(join(folder, 'one', 'files')))
    expect(stolen.filter((content) => `${content}`.includes(`${key}`))).toEqual([])
    const database = openDatabase(target.url, { connections: 2 })
    const evidence = { key: portal.portal.auditKey, anchors: [] }
    const findings = (await verify(database, evidence).finally(() => database.close())).filter(
      ({ name }) => name !== 'the audit trail holds at its anchors',
    )
    expect(findings.filter((finding) => finding.fault)).toEqual([])
    expect(findings.every((finding) => finding.count > 0)).toBe(true)
  })

  test('is guarded and numbered on as before', async () => {
    const database = openDatabase(target.ownerUrl, { connections: 2 })
    try {
      const run = (statement: string) => sql.raw<{ next: boolean }>(statement).execute(rawHandle(database))
      await expect(run('update wallet_entry set note = null')).rejects.toThrow(/never changed/)
      await expect(run('update wallet set balance = balance + 1')).rejects.toThrow(/differs from its entries/)
      await expect(run('delete from audit_record')).rejects.toThrow(/never changed/)
      await run(`select append_audit('[{"id": "01900000-0000-7000-8000-0000000000aa", "at": "2026-11-20T04:00:00Z",
        "username": "test", "section": "Test", "doc_type": "test", "action": "Created", "description": "After the restore",
        "change_from": [], "change_to": []}]')`)
      const { rows } = await run(
        `select position = (select count(*) from audit_record) as next from audit_record
          where description = 'After the restore'`,
      )
      expect(rows).toEqual([{ next: true }])
      expect((await verify(database)).filter((finding) => finding.fault)).toEqual([])
    } finally {
      await database.close()
    }
  })
})

describe('a back-up', () => {
  test('restored says which keys it has not, and what becomes of authenticator apps', () => {
    const said = (auditKeyFile: string, rows: number) =>
      missingKeys({ auditKeyFile, filesDir: '/data/files' }, { tables: [{ name: 'second_factor', rows }] }).join('\n')
    const { auditKeyFile } = portal.portal.config
    expect(said(auditKeyFile, 0)).toBe('')
    expect(said(join(folder, 'no key'), 0)).toMatch(/^The key of the audit trail is in no back-up: copy audit-key/)
    expect(said(auditKeyFile, 1)).toMatch(/to \/data\/files\/link\.key before .* reset-second-factor USERNAME$/)
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    let writing = true
    const clerk = await portal.as()
    const writer = (async () => {
      for (let number = 1; writing; number++) await clerk.post('/belt', { beltColor: `Meanwhile ${number}` })
    })()
    const manifest = await backUp(source, join(folder, 'meanwhile'), '2026-11-20T04:00:00Z')
    writing = false
    await writer
    const target = await emptyDatabase()
    try {
      await restore({ database: urlsOf(target), files: join(folder, 'meanwhile files') }, join(folder, 'meanwhile'))
      const client = await connect(target.url)
      const { rows } = await client.query<{ belts: number; told: number }>(
        `select (select count(*)::int from belt where belt_color like 'Meanwhile%') as belts,
          (select count(*)::int from audit_record where doc_type = 'belt' and description like '%Meanwhile%') as told`,
      )
      await client.end()
      expect(rows[0]?.belts).toBe(rows[0]?.told)
      expect(manifest.tables.length).toBeGreaterThan(20)
    } finally {
      await target.drop()
    }
  })

  test('is written into a new folder only', async () => {
    await expect(backUp(source, join(folder, 'one'), '')).rejects.toThrow(/is there already/)
  })

  test('that fails leaves no folder', async () => {
    const nowhere = { ...source, databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' }
    await expect(backUp(nowhere, join(folder, 'failed'), '')).rejects.toThrow()
    expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([])
  })
})

test('a back-up says in one line which folder cannot be made', async () => {
  await expect(backUp(source, '/proc/none/copy', '')).rejects.toThrow(
    /^The folder \/proc\/none\/copy\.partial\/tables cannot be made or used as a folder: [^\n]+$/,
  )
})

describe('a back-up encrypted to a public key', () => {
  const place = join(folder, 'sealed')
  const files = async () =>
    (await readdir(place, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))

  test('leaves nothing readable, and comes back with the private key alone', async () => {
    const identity = await generateX25519Identity()
    await backUp({ ...source, recipient: await identityToRecipient(identity) }, place, '2026-11-20T04:00:00Z')
    const written = await files()
    expect(written.length).toBeGreaterThan(20)
    for (const file of written) {
      expect(file).toMatch(/\.age$/)
      expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
      // Nobody else on the machine needs to read even that.
      expect((await stat(file)).mode & 0o077).toBe(0)
    }
    const target = await emptyDatabase()
    const into = { database: urlsOf(target), files: join(folder, 'unsealed files') }
    try {
      await expect(restore(into, place)).rejects.toThrow(/is encrypted: say --identity FILE/)
      await expect(restore(into, place, { identity: await generateX25519Identity() })).rejects.toThrow(
        /cannot be opened: no identity/,
      )
      await expect(restore(into, place, { identity: 'nonsense' })).rejects.toThrow(
        /no line that begins with AGE-SECRET-KEY-/,
      )
      await restore(into, place, { identity: `# public key: age1...\n${identity}\n` })
      expect(await digestsOf(target.url)).toEqual({ ...(await digestsOf(source.databaseUrl)), ...withoutAccess })
      const { 'link.key': _, ...pictures } = await filesIn(source.files)
      expect(await filesIn(into.files)).toEqual(pictures)
      const table = join(place, 'tables/belt.copy.gz.age')
      const bytes = await readFile(table)
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
      await writeFile(table, bytes)
      const again = { ...into, files: join(folder, 'never unsealed') }
      await expect(restore(again, place, { identity })).rejects.toThrow(/damaged: the file of table belt/)
    } finally {
      await target.drop()
    }
  })

  test('that is cut short leaves nothing, and what is no public key is refused', async () => {
    const recipient = await identityToRecipient(await generateX25519Identity())
    const cut = join(folder, 'cut')
    await expect(backUp({ ...source, recipient }, cut, '', AbortSignal.abort())).rejects.toThrow()
    const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
    await expect(backUp({ ...source, recipient: mistyped }, cut, '')).rejects.toThrow(
      /^BACKUP_RECIPIENT: the public key/,
    )
    expect((await readdir(folder)).filter((name) => name.startsWith('cut'))).toEqual([])
    const said = (given: string) => {
      expect(() => readConfig({ BACKUP_RECIPIENT: given })).toThrow(/\n {2}BACKUP_RECIPIENT: [^\n]+$/)
    }
    said('age1short')
    said('AGE-SECRET-KEY-1QQQQ')
    expect(readConfig({ BACKUP_RECIPIENT: recipient }).backups.recipient).toBe(recipient)
  })
})

async function tablesOf(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(rawHandle(database))
  return rows.map(({ name }) => name)
}

describe('restoring', () => {
  test('is refused where the folder of pictures cannot be made, and leaves the database empty', async () => {
    const target = await emptyDatabase()
    const database = openDatabase(target.ownerUrl, { connections: 1 })
    try {
      const restored = restore({ database: urlsOf(target), files: '/proc/none/files' }, join(folder, 'one'))
      await expect(restored).rejects.toThrow('FILES_DIR /proc/none/files cannot be made or used as a folder')
      expect(await tablesOf(database)).toEqual([])
    } finally {
      await database.close()
      await target.drop()
    }
  })

  test('that is interrupted leaves database and folder empty, whatever it was at', async () => {
    const target = await emptyDatabase()
    const files = join(folder, 'interrupted')
    const database = openDatabase(target.ownerUrl, { connections: 1 })
    try {
      const stop = new AbortController()
      const restored = restore({ database: urlsOf(target), files }, join(folder, 'one'), { signal: stop.signal })
      const refused = expect(restored).rejects.toThrow()
      await vi.waitFor(async () => expect(await tablesOf(database)).toContain('wallet_entry'), {
        interval: 5,
        timeout: 30_000,
      })
      stop.abort()
      await refused
      expect(await tablesOf(database)).toEqual([])
      expect(await readdir(files).catch(() => [])).toEqual([])
    } finally {
      await database.close()
      await target.drop()
    }
  })

  test('that was cut short is no academy to anybody, and the next one clears it away', async () => {
    const target = await emptyDatabase()
    const files = join(folder, 'cut short')
    const database = openDatabase(target.ownerUrl, { connections: 1 })
    const watch = rawHandle(database)
    try {
      await sql`create table restore_under_way ()`.execute(watch)
      await sql`create table member (id uuid)`.execute(watch)
      await mkdir(files)
      const [picture = ''] = await readdir(join(folder, 'one', 'files'))
      await writeFile(join(files, picture), 'half of a picture')
      const command = async (name: string) => {
        const lines: string[] = []
        const settings = { DATABASE_URL: target.ownerUrl, DATA_DIR: join(folder, 'cut data'), FILES_DIR: files }
        const code = await runCommand([name], settings, { say: () => {}, complain: (line) => lines.push(line) })
        return [name, code, lines.join()]
      }
      for (const name of ['verify', 'backup', 'migrate'])
        expect(await command(name)).toEqual([name, 1, expect.stringMatching(/was not finished.* restore FOLDER$/)])
      await restore({ database: urlsOf(target), files }, join(folder, 'one'))
      expect(await filesIn(files)).toEqual(await filesIn(join(folder, 'one', 'files')))
      expect(await digestsOf(target.url)).toMatchObject({ member: (await digestsOf(source.databaseUrl)).member })
      expect((await command('verify'))[2]).not.toContain('was not finished')
    } finally {
      await database.close()
      await target.drop()
    }
  })

  test('is refused where there is something already', async () => {
    const full = { owner: await databaseUrlOf(portal, 'owner'), portal: source.databaseUrl }
    await expect(restore({ database: full, files: join(folder, 'new') }, join(folder, 'one'))).rejects.toThrow(
      'The database is not empty',
    )
    const target = await emptyDatabase()
    try {
      await expect(restore({ database: urlsOf(target), files: source.files }, join(folder, 'one'))).rejects.toThrow(
        /is not empty. A back-up is only restored into a new DATA_DIR/,
      )
    } finally {
      await target.drop()
    }
  })

  test('is refused for a role that owns nothing, what is no back-up, is damaged or comes from a newer portal', async () => {
    const target = await emptyDatabase()
    const into = { database: urlsOf(target), files: join(folder, 'never') }
    const asPortal = { ...into, database: { owner: target.url, portal: target.url } }
    try {
      await expect(restore(asPortal, join(folder, 'one'))).rejects.toThrow(/set DATABASE_OWNER_URL/)
      await expect(restore(into, join(folder, 'nothing'))).rejects.toThrow(/is no back-up/)
      await backUp(source, join(folder, 'damaged'), '')
      await writeFile(join(folder, 'damaged/tables/belt.copy.gz'), 'x')
      await expect(restore(into, join(folder, 'damaged'))).rejects.toThrow(/damaged: the file of table belt/)
      await backUp(source, join(folder, 'scratched'), '')
      const [one = ''] = await readdir(join(folder, 'scratched/files'))
      await writeFile(join(folder, 'scratched/files', one), 'x')
      await expect(restore(into, join(folder, 'scratched'))).rejects.toThrow(
        `the picture ${one} is not what was written`,
      )
      await rm(join(folder, 'scratched/files', one))
      await expect(restore(into, join(folder, 'scratched'))).rejects.toThrow(
        `the picture ${one} is not what was written`,
      )
      await backUp(source, join(folder, 'newer'), '')
      const manifest = JSON.parse(await readFile(join(folder, 'newer/manifest.json'), 'utf8'))
      manifest.migrations.push('9999-from-the-future')
      await writeFile(join(folder, 'newer/manifest.json'), JSON.stringify(manifest))
      await expect(restore(into, join(folder, 'newer'))).rejects.toThrow(/newer portal \(9999-from-the-future\)/)
    } finally {
      await target.drop()
    }
  })

  test('that breaks off half-way leaves the database empty, and can be tried again', async () => {
    const target = await emptyDatabase()
    try {
      await backUp(source, join(folder, 'short'), '')
      const manifest = JSON.parse(await readFile(join(folder, 'short/manifest.json'), 'utf8'))
      manifest.tables.find((table: { name: string }) => table.name === 'wallet_entry').rows++
      await writeFile(join(folder, 'short/manifest.json'), JSON.stringify(manifest))
      const into = { database: urlsOf(target), files: join(folder, 'again') }
      await expect(restore(into, join(folder, 'short'))).rejects.toThrow(/Table wallet_entry got/)
      await restore(into, join(folder, 'one'))
    } finally {
      await target.drop()
    }
  })
})
