import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { verify } from '../../../src/books/verify.ts'
import { bringUpToDate, connect, openDatabase, restore } from '../../../src/platform/data/index.ts'
import { emptyDatabase } from '../../support/books/books.ts'

/**
 * Written by `backup` of the last version before the first release: one course with a year of classes, one of them
 * attended by two members, one taken by a holiday, one cancelled. Tables without rows are left out.
 */
const before = fileURLToPath(new URL('./back-up-before-first-release', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'academy-backup-'))
const target = await emptyDatabase()
const into = { database: { owner: target.ownerUrl, portal: target.url }, files: join(folder, 'files') }
afterAll(async () => {
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

async function rowsOf(statement: string): Promise<Record<string, unknown>[]> {
  const client = await connect(target.url)
  return (await client.query(statement).finally(() => client.end())).rows
}

/** The instructors in a table, for the row that `on` names: the main ones first, each role in its order. */
const taught = (table: string, on: string) => `(
  select string_agg(case when is_main then 'main ' else 'assistant ' end || coach.name, ', ' order by is_main desc, position)
  from ${table} as given join coach on coach.id = given.coach where ${on}) as taught`
const everybody = 'main Coach Devi, main Coach Tan, assistant Coach Amin'

describe('a back-up of the last version before the first release', () => {
  test('of an earlier state is refused with what to do, and nothing is written', async () => {
    const earlier = join(folder, 'earlier')
    await cp(before, earlier, { recursive: true })
    const manifest = JSON.parse(await readFile(join(earlier, 'manifest.json'), 'utf8'))
    manifest.migrations.pop()
    await writeFile(join(earlier, 'manifest.json'), JSON.stringify(manifest))
    await expect(restore(into, earlier)).rejects.toThrow(
      'The back-up is of an earlier state (0048-written-papers) than the last before the first release (0049-walk-ins). ' +
        'Start that version on its data once, which brings them up to date, then back up again.',
    )
    expect(await rowsOf(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  })

  test('is restored: its books hold, and instructors and times are where they are kept now', async () => {
    await restore(into, before)
    const database = openDatabase(target.url, { connections: 2 })
    const findings = await verify(database).finally(() => database.close())
    expect(findings.filter(({ fault }) => fault)).toEqual([])
    const times = `to_char(starts, 'HH24:MI') as starts, to_char(ends, 'HH24:MI') as ends`
    const evening = { starts: '18:00', ends: '19:30', taught: everybody }
    expect(
      await rowsOf(
        `select ${times}, ${taught('course_year_instructor', 'given.course_year = course_year.id')} from course_year`,
      ),
    ).toEqual([evening])
    const ofPending = 'given.course_year = pending_replacement.course_year and given.date = pending_replacement.date'
    expect(
      await rowsOf(`select date::text, holiday, ${times}, ${taught('pending_replacement_instructor', ofPending)}
        from pending_replacement order by date`),
    ).toEqual([
      { ...evening, date: '2026-01-05', holiday: null },
      { ...evening, date: '2026-08-31', holiday: 'Merdeka' },
    ])
    expect(
      await rowsOf(`select count(*)::int, ${times}, ${taught('class_instructor', 'given.class = class.id')}
        from class group by starts, ends, taught`),
    ).toEqual([{ ...evening, count: 50 }])
    expect(
      await rowsOf(`select to_char(check_in, 'HH24:MI') as arrived, to_char(check_out, 'HH24:MI') as left
        from attendance order by check_in`),
    ).toEqual([
      { arrived: '18:00', left: null },
      { arrived: '18:05', left: '19:25' },
    ])
  })
})

describe('a database of the last version before the first release', () => {
  test('is not brought up to date where it is, and stays as it was', async () => {
    const old = await emptyDatabase()
    const client = await connect(old.ownerUrl)
    try {
      await client.query(`create table kysely_migration (name text primary key, timestamp text not null)`)
      await client.query(`insert into kysely_migration values ('0001-ground', ''), ('0049-walk-ins', '')`)
      await expect(bringUpToDate({ owner: old.ownerUrl, portal: old.url })).rejects.toThrow(
        'Back it up and restore it into a new one: npm run portal -- backup FOLDER, then ' +
          'DATA_DIR=NEW npm run portal -- restore FOLDER',
      )
      const { rows } = await client.query(`select relname from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`)
      expect(rows).toEqual([{ relname: 'kysely_migration' }])
    } finally {
      await client.end()
      await old.drop()
    }
  })

  test('of a newer portal is not touched either', async () => {
    const newer = await emptyDatabase()
    const client = await connect(newer.ownerUrl)
    try {
      await client.query(`create table kysely_migration (name text primary key, timestamp text not null)`)
      await client.query(`insert into kysely_migration values ('0001-platform', ''), ('99990101-future', '')`)
      await expect(bringUpToDate({ owner: newer.ownerUrl, portal: newer.url })).rejects.toThrow(
        'made by a newer portal (99990101-future), beside which this one',
      )
    } finally {
      await client.end()
      await newer.drop()
    }
  })
})
