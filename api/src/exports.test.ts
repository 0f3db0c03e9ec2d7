import type { Route } from '@academy/contract/kit/route.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { exportRecord } from './kit/export-record.ts'
import { testPortal } from './testing.ts'
import { keepBooks } from './testing-books.ts'

const portal = await testPortal()
const books = await keepBooks(portal)
afterAll(() => portal.close())

const recordsOf = async (username: string) =>
  (
    await sql<Record<string, unknown>>`select section, doc_type, doc_id, action, description from audit_record
      where username = ${username} and section <> 'Sign In' order by position`.execute(portal.portal.database.handle)
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
  const { handle } = portal.portal.database
  await sql`alter table audit_record add constraint full_up check (username <> 'late reader') not valid`.execute(handle)
  const answer = await reader.get(`/payment/generate/pdf/${books.done}`)
  await sql`alter table audit_record drop constraint full_up`.execute(handle)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.rawPayload.subarray(0, 4).toString()).not.toBe('%PDF')
})

const excel = (path: string, may: Route['may']): Route => ({ method: 'GET', path, may, result: { file: 'xlsx' } })

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
    to: { startDate: '2026-11-01', search: 'Tan ********5678', centre: '' },
  })
  const list = exportRecord(excel('/member/export', 'membership.view'), { name: 'Members.xlsx' }, {}, {})
  expect(list).toMatchObject({ section: 'Membership', docType: 'member' })
  const named = { name: 'Members.xlsx', section: 'Membership Profile' }
  expect(exportRecord(excel('/member/export', 'membership.view'), named, {}, {}).section).toBe('Membership Profile')
})
