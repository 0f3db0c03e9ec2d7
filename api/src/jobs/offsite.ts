/** Copies of the back-ups off the machine, in a bucket. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type OffsiteCopy, offsiteCopy } from '@academy/contract/jobs/jobs.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { encryptedEnd } from '../platform/data/index.ts'
import type { BucketAddress, Portal } from '../platform/runtime/index.ts'
import { type Bucket, openBucket, type StoredFile } from './bucket.ts'
import { filesIn, instantOf, nameForm, outlived, pastIn } from './kept-backups.ts'

/** The files of a back-up; whatever else lies beside them is somebody else's. */
const fileForm = /^[^/]+\/(manifest\.json|tables\/[a-z_0-9]+\.copy\.gz|files\/[\w.-]+)(\.age)?$/
const isManifest = (path: string) => /(^|\/)manifest\.json(\.age)?$/.test(path)

const details = z.object({ place: z.string(), copies: z.array(offsiteCopy) })
const placeOf = ({ endpoint, bucket }: BucketAddress) => `${bucket} at ${endpoint}`

/** The copies that the last run of the job found in this bucket; those in another are not here. */
export function copiesIn(found: unknown, address: BucketAddress): OffsiteCopy[] {
  const { data } = details.safeParse(found)
  return data?.place === placeOf(address) ? data.copies : []
}

const filesOf = async (bucket: Bucket, name: string) =>
  (await bucket.files(name)).filter(({ key }) => fileForm.test(key))

/** A copy, from its files; null where it is not whole: its manifest comes last. */
function copyOf(name: string, files: readonly StoredFile[]): OffsiteCopy | null {
  const manifest = files.find(({ key }) => isManifest(key))
  if (!manifest) return null
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { name, at: instantOf(name), files: files.length, bytes, isEncrypted: manifest.key.endsWith(encryptedEnd) }
}

/** Four at a time. One that fails is told when the others beside it have ended, so that nothing is still written then. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>, signal?: AbortSignal) {
  for (let from = 0; from < all.length; from += 4) {
    signal?.throwIfAborted()
    const ended = await Promise.allSettled(all.slice(from, from + 4).map(work))
    const failed = ended.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
  }
}

/** Copies what is missing of a back-up: what an attempt before has brought there is not sent again. */
async function copy(bucket: Bucket, folder: string, name: string, signal: AbortSignal): Promise<OffsiteCopy | null> {
  const there = new Map((await filesOf(bucket, name)).map(({ key, bytes }) => [key, bytes]))
  const files = await filesIn(join(folder, name))
  const put = ({ path, bytes }: { path: string; bytes: number }) =>
    bucket.put(`${name}/${path}`, join(folder, name, path), bytes)
  const missing = files.filter(({ path, bytes }) => there.get(`${name}/${path}`) !== bytes)
  const isPicture = ({ path }: { path: string }) => path.startsWith('files/')
  await each(missing.filter(isPicture), put, signal)
  for (const file of missing.filter((one) => !isPicture(one) && !isManifest(one.path))) {
    signal.throwIfAborted()
    await put(file)
  }
  for (const file of missing.filter(({ path }) => isManifest(path))) await put(file)
  return copyOf(name, await filesOf(bucket, name))
}

/** Without its manifest first, so that what is left of an attempt is not taken for a copy. */
async function remove(bucket: Bucket, name: string, signal: AbortSignal): Promise<void> {
  const files = await filesOf(bucket, name)
  for (const { key } of files.filter(({ key }) => isManifest(key))) await bucket.remove(key)
  await each(
    files.filter(({ key }) => !isManifest(key)),
    ({ key }) => bucket.remove(key),
    signal,
  )
}

async function copied(portal: Portal, signal: AbortSignal): Promise<{ result: string; details: unknown }> {
  const { folder, keep, offsite } = portal.config.backups
  if (!folder || !offsite) throw new Error('There is no BACKUP_DIR, or no S3_BUCKET')
  const [row] = await portal.database.query(
    sql<{ details: unknown }>`select details from background_job where name = 'offsite'`,
  )
  const known = new Map(copiesIn(row?.details, offsite).map((each) => [each.name, each]))
  const bucket = await openBucket(offsite)
  const now = portal.clock.now().toISOString()
  const [newest] = await pastIn(folder, now)
  const there = (await bucket.folders('academy-')).filter((name) => nameForm.test(name))
  const copies: OffsiteCopy[] = []
  for (const name of there) {
    const found = known.get(name) ?? copyOf(name, await filesOf(bucket, name))
    if (found) copies.push(found)
    // Of an attempt that was given up, or a removal.
    else if (name !== newest) await remove(bucket, name, signal)
  }
  if (newest && !copies.some(({ name }) => name === newest)) {
    const made = await copy(bucket, folder, newest, signal)
    if (!made) throw new Error(`${newest} is not in ${offsite.bucket} as a whole`)
    copies.push(made)
  }
  const past = outlived(
    copies.map(({ at }) => at).filter((at) => at <= now),
    keep,
  )
  for (const { name } of copies.filter(({ at }) => past.includes(at))) await remove(bucket, name, signal)
  const kept = copies.filter(({ at }) => !past.includes(at)).toSorted((one, other) => (one.at < other.at ? 1 : -1))
  const result = newest ? `${newest} is there; ${kept.length} kept` : 'There is no back-up yet'
  return { result, details: { place: placeOf(offsite), copies: kept } }
}

/**
 * Copies the latest back-up of the folder into the bucket where it is not there yet, and removes those copies that no day,
 * week or month keeps. Ends at once when it is told to; what is on its way then is sent again.
 */
export function copyOffsite(portal: Portal, signal: AbortSignal) {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  stopped.catch(() => undefined)
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([copied(portal, signal), stopped]).finally(() => signal.removeEventListener('abort', stop))
}

/** The copies in a bucket, the latest first. */
export async function listOffsite(address: BucketAddress): Promise<OffsiteCopy[]> {
  const bucket = await openBucket(address)
  const names = (await bucket.folders('academy-')).filter((name) => nameForm.test(name))
  const copies = await Promise.all(names.map(async (name) => copyOf(name, await filesOf(bucket, name))))
  return copies.filter((copy) => copy !== null).toReversed()
}

/** Brings a copy back into a new folder; an attempt that fails leaves nothing. */
export async function fetchOffsite(
  address: BucketAddress,
  name: string,
  folder: string,
  signal?: AbortSignal,
): Promise<OffsiteCopy> {
  const bucket = await openBucket(address)
  const files = await filesOf(bucket, name)
  const found = copyOf(name, files)
  if (!found) throw new Error(`There is no back-up ${name} in ${address.bucket}`)
  const draft = `${folder}.partial`
  await rm(draft, { recursive: true, force: true })
  try {
    for (const place of ['tables', 'files']) await mkdir(join(draft, place), { recursive: true, mode: 0o700 })
    await each(files, ({ key }) => bucket.get(key, join(draft, key.slice(name.length + 1))), signal)
    await mkdir(dirname(folder), { recursive: true })
    await rename(draft, folder)
    return found
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
