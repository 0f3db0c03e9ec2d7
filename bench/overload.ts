/**
 * What a portal answers and refuses, and how late its event loop is, with more and more callers at once:
 * `npm run bench overload`. SHED_DELAY=0 measures it without refusals.
 */
import { anything, signIn } from './support/caller.ts'
import { print, quantile } from './support/figures.ts'
import { startPortal, withDataDir } from './support/portal.ts'

const seconds = 12
const readings = ['/member?limit=50&sort=%2Bname', '/payment?limit=50', '/dashboard/overview']

await withDataDir(async (dataDir) => {
  const { SHED_DELAY = '1000' } = process.env
  const portal = await startPortal(dataDir, true, true, { SHED_DELAY })
  const owner = await signIn(portal.address)
  for (const path of readings) await owner.call(anything, 'GET', path)
  const rows: (string | number)[][] = []
  for (const callers of [4, 32, 128, 512, 1024]) {
    const took: number[] = []
    const refused = new Map<string, number>()
    await portal.loopDelay()
    const until = performance.now() + seconds * 1000
    const keepCalling = async (caller: number) => {
      for (let n = caller; performance.now() < until; n++) {
        const began = performance.now()
        const answer = await fetch(`${portal.address}/api/admin${readings[n % readings.length]}`, {
          headers: { authorization: `Bearer ${owner.token}` },
        }).catch(() => undefined)
        const text = await answer?.text()
        if (answer?.ok) took.push(performance.now() - began)
        else {
          const why = answer ? (/"message":"([^"]*)/.exec(text ?? '')?.[1] ?? String(answer.status)) : 'no answer'
          refused.set(why, (refused.get(why) ?? 0) + 1)
        }
      }
    }
    await Promise.all(Array.from({ length: callers }, (_, caller) => keepCalling(caller)))
    const { p50, p99, most } = await portal.loopDelay()
    const why = [...refused].map(([words, count]) => `${count} ${words}`).join('; ')
    const times = [quantile(took, 0.5), quantile(took, 0.95)].map(Math.round)
    rows.push([callers, took.length, ...times, ...[p50, p99, most].map(Math.round), why || 0])
  }
  await portal.stop()
  print(['callers', 'answered', 'p50 ms', 'p95 ms', 'loop p50 ms', 'p99', 'most', 'refused'], rows)
})
