import { apiRoot } from '@academy/contract/kit/route.ts'
import { sql } from 'kysely'
import { newId } from './kit/ids.ts'
import { createSession } from './staff/staff.ts'
import type { TestPortal } from './testing.ts'
import { testPortal } from './testing.ts'
import { choicesIn, insertRow } from './testing-families.ts'
import { type Books, called, type Model } from './testing-model.ts'

const start = Date.parse('2026-11-20T04:00:00Z')

/** One portal for many runs: what all of them refer to, and who calls. */
export interface Office {
  portal: TestPortal
  clerk: { name: string; userId: string; token: string }
  ids: Record<string, string>
  runs: number
  close(): Promise<void>
}

export const packages = [
  { name: 'small package', credit: 20, addition: 0, duration: 1, isDisable: false },
  { name: 'large package', credit: 50, addition: 10, duration: 6, isDisable: false },
  { name: 'old package', credit: 10, addition: 0, duration: 3, isDisable: true },
]

export async function openOffice(): Promise<Office> {
  const portal = await testPortal()
  const { userId, token } = await portal.as(undefined, { username: 'clerk' })
  const { coach, relationship } = await choicesIn(portal)
  const ids = await portal.run(async (tx) => {
    const rows: Record<string, string> = {
      coach,
      relationship,
      sport: await insertRow(tx, 'sport', { description: 'Karate' }),
      centre: await insertRow(tx, 'centre', { description: 'Klang' }),
    }
    for (const { name, isDisable, ...pack } of packages) {
      const row = { ...pack, code: name, title: name, description: name, is_disable: isDisable }
      rows[name] = await insertRow(tx, 'credit_package', row)
    }
    return rows
  })
  return { portal, clerk: { name: 'clerk', userId, token }, ids, runs: 0, close: () => portal.close() }
}

const people = [
  { name: 'Adam', kind: 'adult', parents: [] },
  { name: 'Mona', kind: 'parent', parents: [] },
  { name: 'Felix', kind: 'parent', parents: [] },
  { name: 'Kim', kind: 'child', parents: ['Mona'] },
  { name: 'Tina', kind: 'child', parents: ['Mona', 'Felix'] },
] as const

const courses = [
  { name: 'karate', credits: { special: 15, normal2: 20, normal: 10, free: 0 } },
  { name: 'judo', credits: { special: 5, normal2: 40, normal: 30, free: 0 } },
]
const sessions = [
  { name: 'karate on 3 November', course: 'karate', date: '2026-11-03' },
  { name: 'karate on 10 November', course: 'karate', date: '2026-11-10' },
  { name: 'karate on 17 November', course: 'karate', date: '2026-11-17' },
  { name: 'karate on 24 November', course: 'karate', date: '2026-11-24' },
  { name: 'judo on 5 November', course: 'judo', date: '2026-11-05' },
  { name: 'judo on 19 November', course: 'judo', date: '2026-11-19' },
]

const enrolments = [
  { name: 'enrolment 1', member: 'Adam', payer: 'Adam' },
  { name: 'enrolment 2', member: 'Kim', payer: 'Mona' },
  { name: 'enrolment 3', member: 'Tina', payer: 'Felix' },
].map((each) => ({ ...each, course: 'karate', creditType: 'normal', credit: 10, isDisable: false }))

/** Classes that Tina came to and Felix has not paid yet. */
const openCases = [
  { name: 'mark 1', session: 'karate on 3 November', date: '2026-11-03' },
  { name: 'mark 2', session: 'karate on 10 November', date: '2026-11-10' },
]

/** What the wallets hold at first. */
const opening: Record<string, number> = { Adam: 40, Mona: 30, Felix: 5 }

const openingOf = (name: string) => ({
  kind: 'opening',
  credit: opening[name] ?? 0,
  balance: opening[name] ?? 0,
  reverses: null,
})

/** Straight into the tables, for it is done anew for every run. */
async function settle(office: Office, idOf: (name: string) => string, at: string): Promise<void> {
  const stamps = { created_at: at, updated_at: at }
  const instructors = { main_instructor: sql`array[${idOf('coach')}::uuid]`, starts: '18:00', ends: '19:00' }
  const years = courses.map(({ name }) => ({ id: newId(office.portal.clock), course: idOf(name) }))
  const tables: Record<string, Record<string, unknown>[]> = {
    member: people.map(({ name, kind }) => ({
      id: idOf(name),
      name,
      kind,
      is_independent: kind !== 'child',
      ic_no: kind === 'adult' ? idOf(name).slice(0, 30) : null,
      relationship: kind === 'parent' ? idOf('relationship') : null,
      dob: kind === 'parent' ? null : '2010-02-28',
      gender: kind === 'parent' ? null : 'Male',
      nationality: 'Malaysian',
      email: `${idOf(name)}@example.com`,
      coach_incharge: idOf('coach'),
      ...stamps,
    })),
    member_parent: people.flatMap(({ name, parents }) =>
      parents.map((parent) => ({ child: idOf(name), parent: idOf(parent) })),
    ),
    wallet: people.map(({ name }) => {
      const balance = opening[name] ?? 0
      return { member: idOf(name), balance, version: balance > 0 ? 1 : 0 }
    }),
    wallet_entry: Object.entries(opening).map(([name, credit]) => ({
      id: newId(office.portal.clock),
      member: idOf(name),
      version: 1,
      at,
      kind: 'opening',
      credit,
      balance_before: 0,
      balance_after: credit,
      cause: `opening/${idOf(name)}`,
      cause_type: 'opening',
      cause_label: 'Opening balance',
      by_name: 'test',
    })),
    course: courses.map(({ name, credits }) => ({
      id: idOf(name),
      name: `${name} ${idOf(name)}`,
      ...credits,
      sport: idOf('sport'),
      centre: idOf('centre'),
      ...stamps,
    })),
    course_year: years.map((year) => ({ ...year, year: 2026, day: 2, ...instructors, ...stamps })),
    class: sessions.map(({ name, course, date }) => ({
      id: idOf(name),
      course: idOf(course),
      course_year: years.find((year) => year.course === idOf(course))?.id,
      date,
      is_attendance_taken: openCases.some(({ session }) => session === name),
      ...instructors,
      ...stamps,
    })),
    enrolment: enrolments.map(({ name, member, course, payer, creditType, credit }) => ({
      id: idOf(name),
      member: idOf(member),
      course: idOf(course),
      wallet_member: idOf(payer),
      credit_type: creditType,
      credit,
      ...stamps,
    })),
    attendance: openCases.map(({ name, session, date }) => ({
      id: idOf(name),
      class: idOf(session),
      course: idOf('karate'),
      member: idOf('Tina'),
      enrolment: idOf('enrolment 3'),
      wallet_member: idOf('Felix'),
      credit_type: 'normal',
      status: 'P',
      class_date: date,
      check_in: '18:00',
      credit_minus: 10,
      outstanding: true,
      taken_by_name: office.clerk.name,
      ...stamps,
    })),
  }
  await office.portal.portal.database.handle.transaction().execute(async (db) => {
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
      const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
      await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(db)
    }
  })
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Parts that are names go out as ids. */
  path: string[]
  query?: Record<string, string>
  /** As the path's parts, at any depth. */
  body?: unknown
}

/** What the portal answers, with names where it says ids. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

const uuid = /"([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})"/g

/** Members of their own, two courses and their classes on a portal, before anything happened to them. */
export async function newWorld(office: Office) {
  const { portal } = office
  office.runs++
  // Another second for each run, so that ids sort by their creation.
  const first = new Date(start + office.runs * 1000).toISOString()
  portal.clock.set(first)
  const ids = new Map(Object.entries(office.ids))
  for (const { name } of [...people, ...courses, ...sessions, ...enrolments, ...openCases])
    ids.set(name, newId(portal.clock))
  await settle(office, (name) => ids.get(name) ?? '', first)
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  let { token } = office.clerk
  let requests = 0

  /** The same with names in place of ids, and instants always with milliseconds. */
  const named = (given: unknown): Record<string, unknown> =>
    JSON.parse(
      JSON.stringify(given)
        .replace(uuid, (_, id: string) => JSON.stringify(names.get(id) ?? id))
        .replace(/(T\d\d:\d\d:\d\d)Z"/g, '$1.000Z"'),
    )
  const idOf = (name: unknown) => (typeof name === 'string' ? (ids.get(name) ?? name) : name)

  const idsOf = (all: readonly { name: string }[]) => all.map(({ name }) => ids.get(name) ?? '')

  return {
    /** Gives a new document its name. */
    learn(name: string, id: unknown): void {
      if (ids.has(name) || typeof id !== 'string') return
      ids.set(name, id)
      names.set(id, name)
    },
    /** As the clerk; a repeat has the key of the call before. */
    async send({ method, path, query = {}, body }: Request, repeats: 'once' | 'twice' | 'again' = 'once') {
      if (repeats === 'twice') requests++
      const search = new URLSearchParams(
        Object.entries(query).map(([key, value]): [string, string] => [key, String(idOf(value))]),
      )
      const answer = await portal.app.inject({
        method,
        url: `${apiRoot}/${path.map((part) => encodeURIComponent(String(idOf(part)))).join('/')}?${search}`,
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
      // Nobody stays signed in for days.
      const device = { address: '127.0.0.1', userAgent: 'model' }
      token = (await portal.run((tx) => createSession(tx, office.clerk.userId, device))).token
    },
    /** All that the database keeps of these members. */
    books: async () => named(await keptOf(office, idsOf(people), idsOf(courses))),
    /** The model of it all. */
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
          status: 'P',
          checkIn: '18:00',
          credit: 10,
          isOutstanding: true,
          wallet: 'Felix',
          entry: null,
        })),
        marked: openCases.length,
        formats: await formatsOf(office),
      }
    },
  }
}
export type World = Awaited<ReturnType<typeof newWorld>>

async function formatsOf(office: Office): Promise<Model['formats']> {
  const { rows } = await sql<{ formats: Model['formats'] }>`
    select json_object_agg(type, json_build_object('format', format, 'issued', running_no)) as formats
    from document_format`.execute(office.portal.portal.database.handle)
  const [row] = rows
  if (!row) throw new Error('There are no formats')
  return row.formats
}

/** In one statement, since it is asked after every command; shaped as the model's books. */
async function keptOf(office: Office, members: string[], taught: string[]): Promise<Books> {
  const { rows } = await sql<Books>`
    with who as (select * from member where id = any(${members}::uuid[]))
    select
      (select json_object_agg(who.id, json_build_object(
          'isIndependent', is_independent, 'isDisable', who.is_disable, 'balance', balance, 'expires', credit_expired,
          'entries', coalesce((select json_agg(json_build_object('kind', e.kind, 'credit', e.credit,
              'balance', e.balance_after, 'reverses', taken.version) order by e.version)
            from wallet_entry e left join wallet_entry taken on taken.id = e.reverses where e.member = who.id), '[]'),
          'notices', coalesce((select json_agg(substring(message from 'was (verified|rejected|cancelled)') ||
              coalesce(', call ' || substring(message from '03-1234 5678'), '') order by notice.id)
            from notice where notice.member = who.id), '[]')))
        from who join wallet on wallet.member = who.id) as people,
      coalesce((select json_agg(json_build_object('name', payment.id, 'payer', member, 'credit', credit_purchase,
          'status', case when is_rejected then 'Rejected' when is_cancelled then 'Cancelled' when is_pay then 'Done'
            else 'Pending' end,
          'orderNo', order_no, 'receiptNo', receipt_no, 'until', expired_date, 'settledBy', verified_by_name)
          order by payment.id)
        from payment join who on who.id = member), '[]') as payments,
      coalesce((select json_agg(json_build_object('name', a.id, 'docNo', doc_no, 'member', member,
          'credit', adjust_credit, 'status', status) order by a.id)
        from credit_adjustment a join who on who.id = member), '[]') as adjustments,
      coalesce((select json_agg(json_build_object('name', e.id, 'member', member, 'course', course,
          'creditType', credit_type, 'credit', credit, 'payer', wallet_member, 'isDisable', e.is_disable) order by e.id)
        from enrolment e join who on who.id = member), '[]') as enrolments,
      coalesce((select json_agg(json_build_object('name', a.id, 'session', class, 'member', a.member, 'enrolment',
          enrolment, 'status', status, 'checkIn', check_in, 'credit', credit_minus, 'isOutstanding', outstanding,
          'wallet', wallet_member, 'entry', paid.version) order by a.id)
        from attendance a join who on who.id = a.member left join wallet_entry paid on paid.id = entry), '[]') as marks,
      coalesce((select json_agg(class.id order by class.id) from class
        where is_attendance_taken and course = any(${taught}::uuid[])), '[]') as taken,
      (select json_object_agg(type, running_no) from document_format) as issued`.execute(
    office.portal.portal.database.handle,
  )
  const [row] = rows
  if (!row) throw new Error('The books are empty')
  return row
}
