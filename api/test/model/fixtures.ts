/** The people and documents that every run of the model starts with. */
import { sql } from 'kysely'
import { newId } from '../../src/platform/data/index.ts'
import { choicesIn, insertRow } from '../support/families.ts'
import { type TestPortal, testPortal } from '../support/portal.ts'

/** One portal for many runs: the lists they all refer to, and the caller. */
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

export const people = [
  { name: 'Adam', kind: 'adult', parents: [] },
  { name: 'Mona', kind: 'parent', parents: [] },
  { name: 'Felix', kind: 'parent', parents: [] },
  { name: 'Kim', kind: 'child', parents: ['Mona'] },
  { name: 'Tina', kind: 'child', parents: ['Mona', 'Felix'] },
] as const

export const courses = [
  { name: 'karate', credits: { special: 15, normal2: 20, normal: 10, free: 0 } },
  { name: 'judo', credits: { special: 5, normal2: 40, normal: 30, free: 0 } },
]
export const sessions = [
  { name: 'karate on 3 November', course: 'karate', date: '2026-11-03' },
  { name: 'karate on 10 November', course: 'karate', date: '2026-11-10' },
  { name: 'karate on 17 November', course: 'karate', date: '2026-11-17' },
  { name: 'karate on 24 November', course: 'karate', date: '2026-11-24' },
  { name: 'judo on 5 November', course: 'judo', date: '2026-11-05' },
  { name: 'judo on 19 November', course: 'judo', date: '2026-11-19' },
]

export const enrolments = [
  { name: 'enrolment 1', member: 'Adam', payer: 'Adam' },
  { name: 'enrolment 2', member: 'Kim', payer: 'Mona' },
  { name: 'enrolment 3', member: 'Tina', payer: 'Felix' },
].map((each) => ({ ...each, course: 'karate', creditType: 'normal', credit: 10, isDisable: false }))

/** Classes that Tina attended and Felix has not paid yet. */
export const openCases = [
  { name: 'mark 1', session: 'karate on 3 November', date: '2026-11-03' },
  { name: 'mark 2', session: 'karate on 10 November', date: '2026-11-10' },
]

/** The initial balances. */
export const opening: Record<string, number> = { Adam: 40, Mona: 30, Felix: 5 }

/** Inserted directly, because it is repeated for every run. */
export async function settle(office: Office, idOf: (name: string) => string, at: string): Promise<void> {
  const stamps = { created_at: at, updated_at: at }
  const times = { starts: '18:00', ends: '19:00' }
  const instructor = { coach: idOf('coach'), is_main: true, position: 0 }
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
    course_year: years.map((year) => ({ ...year, year: 2026, day: 2, ...times, ...stamps })),
    course_year_instructor: years.map(({ id }) => ({ course_year: id, ...instructor })),
    class: sessions.map(({ name, course, date }) => ({
      id: idOf(name),
      course: idOf(course),
      course_year: years.find((year) => year.course === idOf(course))?.id,
      date,
      is_attendance_taken: openCases.some(({ session }) => session === name),
      ...times,
      ...stamps,
    })),
    class_instructor: sessions.map(({ name }) => ({ class: idOf(name), ...instructor })),
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
  const openingRecord = ([name, credit]: [string, number]) => ({
    section: 'Wallet',
    docType: 'wallet',
    docId: idOf(name),
    action: 'Opening',
    description: 'Opening balance',
    from: { wallet: 0 },
    to: { wallet: credit },
  })
  await office.portal.run((tx) =>
    tx.change(
      (seals: ReadonlyMap<string, string>) =>
        Object.entries(opening).map((each) => ({ ...openingRecord(each), seal: seals.get(idOf(each[0])) ?? '' })),
      async (on) => {
        for (const [table, rows] of Object.entries(tables)) {
          const columns = Object.keys(rows[0] ?? {}).map((name) => sql.ref(name))
          const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
          await sql`insert into ${sql.table(table)} (${sql.join(columns)}) values ${sql.join(values)}`.execute(on())
        }
        const members = Object.keys(opening).map(idOf)
        const { rows } = await sql<{ member: string; seal: string }>`
          select member, 'wallet_entry ' || id || ' - ' || wallet_entry_seal(wallet_entry) as seal
          from wallet_entry where member = any(${members}::uuid[])`.execute(on())
        return new Map(rows.map(({ member, seal }) => [member, seal]))
      },
    ),
  )
}
