/** What `npm run faults` runs: bootstrap/faults.mjs has its options. */
import { parseArgs } from 'node:util'
import { behindNginx } from './behind-nginx.ts'
import { onePortal } from './one-portal.ts'
import { type Amount, type Count, countFaults, type Ground } from './strikes.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { long: { type: 'boolean' }, faults: text, writes: text, only: { ...text, default: '' } },
})
const faults = Number(values.faults ?? (values.long ? 200 : 28))
const writes = Number(values.writes ?? (values.long ? 50_000 : 2000))

// An early end stops what was started, too.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const say = (line: string) => console.log(line)
const grounds: Ground[] = []
for (const open of [onePortal, behindNginx]) {
  const ground = await open({ leftOut: say })
  if (!ground) continue
  ground.faults = ground.faults.filter(({ name }) => name.includes(values.only))
  if (ground.faults.length > 0) grounds.push(ground)
  else await ground.end()
}
const kinds = grounds.reduce((sum, ground) => sum + ground.faults.length, 0)

/** Its part of the faults and writes, by its kinds of faults. */
function partOf({ faults: own }: Ground): Amount {
  const part = (whole: number) => Math.round((whole * own.length) / kinds)
  // A course has classes of the ten years that a schedule may be of.
  const classEvery = Math.max(16, Math.ceil(part(writes) / 600))
  return { faults: part(faults), writes: part(writes), clients: 16, classEvery }
}

const counts: Count[] = []
try {
  counts.push(...(await Promise.all(grounds.map((ground) => countFaults(ground, partOf(ground), say)))))
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
for (const ground of grounds) await ground.end().catch(console.error)
if (process.exitCode) process.exit()
const made = counts.flatMap((count) => [...count.kinds])
for (const [name, { made: times, unanswered }] of made)
  say(`${times} times ${name}; ${unanswered} writes had no answer and were sent again`)
const lost = counts.flatMap((count) => count.lost)
const doubled = counts.flatMap((count) => count.doubled)
for (const each of lost) say(`LOST ${each}`)
for (const each of doubled) say(`DOUBLED ${each}`)
const total = made.reduce((sum, [, { made: times }]) => sum + times, 0)
const acknowledged = counts.reduce((sum, count) => sum + count.acknowledged, 0)
say(`${total} faults, ${acknowledged} acknowledged, ${lost.length} lost, ${doubled.length} doubled`)
process.exit(lost.length + doubled.length > 0 || total === 0 ? 1 : 0)
