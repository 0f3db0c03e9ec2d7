import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { s3Server } from '../../test/support/platform/s3-server.ts'
import { testPortal } from '../../test/support/portal.ts'
import { readConfig } from '../platform/runtime/index.ts'
import { openBucket } from './bucket.ts'
import { makeBackup } from './kept-backups.ts'
import { copyOffsite, fetchOffsite, listOffsite } from './offsite.ts'

const s3 = await s3Server()
const folder = await mkdtemp(join(tmpdir(), 'academy-offsite-'))
const portal = await testPortal({ BACKUP_DIR: folder, BACKUP_KEEP: '2,0,1', ...s3.settings })
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
await portal.portal.pictures.store(await portal.portal.pictures.redraw(picture))
afterAll(async () => {
  await portal.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})
const { signal } = new AbortController()
const { offsite } = portal.portal.config.backups
if (!offsite) throw new Error('there is no bucket')

/** One at night, and its copy, with what it leaves for the next. */
async function night(day: string) {
  portal.clock.set(new Date(`${day}T02:00:00+08:00`).toISOString())
  await makeBackup(portal.portal, signal)
  return copyNow()
}
async function copyNow() {
  const { result, details } = await copyOffsite(portal.portal, signal)
  await sql`insert into background_job (name, next_at, details) values ('offsite', now(), ${JSON.stringify(details)})
    on conflict (name) do update set details = excluded.details`.execute(portal.handle)
  return result
}
const namesThere = () => [...new Set([...s3.objects.keys()].map((key) => key.split('/')[0]))].toSorted()
const filesIn = async (place: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(place, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => {
          const file = join(parentPath, name)
          return [file.slice(place.length + 1), (await readFile(file)).toString('base64')]
        }),
    ),
  )

test('a copy that fails is told, made again without what is there, and whole only at its end', async () => {
  // What is known of another bucket says nothing of this one.
  const copies = [{ name: 'academy-2026-11-17-180000', at: '', files: 1, bytes: 1, isEncrypted: false }]
  await sql`insert into background_job (name, next_at, details)
    values ('offsite', now(), ${JSON.stringify({ place: 'other at https://s3.example.com', copies })})`.execute(
    portal.handle,
  )
  s3.refuse((call) => /^PUT .*(wallet_entry|manifest)/.test(call))
  await expect(night('2026-11-18')).rejects.toThrow(/^backups at http:\/\/127.*SlowDown/)
  const sent = s3.objects.size
  expect(sent).toBeGreaterThan(3)
  expect(await listOffsite(offsite)).toEqual([])
  s3.refuse(() => false)
  s3.calls.length = 0
  expect(await copyNow()).toBe('academy-2026-11-17-180000 is there; 1 kept')
  const puts = s3.calls.filter((call) => call.startsWith('PUT'))
  expect(puts).toHaveLength(s3.objects.size - sent)
  expect(puts.at(-1)).toMatch(/manifest\.json$/)
  s3.calls.length = 0
  expect(await copyNow()).toBe('academy-2026-11-17-180000 is there; 1 kept')
  expect(s3.calls).toHaveLength(1)
})

test('as many days, weeks and months are kept there as in the folder, and nothing else is touched', async () => {
  const others = ['photos/one.jpg', 'academy-list.txt', 'academy-2026-11-17-180000/notes.txt', 'academy-2025/x']
  for (const key of others) s3.objects.set(key, Buffer.from('of somebody else'))
  // Of a copy that was cut short.
  s3.objects.set('academy-2026-11-01-180000/tables/belt.copy.gz', Buffer.from('x'))
  await night('2026-11-19')
  expect(await night('2026-11-20')).toBe('academy-2026-11-19-180000 is there; 2 kept')
  const kept = ['academy-2026-11-18-180000', 'academy-2026-11-19-180000']
  expect((await readdir(folder)).toSorted()).toEqual(kept)
  expect(namesThere()).toEqual([...kept, ...others.map((key) => key.split('/')[0])].toSorted())
  for (const key of others) expect(s3.objects.has(key)).toBe(true)
  expect((await listOffsite(offsite)).map(({ name }) => name)).toEqual(kept.toReversed())
})

test('a copy is fetched as it was, and what is not there leaves nothing', async () => {
  const place = join(folder, 'fetched')
  await fetchOffsite(offsite, 'academy-2026-11-19-180000', place)
  expect(await filesIn(place)).toEqual(await filesIn(join(folder, 'academy-2026-11-19-180000')))
  s3.refuse((call) => call.includes('files/'))
  // The files beside the refused one are still on their way; what they write must not be left, nor in the way.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  s3.hold((call) => call.includes('tables/'), released)
  let hasEnded = false
  const attempt = fetchOffsite(offsite, 'academy-2026-11-18-180000', join(folder, 'half')).finally(() => {
    hasEnded = true
  })
  const outcome = expect(attempt).rejects.toThrow('SlowDown')
  for (let turn = 0; turn < 5; turn++) await listOffsite(offsite)
  expect(hasEnded).toBe(false)
  release()
  await outcome
  s3.refuse(() => false)
  await expect(fetchOffsite(offsite, 'academy-2024-01-01-000000', join(folder, 'none'))).rejects.toThrow(/no back-up/)
  expect((await readdir(folder)).filter((name) => /half|none/.test(name))).toEqual([])
})

test('a large file is sent in pieces, and comes back the same', async () => {
  const large = join(folder, 'large')
  const bytes = randomBytes(17 * 1024 * 1024)
  await writeFile(large, bytes)
  const bucket = await openBucket(offsite)
  await bucket.put('large/one', large, bytes.length)
  expect(s3.objects.get('large/one')?.equals(bytes)).toBe(true)
  await bucket.get('large/one', join(folder, 'back'))
  expect((await readFile(join(folder, 'back'))).equals(bytes)).toBe(true)
})

test('a wrong key is refused, and told without it', async () => {
  const wrong = { ...offsite, secretAccessKey: 'another-secret' }
  await expect(listOffsite(wrong)).rejects.toThrow(/^backups at http.*SignatureDoesNotMatch/)
  await expect(listOffsite(wrong)).rejects.not.toThrow(/another-secret/)
})

test('settings that go only together are asked for, each by its name', () => {
  const faults = (settings: Record<string, string>) => {
    try {
      readConfig(settings)
      return ''
    } catch (error) {
      return String(error)
    }
  }
  expect(faults({ S3_BUCKET: 'backups' })).toMatch(
    /S3_ENDPOINT: needed with S3_BUCKET\n.*S3_ACCESS_KEY_ID: .*\n.*S3_SECRET_ACCESS_KEY: .*\n.*BACKUP_DIR: needed/,
  )
  const all = { ...s3.settings, BACKUP_DIR: folder }
  expect(faults(all)).toBe('')
  const open = { ...all, S3_ENDPOINT: 'http://s3.example.com' }
  expect(faults(open)).toMatch(/S3_ENDPOINT: https, or a BACKUP_RECIPIENT/)
})
