import type { ImportPlan } from '@academy/contract/members/import.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember } from '../../../test/support/families.ts'
import { importFile, type SheetValue, sheetBy } from '../../../test/support/members/sheets.ts'
import { testPortal } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
afterAll(() => portal.close())

type Row = Record<string, SheetValue>
const dry = async (rows: Row[]): Promise<ImportPlan> =>
  (await importFile(portal, clerk, await sheetBy(rows), { dryRun: true })).json()
const send = async (rows: Row[], confirmed?: string[]) =>
  importFile(portal, clerk, await sheetBy(rows), confirmed ? { confirmed } : {})
const member = async (id: string) => (await clerk.get(`/member/${id}`)).json()
const confirmsOf = ({ updates }: ImportPlan) => updates.flatMap(({ confirm }) => confirm ?? [])

test('a dry run names everybody it would change, field by field, old and new', async () => {
  const mother = await enrolMember(clerk, make.parent({ name: 'Siti Aminah' }))
  const father = await enrolMember(clerk, make.parent({ name: 'Azlan bin Abdullah' }))
  const child = await enrolMember(clerk, make.kid({ name: 'Nur', mainIDs: [mother._id], chName: '努尔' }))
  const adult = await enrolMember(clerk, make.adult({ name: 'Tan Wei Ling', phoneNo: '0123456789' }))
  const { updates, problems, update } = await dry([
    {
      ID: child._id,
      'Belt Color': 'White',
      Parents: `${father.email}; ${mother.email}`,
      'Date of Birth': '02-07-2015',
    },
    { ID: adult._id, 'English Name': 'tan  wei ling', 'Phone No.': '0187654321', Status: 'Disabled' },
    { ID: mother._id, 'English Name': 'Siti Aminah' },
  ])
  expect({ problems, update }).toEqual({ problems: [], update: 2 })
  expect(updates).toEqual([
    {
      row: 2,
      member: {
        ...{ _id: child._id, name: 'Nur', chName: '努尔', kind: 'child', dob: '2015-07-01', phoneNo: null },
        ...{ icEnd: null, parents: ['Siti Aminah'] },
      },
      changes: [
        { field: 'dob', label: 'Date of Birth', from: '2015-07-01', to: '2015-07-02' },
        { field: 'belt', label: 'Belt Color', from: null, to: 'White' },
        { field: 'mainIDs', label: 'Parents', from: 'Siti Aminah', to: 'Azlan bin Abdullah, Siti Aminah' },
      ],
    },
    {
      row: 3,
      member: expect.objectContaining({ name: 'Tan Wei Ling', icEnd: adult.icNo.slice(-4), phoneNo: '0123456789' }),
      // Another way to write the same name is not another person.
      changes: [
        { field: 'name', label: 'English Name', from: 'Tan Wei Ling', to: 'tan wei ling' },
        { field: 'phoneNo', label: 'Phone No.', from: '0123456789', to: '0187654321' },
        { field: 'isDisable', label: 'Status', from: 'Active', to: 'Disabled' },
      ],
    },
  ])
})

test('a row with another name overwrites nobody until it is confirmed by itself', async () => {
  const [first, second, third] = [
    await enrolMember(clerk, make.adult({ name: 'Lim Ah Kow' })),
    await enrolMember(clerk, make.adult({ name: 'Lim Bee Hoon' })),
    await enrolMember(clerk, make.adult({ name: 'Chong Kah Yee' })),
  ]
  const rows: Row[] = [
    { 'I/C No.': first.icNo, 'English Name': 'Ng Ah Kow', 'Special Note': 'Left-handed' },
    { 'I/C No.': second.icNo, 'English Name': 'Ng Bee Hoon' },
    { 'I/C No.': third.icNo, 'English Name': 'Chong Kah Yee', 'Special Note': 'Plays the drum' },
  ]
  const plan = await dry(rows)
  expect(plan.problems).toEqual([])
  expect(plan.updates.map(({ row, confirm }) => [row, confirm !== undefined])).toEqual([
    [2, true],
    [3, true],
    [4, false],
  ])
  const [one = '', other = ''] = confirmsOf(plan)
  const problem = (row: number, now: string, was: string) => ({
    row,
    column: 'English Name',
    message: `${now} would overwrite ${was}; confirm this row if they are one person`,
  })
  const plain = await send(rows)
  expect(plain.statusCode).toBe(400)
  expect(plain.json().message).toBe('Error Importing Excel File')
  expect(plain.json().problems).toEqual([
    problem(2, 'Ng Ah Kow', 'Lim Ah Kow'),
    problem(3, 'Ng Bee Hoon', 'Lim Bee Hoon'),
  ])
  const half = await send(rows, [one, 'something-else'])
  expect(half.json().problems).toEqual([problem(3, 'Ng Bee Hoon', 'Lim Bee Hoon')])
  expect((await member(first._id)).name).toBe('Lim Ah Kow')
  expect((await member(third._id)).note).toBeNull()
  expect((await send(rows, [one, other])).json()).toEqual({ created: 0, updated: 3 })
  expect(await member(first._id)).toMatchObject({ name: 'Ng Ah Kow', note: 'Left-handed' })
})

test('what was confirmed of one member is not confirmed of who it is by then', async () => {
  const { _id, icNo } = await enrolMember(clerk, make.adult({ name: 'Devi Nair' }))
  const rows = [{ 'I/C No.': icNo, 'English Name': 'Meena Nair' }]
  const confirmed = confirmsOf(await dry(rows))
  await clerk.put(`/member/${_id}`, { name: 'Priya Nair' })
  const answer = await send(rows, confirmed)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().problems).toMatchObject([{ row: 2, message: expect.stringContaining('Priya Nair') }])
  expect((await member(_id)).name).toBe('Priya Nair')
})

test('5,000 confirmations fit into one import', async () => {
  const { _id, icNo } = await enrolMember(clerk, make.adult({ name: 'Only One' }))
  const rows = [{ 'I/C No.': icNo, 'English Name': 'Another One' }]
  const others = Array.from({ length: 4999 }, (_, n) => String(n).padStart(12, '0'))
  expect((await send(rows, [...others, ...confirmsOf(await dry(rows))])).json()).toEqual({ created: 0, updated: 1 })
  expect((await member(_id)).name).toBe('Another One')
})

test('a dash in place of an I/C No. matches nobody, though somebody was once stored with one', async () => {
  const stored = await enrolMember(clerk, make.adult({ name: 'Somebody Else' }))
  await sql`update member set ic_no = '-' where id = ${stored._id}`.execute(portal.handle)
  const row = { Kind: 'Adult', 'English Name': 'Another Person', 'I/C No.': '-', Email: 'a.person@example.com' }
  expect(await dry([row])).toMatchObject({ update: 0, updates: [] })
})
