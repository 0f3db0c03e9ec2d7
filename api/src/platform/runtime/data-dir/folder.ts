import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder, closed to others, and those above it that are missing; false where it was there. Node's own recursive way
 * tries for ever where a file system takes no folders, as /proc.
 */
export function makeFolder(dir: string): boolean {
  const isThere = () => statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (isThere()) return false
  if (dirname(dir) !== dir) makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
    return true
  } catch (error) {
    // Another start made it meanwhile.
    if (isThere()) return false
    throw error
  }
}

/** The same for a folder that a variable names, which is told where there can be none, or none to write into. */
export function folderFor(variable: string, dir: string): boolean {
  try {
    const isMade = makeFolder(dir)
    accessSync(dir, constants.W_OK)
    return isMade
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${variable} ${dir} cannot be made or used as a folder: ${reason}`, { cause })
  }
}

const noRoom = /^(ENOSPC|EDQUOT|EFBIG|EROFS)$/

/** What went wrong with filling a folder, which is named where its disk has no room or is read-only: of a write the system names nothing. */
export const unwritten = (what: string, error: unknown): unknown =>
  error instanceof Error && 'code' in error && noRoom.test(String(error.code))
    ? new Error(`${what} could not be written: ${error.message}`, { cause: error })
    : error

/** The names in a folder; none where it does not exist. Throws for one that cannot be read, which is no empty one. */
export const readFolder = (dir: string): Promise<string[]> =>
  readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
