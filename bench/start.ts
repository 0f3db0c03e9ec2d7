/** Time to ready and memory: `npm run bench start`. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { anything, listOfIds, order, signIn } from './support/caller.ts'
import { median, print, repeat } from './support/figures.ts'
import { type Memory, memoryOf, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'

const rounds = 3

/** Starts, measures and stops again. */
async function started<Result>(
  dataDir: string,
  demoData: boolean,
  measure: (portal: RunningPortal) => Promise<Result>,
) {
  const portal = await startPortal(dataDir, demoData)
  try {
    return { seconds: portal.seconds, seen: await measure(portal) }
  } finally {
    await portal.stop()
  }
}

/** A morning at the desk: sign-in, 300 pages of lists, 50 orders and verifications, 20 receipts, 4 people at once. */
async function work({ address }: RunningPortal) {
  const people = await Promise.all([1, 2, 3, 4].map(() => signIn(address)))
  const lists = ['/member', '/payment', '/enrollment', '/class', '/attendance', '/belt']
  await Promise.all(
    people.map(async (person, which) => {
      for (let n = 0; n < 75; n++)
        await person.call(listOfIds, 'GET', `${lists[(n + which) % lists.length]}?limit=50&offset=${n}`)
    }),
  )
  const [clerk] = people
  if (!clerk) return
  const payments = await order(clerk, 50)
  for (const id of payments) await clerk.call(anything, 'PUT', `/payment/direct/${id}`, { isPay: true })
  for (const id of payments.slice(0, 20)) await clerk.file(`/payment/generate/pdf/${id}`)
}

async function memory(portal: RunningPortal): Promise<{ idle: Memory; after: Memory }> {
  await pause(5000)
  const idle = memoryOf(portal)
  await work(portal)
  await pause(5000)
  return { idle, after: memoryOf(portal) }
}

const seconds = (values: readonly { seconds: number }[]) =>
  [
    median(values.map((value) => value.seconds)).toFixed(1),
    values.map((value) => value.seconds.toFixed(1)).join(', '),
  ] as const
const megabytes = ({ pss, rss, portal, processes }: Memory) =>
  [
    Math.round(pss),
    `PSS; RSS ${Math.round(rss)}; the portal's own process ${Math.round(portal)}; ${processes} processes`,
  ] as const
const nothing = async () => undefined

await withDataDir(async (folder) => {
  // Builds stale screens and warms the disk cache.
  await started(join(folder, 'warm'), false, nothing)
  const empty = await repeat(rounds, (n) => started(join(folder, `empty-${n}`), false, nothing))
  const demo = await repeat(rounds, (n) => started(join(folder, `demo-${n}`), true, nothing))
  const second = await repeat(rounds, (n) => started(join(folder, `demo-${n}`), true, memory))
  const [{ seen } = { seen: undefined }] = second
  if (!seen) return
  print(
    ['what', 'median', 'unit and details'],
    [
      ['first start, without demo data', seconds(empty)[0], `s (${seconds(empty)[1]})`],
      ['first start, with the demo academy', seconds(demo)[0], `s (${seconds(demo)[1]})`],
      ['second start', seconds(second)[0], `s (${seconds(second)[1]}); aim 5`],
      ['memory idle after a second start', ...megabytes(seen.idle)],
      ['memory after the work', megabytes(seen.after)[0], `${megabytes(seen.after)[1]}; aim 400`],
    ],
  )
})
