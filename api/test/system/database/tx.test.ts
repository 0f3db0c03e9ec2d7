import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { type Database, plannedOnce } from '../../../src/platform/data/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
afterAll(() => portal.close())

beforeEach(() =>
  portal.run((tx) =>
    tx.change({ section: 'Test', docType: 'belt', action: 'Emptied', description: 'Began a test' }, async (on) => {
      await sql`delete from belt`.execute(on())
      await sql`insert into belt (id, belt_color, created_at, updated_at)
        values (${tx.newId()}, 'White', ${tx.now}, ${tx.now}), (${tx.newId()}, 'Yellow', ${tx.now}, ${tx.now})`.execute(
        on(),
      )
    }),
  ),
)

const belts = async () =>
  (await portal.run((tx) => tx.read().selectFrom('belt').select('beltColor').orderBy('beltColor').execute())).map(
    ({ beltColor }) => beltColor,
  )

/** Statements that write, passed to a handle for reading. */
const writes: Record<string, string> = {
  'a deletion that answers its rows': 'with gone as (delete from belt returning *) select * from gone',
  'a change that answers its rows': `with done as (update belt set belt_color = 'Black' returning *) select * from done`,
  'an insertion that answers its rows': `with done as (insert into belt select * from belt returning *) select * from done`,
  'a deletion further in': 'with a as (with gone as (delete from belt returning *) select * from gone) select * from a',
  'a deletion before a with': 'select 1 as x; delete from belt',
  'a deletion that closes the parenthesis': 'select 1 as x) as answer; delete from belt; select * from (select 1 as x',
  'a deletion behind a comment': 'select 1 as x -- \n; delete from belt --',
  'the end of the transaction': 'select 1 as x; commit; delete from belt',
  'a table made of an answer': 'select * into belt_copy from belt',
  'a table made behind a closed parenthesis': 'select 1 as x) as answer union select 2 into belt_copy from (select 3',
  'rows that are emptied by their name alone': 'delete from belt',
  'an unread table': 'truncate belt',
}

const refusal =
  /only reads|not allowed here|must be at the top level|syntax error|multiple commands|must not contain|only allowed on/

type Reading = (statement: RawBuilder<{ id: string }>) => Promise<unknown>

const refused = async (read: (tx: Parameters<Parameters<typeof portal.run>[0]>[0]) => Reading, statement: string) => {
  await expect(portal.run((tx) => read(tx)(sql.raw(statement)))).rejects.toThrow(refusal)
  expect(await belts()).toEqual(['White', 'Yellow'])
  expect(await portal.rows(sql`select to_regclass('belt_copy') as made`)).toEqual([{ made: null }])
}

test.each(Object.entries(writes))('tx.query refuses %s', (_, statement) =>
  refused((tx) => (raw) => tx.query(raw), statement),
)

test.each(Object.entries(writes))('tx.portions refuses %s', (_, statement) =>
  refused(
    (tx) => async (raw) => {
      for await (const _rows of tx.portions(raw));
    },
    statement,
  ),
)

test.each(Object.entries(writes))('tx.read refuses %s as a table to select from', (_, statement) =>
  refused(
    (tx) => (raw) => tx.read().selectFrom(sql<{ id: string }>`(${raw})`.as('given')).selectAll().execute(),
    statement,
  ),
)

test.each(Object.entries(writes))('tx.read refuses %s where a value is asked for', (_, statement) =>
  refused((tx) => (raw) => tx.read().selectFrom('belt').select(sql`(${raw})`.as('given')).execute(), statement),
)

test('a reader that is made to write all the same is refused', async () => {
  const forced = portal.run((tx) => Object(tx.read()).deleteFrom('belt').execute())
  await expect(forced).rejects.toThrow()
  const joined = portal.run((tx) =>
    Object(tx.read())
      .with('gone', (db: ReturnType<typeof Object>) => db.deleteFrom('belt').returningAll())
      .selectFrom('gone')
      .selectAll()
      .execute(),
  )
  await expect(joined).rejects.toThrow()
  expect(await belts()).toEqual(['White', 'Yellow'])
})

test('what a read answers is as the statement says: names, columns of one name, order, rows without columns', async () => {
  const asked = <Row>(statement: RawBuilder<Row>) => portal.rows(statement)
  const colours = sql`select belt_color, id as "belt.id", belt_color as "belt.shown" from belt order by belt_color desc -- latest first`
  expect(await asked(colours)).toMatchObject([
    { beltColor: 'Yellow', belt: { shown: 'Yellow' } },
    { beltColor: 'White', belt: { shown: 'White' } },
  ])
  expect(await asked(sql`select belt_color as it, 7 as it from belt order by belt_color limit 1`)).toEqual([{ it: 7 }])
  expect(await asked(sql`select from belt`)).toHaveLength(2)
  expect(await asked(sql`select ${'text'} as given, null as nothing, 'x' as written`)).toEqual([
    { given: 'text', nothing: null, written: 'x' },
  ])
  expect(
    await asked(sql`with recursive n as (select 1 as i union all select i + 1 from n where i < 3) select * from n`),
  ).toEqual([{ i: 1 }, { i: 2 }, { i: 3 }])
})

test('a read can hold the rows it answers', async () => {
  await portal.run(async (tx) => {
    await tx.query(sql`select id from belt where belt_color = 'White' order by id for update`)
    await tx.read().selectFrom('belt').selectAll().where('beltColor', '=', 'Yellow').forShare().execute()
    const free = sql`select belt_color from belt for update skip locked`
    expect(await portal.run((other) => other.query(free))).toEqual([])
  })
})

test('a read that is planned once answers for each value, and a connection keeps its plan', async () => {
  await portal.run(async (tx) => {
    const named = (color: string) =>
      tx.read().selectFrom('belt').select('beltColor').where('beltColor', '=', color).modifyEnd(plannedOnce).execute()
    expect(await named('White')).toEqual([{ beltColor: 'White' }])
    expect(await named('Yellow')).toEqual([{ beltColor: 'Yellow' }])
    expect(await named('None')).toEqual([])
    const kept = sql`select (generic_plans + custom_plans)::int as times from pg_prepared_statements
      where statement like '%"belt_color" = $1%' and statement not like '%prepared%'`
    // A pooler gives each transaction another connection.
    expect(await tx.query(kept)).toEqual(inject('databasePooler') ? [] : [{ times: 3 }])
  })
})

test('a plan that a migration has made outdated is made anew, and the call notices nothing', async () => {
  const white = (reads: Pick<Database, 'read'>) =>
    reads
      .read()
      .selectFrom('belt')
      .select('beltColor')
      .where('beltColor', '=', 'White')
      .modifyEnd(plannedOnce)
      .execute()
  // In a transaction, and as the session of each call is read.
  const read = (n: number) => (n % 2 ? portal.run(white) : white(portal.portal.database))
  // Every connection of the pool has planned it.
  await Promise.all(Array.from({ length: 40 }, (_, n) => read(n)))
  await sql`alter table belt alter column belt_color type varchar(100)`.execute(portal.handle)
  try {
    for (const rows of await Promise.all(Array.from({ length: 40 }, (_, n) => read(n))))
      expect(rows).toEqual([{ beltColor: 'White' }])
  } finally {
    await sql`alter table belt alter column belt_color type text`.execute(portal.handle)
  }
})

test('of our own functions a select can call, three write: those that keep the trail, take words out of it, and keep the names of parents', async () => {
  // Only a volatile function can write. An extension's are written in C; a trigger's cannot be called.
  const { rows } = await sql`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype
      and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
    order by 1`.execute(portal.handle)
  expect(rows).toEqual([{ name: 'append_audit' }, { name: 'name_parents' }, { name: 'redact_audit' }])
})
