import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { embeddedTests, expectMarker, rows, writeMarker } from '../../test/support/platform/embedded.ts'
import { databaseUrl, partsOf } from './cluster.ts'
import { isServerOf } from './server.ts'

const { home, folder, after, start, ready, child, connect } = embeddedTests()

const superuserUrl = (url: string) => databaseUrl(folder(), Number(new URL(url).port), 'superuser')
const patient = { timeout: 30_000 }

const roles = `select rolname as name, rolcanlogin as "canLogIn",
    rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isStrong",
    exists (select from pg_auth_members where member = role.oid) as "isMember",
    (select array_agg(datname::text order by datname) from pg_database
      where datallowconn and has_database_privilege(role.oid, pg_database.oid, 'connect')) as "reaches",
    exists (select from pg_database where has_database_privilege(role.oid, pg_database.oid, 'create,temp')) as "adds"
  from pg_roles as role where rolname !~ '^(pg_|postgres$)' order by 1`
const twoRoles = [
  { name: 'academy_owner', canLogIn: true, isStrong: false, isMember: false, reaches: ['academy'], adds: true },
  { name: 'portal', canLogIn: true, isStrong: false, isMember: false, reaches: ['academy'], adds: false },
]

test('portal and owner get plain roles, the portal owns nothing; in UTF-8 that knows Chinese, with checksums', async () => {
  const { url, ownerUrl } = await start()
  expect(await rows(superuserUrl(url), roles)).toEqual(twoRoles)
  await rows(ownerUrl(), 'create extension pg_trgm')
  await rows(ownerUrl(), 'create schema mine')
  for (const statement of ['create table public.mine ()', 'create temp table mine ()', 'create schema other'])
    await expect(rows(url, statement)).rejects.toMatchObject({ code: '42501' })
  expect(await rows(url, `select current_database() as name, current_setting('data_checksums') as checksums`)).toEqual([
    { name: 'academy', checksums: 'on' },
  ])
  expect(await rows(url, `select cardinality(show_trgm('陈小明')) as trigrams`)).toEqual([{ trigrams: 4 }])
})

test('in a folder of a version whose portal owned everything the owner gets a role of its own, once', async () => {
  await ready()
  const first = await start()
  // As such a version left it.
  const superuser = new URL(superuserUrl(first.url))
  superuser.pathname = 'academy'
  await rows(first.ownerUrl(), 'create extension pg_trgm')
  await writeMarker(first)
  await rows(
    superuser.href,
    'reassign owned by academy_owner to portal; drop owned by academy_owner; drop role academy_owner',
  )
  await rows(superuser.href, 'grant all on database academy, postgres, template1 to public')
  await first.stop()
  const { ownerPassword } = partsOf(folder())
  rmSync(ownerPassword)

  const second = await start()
  expect(await rows(superuserUrl(second.url), roles)).toEqual(twoRoles)
  await expectMarker(second)
  await expect(rows(second.url, 'select answer from marker')).rejects.toMatchObject({ code: '42501' })
  expect(statSync(ownerPassword).mode & 0o777).toBe(0o600)
  const password = readFileSync(ownerPassword, 'utf8')
  // Killed before the file got its name.
  await second.stop()
  renameSync(ownerPassword, `${ownerPassword}.draft`)
  const third = await start()
  await expectMarker(third)
  await third.stop()
  const renewed = readFileSync(ownerPassword, 'utf8')
  expect(renewed).not.toBe(password)
  await expectMarker(await start())
  expect(readFileSync(ownerPassword, 'utf8')).toBe(renewed)
})

test('nobody is let in without the password, and the passwords are closed to others', async () => {
  await ready()
  const { url } = await start()
  for (const username of ['portal', 'academy_owner', 'postgres']) {
    const wrong = Object.assign(new URL(url), { username, password: 'guessed' })
    await expect(connect(wrong.href)).rejects.toMatchObject({ code: '28P01' })
  }
  const { cluster, ownerPassword, portalPassword, superuserPassword } = partsOf(folder())
  expect(readFileSync(path.join(cluster, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*\btrust\b/m)
  for (const file of [ownerPassword, portalPassword, superuserPassword]) expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await rows(superuserUrl(url), 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
})

test('a stop ends open sessions, leaves no process and no pid file, and the data are there at the next start', async () => {
  await ready()
  const first = await start()
  await writeMarker(first)
  await connect(first.url)
  await first.stop()
  const { cluster, log } = partsOf(folder())
  expect(isServerOf(first.pid, cluster)).toBe(false)
  expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false)
  expect(readFileSync(log, 'utf8')).toContain('database system is shut down')
  const second = await start()
  expect(second.adopted).toBe(false)
  await expectMarker(second)
})

test('the server of a portal killed with -9 is taken over by the next one', async () => {
  await ready()
  const first = await child()
  await writeMarker(first)
  await first.end('SIGKILL')
  const second = await start()
  expect(second).toMatchObject({ adopted: true, pid: first.pid })
  await expectMarker(second)
})

test('two first starts at once end up with one server', async () => {
  const [one, other] = await Promise.all([child(), child()])
  expect([one.message, other.message]).toEqual(['', ''])
  expect(other.pid).toBe(one.pid)
  expect(readdirSync(home())).toEqual(['postgres'])
  await writeMarker(one)
  await expectMarker(other)
})

test('a first start killed half way leaves nothing in the way', async () => {
  await ready()
  const gone = spawn('true')
  await once(gone, 'exit')
  mkdirSync(path.join(`${folder()}.draft-${gone.pid}`, 'cluster'), { recursive: true })
  await start()
  expect(readdirSync(home())).toEqual(['postgres'])
})

test('after the server is killed with -9, a start waits for its last busy session and goes on', async () => {
  await ready()
  const first = await start()
  await writeMarker(first)
  const signal = path.join(home(), 'enough')
  after(() => writeFileSync(signal, ''))
  // A busy session does not notice that its server is gone.
  const busy = await connect(superuserUrl(first.url))
  const work = busy.query(`do $$ begin loop exit when (pg_stat_file('${signal}', true)).size = 0; end loop; end $$`)
  work.catch(() => {})
  const atWork = `select 1 from pg_stat_activity where query like 'do %' and state = 'active'`
  await expect.poll(() => rows(superuserUrl(first.url), atWork), patient).toHaveLength(1)

  process.kill(first.pid, 'SIGKILL')
  const starting = start()
  await expect.poll(() => readFileSync(partsOf(folder()).log, 'utf8'), patient).toContain('still in use')
  writeFileSync(signal, '')
  const second = await starting
  expect(second.adopted).toBe(false)
  await expectMarker(second)
})

test.each([
  ['whose process is gone', 'gone'],
  ['whose number now belongs to another program', 'reused'],
  ['that is empty', 'empty'],
])('a left-over pid file %s is no obstacle', async (_, kind) => {
  await ready()
  const first = await start()
  await writeMarker(first)
  const file = path.join(partsOf(folder()).cluster, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n').slice(1)
  const { uid, gid } = statSync(file)
  await first.stop()

  const alien = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60000)'])
  after(() => alien.kill('SIGKILL'))
  if (kind === 'gone') {
    alien.kill('SIGKILL')
    await once(alien, 'exit')
  }
  writeFileSync(file, kind === 'empty' ? '' : [alien.pid, ...lines].join('\n'), { mode: 0o600 })
  utimesSync(file, 1, 1)
  chownSync(file, uid, gid)

  const second = await start()
  await expectMarker(second)
})

test('a copy of the folder does not take over the server of the original', async () => {
  await ready()
  const original = await start()
  const copy = path.join(home(), 'copy')
  cpSync(folder(), copy, { recursive: true })
  const second = await start({}, copy)
  expect(second.adopted).toBe(false)
  expect(second.pid).not.toBe(original.pid)
})

test('a start that cannot succeed says what PostgreSQL said', async () => {
  await ready()
  await expect(start({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/)
})
