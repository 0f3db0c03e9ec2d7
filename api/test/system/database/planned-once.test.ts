import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { fixedRead, type Given, insertAll, unseenAny } from '../../../src/platform/data/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
afterAll(() => portal.close())

const entry = { section: 'Test', docType: 'belt', action: 'Changed', description: 'For a test' }
beforeEach(() => portal.run((tx) => tx.change(entry, (on) => on().deleteFrom('belt').execute())))

/** Inserts belts in one statement; answers their names in the order they were written. */
const insert = (...names: string[]) =>
  portal.run((tx) =>
    tx.change(entry, async (on) => {
      const rows = names.map((beltColor) => ({ id: tx.newId(), beltColor, createdAt: tx.now, updatedAt: tx.now }))
      return (await insertAll(on(), 'belt', rows).returning('beltColor').execute()).map(({ beltColor }) => beltColor)
    }),
  )

test('rows that come as one value are written in their order, and what they leave out is drawn for each', async () => {
  expect(await insert('White', "Yellow's, {1}", '绿')).toEqual(['White', "Yellow's, {1}", '绿'])
  const rows = await portal.run((tx) => tx.read().selectFrom('belt').selectAll().orderBy('id').execute())
  expect(rows.map(({ beltColor }) => beltColor)).toEqual(['White', "Yellow's, {1}", '绿'])
  expect(new Set(rows.map(({ rowVersion }) => rowVersion)).size).toBe(3)
  expect(rows.every(({ createdAt, isDisable }) => createdAt === rows[0]?.createdAt && !isDisable)).toBe(true)
})

test('the insert of one row and that of several are one statement to a connection', async () => {
  await portal.run((tx) =>
    tx.change(entry, async (on) => {
      for (const names of [['One'], ['Two', 'Three'], ['Four', 'Five', 'Six']])
        await insertAll(
          on(),
          'belt',
          names.map((beltColor) => ({ id: tx.newId(), beltColor, createdAt: tx.now, updatedAt: tx.now })),
        ).execute()
      const kept = sql`select (generic_plans + custom_plans)::int as times from pg_prepared_statements
        where statement like 'insert into "belt"%' and statement not like '%returning%'`
      // A pooler gives each transaction another connection.
      expect(await tx.query(kept)).toEqual(inject('databasePooler') ? [] : [{ times: 3 }])
    }),
  )
})

test('a fixed read is built once, and answers for the values of each time, whoever reads', async () => {
  let built = 0
  const beltsNamed = fixedRead((db, given: Given<{ names: readonly string[]; isDisable: boolean }>) => {
    built++
    return db
      .selectFrom('belt')
      .select('beltColor')
      .where('beltColor', '=', sql<string>`any(${given('names')})`)
      .where('isDisable', '=', given('isDisable'))
      .orderBy('beltColor')
  })
  await insert('White', 'Yellow')
  const both = [{ beltColor: 'White' }, { beltColor: 'Yellow' }]
  expect(await beltsNamed(portal.portal.database, { names: ['White', 'Yellow'], isDisable: false })).toEqual(both)
  await portal.run(async (tx) => {
    expect(await beltsNamed(tx, { names: ['Yellow'], isDisable: false })).toEqual([{ beltColor: 'Yellow' }])
    expect(await beltsNamed(tx, { names: ['White', 'Yellow'], isDisable: true })).toEqual([])
    expect(await beltsNamed(tx, { names: [], isDisable: false })).toEqual([])
  })
  expect(built).toBe(1)
})

test('ids that are kept from the planner find their rows', async () => {
  await insert('White', 'Yellow', 'Green')
  await portal.run(async (tx) => {
    const all = await tx.read().selectFrom('belt').select(['id', 'beltColor']).orderBy('id').execute()
    const of = async (ids: string[]) =>
      (
        await tx.read().selectFrom('belt').select('beltColor').where('id', '=', unseenAny(ids)).orderBy('id').execute()
      ).map(({ beltColor }) => beltColor)
    const [first, second] = all.map(({ id }) => id)
    expect(await of([second ?? '', first ?? ''])).toEqual(['White', 'Yellow'])
    expect(await of([])).toEqual([])
  })
})
