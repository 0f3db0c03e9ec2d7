/** Whoever speaks to the database as the portal does, by an injection or with its connection URL. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { proveNightly } from '../../src/books/nightly.ts'
import { verify } from '../../src/books/verify.ts'
import { backUp, bringUpToDate, type Connection, connect } from '../../src/platform/data/index.ts'
import { privileges, wantedOf } from '../../src/platform/data/privileges.ts'
import { databaseUrlOf, fillBooks } from '../support/books/books.ts'
import { databaseAt, newDatabase } from '../support/platform/database.ts'
import { testPortal } from '../support/portal.ts'
import { deskOf, password } from '../support/staff/sign-in.ts'
import { adult, topUp } from '../support/students.ts'

const portal = await testPortal({
  DATABASE_URL: 'postgres://db/academy',
  DATABASE_OWNER_URL: 'postgres://owner@db/academy',
  PAYMENT_SANDBOX: 'on',
})
const clerk = await portal.as(undefined, { username: 'clerk' })
const urls = { owner: await databaseUrlOf(portal, 'owner'), portal: await databaseUrlOf(portal) }
const name = new URL(urls.portal).pathname.slice(1)
const [thief, owner, superuser] = (await Promise.all(
  [urls.portal, urls.owner, databaseAt(inject('databaseAdmin'), name)].map((url) => connect(url)),
)) as [Connection, Connection, Connection]
const [portalRole, ownerRole] = [urls.portal, urls.owner].map((url) => `"${decodeURIComponent(new URL(url).username)}"`)
afterAll(async () => {
  await Promise.all([thief, owner, superuser].map((client) => client.end()))
  await portal.close()
})

/** What PostgreSQL answers to statements that are undone afterwards: the code of its refusal, or nothing. */
async function codeOf(client: Connection, statements: string): Promise<string> {
  await client.query('begin')
  try {
    await client.query(statements)
    return ''
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    await client.query('rollback')
  }
}

const refused = '42501'
const guarded = [
  'wallet_entry',
  'audit_record',
  'audit_head',
  'receipt',
  'written_paper',
  'cash_close',
  'cash_evening',
  'letterhead_picture',
]

test('the day of an academy goes on: money, classes, a close, a deletion, reports, a proof and a back-up', async () => {
  await fillBooks(portal)
  expect((await deskOf(portal).signIn('clerk', password)).statusCode).toBe(200)
  const member = await adult(portal, 'Lim Ah Kow')
  await topUp(portal, member, 20)
  await clerk.put(`/member/${member}`, { wallet: 0, walletWas: 20 })
  await clerk.put(`/member/${member}`, { isDisable: true })
  expect((await clerk.delete(`/member/${member}`)).statusCode).toBe(200)
  const report = await clerk.get('/report/overall-flow-report?startDate=2026-11-01&endDate=2026-11-30')
  expect(report.statusCode).toBe(200)
  expect((await verify(portal.portal.database)).filter(({ fault }) => fault)).toEqual([])
  await proveNightly(portal.portal)
  expect(await portal.handle.selectFrom('booksProof').select('faults').execute()).toEqual([{ faults: 0 }])
  const folder = await mkdtemp(join(tmpdir(), 'academy-role-'))
  const source = { databaseUrl: urls.portal, files: join(folder, 'files') }
  expect((await backUp(source, join(folder, 'copy'), '')).tables.length).toBe(Object.keys(privileges).length)
  await rm(folder, { recursive: true })
  expect(portal.portal.config.databaseOwnerUrl).toBeUndefined()
})

describe('the role of the portal', () => {
  test.each([
    'alter table wallet_entry disable trigger user',
    'alter table audit_record disable trigger all',
    'drop trigger wallet_entry_append_only on wallet_entry',
    'alter trigger wallet_entry_append_only on wallet_entry rename to gone',
    'create trigger mine before insert on wallet_entry for each row execute function refuse_change()',
    'alter table wallet drop constraint wallet_pkey cascade',
    'alter table member add column mine text',
    'create index on wallet_entry (note)',
    'create rule mine as on insert to wallet_entry do instead nothing',
    'drop table wallet_entry cascade',
    'drop table member cascade',
    'drop function refuse_change() cascade',
    'drop schema public cascade',
    'create table public.mine ()',
    'create temp table mine ()',
    'create view public.mine as select 1',
    'create schema mine',
    'create function public.mine() returns int language sql return 1',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'alter function append_audit(jsonb) security invoker',
    'create extension file_fdw',
    'create role mine',
    `alter role ${ownerRole} password 'mine'`,
    `alter role ${portalRole} createrole`,
    `alter table wallet_entry owner to ${portalRole}`,
    `alter database ${name} owner to ${portalRole}`,
    `reassign owned by ${ownerRole} to ${portalRole}`,
    `set role ${ownerRole}`,
    `set session authorization ${ownerRole}`,
    'set session_replication_role = replica',
    `set academy.redacting = 'on'; update audit_record set description = 'mine'`,
    `select pg_reload_conf()`,
    `copy wallet_entry to program 'true'`,
    `copy (select 1) to '/dev/null'`,
    `copy belt from program 'true'`,
    `select pg_read_file('/etc/hostname')`,
    `select pg_ls_dir('/')`,
    `select lo_import('/etc/hostname')`,
    'select rolpassword from pg_authid',
    'select passwd from pg_shadow',
    'update payment set amount = 1',
    'update wallet set member = member',
    'update credit_adjustment set doc_no = doc_no',
    `update card_order set token = 'mine'`,
    'delete from payment',
    'insert into audit_record select * from audit_record',
    `insert into audit_pending (entries) values ('[]')`,
    'insert into receipt_to_write select id from payment',
    'insert into paper_to_write select id, status from credit_adjustment',
    'select nextval(pg_get_serial_sequence($$audit_pending$$, $$id$$))',
    ...guarded.flatMap((table) => [`delete from ${table}`, `truncate ${table} cascade`]),
    ...guarded.map(
      (table) => `do $$ begin execute (select format('update ${table} set %I = %1$I', attname)
      from pg_attribute where attrelid = '${table}'::regclass and attnum = 1); end $$`,
    ),
  ])('may not %s', async (statements) => {
    expect(await codeOf(thief, statements)).toBe(refused)
    // It is the role that is refused, not a statement that nobody could make.
    expect(await codeOf(superuser, statements)).not.toMatch(/^42/)
  })

  test('is given nothing by itself, hands on nothing, and changes nothing of the server', async () => {
    await expect(thief.query(`alter system set log_statement = 'all'`)).rejects.toMatchObject({ code: refused })
    await thief.query(`grant update on wallet_entry to ${portalRole}; grant select on member to public`)
    expect(await codeOf(thief, 'update wallet_entry set note = note')).toBe(refused)
    const { rows } = await owner.query(
      `select relacl::text ~ '[{,]=' as "isPublic" from pg_class where relname = 'member'`,
    )
    expect(rows).toEqual([{ isPublic: false }])
  })

  test('owns nothing, is a member of nothing, and has no attribute but to log in', async () => {
    const { rows } = await superuser.query(
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as strong, rolcanlogin as login,
        exists (select from pg_auth_members where member = role.oid) as member,
        exists (select from pg_shdepend where refobjid = role.oid and deptype = 'o') as owns
      from pg_roles as role where rolname = (select usename from pg_stat_activity where pid = $1)`,
      [(await thief.query('select pg_backend_pid() as pid')).rows[0].pid],
    )
    expect(rows).toEqual([{ strong: false, login: true, member: false, owns: false }])
  })
})

/** What the catalog says that the portal's role holds, and what is asked for it in privileges.ts. */
async function decided(client: Connection) {
  const { rows } = await client.query<{ table: string; held: string[]; columns: string[]; isGuarded: boolean }>(
    `select relname as table,
      array(select privilege from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) as privilege
        where has_table_privilege($1, pg_class.oid, privilege)) as held,
      array(select 'update("' || attname || '")' from pg_attribute where attrelid = pg_class.oid and attnum > 0
        and not attisdropped and has_column_privilege($1, pg_class.oid, attnum, 'update')) as columns,
      exists (select from pg_trigger where tgrelid = pg_class.oid and tgtype & 32 = 32) as "isGuarded"
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    [portalRole?.replaceAll('"', '')],
  )
  return rows.map(({ table, held, columns, isGuarded }) => ({
    table,
    isGuarded,
    held: [...held, ...(held.includes('update') ? [] : columns)].toSorted(),
    wanted: wantedOf({ kind: 'table', name: table }).toSorted(),
  }))
}

describe('in the catalog', () => {
  test('every table has its decision, and the portal holds that and no more', async () => {
    const tables = await decided(owner)
    expect(tables.filter(({ wanted }) => wanted.length === 0).map(({ table }) => table)).toEqual([
      'kysely_migration_lock',
    ])
    for (const { table, held, wanted } of tables) expect([table, held]).toEqual([table, wanted])
    expect(tables.length).toBe(Object.keys(privileges).length + 2)
    // What a trigger keeps from being emptied is kept from being deleted, and changed by named columns at most.
    const kept = tables.filter(({ isGuarded }) => isGuarded)
    expect(kept.map(({ table }) => table)).toEqual(expect.arrayContaining(guarded))
    for (const { table, held } of kept)
      for (const privilege of ['update', 'delete']) expect(held, table).not.toContain(privilege)
  })

  test('what runs as the owner is named, looks nothing up where a caller says, and nobody else may call anything', async () => {
    const { rows } = await owner.query(
      `select proname as name, prosecdef as "isOwners", proconfig as settings, proacl::text ~ '[{,]=' as "isPublic"
        from pg_proc as routine where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = routine.oid and deptype = 'e') order by 1`,
    )
    const settings = ['search_path=pg_catalog, public, pg_temp']
    expect(rows.filter(({ isOwners }) => isOwners)).toEqual(
      ['append_audit', 'forget_month_starts', 'link_audit', 'redact_audit'].map((name) => ({
        name,
        isOwners: true,
        settings,
        isPublic: false,
      })),
    )
    expect(rows.filter(({ isPublic }) => isPublic !== false)).toEqual([])
  })

  test('a start takes back what somebody gave, and gives a new table nothing until it is decided', async () => {
    await owner.query(
      `create table later (id int); grant update on wallet_entry to ${portalRole}; grant delete on audit_record to public;
        grant trigger, update (note) on wallet_entry to ${portalRole}; revoke insert on belt from ${portalRole};
        grant create on schema public to public; grant temp on database ${name} to ${portalRole}`,
    )
    try {
      expect(await codeOf(thief, 'update wallet_entry set note = note; ')).not.toBe(refused)
      // Two portals that start together see the same.
      expect(await Promise.all([bringUpToDate(urls), bringUpToDate(urls)])).toEqual([[], []])
      const tables = await decided(owner)
      for (const { table, held, wanted } of tables) expect([table, held]).toEqual([table, wanted])
      expect(tables.find(({ table }) => table === 'later')?.held).toEqual([])
      for (const statement of ['create temp table mine ()', 'create table mine ()', 'select from later'])
        expect(await codeOf(thief, statement)).toBe(refused)
    } finally {
      await owner.query('drop table later')
    }
  })
})

describe('a portal with one role', () => {
  test('is told of it where that owns the tables or is a strong one, and works', async () => {
    const one = await newDatabase('nothing')
    try {
      const again = { owner: one.ownerUrl, portal: one.ownerUrl }
      expect(await bringUpToDate(again)).toEqual([
        expect.stringMatching(/owns the tables and could switch off .* docs\/operations.md/),
      ])
      const admin = databaseAt(inject('databaseAdmin'), new URL(one.url).pathname.slice(1))
      expect(await bringUpToDate({ owner: one.ownerUrl, portal: admin })).toEqual([
        expect.stringMatching(/owns the tables/),
      ])
    } finally {
      await one.drop()
    }
  })

  test('that owns nothing is told what is missing when there is something to migrate, and else goes on', async () => {
    expect(await bringUpToDate({ owner: urls.portal, portal: urls.portal })).toEqual([])
    const empty = await newDatabase('nothing')
    const strong = Object.assign(new URL(urls.portal), { username: `${name}_strong`, password: 'strong' })
    await superuser.query(`create role ${strong.username} login createdb password 'strong'`)
    try {
      await expect(bringUpToDate({ owner: empty.url, portal: empty.url })).rejects.toThrow(/set DATABASE_OWNER_URL/)
      await owner.query(`grant connect on database ${name} to ${strong.username}`)
      expect(await bringUpToDate({ owner: urls.owner, portal: strong.href })).toEqual([
        expect.stringMatching(/_strong has rights that the portal does not need/),
      ])
    } finally {
      await empty.drop()
      await superuser.query(`drop owned by ${strong.username}; drop role ${strong.username}`)
    }
  })
})
