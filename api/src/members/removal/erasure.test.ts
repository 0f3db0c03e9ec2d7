import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertMember } from '../../../test/support/families.ts'
import { testEntry, testPortal } from '../../../test/support/portal.ts'
import { notify } from '../../notices/notices.ts'
import { keyOf } from '../../platform/data/index.ts'
import { erasures } from '../columns.ts'
import { emptiedColumns, removedRows, retainedRows } from './related-tables.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
afterAll(() => portal.close())

interface DatabaseColumn {
  tableName: string
  name: string
  type: string
  isGenerated: boolean
}
const columnsOf = (tables: readonly string[]) =>
  portal.rows<DatabaseColumn>(sql`
    select table_name, column_name as name, udt_name as type, is_generated = 'ALWAYS' as is_generated
    from information_schema.columns where table_schema = 'public' and table_name = any(${tables})
    order by table_name, column_name`)

/** Something that a column of this type can hold. */
const samples: Record<string, unknown> = {
  text: 'Zebra',
  varchar: 'Zebra',
  date: '2001-02-03',
  int4: 7,
  int8: 7,
  numeric: 7,
  bool: true,
  timestamptz: '2001-02-03T00:00:00Z',
  jsonb: '{"animal":"Zebra"}',
  bytea: Buffer.from('Zebra'),
  _text: ['Zebra'],
}

/** Types without personal data: ids, numbers, booleans, timestamps. */
const harmless = ['uuid', '_uuid', 'int4', 'int8', 'numeric', 'bool', 'timestamptz']

const readMember = async (id: string) => {
  const [row] = await portal.rows<Record<string, unknown>>(sql`select * from member where id = ${id}`)
  return row ?? {}
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Fills the empty columns of a member, whatever columns the database has. */
async function fillMember(id: string) {
  const row = await readMember(id)
  const empty = (await columnsOf(['member'])).filter(
    ({ name, isGenerated }) => !isGenerated && isEmpty(row[keyOf(name)]),
  )
  for (const { name, type } of empty) {
    if (!(type in samples)) throw new Error(`member.${name}: say in samples what a ${type} can hold`)
    await portal.write(sql`update member set ${sql.ref(name)} = ${samples[type]} where id = ${id}`)
  }
}

/** An adult with history, with something in every column and with rows in every table that goes. */
async function enrolWhole(): Promise<string> {
  const { belt, memberType, relationship } = choices
  const { _id } = await enrolMember(clerk, make.adult({ belt, memberType, chName: '陈小明' }))
  await clerk.post(`/member/${_id}/emergency-contact`, { name: 'Aunt', phoneNo: '0123456789' })
  await portal.run(async (tx) => {
    await notify(tx, { member: _id, type: 'payment', title: 'Hello', message: 'Hello' })
    const grown = { kind: 'child', is_independent: true } as const
    await insertMember(tx, { ...grown, name: 'A grown child' }, [_id])
    const parent = await insertMember(tx, { kind: 'parent', name: '陈大文' })
    await tx.change(testEntry, (on) =>
      sql`insert into member_parent (child, parent) values (${_id}, ${parent})`.execute(on()),
    )
    const imported = tx.newId()
    await tx.change(testEntry, async (on) => {
      await sql`insert into member_import (id, at, by_name, file, created, updated)
        values (${imported}, ${tx.now}, 'clerk', 'members.xlsx', 0, 1)`.execute(on())
      await sql`insert into member_import_row (import, row, member, is_new, before, after)
        values (${imported}, 2, ${_id}, false, '{}', '{}')`.execute(on())
    })
  })
  await clerk.put(`/member/${_id}`, { wallet: 20, walletWas: 0 })
  await clerk.put(`/member/${_id}`, { wallet: 0, walletWas: 20 })
  await clerk.put(`/member/${_id}`, { isDisable: true })
  await portal.write(
    sql`update member set relationship = ${relationship}, updated_at = created_at - interval '1 day' where id = ${_id}`,
  )
  await fillMember(_id)
  const told = { kind: 'balance', channel: 'whatsapp', language: 'en', text: 'Zebra' }
  expect((await clerk.post(`/member/${_id}/message`, told)).statusCode).toBe(201)
  // Whoever is disabled has none, and gets none; the deletion takes it all the same.
  await portal.write(sql`insert into member_password_code (member, code_hash, expires) values (${_id}, 'Zebra', now())`)
  return _id
}

/** The error of a column of `member` after the deletion, if any. */
function faultOf(column: string, was: unknown, is: unknown): string | undefined {
  const erased = Object.hasOwn(erasures, column) ? erasures[column as keyof typeof erasures].erased : undefined
  if (!erased) return `${column} is not in columns.ts`
  if (isEmpty(was)) return `${column} was never filled`
  const same = JSON.stringify(is) === JSON.stringify(was)
  if ('stays' in erased) return same ? undefined : `${column} is to stay and changed`
  if ('follows' in erased) return same ? `${column} is what it was` : undefined
  return is === erased.becomes ? undefined : `${column} holds ${JSON.stringify(is)}`
}

test('a deletion leaves in no column what columns.ts does not say stays, whatever columns the database has', async () => {
  const id = await enrolWhole()
  const before = await readMember(id)
  expect((await clerk.delete(`/member/${id}`)).statusCode).toBe(200)
  const after = await readMember(id)
  expect(after.isDeleted).toBe(true)
  const columns = (await columnsOf(['member'])).map(({ name }) => keyOf(name))
  expect(columns.length).toBeGreaterThan(25)
  expect(columns.flatMap((column) => faultOf(column, before[column], after[column]) ?? [])).toEqual([])
})

test('of every table that refers to a member the rows are removed, or each column has a reason to stay', async () => {
  const referring = await portal.rows<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'member'::regclass
    union select table_name from information_schema.columns where table_schema = 'public'
      and udt_name in ('uuid', '_uuid') and column_name ~ '(^|_)(members?|payer|children)$' and table_name <> 'member'`)
  const known = [...Object.keys(removedRows), ...Object.keys(retainedRows)].toSorted()
  expect(referring.map(({ name }) => keyOf(name)).toSorted()).toEqual(known)
  const holding = (await columnsOf(referring.map(({ name }) => name))).filter(({ type }) => !harmless.includes(type))
  const retained = holding.filter(({ tableName }) => keyOf(tableName) in retainedRows)
  expect(retained.map(({ tableName, name }) => `${keyOf(tableName)}.${keyOf(name)}`).toSorted()).toEqual(
    [
      ...Object.entries(retainedRows),
      ...Object.entries(emptiedColumns).map(
        ([table, columns]) => [table, Object.fromEntries(columns.map((column) => [column, '']))] as const,
      ),
    ]
      .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
      .toSorted(),
  )
})

test.each(Object.entries(removedRows))(
  'the rows of %s go, by each column that names the member',
  async (table, columns) => {
    const id = await enrolWhole()
    const countBy = async (column: string) =>
      (await portal.rows(sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`)).length
    for (const column of columns) expect([column, await countBy(column)]).toEqual([column, 1])
    expect((await clerk.delete(`/member/${id}`)).statusCode).toBe(200)
    for (const column of columns) expect([column, await countBy(column)]).toEqual([column, 0])
  },
)
