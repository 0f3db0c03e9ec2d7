import type { ExportState } from '@academy/contract/exports/exports.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { systemCaller } from '../../../src/platform/http/index.ts'
import { type ExportJob, inTurn, reading, tellingExports } from '../../../src/platform/jobs/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
afterAll(() => portal.close())

const key = 'export-of-another-1'
const state = { state: 'making', ahead: 0, making: 2, rows: 1200, expected: 60_000 }

test('an export that another portal makes is known to its caller, and to nobody else', async () => {
  const [clerk, other] = [await portal.as(), await portal.as()]
  const told = JSON.stringify([{ userId: clerk.userId, key, state }])
  await sql`insert into export_progress values ('elsewhere 1', now(), ${told})`.execute(portal.handle)
  expect((await clerk.get(`/export/${key}`)).json()).toEqual(state)
  expect((await other.get(`/export/${key}`)).json().state).toBe('over')
  await sql`update export_progress set at = now() - interval '11 seconds'`.execute(portal.handle)
  expect((await clerk.get(`/export/${key}`)).json().state).toBe('over')
})

test('a portal tells of its exports while there are any, and forgets those of portals long gone', async () => {
  await sql`insert into export_progress values ('gone 1', now() - interval '2 days', '[]')`.execute(portal.handle)
  const { userId } = await portal.as()
  const by = { ...systemCaller(), userId }
  const job: ExportJob = { by, key, signal: new AbortController().signal, rows: 7, expected: 9 }
  const { promise: made, resolve: finish } = Promise.withResolvers<void>()
  const telling = tellingExports(portal.portal, 10, 'this one')
  const rows = () =>
    portal.run((tx) =>
      tx.query<{ process: string; exports: { key: string; state: ExportState }[] }>(
        sql`select process, exports from export_progress where process in ('this one', 'gone 1')`,
      ),
    )
  const making = inTurn(job, () => made)
  const mine = { userId, key, state: { state: 'making', ahead: 0, making: 1, rows: 7, expected: 9 } }
  await expect.poll(rows, { timeout: 30_000 }).toEqual([{ process: 'this one', exports: [mine] }])
  finish()
  await making
  await expect.poll(rows, { timeout: 30_000 }).toEqual([{ process: 'this one', exports: [] }])
  telling.stop()
  await portal.portal.background.settled()
})

test('nothing is read for a caller who left just before', async () => {
  const job: ExportJob = { by: systemCaller(), key, signal: AbortSignal.abort(), rows: 0, expected: null }
  const read = vi.fn(async () => 'read')
  await expect(portal.run((tx) => reading(tx, job, read))).rejects.toThrow('The export was cancelled')
  expect(read).not.toHaveBeenCalled()
})
