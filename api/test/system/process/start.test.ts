/** A start that cannot go well ends with a line that names the variable, and leaves nothing behind. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '@academy/contract/platform/messages.ts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { databaseUrlOf, emptyDatabase } from '../../support/books/books.ts'
import { onServer } from '../../support/platform/database.ts'
import { portalProcess } from '../../support/platform/process.ts'
import { testPortal } from '../../support/portal.ts'

const home = mkdtempSync(join(tmpdir(), 'academy-start-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const dataDir = join(home, 'data')
const file = join(home, 'a file')
writeFileSync(file, '')

/** What a start says that fails. */
async function fails(settings: Record<string, string>): Promise<string> {
  const portal = await portalProcess({ DATA_DIR: dataDir, ...settings })
  onTestFinished(async () => {
    portal.kill()
    await portal.gone()
  })
  await expect(portal.start()).rejects.toThrow('ended before it was ready')
  return portal.output()
}

// A file system without folders, where Node's own way to make one tries for ever.
test('DATA_DIR where no folder can be made', async () => {
  const place = '/proc/academy/data'
  expect(await fails({ DATA_DIR: place })).toMatch(
    /^DATA_DIR \/proc\/academy\/data cannot be made or used as a folder: E\w+.*\n$/,
  )
})

test('BACKUP_DIR that is a file', async () => {
  const said = await fails({ BACKUP_DIR: file })
  expect(said).toMatch(/^BACKUP_DIR .*a file cannot be made or used as a folder: EEXIST.*\n$/)
  expect(['portal.pid', 'postgres'].filter((name) => existsSync(join(dataDir, name)))).toEqual([])
})

test('ANCHOR_FILE that is a folder, or lies in a file', async () => {
  expect(await fails({ ANCHOR_FILE: home })).toMatch(/^ANCHOR_FILE .* cannot be read: EISDIR.*\n$/)
  const below = await fails({ ANCHOR_FILE: join(file, 'anchors.log') })
  expect(below).toMatch(/^The folder of ANCHOR_FILE, .*a file cannot be made or used as a folder: EEXIST.*\n$/)
})

// Root may read and not write it.
test('ANCHOR_FILE that cannot be written', async () => {
  expect(await fails({ ANCHOR_FILE: '/sys/kernel/uevent_seqnum' })).toMatch(
    /^ANCHOR_FILE \/sys\/kernel\/uevent_seqnum cannot be written: E\w+.*\n$/,
  )
})

test('a server that does not answer; a BACKUP_DIR that was missing is told of before', async () => {
  const folder = join(home, 'back-ups')
  const said = await fails({ BACKUP_DIR: folder, DATABASE_URL: 'postgres://portal@127.0.0.1:1/academy' })
  const [made, away, ...more] = said.trim().split('\n')
  expect(made).toBe(`BACKUP_DIR: ${folder} was not there and was made`)
  expect([away, more]).toEqual([expect.stringContaining('The database 127.0.0.1:1/academy cannot be opened: '), []])
})

// A database that was migrated, and a demo academy that was made, for nothing.
test('PORT, or METRICS_PORT, that is taken, before anything is done in the database', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const taken = String((other.address() as AddressInfo).port)
  expect(await fails({ PORT: taken })).toMatch(
    new RegExp(`^PORT ${taken} is taken by another program: stop it, or set another PORT \\(.*EADDRINUSE.*\\)\n$`),
  )
  expect(await fails({ METRICS_PORT: taken })).toMatch(/^METRICS_PORT, METRICS_HOST: .*EADDRINUSE.*\n$/)
  expect(await fails({ HOST: '192.0.2.1' })).toBe('HOST 192.0.2.1 is no address of this machine\n')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test('a weak password for the first user, before anything is done in the database; where there are users it says nothing', async () => {
  const weak = { ADMIN_PASSWORD: 'Password1' }
  const refusal = `ADMIN_PASSWORD: ${messages.commonPassword}\n`
  expect(await fails(weak)).toBe(refusal)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  expect(await fails({ ...weak, DATABASE_URL: empty.url, DATABASE_OWNER_URL: empty.ownerUrl })).toBe(refusal)
  expect(await onServer(empty.ownerUrl, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  const used = await testPortal()
  onTestFinished(() => used.close())
  await used.as()
  const portal = await portalProcess({ ...weak, DATABASE_URL: await databaseUrlOf(used) })
  onTestFinished(() => portal.remove())
  expect(await portal.start()).toContain('Sign in with a username and password of this academy')
})

test('the log, pictures, keys and folders that cannot be used, before anything is done in the database', async () => {
  const missing = join(home, 'no logo.png')
  const unusable = 'The configuration is not usable:\n'
  expect(await fails({ COMPANY_LOGO: missing })).toBe(
    `${unusable}  COMPANY_LOGO: there is no file to read: ${missing}\n`,
  )
  expect(await fails({ RECEIPT_BACKGROUND: file })).toBe(
    `${unusable}  RECEIPT_BACKGROUND: the file is no png or jpg picture: ${file}\n`,
  )
  expect(await fails({ LOG_FILE: join(home, 'no folder', 'portal.log') })).toMatch(
    /^LOG_FILE .*portal\.log cannot be written: ENOENT.*\n$/,
  )
  expect(await fails({ LOG_FILE: home })).toMatch(/^LOG_FILE .* cannot be written: EISDIR.*\n$/)
  expect(await fails({ FILES_DIR: file })).toMatch(
    /^FILES_DIR .*a file cannot be made or used as a folder: EEXIST.*\n$/,
  )
  expect(await fails({ AUDIT_KEY_FILE: file })).toBe(`AUDIT_KEY_FILE ${file} is no key of an audit trail\n`)
  expect(await fails({ AUDIT_KEY_FILE: join(file, 'audit-key') })).toMatch(
    /^AUDIT_KEY_FILE .* cannot be read: ENOTDIR.*\n$/,
  )
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})
