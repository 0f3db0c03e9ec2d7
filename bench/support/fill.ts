/** Fills the database of a portal with a large academy, by SQL alone. */
import { readFile } from 'node:fs/promises'
import { connect } from '../../api/src/platform/data/index.ts'
import { databaseUrl } from '../../api/src/postgres/cluster.ts'
import type { Embedded } from '../../api/src/postgres/postgres.ts'

interface Size {
  members: number
  courses: number
  coaches: number
  /** Ledger and classes begin 30 days later and go on for 600. */
  began: string
  /** Each course has its members on one day of 30; else members come one after the other, ten seconds apart. */
  byCourse: boolean
}

const ordinary: Size = { members: 100_000, courses: 100, coaches: 20, began: '2025-01-01', byCourse: false }

export type Part = 'many-members' | 'many-classes' | 'many-papers' | 'open-classes'

/** Indexes of the large tables that hold no constraint: rows go in faster without them. */
const indexes = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
  where indrelid::regclass::text in ('member', 'wallet', 'wallet_entry', 'enrolment', 'attendance', 'payment', 'audit_record')
    and not exists (select from pg_constraint where conindid = indexrelid)`

/**
 * What triggers and foreign keys would see to is right by construction here, so that none of them runs. Resolves with the
 * seconds it took.
 */
export async function fill(
  { url, folder }: Embedded,
  parts: readonly Part[],
  size: Partial<Size> = {},
): Promise<number> {
  const began = performance.now()
  const owner = new URL(databaseUrl(folder, Number(new URL(url).port), 'superuser'))
  owner.pathname = new URL(url).pathname
  const database = await connect(owner.href)
  const { members, courses, coaches, began: first, byCourse } = { ...ordinary, ...size }
  await database.query(`set session_replication_role = replica; set statement_timeout = 0; set work_mem = '256MB';
    set maintenance_work_mem = '1GB'; set search_path = public`)
  await database.query(`create temp table size as select ${members} as members, ${courses} as courses, ${coaches} as coaches,
    timestamptz '${first}' as began, ${byCourse} as by_course`)
  const { rows } = await database.query<{ name: string; made: string }>(indexes)
  for (const { name } of rows) await database.query(`drop index ${name}`)
  for (const part of parts) await database.query(await readFile(new URL(`${part}.sql`, import.meta.url), 'utf8'))
  for (const { made } of rows) await database.query(made)
  await database.query('vacuum (analyze)')
  await database.end()
  return Math.round((performance.now() - began) / 1000)
}
