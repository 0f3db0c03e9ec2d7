import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrlOf, fillBooks } from '../../test/support/books/books.ts'
import { databaseAt, onServer, roleIn } from '../../test/support/platform/database.ts'
import { testPortal } from '../../test/support/portal.ts'
import type { ScratchServer } from '../platform/data/index.ts'
import { openPortal } from '../start.ts'
import { makeBackup } from './kept-backups.ts'
import { tryNewest } from './trial.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-trial-'))
const portal = await testPortal({ BACKUP_DIR: folder })
await fillBooks(portal)
const { signal } = new AbortController()
const ownerUrl = await databaseUrlOf(portal, 'owner')
const admin = inject('databaseAdmin')
const scratch = `${new URL(ownerUrl).pathname.slice(1).slice(0, 40)}_trial_of_backup`

/** The same portal, with a server on which its owner works. */
async function on(server: ScratchServer, recipient?: string) {
  const { config } = portal.portal
  const own = { ...config, backups: { ...config.backups, recipient } }
  const opened = await openPortal(own, portal.databaseUrl, pino({ level: 'silent' }), portal.clock, server)
  opened.log.error = () => undefined
  return opened
}
const lent: ScratchServer = {
  owner: () => ownerUrl,
  create: async (name) => void (await onServer(admin, `create database ${name} owner ${roleIn(ownerUrl)}`)),
}
const able = await on(lent)
afterAll(async () => {
  await able.close()
  await portal.close()
  await onServer(admin, `drop database if exists ${scratch} with (force)`)
  await rm(folder, { recursive: true, force: true })
})
const isThere = async () => (await onServer(admin, `select from pg_database where datname = '${scratch}'`)).length > 0
const leftIn = async () => (await readdir(able.config.dataDir)).filter((name) => name.startsWith('trial'))

test('without a back-up there is nothing to try', async () => {
  await expect(tryNewest(able, signal)).rejects.toThrow('there is no back-up yet')
})

test('the latest back-up is restored beside the database, its books hold, and nothing is left', async () => {
  await makeBackup(portal.portal, signal)
  expect(await tryNewest(able, signal)).toMatch(
    /^academy-2026-11-20-040000 came back: [\d,]+ rows, 0 pictures, \d\d checks hold$/,
  )
  expect(await isThere()).toBe(false)
  expect(await leftIn()).toEqual([])
})

test('books that do not hold are told, and a trial that was killed is cleared away', async () => {
  portal.clock.set('2026-11-21T04:00:00Z')
  await lent.create?.(scratch)
  await onServer(
    databaseAt(ownerUrl, scratch),
    `comment on database ${scratch} is 'made by the portal to try a back-up'`,
  )
  await mkdir(join(able.config.dataDir, 'trial-of-backup/files/left'), { recursive: true })
  await sql`alter table wallet_entry disable trigger user`.execute(portal.handle)
  await sql`update wallet_entry set note = 'forged'`.execute(portal.handle)
  await makeBackup(portal.portal, signal)
  await expect(tryNewest(able, signal)).rejects.toThrow(/^academy-2026-11-21-040000 came back, but /)
  expect(await isThere()).toBe(false)
  expect(await leftIn()).toEqual([])
})

test('it is not possible where the owner may not create databases, or a database is in its place', async () => {
  const { create: _, ...plain } = lent
  const unable = await on(plain)
  if (roleIn(admin) !== roleIn(ownerUrl))
    await expect(tryNewest(unable, signal)).rejects.toThrow(/the owner of the tables may not create databases/)
  await unable.close()
  await lent.create?.(scratch)
  await expect(tryNewest(able, signal)).rejects.toThrow(
    `there is a database ${scratch}, which this portal did not make`,
  )
  expect(await isThere()).toBe(true)
})

test('it is not possible for one that is encrypted to a key that is not here', async () => {
  portal.clock.set('2026-11-22T04:00:00Z')
  const sealed = await on(lent, await identityToRecipient(await generateX25519Identity()))
  await makeBackup(sealed, signal)
  await expect(tryNewest(sealed, signal)).rejects.toThrow('it is encrypted to a key that is not here')
  await sealed.close()
})
