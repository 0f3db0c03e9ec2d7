/**
 * What 1, 2 and 4 portals on one database answer, and the processor time of a call, with 16 callers in turn at each of
 * them: `npm run bench processes`. Callers and database are on the same cores.
 */
import { join } from 'node:path'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { anything, signIn } from './support/caller.ts'
import { print, quantile } from './support/figures.ts'
import { memoryOf, password, processorOf, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'

const callers = 16
const times = 1200
const readings = ['/member?limit=50&sort=%2Bname', '/payment?limit=50', '/dashboard/overview']

await withDataDir(async (folder) => {
  const database = await startEmbedded(join(folder, 'postgres'), () => {})
  const start = (n: number) =>
    startPortal(join(folder, `portal ${n}`), true, false, {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl(),
      FILES_DIR: join(folder, 'files'),
      AUDIT_KEY_FILE: join(folder, 'audit-key'),
    })
  const portals: RunningPortal[] = []
  const rows: (string | number)[][] = []
  for (const count of [1, 2, 4]) {
    while (portals.length < count) portals.push(await start(portals.length))
    const people = await Promise.all(portals.map(({ address }) => signIn(address, 'owner', password)))
    const used = () => portals.reduce((sum, portal) => sum + processorOf(portal).portal, 0)
    const took: number[] = []
    let next = 0
    async function keepCalling() {
      while (next < times) {
        const n = next++
        const began = performance.now()
        await people[n % count]?.call(anything, 'GET', readings[Math.floor(n / count) % readings.length] ?? '')
        took.push(performance.now() - began)
      }
    }
    const before = used()
    const began = performance.now()
    await Promise.all(Array.from({ length: callers }, keepCalling))
    const seconds = (performance.now() - began) / 1000
    const memory = portals.reduce((sum, portal) => sum + memoryOf(portal).portal, 0) / count
    const each = ((used() - before) / times) * 1000
    const half = quantile(took, 0.5).toFixed(0)
    rows.push([
      count,
      Math.round(times / seconds),
      half,
      quantile(took, 0.95).toFixed(0),
      each.toFixed(1),
      Math.round(memory),
    ])
  }
  await Promise.all(portals.map((portal) => portal.stop()))
  await database.stop()
  print(
    ['portals', 'calls a second', 'p50 ms', 'p95 ms', 'processor ms of a call, portal', 'MB each portal, PSS'],
    rows,
  )
})
