import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findServer, stopServer } from '../../../src/postgres/server.ts'

const prefix = 'academy-test-server-'

/** A new folder for a test's embedded database, which lies in `postgres` inside; its name tells whose it is. */
export const testFolder = () => mkdtempSync(path.join(tmpdir(), `${prefix}${process.pid}-`))

/** Ends the servers and removes the folders of test runs that were killed. */
export async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (existsSync(`/proc/${Number.parseInt(name.slice(prefix.length), 10)}`)) continue
    const home = path.join(tmpdir(), name)
    const folder = path.join(home, 'postgres')
    const server = await findServer(folder).catch(() => undefined)
    if (server) await stopServer(server.pid, folder)
    rmSync(home, { recursive: true, force: true })
  }
}
