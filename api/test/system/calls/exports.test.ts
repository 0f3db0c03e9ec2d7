import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exportRecord } from '../../../src/platform/http/index.ts'
import { fillBooks } from '../../support/books/books.ts'
import { holdTable, lockedOut, whenLockedOut } from '../../support/platform/hold.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const books = await fillBooks(portal)
afterAll(() => portal.close())

const recordsOf = async (username: string) =>
  (
    await sql<Record<string, unknown>>`select section, doc_type, doc_id, action, description from audit_record
      where username = ${username} and section <> 'Sign In' order by position`.execute(portal.handle)
  ).rows

test('a receipt that leaves the portal leaves a record of who took it', async () => {
  const reader = await portal.as({ verifyPayment: ['view'] }, { username: 'reader of receipts' })
  const answer = await reader.get(`/payment/generate/pdf/${books.done}`)
  expect(answer.statusCode).toBe(200)
  const [, name] = /filename="([^"]+)"/.exec(String(answer.headers['content-disposition'])) ?? []
  expect(await recordsOf('reader of receipts')).toEqual([
    {
      section: 'Verify Payment',
      docType: 'payment',
      docId: books.done,
      action: 'Downloaded',
      description: `Downloaded ${name}`,
    },
  ])
})

test('one that is refused, not there or of no receipt leaves none', async () => {
  const reader = await portal.as({ verifyPayment: ['view'] }, { username: 'unlucky reader' })
  expect((await reader.get(`/payment/generate/pdf/${books.pending}`)).statusCode).toBe(409)
  expect((await reader.get('/payment/generate/pdf/019aa000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  expect(await recordsOf('unlucky reader')).toEqual([])
  const stranger = await portal.as({}, { username: 'stranger' })
  expect((await stranger.get(`/payment/generate/pdf/${books.done}`)).statusCode).toBe(403)
  expect((await recordsOf('stranger')).map(({ action }) => action)).toEqual(['Refused'])
})

test('a file does not leave where the record of it cannot be written', async () => {
  const reader = await portal.as({ verifyPayment: ['view'] }, { username: 'late reader' })
  const { handle } = portal
  await sql`alter table audit_record add constraint full_up check (username <> 'late reader') not valid`.execute(handle)
  const answer = await reader.get(`/payment/generate/pdf/${books.done}`)
  await sql`alter table audit_record drop constraint full_up`.execute(handle)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.rawPayload.subarray(0, 4).toString()).not.toBe('%PDF')
})

const excel = (path: string, may: Endpoint['may']): Endpoint => ({ method: 'GET', path, may, result: { file: 'xlsx' } })

test('an export is recorded with its report and its filters, I/C numbers in them masked', () => {
  const filters = { startDate: '2026-11-01', searchText: 'Tan 900101-14-5678', centre: '' }
  expect(
    exportRecord(
      excel('/report/tm-Report/generate/excel', 'report.TM.export'),
      { name: 'TM Report.xlsx' },
      {},
      filters,
    ),
  ).toEqual({
    section: 'TM Report',
    docType: 'tm-Report',
    action: 'Exported',
    description: 'Exported TM Report.xlsx',
    to: { startDate: '2026-11-01', search: 'Tan ********', centre: '' },
  })
  const list = exportRecord(excel('/member/export', 'membership.view'), { name: 'Members.xlsx' }, {}, {})
  expect(list).toMatchObject({ section: 'Membership Profile', docType: 'member' })
  const named = { name: 'Close.pdf', section: 'Cash Desk' }
  expect(exportRecord(excel('/cash-close', 'verifyPayment.view'), named, {}, {}).section).toBe('Cash Desk')
})

const address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
/** Of one person's exports one is made at a time, so the tests have several. */
const clerks = await Promise.all(Array.from({ length: 11 }, () => portal.as()))
const askedBy = new Map<string, (typeof clerks)[number]>()

/** Blocks every export of members where it queries its first rows. */
const standstill = () => holdTable(portal, 'relationship')

let exports = 0
/** Requests an export as a browser does, and may abort before the answer. */
function begin(path = '/member/generate/excel') {
  const key = `export-of-the-test-${++exports}`
  const clerk = clerks[exports % clerks.length] ?? portal.anyone
  askedBy.set(key, clerk)
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${clerk.token}`, 'idempotency-key': key }
  const answer = fetch(`${address}/api/admin${path}`, { headers, signal: stop.signal })
  answer.catch(() => undefined)
  return { key, answer, leave: () => stop.abort() }
}

const stateOf = async (key: string, who = askedBy.get(key) ?? portal.anyone) => (await who.get(`/export/${key}`)).json()
const patience = { timeout: 6000 }
const comesTo = (key: string, state: object) => expect.poll(() => stateOf(key), patience).toMatchObject(state)

test('two are made at once, the others wait in line and can be asked after; who leaves makes room at once', async () => {
  const stranger = await portal.as({})
  const release = await standstill()
  const [first, second] = [begin(), begin()]
  for (const { key } of [first, second]) await comesTo(key, { state: 'making', rows: 0 })
  await whenLockedOut(portal, 2)
  const third = begin()
  await comesTo(third.key, { state: 'waiting', ahead: 0, making: 2 })
  const fourth = begin()
  await comesTo(fourth.key, { state: 'waiting', ahead: 1, making: 2 })
  expect(await stateOf(fourth.key, stranger)).toMatchObject({ state: 'over' })
  // One leaves the queue, the other a statement that still waits.
  third.leave()
  await comesTo(fourth.key, { state: 'waiting', ahead: 0 })
  first.leave()
  await comesTo(fourth.key, { state: 'making' })
  await comesTo(first.key, { state: 'over' })
  await whenLockedOut(portal, 2)
  const { rows: members } = await sql`select from member where not is_deleted`.execute(portal.handle)
  expect(members.length).toBeGreaterThan(0)
  expect(await stateOf(second.key)).toMatchObject({ state: 'making', expected: members.length })
  await release()
  for (const { key, answer } of [second, fourth]) {
    const { status, ...given } = await answer
    expect(status, JSON.stringify(given)).toBe(200)
    expect((await (await answer).arrayBuffer()).byteLength).toBeGreaterThan(1000)
    await comesTo(key, { state: 'over' })
  }
  expect(await lockedOut(portal)).toBe(0)
})

test('a PDF stands in the same line, and one that is cancelled there is not made', async () => {
  const release = await standstill()
  const made = [begin(), begin()]
  for (const { key } of made) await comesTo(key, { state: 'making' })
  const [left, kept] = [begin('/report/tm-Report/generate/pdf'), begin('/report/tm-Report/generate/pdf')]
  await comesTo(left.key, { state: 'waiting' })
  await comesTo(kept.key, { state: 'waiting' })
  left.leave()
  await comesTo(left.key, { state: 'over' })
  await comesTo(kept.key, { state: 'waiting', ahead: 0 })
  await release()
  for (const { answer } of [...made, kept])
    expect((await (await answer).arrayBuffer()).byteLength).toBeGreaterThan(1000)
  const { rows } = await sql`select from audit_record where section = 'TM Report' and action = 'Exported'`.execute(
    portal.handle,
  )
  expect(rows).toHaveLength(1)
  await comesTo(kept.key, { state: 'over' })
})

test('when the line is full, the next one is told when to come again', async () => {
  const release = await standstill()
  const made = Array.from({ length: 22 }, () => begin())
  await expect
    // Their order of arrival is unknown.
    .poll(
      async () => (await Promise.all(made.map(({ key }) => stateOf(key)))).map(({ state }) => state).sort(),
      patience,
    )
    .toEqual([...Array(2).fill('making'), ...Array(20).fill('waiting')])
  const refused = await begin().answer
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('10')
  expect(await refused.json()).toMatchObject({ message: 'Too many exports are being made, please try again' })
  for (const { leave } of made) leave()
  await whenLockedOut(portal, 0)
  await release()
  const after = await begin().answer
  expect(after.status).toBe(200)
  await after.arrayBuffer()
})

test('a statement that fails is an answer of its own, not a file that breaks off', async () => {
  const release = await standstill()
  const { answer } = begin()
  await whenLockedOut(portal)
  await portal.portal.database.query(sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  const { status, headers } = await answer
  expect(status).toBe(503)
  expect(headers.get('content-type')).toContain('application/json')
  await release()
})

test('a key of another form is nobody’s', async () => {
  for (const key of ['short', 'x'.repeat(65), "key'--of-a-stranger"]) {
    expect((await clerks[0]?.get(`/export/${encodeURIComponent(key)}`))?.statusCode).toBe(404)
  }
})
