import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { memberImport, type Row } from '../../../test/support/members/import.ts'
import { importFile } from '../../../test/support/members/sheets.ts'
import { testPortal } from '../../../test/support/portal.ts'
import { verifyPassword } from '../../platform/runtime/index.ts'

const portal = await testPortal()
const clerk = await portal.as()
const choices = await choicesIn(portal)
const make = bodies(choices)
const { adult, parent, child, dry, send, found, totals } = memberImport(portal, clerk)
afterAll(() => portal.close())

test('a family in one file: the children name a parent that stands below them', async () => {
  const rows = [
    child({
      'English Name': 'Wei Ling',
      'Chinese Name': '陈伟玲',
      Parents: 'aminah@example.com',
      'Belt Color': 'white',
    }),
    child({ 'English Name': 'Wei Ming', Parents: 'Aminah binti Hassan; Aminah binti Hassan' }),
    parent({
      'English Name': 'Aminah binti Hassan',
      Email: 'aminah@example.com',
      Wallet: 120,
      'Credit Expiry': new Date('2027-06-30T00:00:00Z'),
      Password: 'first_Passw0rd',
    }),
  ]
  expect(await dry(rows)).toEqual({
    ...{ rows: 3, create: 3, update: 0, opening: { wallets: 1, credits: 120 } },
    ...{ updates: [], problems: [], notes: [] },
    // What a wrong encoding would spoil comes first.
    names: [expect.stringMatching(/ 陈伟玲$/), 'Wei Ming', 'Aminah binti Hassan'],
  })
  const before = await totals()
  const answer = await send(rows)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ created: 3, updated: 0 })
  const mother = await found('aminah@example.com')
  expect(mother).toMatchObject({
    kind: 'parent',
    wallet: 120,
    creditExpired: '2027-06-30',
    relationship: { relationship: 'Father' },
  })
  expect(await found('陈伟玲')).toMatchObject({
    kind: 'child',
    name: 'Wei Ling',
    nationality: 'Malaysian',
    belt: { beltColor: 'White' },
    mainIDs: [{ _id: mother._id }],
    wallet: 0,
  })
  expect((await clerk.get(`/member/${mother._id}`)).json().children.map(({ name }: { name: string }) => name)).toEqual([
    'Wei Ling',
    'Wei Ming',
  ])
  const { items } = (await clerk.get(`/member/${mother._id}/wallet`)).json()
  expect(items).toMatchObject([{ kind: 'opening', credit: 120, balanceAfter: 120, cause: { type: 'opening' } }])
  const stored = await portal.run((tx) =>
    tx.query<{ name: string; password: string | null }>(
      sql`select name, password from member where email = 'aminah@example.com' or name like 'Wei %' order by name`,
    ),
  )
  expect(stored.map(({ password }) => password !== null)).toEqual([true, false, false])
  expect(await verifyPassword('first_Passw0rd', stored[0]?.password ?? '')).toBe(true)
  const trail = await portal.run((tx) =>
    tx.query<{ docType: string; action: string }>(
      sql`select doc_type, action from audit_record order by position offset ${before?.audit ?? 0}`,
    ),
  )
  const counted = (docType: string) => trail.filter((record) => record.docType === docType).map(({ action }) => action)
  expect(counted('member')).toEqual(['Created', 'Created', 'Created'])
  expect(counted('import')).toEqual(['Imported'])
})

test('the same file again changes nothing and leaves no trace', async () => {
  const rows = [
    adult({ Wallet: 30 }),
    parent(),
    child({ Parents: 'again@example.com' }),
    parent({ Email: 'again@example.com' }),
  ]
  expect((await send(rows)).json()).toEqual({ created: 4, updated: 0 })
  const before = await totals()
  expect(await dry(rows)).toEqual({
    rows: 4,
    create: 0,
    update: 0,
    names: [],
    opening: { wallets: 0, credits: 0 },
    updates: [],
    problems: [],
    notes: [],
  })
  expect((await send(rows)).json()).toEqual({ created: 0, updated: 0 })
  expect(await totals()).toEqual(before)
})

test('export, then import: nothing to create, nothing to update, nothing written', async () => {
  const tricky = {
    chName: '李 小明',
    address: '12, Jalan <A> & "B"\r\nTaman _x0041_',
    note: '=HYPERLINK("x")',
    school: '+60',
    schoolClass: '@home',
  }
  const mother = await enrolMember(clerk, make.parent({ ...tricky, name: '-Aisyah' }))
  const father = await enrolMember(clerk, make.parent())
  await enrolMember(clerk, make.kid({ mainIDs: [mother._id, father._id], belt: choices.belt }))
  await enrolMember(
    clerk,
    make.adult({ icNo: '00123', dob: '1930-01-01', phoneNo: '0123456789', memberType: choices.memberType }),
  )
  const old = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Retired' }))
  await enrolMember(clerk, make.adult({ belt: old }))
  await clerk.put(`/belt/${old}`, { isDisable: true })
  const file = (await clerk.get('/member/generate/excel')).rawPayload
  const before = await totals()
  const plan = (await importFile(portal, clerk, file, { dryRun: true })).json()
  expect(plan).toEqual({
    rows: before?.members,
    create: 0,
    update: 0,
    names: [],
    opening: { wallets: 0, credits: 0 },
    updates: [],
    problems: [],
    notes: [],
  })
  expect((await importFile(portal, clerk, file)).json()).toEqual({ created: 0, updated: 0 })
  expect(await totals()).toEqual(before)
})

test('a row changes the member whose ID, I/C number or e-mail it has; empty cells change nothing', async () => {
  const byId = await enrolMember(clerk, make.adult({ phoneNo: '0123456789', chName: '旧' }))
  const byIc = await enrolMember(clerk, make.adult({ icNo: '881122-10-5566' }))
  const byEmail = await enrolMember(clerk, make.parent({ email: 'Puan.Siti@example.com' }))
  const rows: Row[] = [
    { ID: byId._id, 'English Name': 'New Name', 'Chinese Name': null, 'Phone No.': 60123456789, 'Belt Color': 'White' },
    { 'I/C No.': '881122105566', Gender: 'male', Status: 'Disabled' },
    { Email: 'puan.siti@EXAMPLE.com', 'House Address': '1, Jalan Baru', 'Phone No.': '+60 12-345 6789' },
  ]
  const plan = await dry(rows)
  expect(plan).toMatchObject({ rows: 3, create: 0, update: 3, problems: [], notes: [] })
  const before = await totals()
  const confirmed = plan.updates.flatMap(({ confirm }: { confirm?: string }) => confirm ?? [])
  expect((await send(rows, clerk, confirmed)).json()).toEqual({ created: 0, updated: 3 })
  const get = async (id: string) => (await clerk.get(`/member/${id}`)).json()
  expect(await get(byId._id)).toMatchObject({
    name: 'New Name',
    chName: '旧',
    phoneNo: '60123456789',
    belt: { beltColor: 'White' },
  })
  expect(await get(byIc._id)).toMatchObject({ gender: 'Male', isDisable: true })
  expect(await get(byEmail._id)).toMatchObject({ address: '1, Jalan Baru', phoneNo: '0123456789' })
  expect((await totals())?.audit).toBe((before?.audit ?? 0) + 4)
})

test('a gender is read as the tables of academies have it', async () => {
  const written: Record<string, [string, string]> = {
    Alfa: ['M', 'Male'],
    Bravo: ['f', 'Female'],
    Charlie: ['Lelaki', 'Male'],
    Delta: ['PEREMPUAN', 'Female'],
    Echo: ['L', 'Male'],
    Foxtrot: ['p', 'Female'],
  }
  const rows = Object.entries(written).map(([name, [Gender]]) => adult({ 'English Name': name, Gender }))
  expect((await send(rows)).json()).toEqual({ created: 6, updated: 0 })
  for (const [name, [, gender]] of Object.entries(written)) expect(await found(name)).toMatchObject({ name, gender })
})

test('wallet, expiry and password of a member that exists stay, and the file is told so', async () => {
  const member = await enrolMember(clerk, make.adult())
  const row = {
    ID: member._id,
    Wallet: 999,
    'Credit Expiry': '01-01-2027',
    Password: 'another_One1',
    Independent: 'No',
  }
  const plan = await dry([row])
  expect(plan).toMatchObject({ create: 0, update: 0, updates: [], problems: [] })
  expect(plan.notes.map(({ column }: { column: string }) => column).toSorted()).toEqual([
    'Credit Expiry',
    'Independent',
    'Password',
    'Wallet',
  ])
  expect((await send([row])).json()).toEqual({ created: 0, updated: 0 })
  expect((await clerk.get(`/member/${member._id}`)).json()).toMatchObject({ wallet: 0, creditExpired: null })
})

test('a child changes parents as on its form', async () => {
  const first = await enrolMember(clerk, make.parent())
  const second = await enrolMember(clerk, make.parent())
  const kid = await enrolMember(clerk, make.kid({ mainIDs: [first._id] }))
  expect((await send([{ ID: kid._id, Parents: `${first.email}; ${second.email}` }])).json()).toEqual({
    created: 0,
    updated: 1,
  })
  const { mainIDs } = (await clerk.get(`/member/${kid._id}`)).json()
  expect(mainIDs.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual([first._id, second._id].toSorted())
})
