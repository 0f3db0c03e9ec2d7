import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobsState } from '@academy/contract/jobs/jobs.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { type Job, NotPossible, scheduled } from '../platform/jobs/index.ts'
import { worksOf } from '../works.ts'
import { jobsOf } from './jobs.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-jobs-'))
const portal = await testPortal({ BACKUP_DIR: folder })
const owner = await portal.as()
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const pace = { look: 10, lease: 60_000, again: 20, startDelay: 0 }
const runners: { stop(): void }[] = []
const runner = (jobs: Job[], more: Partial<typeof pace> = {}, by = 'this one') => {
  const started = scheduled(portal.portal, jobs, { ...pace, ...more }, by)
  runners.push(started)
  return started
}
afterEach(async () => {
  for (const { stop } of runners.splice(0)) stop()
  await portal.portal.background.settled()
  await sql`delete from background_job`.execute(portal.handle)
})

interface Row {
  heldBy: string | null
  heldUntil: string | null
  isFailed: boolean
  result: string | null
  startedAt: string | null
  finishedAt: string | null
  isDue: boolean
}
const rowOf = async (name: string) => {
  const [row] = await portal.run((tx) =>
    tx.query<Row>(sql`select held_by, held_until, is_failed, result, started_at, finished_at, next_at <= now() as is_due
      from background_job where name = ${name}`),
  )
  return row
}
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 10 })
const isRun = (times: { length: number }, count: number) =>
  until(() => expect(times.length).toBeGreaterThanOrEqual(count))

test('answers to calls that may be made anew and old mails are deleted, whoever they belong to', async () => {
  const [gone, late, here] = ['2026-10-01T00:00:00Z', '2026-11-19T05:00:00Z', '2026-11-20T03:00:00Z']
  await sql`insert into idempotent_answer (user_id, key, request_hash, status, answer, at) values
    (gen_random_uuid(), 'old', '', 200, '{}', ${gone}), (gen_random_uuid(), 'day', '', 200, '{}', ${late}),
    (gen_random_uuid(), 'new', '', 200, '{}', ${here})`.execute(portal.handle)
  await sql`insert into outbox_mail (id, at, to_address, subject, body) values
    (gen_random_uuid(), ${gone}, 'a@example.com', 'old', ''), (gen_random_uuid(), ${here}, 'a@example.com', 'new', '')`.execute(
    portal.handle,
  )
  await worksOf(portal.portal).retention(new AbortController().signal)
  const { rows } = await sql<{
    kept: string
  }>`select key as kept from idempotent_answer where key in ('old', 'day', 'new')
    union all select subject from outbox_mail order by kept`.execute(portal.handle)
  expect(rows.map(({ kept }) => kept)).toEqual(['day', 'new', 'new'])
})

test('of two processes one at a time does a job, and it goes on', async () => {
  let running = 0
  const runs: number[] = []
  const job: Job = {
    name: 'imports',
    schedule: { every: 1 },
    async run() {
      running += 1
      runs.push(running)
      await portal.rows(sql`select pg_sleep(0.01)`)
      running -= 1
      return undefined
    },
  }
  runner([job], {}, 'one')
  runner([job], {}, 'other')
  await isRun(runs, 12)
  expect(Math.max(...runs)).toBe(1)
})

test('what went wrong is told and tried again, and what was done is told', async () => {
  const runs: number[] = []
  const job: Job = {
    name: 'proof',
    schedule: { daily: '03:05' },
    async run() {
      runs.push(1)
      if (runs.length < 3) throw new Error('the disk is full')
      return '7 rows'
    },
  }
  await sql`insert into background_job (name, next_at) values ('proof', now())`.execute(portal.handle)
  runner([job], { again: 200 })
  await until(async () => expect(await rowOf('proof')).toMatchObject({ isFailed: true, result: 'the disk is full' }))
  await until(async () =>
    expect(await rowOf('proof')).toMatchObject({ isFailed: false, result: '7 rows', isDue: false }),
  )
  expect(runs).toHaveLength(3)
})

test('what is not possible here is told, is no failure and no success, and is not tried again before its time', async () => {
  let runs = 0
  const job: Job = {
    name: 'trial',
    schedule: { monthly: '04:00' },
    async run() {
      runs += 1
      if (runs === 1) return { result: 'came back', details: { rows: 7 } }
      throw new NotPossible('it is encrypted')
    },
  }
  await sql`insert into background_job (name, next_at) values ('trial', now())`.execute(portal.handle)
  runner([job])
  const trial = async () => (await stateOf()).list.find(({ name }) => name === 'trial')
  await until(async () => expect(await trial()).toMatchObject({ isPossible: true, result: 'came back' }))
  const first = await trial()
  await sql`update background_job set next_at = now() where name = 'trial'`.execute(portal.handle)
  await until(async () => expect(await trial()).toMatchObject({ isPossible: false, result: 'it is encrypted' }))
  expect(await trial()).toMatchObject({ isFailed: false, isLate: false, succeededAt: first?.succeededAt })
  expect(await rowOf('trial')).toMatchObject({ isDue: false })
})

test('a daily job that is new waits for its time, and at the start for the first screens', async () => {
  const runs: string[] = []
  const daily = (name: string): Job => ({
    name,
    schedule: { daily: '03:05' },
    run: async () => void runs.push(name) as undefined,
  })
  // One that is late, and one that becomes due while the first screens are loaded.
  await sql`insert into background_job (name, next_at) values
    ('backup', now()), ('sign-ins', now() + interval '200 milliseconds')`.execute(portal.handle)
  const often: number[] = []
  const other: Job = { name: 'cards', schedule: { every: 1 }, run: async () => void often.push(1) as undefined }
  runner([daily('backup'), daily('proof'), daily('sign-ins'), other], { startDelay: 600_000 })
  await isRun(often, 40)
  expect(runs).toEqual([])
  expect(await rowOf('backup')).toMatchObject({ startedAt: null, isDue: false })
  expect(await rowOf('proof')).toMatchObject({ startedAt: null, isDue: false })
})

test('what was due while no portal ran is due from the start on, so that nobody is told that it is late', async () => {
  await sql`insert into background_job (name, next_at, held_by, held_until) values
    ('imports', now() - interval '2 days', 'other', now() + interval '1 hour')`.execute(portal.handle)
  runner([{ name: 'imports', schedule: { every: 1 }, run: async () => undefined }])
  await until(async () => {
    const due = await portal.run((tx) =>
      tx.query(sql`select from background_job where name = 'imports' and next_at > now() - interval '1 hour'`),
    )
    expect(due).toHaveLength(1)
  })
})

test('a job of a process that died is taken over when its time is up, not before', async () => {
  await sql`insert into background_job (name, next_at, held_by, held_until) values
    ('imports', now(), 'dead', now() - interval '1 second'), ('alerts', now(), 'alive', now() + interval '1 hour')`.execute(
    portal.handle,
  )
  const runs: string[] = []
  const job = (name: string): Job => ({
    name,
    schedule: { every: 1 },
    run: async () => void runs.push(name) as undefined,
  })
  runner([job('imports'), job('alerts')])
  await isRun(runs, 5)
  expect(new Set(runs)).toEqual(new Set(['imports']))
})

test('what a clock that was ahead left in the future is brought back once it is put right', async () => {
  const runs: string[] = []
  const job = (name: string, schedule: Job['schedule']): Job => ({
    name,
    schedule,
    run: async () => void runs.push(name) as undefined,
  })
  runner([job('imports', { every: 1 }), job('backup', { daily: '02:00' })])
  await isRun(runs, 1)
  // The process that had the back-up died, too.
  await sql`update background_job set next_at = now() + interval '1 year', started_at = now() + interval '1 year',
    finished_at = now() + interval '1 year', succeeded_at = now() + interval '1 year'`.execute(portal.handle)
  await sql`update background_job set held_by = 'dead', held_until = now() + interval '1 year'
    where name = 'backup'`.execute(portal.handle)
  runs.length = 0
  await isRun(runs, 1)
  const left = sql<{ name: string }>`select name from background_job where next_at > now() + interval '1 day'
    or greatest(started_at, finished_at, succeeded_at) > now() or held_until > now() + interval '1 minute'`
  await until(async () => expect((await left.execute(portal.handle)).rows).toEqual([]))
})

test('one that takes long says again and again that it is at it', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>()
  runner([{ name: 'imports', schedule: { every: 3_600_000 }, run: () => over }], { lease: 400 })
  const held = new Set<string>()
  await until(async () => {
    held.add(`${(await rowOf('imports'))?.heldUntil}`)
    expect(held.size).toBeGreaterThan(4)
  })
  end(undefined)
  await until(async () => expect(await rowOf('imports')).toMatchObject({ heldUntil: null, isFailed: false }))
})

test('one that is broken off by the end of its portal is due at once for the next', async () => {
  const job: Job = {
    name: 'backup',
    schedule: { every: 3_600_000 },
    run: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const { stop } = runner([job])
  await until(async () => expect(await rowOf('backup')).toMatchObject({ heldBy: 'this one' }))
  stop()
  await portal.portal.background.settled()
  expect(await rowOf('backup')).toMatchObject({ heldBy: null, isDue: true, isFailed: false, finishedAt: null })
})

test('one that is claimed just as its portal ends is not begun, and is left to the next', async () => {
  const runs: string[] = []
  const job: Job = { name: 'imports', schedule: { every: 1 }, run: async () => void runs.push('imports') as undefined }
  // Looked for at longer intervals than below, or both could keep step and it would never be found free.
  const { stop } = runner([job], { look: 200 })
  await isRun(runs, 1)
  await portal.handle.transaction().execute(async (holding) => {
    // Nobody is at it: the next to change it is who claims it, and waits.
    await until(async () => {
      const free = sql`select from background_job where name = 'imports' and held_by is null for update`
      expect((await free.execute(holding)).rows).toHaveLength(1)
    })
    const claims = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'update "background_job" set "held_by"%'`
    await until(async () => expect(await portal.rows(claims)).toHaveLength(1))
    runs.length = 0
    stop()
  })
  await portal.portal.background.settled()
  expect(runs).toEqual([])
  expect(await rowOf('imports')).toMatchObject({ heldBy: null, isDue: true })
})

const stateOf = async () => jobsState.parse((await owner.get('/job')).json())

test('the page tells each job, and Run Now makes one due that waits', async () => {
  const before = await stateOf()
  // No alerts are mailed here.
  expect(before.list.map(({ name }) => name)).toEqual([
    'backup',
    'trial',
    'proof',
    'cards',
    'sign-ins',
    'balances',
    'imports',
    'retention',
  ])
  expect(before.list[0]).toMatchObject({ daily: '02:00', startedAt: null, nextAt: null })
  expect(before.backups).toMatchObject({ folder, keep: { days: 7, weeks: 4, months: 12 }, list: [] })
  runner(jobsOf(portal.portal, worksOf(portal.portal)))
  await until(async () => expect((await stateOf()).list[0]?.nextAt).toBeTruthy())
  expect((await owner.post('/job/backup')).statusCode).toBe(201)
  await until(async () => expect((await stateOf()).backups?.list).toHaveLength(1))
  await until(async () => expect((await stateOf()).list[0]?.result).toMatch(/rows and 0 pictures in academy-/))
  const trail = (await owner.get('/auth/audit-trail?limit=5')).json().items
  expect(trail.map(({ description }: { description: string }) => description)).toContain('Started Back-up')
})

test('who may not read the audit trail sees and starts nothing; what runs is not started twice', async () => {
  const clerk = await portal.as({ dashboard: ['view'] })
  for (const refused of [await clerk.get('/job'), await clerk.post('/job/proof')]) expect(refused.statusCode).toBe(403)
  expect((await owner.post('/job/alerts')).statusCode).toBe(404)
  expect((await owner.post('/job/nothing')).statusCode).toBe(404)
  await sql`insert into background_job (name, next_at, held_by, held_until)
    values ('proof', now(), 'other', now() + interval '1 hour')`.execute(portal.handle)
  const again = await owner.post('/job/proof')
  expect([again.statusCode, again.json().message]).toEqual([409, 'Proof of the books is running already'])
})
