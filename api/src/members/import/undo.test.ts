import type { ImportDone, ImportPlan, ImportUndo } from '@academy/contract/members/import.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { order, putPackage } from '../../../test/support/academy.ts'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { importFile, type SheetValue, sheetBy } from '../../../test/support/members/sheets.ts'
import { testPortal, unknown } from '../../../test/support/portal.ts'
import { verify } from '../../books/verify.ts'
import { deleteExpiredImports } from './record.ts'

const portal = await testPortal()
const choices = await choicesIn(portal)
const make = bodies(choices)
afterAll(() => portal.close())
let clerk = await portal.as()
let minute = 0
/** Moves the clock on by a minute. */
const pass = () => portal.clock.set(new Date(Date.parse('2026-11-20T04:00:00Z') + ++minute * 60_000).toISOString())
beforeEach(async () => {
  pass()
  clerk = await portal.as()
})

type Row = Record<string, SheetValue>
let people = 0
const newAdult = (more: Row = {}): Row => ({
  Kind: 'Adult',
  'English Name': `Undo ${++people}`,
  'Date of Birth': '28-02-1990',
  'I/C No.': `910228-10-${5000 + people}`,
  Gender: 'Female',
  Nationality: 'Malaysian',
  Email: `undo${people}@example.com`,
  'Coach Incharge': 'Farid bin Osman',
  ...more,
})
const newParent = (more: Row = {}): Row => ({
  'English Name': `Undo ${++people}`,
  Email: `undo${people}@example.com`,
  Relationship: 'Father',
  ...more,
})
const newChild = (parents: string, more: Row = {}): Row => ({
  ...{ Kind: 'Child', 'English Name': `Undo ${++people}`, 'Date of Birth': '2016-07-01', Gender: 'Male' },
  ...{ 'Coach Incharge': 'Farid bin Osman', Parents: parents },
  ...more,
})

/** Imports rows and answers the id of the import. */
async function imported(rows: Row[]): Promise<string> {
  const file = await sheetBy(rows)
  const plan: ImportPlan = (await importFile(portal, clerk, file, { dryRun: true })).json()
  const confirmed = plan.updates.flatMap(({ confirm }) => confirm ?? [])
  const answer = await importFile(portal, clerk, file, { confirmed })
  expect(answer.statusCode, answer.body).toBe(200)
  const [last] = await imports()
  return last?._id ?? ''
}
const imports = async (): Promise<ImportDone[]> => (await clerk.get('/member/import')).json().items
const dryRun = async (id: string): Promise<ImportUndo> => (await clerk.get(`/member/import/${id}/undo`)).json()
const undo = (id: string, by = clerk) => by.post(`/member/import/${id}/undo`)
const found = async (searchText: string) =>
  (await clerk.get(`/member?searchText=${encodeURIComponent(searchText)}`)).json().items[0]
const member = async (id: string) => (await clerk.get(`/member/${id}`)).json()
const storedRows = () => portal.rows(sql`select 1 from member_import_row`)

test('an import is undone as a whole: who was new goes, what was changed is as before', async () => {
  const old = await enrolMember(clerk, make.adult({ name: 'Old Name', phoneNo: '0123456789' }))
  const [mother, father] = [await enrolMember(clerk, make.parent()), await enrolMember(clerk, make.parent())]
  const kid = await enrolMember(clerk, make.kid({ mainIDs: [mother._id] }))
  const rows: Row[] = [
    newParent({ Email: 'undo.parent@example.com', Wallet: 120, 'Credit Expiry': '2027-06-30' }),
    newChild('undo.parent@example.com'),
    newAdult({ 'English Name': 'Undo Adult' }),
    { ID: old._id, 'English Name': 'New Name', 'Phone No.': '0187654321', 'Belt Color': 'White', Status: 'Disabled' },
    { ID: kid._id, Parents: father.email },
  ]
  const id = await imported(rows)
  const [made] = await imports()
  expect(made).toMatchObject({ _id: id, file: 'members.xlsx', created: 3, updated: 2, undone: null })
  expect(made?.undoUntil).toBe('2026-11-21T04:01:00.000Z')
  const parent = await found('undo.parent@example.com')
  const effect = { removed: 3, restored: 2, remaining: [], gone: 0 }
  expect(await dryRun(id)).toEqual(effect)
  expect(await found('Undo Adult')).toBeDefined()
  expect((await undo(id)).json()).toEqual(effect)
  expect(await found('Undo Adult')).toBeUndefined()
  expect((await clerk.get(`/member/${parent._id}`)).statusCode).toBe(404)
  expect(await member(old._id)).toMatchObject({ name: 'Old Name', phoneNo: '0123456789', belt: null, isDisable: false })
  expect((await member(kid._id)).mainIDs).toMatchObject([{ _id: mother._id }])
  const ledger = await portal.run((tx) =>
    tx.query(sql`select kind, credit, balance_after from wallet_entry where member = ${parent._id} order by version`),
  )
  expect(ledger).toEqual([
    { kind: 'opening', credit: 120, balanceAfter: 120 },
    { kind: 'opening', credit: -120, balanceAfter: 0 },
  ])
  const faults = (await verify(portal.portal.database)).filter(({ fault }) => fault)
  expect(faults).toEqual([])
  const [undone] = await imports()
  expect(undone).toMatchObject({ undoUntil: null, undone: { removed: 3, restored: 2, remaining: 0 } })
  const trail = (await clerk.get('/auth/audit-trail?searchText=Undid')).json().items
  expect(trail[0].description).toBe('Undid the import of members.xlsx: 3 removed, 2 restored, 0 left')
  expect(await storedRows()).toEqual([])
  // The same file makes the same people again.
  expect((await importFile(portal, clerk, await sheetBy(rows.slice(0, 3)))).json()).toEqual({ created: 3, updated: 0 })
})

test('what was changed since stays, and is named with the reason', async () => {
  const edited = await enrolMember(clerk, make.adult({ name: 'Edited One', note: 'Before' }))
  const taken = await enrolMember(clerk, make.adult({ name: 'Taken One', email: 'taken.one@example.com' }))
  const id = await imported([
    { ID: edited._id, 'Special Note': 'By the file', 'Phone No.': '0187654321' },
    { ID: taken._id, Email: 'other.one@example.com' },
    newAdult({ 'English Name': 'Changed Since' }),
    newParent({ 'English Name': 'Parent Since', Email: 'since@example.com' }),
  ])
  pass()
  await clerk.put(`/member/${edited._id}`, { note: 'By hand' })
  await enrolMember(clerk, make.adult({ email: 'taken.one@example.com' }))
  await clerk.put(`/member/${(await found('Changed Since'))._id}`, { school: 'SMK Klang' })
  await enrolMember(clerk, make.kid({ name: 'Late Kid', mainIDs: [(await found('since@example.com'))._id] }))
  const answer: ImportUndo = (await undo(id)).json()
  expect(answer).toMatchObject({ removed: 0, restored: 1 })
  expect(answer.remaining.map(({ row, name, reason }) => [row, name, reason])).toEqual([
    [2, 'Edited One', 'Special Note was changed since'],
    [3, 'Taken One', 'another member has the old Email now'],
    [4, 'Changed Since', 'was changed since'],
    [5, 'Parent Since', 'is a parent of Late Kid, who stays'],
  ])
  expect(await member(edited._id)).toMatchObject({ note: 'By hand', phoneNo: null })
  expect((await member(taken._id)).email).toBe('other.one@example.com')
})

test('of more than one portion everybody goes, but for who was touched since', async () => {
  const families = 270
  const mails = Array.from({ length: families }, () => `undo${++people}.many@example.com`)
  const opened = (index: number): Row => (index % 2 ? { Wallet: 5 } : {})
  const id = await imported([
    ...mails.map((mail, index) => newParent({ Email: mail, ...opened(index) })),
    ...mails.map((mail, index) => newChild(mail, { 'English Name': `Of Many ${String(index).padStart(3, '0')}` })),
  ])
  pass()
  const touched = await found('Of Many 260')
  await clerk.put(`/member/${touched._id}`, { school: 'SMK Klang' })
  const answer: ImportUndo = (await undo(id)).json()
  expect(answer).toMatchObject({ removed: 2 * families - 2, restored: 0, gone: 0 })
  expect(answer.remaining.map(({ row, reason }) => [row, reason])).toEqual([
    [262, 'is a parent of Of Many 260, who stays'],
    [532, 'was changed since'],
  ])
  const left = await portal.run((tx) =>
    tx.query(sql`select 1 from member
      where email like '%.many@example.com' or member.name like 'Of Many%'`),
  )
  expect(left).toHaveLength(2)
  const faults = (await verify(portal.portal.database)).filter(({ fault }) => fault)
  expect(faults).toEqual([])
})

test('a wallet that moved since stays, and so do payments and who was deleted meanwhile', async () => {
  const id = await imported([
    newAdult({ 'English Name': 'Paid Since', Wallet: 30 }),
    newAdult({ 'English Name': 'Moved Since', Wallet: 30 }),
    newAdult({ 'English Name': 'Expiry Since', Wallet: 30 }),
    newAdult({ 'English Name': 'Deleted Since' }),
  ])
  const [paid, moved, expiry, gone] = await Promise.all(
    ['Paid Since', 'Moved Since', 'Expiry Since', 'Deleted Since'].map(found),
  )
  const bought = await portal.run((tx) => putPackage(tx))
  await order(portal, { ...choices, package: bought, member: paid._id, parent: '', child: '' })
  await clerk.put(`/member/${moved._id}`, { wallet: 50, walletWas: 30 })
  await clerk.put(`/expiration/${expiry._id}`, { expirationDate: '2027-01-31' })
  await clerk.put(`/member/${gone._id}`, { isDisable: true })
  await clerk.delete(`/member/${gone._id}`)
  const answer: ImportUndo = (await undo(id)).json()
  expect(answer).toMatchObject({ removed: 0, restored: 0, gone: 1 })
  expect(answer.remaining.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
    'Paid Since has payments',
    'Moved Since the wallet moved since',
    'Expiry Since the credit expiry was changed since',
  ])
  expect((await member(moved._id)).wallet).toBe(50)
})

test('of two clerks who undo at once one does it, and nobody does it twice or a day later', async () => {
  const rows = () => [newAdult({ Wallet: 10 }), newAdult()]
  const id = await imported(rows())
  const other = await portal.as()
  const answers = await Promise.all([undo(id), undo(id, other)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const again = await undo(id)
  expect([again.statusCode, again.json().message]).toEqual([
    409,
    expect.stringMatching(/^This import was undone by user \d+ on 20-11-2026 12:\d\d$/),
  ])
  expect((await undo(unknown)).statusCode).toBe(404)
  const late = await imported(rows())
  const [{ undoUntil } = { undoUntil: null }] = await imports()
  portal.clock.set(undoUntil ?? '')
  clerk = await portal.as()
  expect((await undo(late)).json().message).toBe('An import can be undone for a day; this one is older')
  expect((await clerk.get(`/member/import/${late}/undo`)).statusCode).toBe(409)
  expect(await storedRows()).not.toEqual([])
  await portal.run(deleteExpiredImports)
  expect(await storedRows()).toEqual([])
  minute += 24 * 60 + 1
})

test('takes the rights of the import, and edit where members get old values back', async () => {
  const { _id } = await enrolMember(clerk, make.adult())
  const id = await imported([{ ID: _id, 'Special Note': 'By the file' }])
  const creator = await portal.as({ membership: ['create'] })
  const answer = await undo(id, creator)
  expect([answer.statusCode, answer.json().message]).toEqual([
    403,
    'You do not have the permission Membership Profile: Edit',
  ])
  expect((await undo(id, await portal.as({ membership: ['view', 'edit'] }))).statusCode).toBe(403)
  expect((await undo(id, await portal.as({ membership: ['create', 'edit'] }))).statusCode).toBe(200)
})

test('what an import stored of a person is deleted with the person', async () => {
  const { _id } = await enrolMember(clerk, make.adult({ phoneNo: '0177707070' }))
  await imported([{ ID: _id, 'Phone No.': '0177707071', 'House Address': '7 Jalan Zamrud' }])
  await clerk.put(`/member/${_id}`, { isDisable: true })
  expect(await storedRows()).not.toEqual([])
  await clerk.delete(`/member/${_id}`)
  expect(await portal.rows(sql`select 1 from member_import_row where member = ${_id}`)).toEqual([])
})

test('a newer import that is undone first leaves the older one to be undone; what was done by hand does not', async () => {
  const rows = [newAdult(), newAdult(), newParent({ Email: 'older.import@example.com' }), newAdult()]
  const [one, two, , four] = rows.map((row) => String(row['English Name']))
  const older = await imported(rows)
  const ids = await Promise.all([one, two, four].map(async (name) => (await found(String(name)))._id))
  pass()
  const newer = await imported([
    { ID: ids[0], 'Phone No.': '0123456789', Status: 'Disabled' },
    { ID: ids[2], 'Belt Color': 'White' },
  ])
  expect((await dryRun(older)).remaining.map(({ name, reason }) => [name, reason])).toEqual([
    [one, 'was changed since'],
    [four, 'was changed since'],
  ])
  pass()
  expect((await undo(newer)).json()).toMatchObject({ restored: 2, remaining: [] })
  expect(await dryRun(older)).toMatchObject({ removed: 4, remaining: [] })
  pass()
  await clerk.put(`/member/${ids[1]}`, { note: 'By hand' })
  await portal.run((tx) =>
    tx.change(
      { section: 'Membership Profile', docType: 'member', docId: ids[2], action: 'Password changed', description: 'x' },
      (on) => on().updateTable('member').set({ password: 'x', updatedAt: tx.now }).where('id', '=', ids[2]).execute(),
    ),
  )
  expect((await undo(older)).json()).toMatchObject({
    removed: 2,
    remaining: [
      { name: two, reason: 'was changed since' },
      { name: four, reason: 'was changed since' },
    ],
  })
  expect((await clerk.get(`/member/${ids[0]}`)).statusCode).toBe(404)
})
