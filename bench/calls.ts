/** Times of a desk's everyday calls on the demo academy with 4 callers: `npm run bench calls`. */
import { z } from 'zod'
import { anything, type Caller, order, signIn, type Work, workOff } from './support/caller.ts'
import { print, quantile } from './support/figures.ts'
import { processorOf, type RunningPortal, withDemoPortal } from './support/portal.ts'

const callers = 4
const times = 200

const today = z.object({ today: z.string() })
const classes = z.object({
  items: z.array(z.object({ _id: z.string(), date: z.string(), isAttendanceTaken: z.boolean() })),
})
const students = z.object({ items: z.array(z.object({ _id: z.string(), member: z.object({ _id: z.string() }) })) })
const names = z.object({ items: z.array(z.object({ _id: z.string(), chName: z.string().nullable() })) })

/** Past classes not yet marked, with up to 20 of their students. */
async function openClasses(caller: Caller) {
  const { today: now } = await caller.call(today, 'GET', '/config')
  const { items } = await caller.call(classes, 'GET', '/class?limit=1000&sort=-date')
  const open = items.filter(({ date, isAttendanceTaken }) => date <= now && !isAttendanceTaken)
  const withStudents = await Promise.all(
    open.map(async ({ _id }) => {
      const { items: those } = await caller.call(students, 'GET', `/enrollment/attendance/students/${_id}`)
      const marks = those.slice(0, 20).map((one) => ({ member: one.member._id, enrollment: one._id, status: 'P' }))
      return { _id, marks }
    }),
  )
  return withStudents.filter(({ marks }) => marks.length >= 10).slice(0, 60)
}

async function measureAll(portal: RunningPortal) {
  const { address } = portal
  const people = await Promise.all(Array.from({ length: callers }, () => signIn(address)))
  const [first] = people
  if (!first) return
  const open = await openClasses(first)
  const { items } = await first.call(names, 'GET', '/member?limit=50')
  const [{ _id: member } = { _id: '' }] = items
  const chinese = items.flatMap(({ chName }) => (chName ? [chName.slice(-2)] : []))[0] ?? '小明'
  const payments = await order(first, times)
  const get =
    (path: string): Work =>
    (caller) =>
      caller.call(anything, 'GET', path)
  const some = open.map(({ marks }) => marks.length)
  const works: (readonly [string, number, Work])[] = [
    ['members, first page of 50', times, get('/member?limit=50&sort=%2Bname')],
    ['members, part of a name', times, get('/member?limit=50&searchText=tan')],
    ['members, two Chinese characters', times, get(`/member?limit=50&searchText=${encodeURIComponent(chinese)}`)],
    ['payments, first page of 50', times, get('/payment?limit=50')],
    ['a member', times, get(`/member/${member}`)],
    ['attendance, open cases', times, get('/attendance?outstanding=true&limit=50')],
    ['dashboard', times, get('/dashboard/overview')],
    ['what waits, for the menu', times, get('/dashboard/waiting')],
    ['students of a class', times, get(`/enrollment/attendance/students/${open[0]?._id}`)],
    [
      `take attendance of a class (${Math.min(...some)} to ${Math.max(...some)} members)`,
      open.length,
      (caller, n) => caller.call(anything, 'POST', `/attendance/take/${open[n]?._id}`, open[n]?.marks),
    ],
    [
      'verify a payment',
      payments.length,
      (caller, n) => caller.call(anything, 'PUT', `/payment/direct/${payments[n]}`, { isPay: true }),
    ],
    ['official receipt, PDF', 40, (caller, n) => caller.file(`/payment/generate/pdf/${payments[n]}`)],
  ]
  const rows: (string | number)[][] = []
  for (const [name, count, work] of works) {
    const began = processorOf(portal)
    const took = await workOff(people, count, work)
    const ended = processorOf(portal)
    const each = (of: 'portal' | 'database') => (((ended[of] - began[of]) / took.length) * 1000).toFixed(1)
    const times = [quantile(took, 0.5).toFixed(1), quantile(took, 0.95).toFixed(1)]
    rows.push([name, took.length, ...times, each('portal'), each('database')])
  }
  print(['call', 'calls', 'p50 ms', 'p95 ms', 'processor ms, portal', 'and database'], rows)
}

await withDemoPortal(measureAll)
