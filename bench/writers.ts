/** Whether appending to the audit trail delays concurrent writers, 16 at once: `npm run bench writers`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { type Caller, signIn } from './support/caller.ts'
import { median, print, quantile, repeat } from './support/figures.ts'
import { startPortal, withDataDir } from './support/portal.ts'

const writers = 16
const rounds = 5
const callsOfOne = 30
const appendsOfOne = 150

const belt = z.object({ _id: z.string() })

/** The same records with their hashes, but every transaction on its own: no lock, no order, no chain. */
const unchained = `
  create or replace function link_audit() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
  declare
    entry audit_record;
  begin
    delete from audit_pending where id = new.id;
    for entry in select * from jsonb_populate_recordset(null::audit_record, new.entries) loop
      entry.position := nextval('unchained');
      entry.previous := decode(repeat('00', 32), 'hex');
      entry.hash := audit_hash(entry);
      insert into audit_record values (entry.*);
    end loop;
    return null;
  end $$`

function urlOf(dataDir: string): string {
  const [, , , port] = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'postgres/owner-password'), 'utf8').trim()
  return `postgres://academy_owner:${password}@127.0.0.1:${port}/academy`
}

interface Round {
  /** Per second. */
  rate: number
  took: number[]
}

/** Each of the workers repeats its work so many times, all at once. */
async function atOnce<Worker>(workers: readonly Worker[], times: number, work: (worker: Worker, n: number) => unknown) {
  const took: number[] = []
  const began = performance.now()
  await Promise.all(
    workers.map(async (worker) => {
      for (let n = 0; n < times; n++) {
        const start = performance.now()
        await work(worker, n)
        took.push(performance.now() - start)
      }
    }),
  )
  return { rate: (took.length / (performance.now() - began)) * 1000, took }
}

/** Everybody edits a document of their own, so that only the trail can make them wait for each other. */
const edits = (people: readonly { caller: Caller; id: string }[], round: string): Promise<Round> =>
  atOnce(people, callsOfOne, ({ caller, id }, n) =>
    caller.call(belt, 'PUT', `/belt/${id}`, { beltColor: `${id.slice(-6)} ${round} ${n}` }),
  )

/**
 * The worst contention: transactions that only append one record, and announce at their commit what changed, which
 * PostgreSQL lets one transaction do at a time.
 */
async function appends(url: string, announces: boolean): Promise<Round> {
  const announced = announces ? `, pg_notify('academy_changes', 'belt')` : ''
  const clients = await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  const entry = { at: '2026-11-20T04:00:00Z', username: 'bench', section: 'Belt', doc_type: 'belt', action: 'Updated' }
  const round = await atOnce(clients, appendsOfOne, async (client, n) => {
    const change = { change_from: [], change_to: [{ field: 'beltColor', item: `Color ${n}`, type: 'added' }] }
    const rows = [{ ...entry, ...change, id: crypto.randomUUID(), description: `Updated Belt Color ${n}` }]
    await client.query(`select append_audit($1::jsonb)${announced}`, [JSON.stringify(rows)])
    // As in the portal: the answer waits for the disk.
    await client.query(`select pg_logical_emit_message(true, 'academy', '')`)
  })
  await Promise.all(clients.map((client) => client.end()))
  return round
}

await withDataDir(async (dataDir) => {
  const portal = await startPortal(dataDir, false)
  try {
    const url = urlOf(dataDir)
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const { rows } = await admin.query<{ source: string }>(
      `select pg_get_functiondef('link_audit()'::regprocedure) as source`,
    )
    const chained = rows[0]?.source ?? ''
    await admin.query('create sequence unchained start 1000000000')
    const people = await repeat(writers, async (n) => {
      const caller = await signIn(portal.address, 'admin')
      return { caller, id: (await caller.call(belt, 'POST', '/belt', { beltColor: `Of writer ${n}` }))._id }
    })
    await edits(people, 'warm')
    // Alternating, so that both meet the same load on the machine.
    const pairs = await repeat(rounds, async (n) => {
      await admin.query(chained)
      const withChain = await edits(people, `chained ${n}`)
      await admin.query(unchained)
      return { withChain, without: await edits(people, `unchained ${n}`) }
    })
    await admin.query(chained)
    const listener = new pg.Client({ connectionString: url })
    await listener.connect()
    await listener.query('listen academy_changes')
    const alone = await repeat(rounds, async () => ({
      silent: await appends(url, false),
      announced: await appends(url, true),
    }))
    await listener.end()
    await admin.end()

    const row = (name: string, found: readonly Round[]) => {
      const took = found.flatMap((each) => each.took)
      const rates = found.map(({ rate }) => rate)
      const shown = rates.map((rate) => rate.toFixed(0)).join(', ')
      return [name, median(rates).toFixed(0), shown, quantile(took, 0.5).toFixed(1), quantile(took, 0.95).toFixed(1)]
    }
    const ratios = pairs.map(({ withChain, without }) => withChain.rate / without.rate)
    print(
      [`${writers} writers at once`, 'a second, median', 'each round', 'p50 ms', 'p95 ms'],
      [
        row(
          'edits through the portal',
          pairs.map(({ withChain }) => withChain),
        ),
        row(
          'the same without the lock and the chain',
          pairs.map(({ without }) => without),
        ),
        ['with to without', median(ratios).toFixed(2), ratios.map((ratio) => ratio.toFixed(2)).join(', '), '', ''],
        row(
          'appending alone, one record a transaction',
          alone.map(({ silent }) => silent),
        ),
        row(
          'the same, announced to one portal',
          alone.map(({ announced }) => announced),
        ),
      ],
    )
  } finally {
    await portal.stop()
  }
})
