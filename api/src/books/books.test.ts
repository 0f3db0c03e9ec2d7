import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { fillBooks } from '../../test/support/books/books.ts'
import { holdTable } from '../../test/support/platform/hold.ts'
import { testPortal } from '../../test/support/portal.ts'
import { inTransaction } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { finish, startProof } from './books.ts'
import { proofOfNight, proveNightly } from './nightly.ts'

const portal = await testPortal()
await fillBooks(portal)
const auditor = await portal.as({ audit_trail: ['view'], dashboard: ['view'] })
const viewer = await portal.as({ dashboard: ['view'] })
afterAll(() => portal.close())

const settled = () => portal.portal.background.settled()
const proven = async (client = viewer) => (await client.get('/books/proven')).json()

test('books that nobody has proven say so', async () => {
  expect(await proven()).toEqual({ last: null, underWay: null })
})

test('are proven by whoever may read the audit trail, and the dashboard shows it', async () => {
  expect((await viewer.post('/books')).statusCode).toBe(403)
  expect((await viewer.get('/books')).statusCode).toBe(403)
  const started = await auditor.post('/books')
  expect([started.statusCode, started.json()]).toMatchObject([201, { underWay: '2026-11-20T04:00:00.000Z' }])
  await settled()
  const { last, underWay } = await proven()
  expect(last).toMatchObject({
    faults: 0,
    finishedAt: '2026-11-20T04:00:00.000Z',
    version: expect.stringMatching(/^\d/),
  })
  expect([underWay, last.checks > 15, last.rows > 100, 'findings' in last]).toEqual([null, true, true, false])
  const { items, total } = (await auditor.get('/books')).json()
  expect(total).toBe(1)
  expect(items[0].findings).toHaveLength(last.checks)
  expect(items[0].findings).toContainEqual({
    name: 'cash closes expect what their payments make',
    count: 5,
    note: null,
    fault: null,
  })
})

test('a fault is kept by name, told as a number to the dashboard, and is gone once it is', async () => {
  const [receipt] = await portal.run((tx) =>
    tx.query<{ no: string }>(sql`select receipt_no as no from payment where receipt_no is not null order by 1 limit 1`),
  )
  const rename = (from: string, to: string) =>
    portal.handle.transaction().execute(async (db) => {
      await sql`alter table payment disable trigger user`.execute(db)
      await sql`update payment set receipt_no = ${to} where receipt_no = ${from}`.execute(db)
      await sql`alter table payment enable trigger user`.execute(db)
    })
  portal.clock.set('2026-11-20T04:01:00Z')
  await rename(`${receipt?.no}`, 'OR-FORGED')
  await auditor.post('/books')
  await settled()
  const { last } = await proven()
  expect(last.faults).toBe(3)
  expect(JSON.stringify(last)).not.toContain('OR-FORGED')
  const [newest] = (await auditor.get('/books?limit=1')).json().items
  expect(newest.findings.filter((finding: { fault: unknown }) => finding.fault)).toMatchObject([
    {
      name: 'payments agree with the ledger and their receipts',
      fault: { problem: expect.stringContaining('another receipt') },
    },
    { name: 'receipts were written down when they were issued', fault: { row: 'receipt OR-2026-0001' } },
    {
      name: 'receipt numbers were issued once and each has its document',
      fault: { row: 'receipt number OR-2026-0001' },
    },
  ])
  await rename('OR-FORGED', `${receipt?.no}`)
  portal.clock.set('2026-11-20T04:02:00Z')
  await auditor.post('/books')
  await settled()
  expect((await proven()).last.faults).toBe(0)
})

test('one proof at a time, however many ask', async () => {
  // Read by each proof: the first is not over before the last is asked for.
  const release = await holdTable(portal, 'wallet_entry')
  const answers = await Promise.all(Array.from({ length: 6 }, () => auditor.post('/books')))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
    'The books are being proven already',
  )
  await release()
  await settled()
})

test('each night once, by one of several portals, from three in the morning to the next', async () => {
  const nights = async () =>
    (await portal.rows<{ night: string }>(sql`select night from books_proof where night is not null`)).length
  // A portal that was off for a night makes up for it when it starts, also between midnight and three.
  portal.clock.set('2026-11-20T18:59:00Z')
  expect(await proveNightly(portal.portal)).toBe(true)
  expect(await proofOfNight(portal.portal, new AbortController().signal)).toMatch(
    /^The books of this night were proven/,
  )
  expect(await nights()).toBe(1)
  portal.clock.set('2026-11-20T19:00:00Z')
  const both = await Promise.all([1, 2, 3].map(() => proveNightly(portal.portal)))
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await proveNightly(portal.portal)).toBe(false)
  expect(await nights()).toBe(2)
  portal.clock.set('2026-11-22T00:00:00Z')
  expect(await proveNightly(portal.portal)).toBe(true)
  expect(await nights()).toBe(3)
})

test('one whose portal died holds nobody up for longer than two hours, and its night is tried again', async () => {
  const inPortal = <T>(work: Parameters<typeof inTransaction<T>>[3]) =>
    inTransaction(portal.portal, systemCaller('nightly'), {}, work)
  portal.clock.set('2026-11-23T00:00:00Z')
  const left = await inPortal((tx) => startProof(tx, '2026-11-23'))
  expect(left).not.toBeNull()
  expect(await proveNightly(portal.portal)).toBe(false)
  portal.clock.set('2026-11-23T02:00:01Z')
  expect(await proveNightly(portal.portal)).toBe(true)
  // A result that arrives after the proof was given up is ignored.
  await inPortal((tx) => finish(tx, `${left}`, []))
  const [gone] = await portal.run((tx) =>
    tx.query<{ findings: unknown }>(sql`select findings from books_proof where id = ${left}`),
  )
  expect(gone?.findings).toBeNull()
})

test('one that is broken off while the portal stops is tried again', async () => {
  portal.clock.set('2026-11-24T00:00:00Z')
  await proveNightly(portal.portal, AbortSignal.abort())
  expect(await proveNightly(portal.portal)).toBe(true)
})

test('what a clock that was ahead began or ended holds nobody up, and is not the last proof', async () => {
  portal.clock.set('2027-11-20T04:00:00Z')
  await (await portal.as()).post('/books')
  await settled()
  const left = await portal.run((tx) => startProof(tx))
  portal.clock.set('2026-11-24T05:00:00Z')
  const now = await portal.as()
  expect(await proven(now)).toMatchObject({ underWay: null, last: { finishedAt: '2026-11-24T00:00:00.000Z' } })
  expect((await now.post('/books')).statusCode).toBe(201)
  await settled()
  expect((await proven(now)).last).toMatchObject({ finishedAt: '2026-11-24T05:00:00.000Z', faults: 0 })
  expect(left).not.toBeNull()
  // The night that it was taken for is proven when it comes.
  portal.clock.set('2026-12-02T00:00:00Z')
  expect(await proveNightly(portal.portal)).toBe(true)
  portal.clock.set('2026-12-01T00:00:00Z')
  expect(await proveNightly(portal.portal)).toBe(true)
  portal.clock.set('2026-12-02T00:00:01Z')
  expect(await proofOfNight(portal.portal, new AbortController().signal)).toMatch(/were proven already/)
})

test('a night that was proven while the clock was ahead is proven when it comes', async () => {
  portal.clock.set('2027-01-05T00:00:00Z')
  expect(await proveNightly(portal.portal)).toBe(true)
  portal.clock.set('2027-01-04T20:00:00Z')
  expect(await proofOfNight(portal.portal, new AbortController().signal)).toBeUndefined()
})
