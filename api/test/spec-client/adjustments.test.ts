/** Section 7, credit adjust; and the document formats that number it. */
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Academy,
  buildAcademy,
  buildAdult,
  clerkRights,
  coachRights,
  type Document,
  userWith,
  walletOf,
} from './academy.ts'
import type { Fields, SpecificationClient } from './client.ts'
import { startPortal } from './start.ts'

let admin: SpecificationClient
let clerk: SpecificationClient
let academy: Academy
let close: () => Promise<void>
let member: Document
let before: number
beforeAll(async () => {
  ;({ admin, close } = await startPortal())
  academy = await buildAcademy(admin)
  clerk = await userWith(admin, 'clerk', clerkRights)
  member = await buildAdult(admin, academy)
})
afterAll(() => close())
beforeEach(async () => {
  before = await walletOf(admin, member)
})
const changed = async () => (await walletOf(admin, member)) - before

/** What the form of a new document sends when the user may not approve. */
const form = (more: Fields = {}): Fields => ({
  doc_no: '<< NEW >>',
  date: '2026/11/20',
  approvedBy: '-',
  member: member._id,
  reason: 'Class was cut short',
  adjustCredit: 5,
  ...more,
})

test.each(['2026/11/19', '2026-11-19', '19-11-2026', '2026-11-18T16:00:00.000Z'])('a document of %s', async (date) => {
  const made = await clerk.post('/credit-adjust', form({ date }))
  expect(made).toMatchObject({
    date_display: expect.stringContaining('2026'),
    member: { _id: member._id, name: member.name },
    reason: 'Class was cut short',
    adjustCredit: 5,
    createdBy: 'clerk',
    status: 'Pending',
    approvedBy: null,
  })
  expect(made.doc_no).not.toBe('<< NEW >>')
  expect((await clerk.get(`/credit-adjust/${made._id}`)).date).toBe('2026-11-19')
  expect(await changed()).toBe(0)
})

test.each(['-', '', null, undefined, 'null'])('approvedBy %j approves nothing', async (approvedBy) => {
  const made = await clerk.post('/credit-adjust', form({ approvedBy }))
  expect(made.status).toBe('Pending')
  expect(await changed()).toBe(0)
})

test('who may approve sends the own name, who may not is refused; the server writes who it was', async () => {
  expect((await clerk.refused('POST', '/credit-adjust', form({ approvedBy: 'clerk' }))).statusCode).toBe(403)
  const made = await admin.post('/credit-adjust', form({ approvedBy: 'clerk', adjustCredit: '-5' }))
  expect(made).toMatchObject({ status: 'Approved', approvedBy: 'administrator', adjustCredit: -5 })
  expect(await changed()).toBe(-5)
  expect((await admin.get(`/member/${member._id}/wallet`)).items[0]).toMatchObject({
    credit: -5,
    balanceAfter: before - 5,
  })
})

test('a pending document is edited whole, approved by an update carrying approvedBy, and is then closed', async () => {
  const made = await clerk.post('/credit-adjust', form())
  const read = await clerk.get(`/credit-adjust/${made._id}`)
  // The form reads date_display as the date, and sends all of it back.
  const edited = await clerk.put(`/credit-adjust/${made._id}`, {
    ...read,
    date: read.date_display,
    adjustCredit: 7,
    approvedBy: '-',
  })
  expect(edited).toMatchObject({ doc_no: made.doc_no, adjustCredit: 7, status: 'Pending', date: read.date })
  expect((await clerk.refused('PUT', `/credit-adjust/${made._id}`, { approvedBy: 'clerk' })).statusCode).toBe(403)
  expect(await admin.put(`/credit-adjust/${made._id}`, { ...edited, approvedBy: 'administrator' })).toMatchObject({
    status: 'Approved',
    approvedBy: 'administrator',
  })
  expect(await changed()).toBe(7)
  for (const [method, body] of [
    ['PUT', { approvedBy: 'administrator' }],
    ['PUT', { reason: 'Other' }],
    ['DELETE', undefined],
  ] as const)
    expect((await admin.refused(method, `/credit-adjust/${made._id}`, body)).statusCode).toBe(409)
  expect(await changed()).toBe(7)
})

test('only an approved document is printed, by who may print', async () => {
  const made = await clerk.post('/credit-adjust', form())
  expect((await clerk.refused('GET', `/credit-adjust/generate/pdf/${made._id}`)).statusCode).toBe(409)
  await admin.put(`/credit-adjust/${made._id}`, { approvedBy: 'administrator' })
  const { name, type, bytes } = await clerk.download(`/credit-adjust/generate/pdf/${made._id}`)
  expect([name, type]).toEqual(['Credit Adjustment Document.pdf', 'application/pdf'])
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })
  for (const said of [made.doc_no, member.name, 'Class was cut short', 'administrator']) expect(text).toContain(said)
})

test('listed, searched, sorted and deleted', async () => {
  const made = await clerk.post('/credit-adjust', form({ reason: 'A mistake of the counter' }))
  const found = await clerk.get('/credit-adjust', {
    offset: 0,
    limit: 50,
    searchText: 'mistake of',
    sort: '-date,+doc_no',
  })
  expect(found).toMatchObject({ total: 1, items: [{ _id: made._id }] })
  await clerk.delete(`/credit-adjust/${made._id}`)
  expect((await clerk.refused('GET', `/credit-adjust/${made._id}`)).statusCode).toBe(404)
})

test.each([
  ['date', 'date is required'],
  ['member', 'Member is required'],
  ['reason', 'Reason is required'],
  ['adjustCredit', 'Adjusted Credit Amt is required'],
])('%s: %s', async (path, message) => {
  for (const empty of [undefined, null, ''])
    expect((await clerk.refused('POST', '/credit-adjust', form({ [path]: empty }))).details).toEqual([
      { path, message },
    ])
})

test.each([0, 1.5, '+', 'five'])('adjustCredit %j is refused', async (adjustCredit) => {
  expect((await clerk.refused('POST', '/credit-adjust', form({ adjustCredit }))).details).toMatchObject([
    { path: 'adjustCredit' },
  ])
})

test.each(['+5', '5', 5])('adjustCredit %j is five more', async (adjustCredit) => {
  expect((await clerk.post('/credit-adjust', form({ adjustCredit }))).adjustCredit).toBe(5)
})

test('more than the wallet holds is not taken away', async () => {
  expect(
    (await admin.refused('POST', '/credit-adjust', form({ adjustCredit: -9999, approvedBy: 'administrator' })))
      .statusCode,
  ).toBe(409)
  expect(await changed()).toBe(0)
})

describe('document formats', () => {
  test('are listed, read by type and by id, and changed whole', async () => {
    const { items } = await admin.get('/doc-num-format', { offset: 0, limit: 50, sort: '+type' })
    expect(items.map(({ type }: Fields) => type)).toContain('Credit Adjustment')
    const format = await admin.get('/doc-num-format/type/Credit%20Adjustment')
    const read = await admin.get(`/doc-num-format/${format._id}`)
    await admin.put(`/doc-num-format/${format._id}`, { ...read, format: 'CA(ddmmyyyy)-{0000}', running_no: '41' })
    const made = await clerk.post('/credit-adjust', form())
    expect(made.doc_no).toBe('CA20112026-0042')
    expect((await admin.get(`/doc-num-format/${format._id}`)).running_no).toBe(42)
  })

  test.each([
    ['type', ''],
    ['format', ''],
    ['running_no', null],
    ['running_no', 10_000],
    ['running_no', -1],
  ])('%s %j is refused', async (path, value) => {
    const body = { type: 'Credit Adjustment', format: 'X{0000}', running_no: 1, [path]: value }
    const refusal = await admin.refused('POST', '/doc-num-format', body)
    expect([refusal.statusCode, refusal.details?.map((detail) => detail.path)]).toEqual([400, [path]])
    if (value === '' || value === null) expect(refusal.details?.[0]?.message).toBe('This field is required')
  })

  test('are made where a type has none', async () => {
    const { _id, ...body } = await admin.get('/doc-num-format/type/Order')
    expect((await admin.refused('POST', '/doc-num-format', body)).statusCode).toBe(409)
    await admin.delete(`/doc-num-format/${_id}`)
    const made = await admin.post('/doc-num-format', {
      type: 'Order',
      format: 'O-{0000}',
      running_no: 0,
      isDisable: false,
    })
    expect(made).toMatchObject({ type: 'Order', running_no: 0 })
    const coach = await userWith(admin, 'coach', coachRights)
    expect((await coach.refused('PUT', `/doc-num-format/${made._id}`, { running_no: 5 })).statusCode).toBe(403)
  })
})
