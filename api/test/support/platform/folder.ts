import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findServer, stopServer } from '../../../src/postgres/server.ts'

const prefix = 'academy-test-server-'

/** Linux has a file system in memory here; elsewhere there is none. */
const memory = '/dev/shm'
/** Bytes that the server of a whole run may need, beside the memory of the tests. */
const [room, spare] = [2 ** 31, 2 ** 32]

/** A new folder for a test's embedded database, which is in `postgres` inside; its name contains the process id. */
export const testFolder = (place = tmpdir()) => mkdtempSync(path.join(place, `${prefix}${process.pid}-`))

/** The same in memory, where there is room: a database is some 700 files, and a run creates and drops hundreds of them. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize > room && process.availableMemory() > spare) return testFolder(memory)
  } catch {
    // Missing or not writable.
  }
  return testFolder()
}

/** Stops the servers and removes the folders of killed test runs. */
export async function removeLeftovers(): Promise<void> {
  for (const place of [tmpdir(), memory].filter(existsSync)) await removeLeftoversIn(place)
}

async function removeLeftoversIn(place: string): Promise<void> {
  for (const name of readdirSync(place).filter((entry) => entry.startsWith(prefix))) {
    if (existsSync(`/proc/${Number.parseInt(name.slice(prefix.length), 10)}`)) continue
    const home = path.join(place, name)
    const folder = path.join(home, 'postgres')
    const server = await findServer(folder).catch(() => undefined)
    if (server) await stopServer(server.pid, folder)
    rmSync(home, { recursive: true, force: true })
  }
}
