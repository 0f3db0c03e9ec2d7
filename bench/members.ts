/**
 * The list of 100,000 members with 1,000,000 ledger rows over HTTP, beside the same page queried directly:
 * `npm run bench members`.
 */
import { join } from 'node:path'
import { type Connection, connect } from '../api/src/platform/data/index.ts'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { anything, type Caller, signIn } from './support/caller.ts'
import { print, quantile } from './support/figures.ts'
import { fill } from './support/fill.ts'
import { startPortal, withDataDir } from './support/portal.ts'

const callers = 4
const times = 60

interface Work {
  name: string
  /** The list's query, or a call to measure beside it. */
  path: string
  /** The page's ids in order and the total; without it only the call is measured. */
  sql?: string
}

const whole = (kind: string, order: string, offset = 0) => `
  select id, (select count(*) from member where kind = '${kind}' and not is_deleted) as total
  from member where kind = '${kind}' and not is_deleted order by ${order} offset ${offset} limit 50`
const picked = (kind: string, condition: string) => `
  select id, count(*) over () as total from (
    select id, lower(name) as name from member where kind = '${kind}' and not is_deleted and ${condition} offset 0) found
  order by name, id limit 50`
const byWallet = (kind: string, direction: string) => `
  select member.id, (select count(*) from member where kind = '${kind}' and not is_deleted) as total
  from wallet join member on member.id = wallet.member
  where wallet.kind = '${kind}' and member.kind = '${kind}' and not is_deleted
  order by balance ${direction}, member.id limit 50`

const chinese = '伟玲'
const works: readonly Work[] = [
  { name: 'adults, first page', path: '/member?isAdult=true', sql: whole('adult', 'lower(name), id') },
  { name: 'parents, first page', path: '/member?isParent=true', sql: whole('parent', 'lower(name), id') },
  { name: 'children, first page', path: '/member?isChildren=true', sql: whole('child', 'lower(name), id') },
  {
    name: 'children, page 500',
    path: '/member?isChildren=true&offset=24950',
    sql: whole('child', 'lower(name), id', 24950),
  },
  {
    name: 'children, part of a name (tan)',
    path: '/member?isChildren=true&searchText=tan',
    sql: picked('child', "search_text like '%tan%'"),
  },
  {
    name: 'children, a word of four in ten names (bin)',
    path: '/member?isChildren=true&searchText=bin',
    sql: picked('child', "search_text like '%bin%'"),
  },
  {
    name: 'children, two Chinese characters',
    path: `/member?isChildren=true&searchText=${encodeURIComponent(chinese)}`,
    sql: picked('child', `search_parts @> array['${chinese}']`),
  },
  {
    name: 'adults, part of an I/C',
    path: '/member?isAdult=true&searchText=0112',
    sql: picked('adult', "search_text like '%0112%'"),
  },
  { name: 'adults by wallet', path: '/member?isAdult=true&sort=wallet', sql: byWallet('adult', 'asc') },
  { name: 'adults by wallet, most first', path: '/member?isAdult=true&sort=-wallet', sql: byWallet('adult', 'desc') },
  {
    name: 'children by wallet, most first',
    path: '/member?isChildren=true&sort=-wallet',
    sql: byWallet('child', 'desc'),
  },
  {
    name: 'parents with a wallet at or below 50',
    path: '/member?isParent=true&walletFilterAmount=50',
    sql: picked('parent', "id in (select member from wallet where kind = 'parent' and balance <= 50)"),
  },
  {
    name: 'children by I/C No.',
    path: '/member?isChildren=true&sort=icNo',
    sql: whole('child', 'ic_no, id'),
  },
  { name: 'children by belt', path: '/member?isChildren=true&sort=belt' },
  { name: 'children by coach', path: '/member?isChildren=true&sort=-coachIncharge' },
  { name: 'parents by e-mail', path: '/member?isParent=true&sort=email' },
  { name: 'find anyone: tan wei', path: '/member/find?searchText=tan%20wei' },
  { name: 'find anyone: bin', path: '/member/find?searchText=bin' },
  { name: 'find anyone: two Chinese characters', path: `/member/find?searchText=${encodeURIComponent(chinese)}` },
]

/** With everything that a row shows. */
const shown = (page: string) => `
  select member.*, total, balance, credit_expired, belt_color, member_type.member_type, coach.name as coach,
    relationship.relationship,
    (select json_agg(json_build_object('_id', parent.id, 'name', parent.name, 'wallet', wallet.balance))
      from member_parent join member parent on parent.id = parent join wallet on wallet.member = parent.id
      where child = member.id) as parents,
    (select json_agg(json_build_object('_id', child.id, 'name', child.name))
      from member_parent join member child on child.id = child where parent = member.id) as children
  from (${page}) page join member on member.id = page.id left join wallet on wallet.member = member.id
  left join belt on belt.id = belt left join member_type on member_type.id = member.member_type
  left join coach on coach.id = coach_incharge left join relationship on relationship.id = member.relationship`

async function check(database: Connection, seconds: number) {
  const { rows } = await database.query<{ members: string; entries: string; right: boolean }>(`
    select (select count(*) from member) as members, (select count(*) from wallet_entry) as entries,
      (select sum(balance) from wallet) = (select sum(credit) from wallet_entry) as right`)
  const [{ members, entries, right } = { members: '0', entries: '0', right: false }] = rows
  if (!right) throw new Error('The balances of the wallets are not the sums of their entries')
  console.log(`${members} members, ${entries} ledger rows, made in ${seconds} s`)
}

/** Milliseconds of each of `times` rounds by so many at once. */
async function timed(workers: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const took: number[] = []
  let next = 0
  await Promise.all(
    workers.map(async (work) => {
      while (next++ < times) {
        const began = performance.now()
        await work()
        took.push(performance.now() - began)
      }
    }),
  )
  return took
}

async function measure(database: Connection, people: readonly Caller[]) {
  const rows: (string | number)[][] = []
  const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1))
  for (const { name, path, sql } of works) {
    const asking = people.map((person) => () => person.call(anything, 'GET', path))
    const alone = asking.slice(0, 1)
    // The first read comes from the disk.
    await timed(alone)
    const bare = sql ? quantile(await timed([() => database.query(shown(sql))]), 0.5) : undefined
    const one = await timed(alone)
    const half = quantile(one, 0.5)
    const together = await timed(asking)
    const ratio = bare === undefined ? '' : (half / bare).toFixed(1)
    rows.push([name, ms(bare), ms(half), ratio, ms(quantile(one, 0.95)), ms(quantile(together, 0.95))])
  }
  print(['page of 50', 'SQL p50 ms', 'call p50 ms', 'ratio', 'call p95 ms', `${callers} callers, p95 ms`], rows)
}

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false)
  try {
    const embedded = await startEmbedded(join(dataDir, 'postgres'), () => undefined)
    const seconds = await fill(embedded, ['many-members'])
    const database = await connect(embedded.ownerUrl())
    await check(database, seconds)
    const people = await Promise.all(Array.from({ length: callers }, () => signIn(portal.address, 'admin')))
    await measure(database, people)
    await database.end()
  } finally {
    await portal.stop()
  }
})
