import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findServer, stopServer } from '../../../src/postgres/server.ts'

const prefix = 'academy-test-server-'

/** Linux keeps here in memory what is not to last; elsewhere there is no such place. */
const memory = '/dev/shm'
/** What the server of a whole run may need, in bytes, and the tests beside it in memory. */
const [room, spare] = [2 ** 31, 2 ** 32]

/** A new folder for a test's embedded database, which lies in `postgres` inside; its name tells whose it is. */
export const testFolder = (place = tmpdir()) => mkdtempSync(path.join(place, `${prefix}${process.pid}-`))

/** The same in memory, where there is room: a database is some 700 files, and a run makes and drops hundreds of them. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize > room && process.availableMemory() > spare) return testFolder(memory)
  } catch {
    // There is no such place, or it is closed to us.
  }
  return testFolder()
}

/** Ends the servers and removes the folders of test runs that were killed. */
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
