import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../runtime/clock.ts'
import { folderFor } from '../runtime/data-dir/folder.ts'
import { isFileKey, isMissing } from './files.ts'

export const filesPath = '/api/files'

const hour = 3600

/** A signed link, as it came. */
interface SignedLink {
  key: string
  expires: string
  session: string
  signature: string
}

/** Signs and checks links by which a browser may fetch a file without its token, for an hour or two of its session. */
export interface FileLinks {
  /** `/api/files/<key>?e=..&u=..&s=..`; its last path segment is the key. The same within an hour of a session, so that browsers cache. */
  signedPath(key: string, session: string): string
  /** Seconds the link is still valid; undefined when it was not signed here or has expired. */
  secondsLeft(link: SignedLink): number | undefined
}

export function fileLinks(secret: Buffer, clock: Clock): FileLinks {
  const sign = (key: string, expires: number, session: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}\n${session}`).digest()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  return {
    signedPath(key, session) {
      const expires = (Math.floor(seconds() / hour) + 2) * hour
      return `${filesPath}/${key}?e=${expires}&u=${session}&s=${sign(key, expires, session).toString('base64url')}`
    },
    secondsLeft({ key, expires, session, signature }) {
      if (!isFileKey(key) || !/^\d{1,12}$/.test(expires)) return undefined
      const given = Buffer.from(signature, 'base64url')
      const due = sign(key, Number(expires), session)
      if (given.length !== due.length || !timingSafeEqual(given, due)) return undefined
      const left = Number(expires) - seconds()
      return left > 0 ? left : undefined
    },
  }
}

const unusable =
  (folder: string) =>
  (error: Error): never => {
    throw new Error(`FILES_DIR ${folder} cannot be used: ${error.message}`, { cause: error })
  }

/** The key that signs links and opens what the portal keeps encrypted; in no back-up. Created on first use in this folder; of two starts at once the second takes the first's. */
export async function linkSecret(folder: string): Promise<Buffer> {
  const file = join(folder, 'link.key')
  const present = await readSecret(file)
  if (present) return present
  folderFor('FILES_DIR', folder)
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(temporary, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(temporary, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(temporary, { force: true })
  }
  const made = await readSecret(file)
  if (!made) throw new Error(`${file} could not be written`)
  return made
}

async function readSecret(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: Error) =>
    isMissing(error) ? undefined : unusable(dirname(file))(error),
  )
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{64}$/.test(text.trim()))
    throw new Error(
      `${file} is damaged: lay the copy that was kept apart there (docs/operations.md, What to keep safe). Without one remove it; authenticator apps, recovery codes and the password of the mail server are then set up anew`,
    )
  return Buffer.from(text.trim(), 'hex')
}
