import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalProcess } from '../support/platform/process.ts'
import { administrator, clientAt, until } from './client.ts'
import { movedClock } from './clock.ts'
import { newDisk } from './disk.ts'
import type { Fault, Ground } from './strikes.ts'

interface Extent {
  /** Faults of disk and clock too, where this machine can make them; told what is left out, and why. */
  leftOut?: (line: string) => void
}

/** A portal with its embedded server, as `npm start` runs it. */
export async function onePortal({ leftOut }: Extent = {}): Promise<Ground> {
  const home = await mkdtemp(join(tmpdir(), 'academy-faults-'))
  const able = <T>(what: string, make: () => T): T | undefined => {
    if (!leftOut) return undefined
    try {
      return make()
    } catch (error) {
      leftOut(`Left out: ${what}: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
  const disk = able('power cut and full disk', newDisk)
  const clock = able('clock', () => movedClock(join(home, 'clock')))
  const portal = await portalProcess({
    ADMIN_PASSWORD: administrator.password,
    DATA_DIR: join(disk?.folder ?? home, 'data'),
    ...clock?.environment,
  })
  const client = clientAt(() => portal.url(''))
  const { heal } = client
  await portal.start()

  const killServer = () => process.kill(portal.database().pid, 'SIGKILL')
  /** A session that dies has the server end all others and recover, as it does when memory runs out. */
  function killSession() {
    const session = portal
      .database()
      .processes.findLast((pid) => / 127\.0\.0\.1\(/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    if (session) process.kill(session, 'SIGKILL')
  }
  async function startAgain() {
    await portal.gone()
    await portal.start()
  }

  const faults: Fault[] = [
    { name: 'the portal is killed', strike: () => portal.kill(), recover: startAgain },
    { name: 'the database server is killed', strike: killServer, recover: heal },
    { name: 'a session of the database is killed', strike: killSession, recover: heal },
    {
      name: 'portal and database server are killed together',
      strike() {
        killServer()
        portal.kill()
      },
      recover: startAgain,
    },
  ]
  if (disk)
    faults.push(
      {
        name: 'the power is cut',
        strike() {
          // Of a disk without power nothing is read any more, not even who runs.
          const { pid, processes } = portal.database()
          disk.cutPower()
          portal.kill()
          for (const each of [pid, ...processes]) kill(each)
        },
        async recover() {
          await portal.gone()
          await disk.plugIn()
          await portal.start()
        },
      },
      {
        name: 'the disk is full',
        strike: disk.fill,
        async recover() {
          disk.free()
          await heal()
        },
      },
    )
  if (clock) {
    const move = (hours: number) => async () => {
      clock.move(hours)
      await until('the portal has the new time', async () => {
        const said = (await fetch(portal.url('/health/live'))).headers.get('date')
        return Math.abs(Date.parse(said ?? '') - Date.now() - clock.ahead() * 3_600_000) < 60_000
      })
    }
    faults.push(
      { name: 'the clock is put an hour forward', strike: move(1), recover: heal, movesClock: true },
      { name: 'the clock is put an hour back', strike: move(-1), recover: heal, movesClock: true },
    )
  }
  return {
    client,
    faults,
    async end() {
      if (disk) {
        await portal.stop()
        disk.remove()
      } else await portal.remove()
      await rm(home, { recursive: true, force: true })
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}
