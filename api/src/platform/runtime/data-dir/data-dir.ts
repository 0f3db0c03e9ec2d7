import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { folderFor } from './folder.ts'

/** A portal's lock on its DATA_DIR; it ends with `release` or with the process, however that ends. */
interface DataDirClaim {
  /** Says that this portal is about to give it back, for the next one to wait. */
  stopping(): void
  release(): Promise<void>
}

/**
 * Locks DATA_DIR for this process, creating it if need be. Throws with the holder's process id when it is locked. With
 * `onWait`, which is told once, a holder that is stopping is waited for.
 */
export async function claimDataDir(dir: string, onWait?: (holder: number) => void): Promise<DataDirClaim> {
  folderFor('DATA_DIR', dir)
  const folder = realpathSync(dir)
  const pidFile = path.join(folder, 'portal.pid')
  const deadline = Date.now() + 2000
  let isTold = false
  for (;;) {
    const lock = lockIn(folder)
    if (lock) {
      writeFileSync(pidFile, `${process.pid}\n`)
      return {
        stopping() {
          if (!lock.isOpen) return
          try {
            writeFileSync(pidFile, `${process.pid}\nstopping\n`)
          } catch {
            // On a full disk the next one is refused, as if this one stayed.
          }
        },
        async release() {
          if (!lock.isOpen) return
          rmSync(pidFile, { force: true })
          lock.close()
        },
      }
    }
    const { holder, isStopping } = readHolder(pidFile)
    if (onWait && isStopping && holder !== undefined && isAlive(holder)) {
      if (!isTold) onWait(holder)
      isTold = true
      await pause(100)
      continue
    }
    if ((holder !== undefined && isAlive(holder)) || Date.now() > deadline) {
      throw new Error(
        `Another portal (process ${holder ?? 'unknown'}) already runs on DATA_DIR ${folder}. ` +
          'Stop it first, or give this one a DATA_DIR of its own.',
      )
    }
    // The holder has the lock but has not yet written its process id, or is just exiting.
    await pause(20)
  }
}

function lockIn(folder: string): DatabaseSync | undefined {
  try {
    return takeLock(path.join(folder, 'portal.lock'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    // What SQLite says of its own files.
    const words = reason === 'database or disk is full' ? 'its disk is full' : reason
    throw new Error(`DATA_DIR ${folder} cannot be used: ${words}`, { cause })
  }
}

/** An operating-system file lock, taken through SQLite: atomic, never stale, released when the process dies. */
function takeLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) return undefined
    throw error
  }
}

function readHolder(file: string): { holder: number | undefined; isStopping: boolean } {
  try {
    const [pid = '', word] = readFileSync(file, 'utf8').split('\n')
    return { holder: Number.parseInt(pid, 10) || undefined, isStopping: word === 'stopping' }
  } catch {
    return { holder: undefined, isStopping: false }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
