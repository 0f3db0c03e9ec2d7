/**
 * The portal beside Directus 11 and beside a bare server that sends the same statements, on the same 100,000 members:
 * `npm run bench peers`. Installs Directus from npm into a temporary folder, or into `DIRECTUS_DIR`, which it keeps.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { listOfIds, signIn } from './support/caller.ts'
import { startDirectus, version } from './support/directus.ts'
import { median, print } from './support/figures.ts'
import { fill } from './support/fill.ts'
import { processorOf, type RunningPortal, startPortal, withDataDir } from './support/portal.ts'
import { recorder, type Statement } from './support/statements.ts'

const rounds = 5
const callsOfRound = 160
const readers = 4
/** Each of a member of their own. */
const writers = 8

interface Server {
  address: string
  pid: number
  headers: Record<string, string>
}

interface Call {
  method?: 'PUT' | 'PATCH'
  /** In turn. */
  paths: readonly string[]
  body?: (n: number) => unknown
}

/** The same work as each of the three is asked for it. */
interface Work {
  name: string
  callers: number
  portal: Call
  directus: Call
  /** The statements of each path of the bare server. */
  bare: Readonly<Record<string, readonly Statement[]>>
}

interface Measured {
  /** Processor milliseconds of a call: of the server and of the database. */
  server: number
  database: number
  /** Calls a second. */
  rate: number
}

/** Callers who each send the next call when the last is answered. */
async function measure(portal: RunningPortal, server: Server, call: Call, callers: number): Promise<Measured> {
  let next = 0
  const send = async (n: number) => {
    const path = call.paths[n % call.paths.length] ?? ''
    const answer = await fetch(server.address + path, {
      method: call.method ?? 'GET',
      headers: { ...server.headers, ...(call.body ? { 'content-type': 'application/json' } : {}) },
      ...(call.body ? { body: JSON.stringify(call.body(n)) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`)
  }
  const before = { at: performance.now(), own: processorOf(server).portal, database: processorOf(portal).database }
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < callsOfRound) await send(next++)
    }),
  )
  const each = (seconds: number) => (seconds / callsOfRound) * 1000
  return {
    server: each(processorOf(server).portal - before.own),
    database: each(processorOf(portal).database - before.database),
    rate: callsOfRound / ((performance.now() - before.at) / 1000),
  }
}

async function startBare(url: string, works: readonly Work[]): Promise<Server & { stop(): void }> {
  const child = fork(fileURLToPath(new URL('support/bare-server.ts', import.meta.url)))
  process.once('exit', () => child.kill())
  child.send({ url, calls: Object.assign({}, ...works.map((work) => work.bare)) })
  const [message] = await once(child, 'message')
  const { port } = z.object({ port: z.number() }).parse(message)
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, headers: {}, stop: () => child.kill() }
}

const classes = z.object({ items: z.array(z.object({ _id: z.string(), course: z.looseObject({ _id: z.string() }) })) })

/** What a row of ours has. */
const row = [
  ...['name', 'ch_name', 'dob', 'ic_no', 'tm_no', 'gender', 'nationality', 'email', 'phone_no', 'address', 'school'],
  ...['school_class', 'note', 'medical', 'picture', 'is_disable', 'is_independent', 'created_at', 'updated_at'],
  'belt.belt_color',
  'member_type.member_type',
  'coach_incharge.name',
  'relationship.relationship',
  'wallets.balance',
  'wallets.credit_expired',
  'parents.parent.name',
  'children.child.name',
]
const rollRow = [
  ...['credit_type', 'credit', 'remark', 'member.name', 'member.ch_name', 'member.picture', 'member.belt.belt_color'],
  ...['wallet_member.name', 'wallet_member.wallets.balance', 'wallet_member.wallets.credit_expired'],
]
const within = (name: string) => row.map((field) => `${name}.${field}`)
const query = (parts: Record<string, string>) => new URLSearchParams(parts).toString()

/** A member's note, and its record at the end of the audit trail. */
const updateOf = (member: string): Statement[] => {
  const about = {
    id: '{uuid}',
    at: '2026-11-20T04:00:00Z',
    username: 'bench',
    section: 'Membership',
    doc_type: 'member',
  }
  const to = [{ field: 'note', item: 'Of the bare server', type: 'added' }]
  const entry = {
    ...about,
    doc_id: member,
    action: 'Updated',
    description: 'Updated note',
    change_from: [],
    change_to: to,
  }
  return [
    { text: 'begin', values: [] },
    { text: 'update member set note = $2, updated_at = now() where id = $1', values: [member, 'Of the bare {uuid}'] },
    { text: 'select append_audit($1::jsonb)', values: [JSON.stringify([entry])] },
    { text: 'commit', values: [] },
  ]
}

/** What each of the three is asked; the statements of the bare server are those of the portal's call. */
async function worksOf(portal: RunningPortal, dataDir: string, url: string): Promise<Work[]> {
  const caller = await signIn(portal.address, 'admin')
  const recorded = await recorder(dataDir, url, caller.token)
  const people = (await caller.call(listOfIds, 'GET', `/member?isAdult=true&limit=${writers}`)).items
  const [lesson] = (await caller.call(classes, 'GET', '/class?limit=1&sort=-date')).items
  const [member] = people
  if (!member || !lesson) throw new Error('There is no member or no class')
  const page = { limit: '50', meta: 'filter_count' }
  const reads = [
    {
      name: 'list of 50 and the total',
      path: '/member?isChildren=true&limit=50&sort=%2Bname',
      directus: `/items/member?${query({ ...page, 'filter[kind][_eq]': 'child', 'filter[is_deleted][_eq]': 'false', sort: 'name', fields: row.join() })}`,
    },
    {
      name: 'list of 50 by wallet, most first',
      path: '/member?isAdult=true&limit=50&sort=-wallet',
      directus: `/items/wallet?${query({ ...page, 'filter[kind][_eq]': 'adult', 'filter[member][is_deleted][_eq]': 'false', sort: '-balance', fields: ['balance', ...within('member')].join() })}`,
    },
    {
      name: 'search: part of a name',
      path: '/member?isChildren=true&limit=50&searchText=tan',
      directus: `/items/member?${query({ ...page, 'filter[kind][_eq]': 'child', 'filter[is_deleted][_eq]': 'false', 'filter[name][_icontains]': 'tan', sort: 'name', fields: row.join() })}`,
    },
    {
      name: 'a member',
      path: `/member/${member._id}`,
      directus: `/items/member/${member._id}?${query({ fields: row.join() })}`,
    },
    {
      name: 'class roll',
      path: `/enrollment/attendance/students/${lesson._id}`,
      directus: `/items/enrolment?${query({ limit: '-1', 'filter[course][_eq]': lesson.course._id, fields: rollRow.join() })}`,
    },
    { name: 'profile', path: '/auth/profile', directus: '/users/me' },
  ]
  const works: Work[] = []
  for (const { name, path, directus } of reads) {
    // The second time, when what is kept for a while has been read.
    await recorded.readsOf(path, 'all')
    const statements = await recorded.readsOf(path, 'all')
    works.push({
      name,
      callers: readers,
      portal: { paths: [`/api/admin${path}`] },
      directus: { paths: [directus] },
      bare: { [path]: statements },
    })
  }
  await recorded.close()
  const note = (n: number) => ({ note: `Of ${n} and ${performance.now()}` })
  works.push({
    name: 'update with audit',
    callers: writers,
    portal: { method: 'PUT', paths: people.map(({ _id }) => `/api/admin/member/${_id}`), body: note },
    directus: { method: 'PATCH', paths: people.map(({ _id }) => `/items/member/${_id}`), body: note },
    bare: Object.fromEntries(people.map(({ _id }) => [`/update/${_id}`, updateOf(_id)])),
  })
  return works
}

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false)
  try {
    const embedded = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
    await fill(embedded, ['many-members', 'many-classes'])
    const works = await worksOf(portal, dataDir, embedded.url)
    const { token } = await signIn(portal.address, 'admin')
    const ours: Server = { ...portal, headers: { authorization: `Bearer ${token}` } }
    const bare = await startBare(embedded.ownerUrl(), works)
    const folder = process.env.DIRECTUS_DIR ?? join(dataDir, 'directus')
    await mkdir(folder, { recursive: true })
    const peer = await startDirectus(folder, embedded.ownerUrl())
    const of = (work: Work) =>
      [
        [ours, work.portal],
        [bare, { paths: Object.keys(work.bare) }],
        [peer, work.directus],
      ] as const
    const rows: (string | number)[][] = []
    for (const work of works) {
      for (const [server, call] of of(work)) await measure(portal, server, call, work.callers)
      const found: Measured[][] = []
      // In turn, so that all three meet the same load on the machine.
      for (let round = 0; round < rounds; round++) {
        const three: Measured[] = []
        for (const [server, call] of of(work)) three.push(await measure(portal, server, call, work.callers))
        found.push(three)
      }
      const middle = (at: number, figure: (one: Measured) => number) =>
        median(found.flatMap((three) => (three[at] ? [figure(three[at])] : [])))
      const both = (at: number) => middle(at, ({ server, database }) => server + database)
      const parts = (at: number) =>
        `${middle(at, ({ server }) => server).toFixed(1)} + ${middle(at, ({ database }) => database).toFixed(1)}`
      const rate = (at: number) => middle(at, (one) => one.rate)
      rows.push([
        work.name,
        ...[0, 1, 2].map(parts),
        (both(0) / both(1)).toFixed(2),
        (both(0) / both(2)).toFixed(2),
        ...[0, 1, 2].map((at) => rate(at).toFixed(0)),
        (rate(0) / rate(2)).toFixed(1),
      ])
    }
    print(
      [
        'processor ms, server + database',
        'portal',
        'bare',
        `Directus ${version}`,
        'portal to bare',
        'to Directus',
        'a second, portal',
        'bare',
        'Directus',
        'portal to Directus',
      ],
      rows,
    )
    bare.stop()
    await peer.stop()
  } finally {
    await portal.stop()
  }
})
