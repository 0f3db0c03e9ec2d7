/** Payments verified and classes of 40 taken by 16 people at once, among 100,000 members: `npm run bench busy`. */
import { join } from 'node:path'
import { z } from 'zod'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { anything, type Caller, listOfIds, order, signIn, type Work, workOff } from './support/caller.ts'
import { median, print, quantile } from './support/figures.ts'
import { fill } from './support/fill.ts'
import { processorOf, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'

const callers = 16
const rounds = 5
const paymentsOfRound = 160
const classesOfRound = 20

const starter = { code: 'TEN', title: 'Ten classes', credit: 100, duration: 12, description: 'Ten classes' }

const students = z.object({ items: z.array(z.object({ _id: z.string(), member: z.object({ _id: z.string() }) })) })

interface Round {
  rate: number
  took: number[]
  /** Processor milliseconds of a call: of the portal and of the database. */
  portal: number
  database: number
}

async function measure(portal: RunningPortal, people: readonly Caller[], count: number, work: Work): Promise<Round> {
  const before = processorOf(portal)
  const began = performance.now()
  const took = await workOff(people, count, work)
  const rate = count / ((performance.now() - began) / 1000)
  const after = processorOf(portal)
  const each = (of: 'portal' | 'database') => ((after[of] - before[of]) / count) * 1000
  return { rate, took, portal: each('portal'), database: each('database') }
}

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false)
  try {
    const embedded = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
    await fill(embedded, ['many-members', 'many-classes', 'open-classes'])
    const people = await Promise.all(Array.from({ length: callers }, () => signIn(portal.address, 'admin')))
    const [first] = people
    if (!first) throw new Error('Nobody is signed in')
    await first.call(anything, 'POST', '/credit-package', starter)
    const payments = await order(first, rounds * paymentsOfRound)
    const open = (await first.call(listOfIds, 'GET', `/class?searchText=Busy&limit=${rounds * classesOfRound}`)).items
    const rolls: { id: string; marks: object[] }[] = []
    for (const { _id: id } of open) {
      const { items } = await first.call(students, 'GET', `/enrollment/attendance/students/${id}`)
      if (items.length !== 40) throw new Error(`A class of ${items.length}`)
      rolls.push({ id, marks: items.map((one) => ({ member: one.member._id, enrollment: one._id, status: 'P' })) })
    }
    const works: { name: string; aim: number; size: number; work: Work }[] = [
      {
        name: 'verify a payment',
        aim: 120,
        size: paymentsOfRound,
        work: (caller, n) => caller.call(anything, 'PUT', `/payment/direct/${payments[n]}`, { isPay: true }),
      },
      {
        name: 'take a class of 40',
        aim: 80,
        size: classesOfRound,
        work: (caller, n) => caller.call(anything, 'POST', `/attendance/take/${rolls[n]?.id}`, rolls[n]?.marks),
      },
    ]
    const rows: (string | number)[][] = []
    for (const { name, aim, size, work } of works) {
      const found: Round[] = []
      for (let round = 0; round < rounds; round++)
        found.push(await measure(portal, people, size, (caller, n) => work(caller, round * size + n)))
      const took = found.flatMap((round) => round.took)
      rows.push([
        name,
        Math.round(median(found.map(({ rate }) => rate))),
        found.map(({ rate }) => Math.round(rate)).join(', '),
        aim,
        quantile(took, 0.5).toFixed(0),
        quantile(took, 0.95).toFixed(0),
        median(found.map((round) => round.portal)).toFixed(1),
        median(found.map((round) => round.database)).toFixed(1),
      ])
    }
    print(
      ['16 callers', 'a second', 'of each round', 'aim', 'p50 ms', 'p95 ms', 'processor ms, portal', 'and database'],
      rows,
    )
  } finally {
    await portal.stop()
  }
})
