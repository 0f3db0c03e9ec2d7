import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Storage of files: today a local folder. */
export interface FileStore {
  /** All or nothing: no reader ever sees a partial file. */
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  /** The first and the last eight bytes, without reading what is between; undefined for a missing file. */
  ends(key: string): Promise<{ first: Buffer; last: Buffer } | undefined>
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>
  /** Throws when nothing could be written now, whatever the free space. */
  check(): Promise<void>
  /** Whether a file of this size would fit now. */
  hasRoom(bytes: number): Promise<boolean>
}

/** A random name and an extension; anything else is refused, so that no key can name another path. */
const keyForm = /^[0-9a-f]{32}(-small)?\.(jpg|png)$/

export function isFileKey(text: string): boolean {
  return keyForm.test(text)
}

/** Files in a folder, which is created when missing. */
export function localStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!isFileKey(key)) throw new RangeError(`Not a file key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = join(folder, `.${randomUUID()}.part`)
      try {
        await writeSynced(temporary, bytes)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async ends(key) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        const { buffer: first } = await file.read(Buffer.alloc(8), 0, 8, 0)
        const { buffer: last } = await file.read(Buffer.alloc(8), 0, 8, Math.max(0, size - 8))
        return { first, last }
      } finally {
        await file.close()
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
    async hasRoom(bytes) {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize >= bytes
    },
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
