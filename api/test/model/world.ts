import { apiRoot } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { newId } from '../../src/platform/data/index.ts'
import { createSession } from '../../src/staff/staff.ts'
import { courses, enrolments, type Office, openCases, opening, packages, people, sessions, settle } from './fixtures.ts'
import { called, type Model } from './model.ts'
import { formatsOf, storedBooks } from './saved.ts'

const start = Date.parse('2026-11-20T04:00:00Z')

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path parts that are names are sent as ids. */
  path: string[]
  query?: Record<string, string>
  /** Like the path's parts, at any depth. */
  body?: unknown
}

/** The portal's response, with names instead of ids. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

const uuid = /"([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g

const openingOf = (name: string) => ({
  kind: 'opening',
  credit: opening[name] ?? 0,
  balance: opening[name] ?? 0,
  reverses: null,
})

/** Members of its own, two courses and their classes on a portal, before the first command. */
export async function newWorld(office: Office) {
  const { portal } = office
  office.runs++
  // Another second for each run, so that ids sort by creation.
  const first = new Date(start + office.runs * 1000).toISOString()
  portal.clock.set(first)
  const ids = new Map(Object.entries(office.ids))
  for (const { name } of [...people, ...courses, ...sessions, ...enrolments, ...openCases])
    ids.set(name, newId(portal.clock))
  await settle(office, (name) => ids.get(name) ?? '', first)
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  let { token } = office.clerk
  let requests = 0

  /** The same with names instead of ids, and instants always with milliseconds. */
  const named = (given: unknown): Record<string, unknown> =>
    JSON.parse(
      JSON.stringify(given)
        .replace(uuid, (_, id: string) => JSON.stringify(names.get(id) ?? id))
        .replace(/(T\d\d:\d\d:\d\d)Z"/g, '$1.000Z"'),
    )
  const idOf = (name: unknown) => (typeof name === 'string' ? (ids.get(name) ?? name) : name)

  /** The id of 'entry 3 of Adam', which has no name of its own; of any other part what it names. */
  async function partOf(part: string): Promise<unknown> {
    const [, version, of = ''] = /^entry (\d+) of (.+)$/.exec(part) ?? []
    if (version === undefined) return idOf(part)
    const { rows } = await sql<{ id: string }>`
      select id from wallet_entry where member = ${ids.get(of)} and version = ${Number(version)}`.execute(portal.handle)
    return rows[0]?.id
  }

  const idsOf = (all: readonly { name: string }[]) => all.map(({ name }) => ids.get(name) ?? '')

  return {
    /** Gives a new document its name. */
    learn(name: string, id: unknown): void {
      if (ids.has(name) || typeof id !== 'string') return
      ids.set(name, id)
      names.set(id, name)
    },
    /** As the clerk; a repeat has the idempotency key of the call before. */
    async send({ method, path, query = {}, body }: Request, repeats: 'once' | 'twice' | 'again' = 'once') {
      if (repeats === 'twice') requests++
      const search = new URLSearchParams(
        Object.entries(query).map(([key, value]): [string, string] => [key, String(idOf(value))]),
      )
      const parts = await Promise.all(path.map(partOf))
      const answer = await portal.app.inject({
        method,
        url: `${apiRoot}/${parts.map((part) => encodeURIComponent(String(part))).join('/')}?${search}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(repeats === 'once' ? {} : { 'idempotency-key': `${ids.get('Adam')} ${requests}` }),
        },
        ...(body === undefined ? {} : { payload: JSON.parse(JSON.stringify(body), (_, part) => idOf(part)) }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    named,
    async moveClock(now: string): Promise<void> {
      portal.clock.set(now)
      // Sessions do not last for days.
      const device = { address: '127.0.0.1', userAgent: 'model' }
      token = (await portal.run((tx) => createSession(tx, office.clerk.userId, device))).token
    },
    /** Everything the database holds of these members. */
    books: async () => named(await storedBooks(office, idsOf(people), idsOf(courses))),
    /** The model's counterpart. */
    model: async (): Promise<Model> => {
      const enrolled = enrolments.map((each) => ({ ...each }))
      return {
        now: first,
        clerk: office.clerk.name,
        people: people.map(({ name, kind, parents }) => ({
          name,
          kind,
          parents: [...parents],
          isIndependent: kind !== 'child',
          isDisable: false,
          entries: name in opening ? [openingOf(name)] : [],
          expires: null,
          givenExpiry: null,
          bought: [],
          notices: [],
        })),
        packages,
        courses,
        sessions,
        payments: [],
        adjustments: [],
        enrolments: enrolled,
        marks: openCases.map(({ name, session }) => ({
          name,
          session,
          member: 'Tina',
          enrolment: called(enrolled, 'enrolment 3'),
          creditType: 'normal',
          status: 'P',
          checkIn: '18:00',
          credit: 10,
          isOutstanding: true,
          wallet: 'Felix',
          entry: null,
          paidAt: null,
          closedAt: null,
        })),
        marked: openCases.length,
        formats: await formatsOf(office),
      }
    },
  }
}
export type World = Awaited<ReturnType<typeof newWorld>>
