import { afterAll, expect, test } from 'vitest'
import { bodies, choicesIn, enrolMember, insertRow } from '../../../test/support/families.ts'
import { memberImport } from '../../../test/support/members/import.ts'
import { testPortal } from '../../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const make = bodies(await choicesIn(portal))
const { adult, parent, child, dry, send, problemsOf, found, totals } = memberImport(portal, clerk)
afterAll(() => portal.close())

test('with one problem nothing is written, and all problems are told by row and column', async () => {
  const before = await totals()
  const rows = [
    adult(),
    adult({
      'English Name': '',
      Email: 'no mail',
      'Phone No.': '12',
      'Date of Birth': '31-02-1990',
      'Belt Color': 'Mauve',
      Gender: 'X',
      Wallet: -5,
    }),
    child({ Parents: 'nobody@example.com' }),
    { Kind: 'Robot', 'English Name': 'X' },
  ]
  const plan = await dry(rows)
  // A row is named by what it says; the one without a name by nothing.
  const named = [rows[0], rows[2], rows[3]].map((row) => row?.['English Name'])
  expect(plan).toMatchObject({ rows: 4, names: named, opening: { wallets: 0, credits: 0 } })
  const noMauve = 'There is no Belt Color Mauve. Name another, or add it under Maintenance, Belt Color'
  const expected = [
    { row: 3, column: 'English Name', message: 'This field is require' },
    { row: 3, column: 'Email', message: 'Email can only contain letters, numbers, @, ., _, and -' },
    { row: 3, column: 'Phone No.', message: 'Please enter a valid 10 - 12 digit phone number' },
    { row: 3, column: 'Date of Birth', message: 'Not a valid date, expected DD-MM-YYYY, not 31-02-1990' },
    { row: 3, column: 'Belt Color', message: noMauve },
    { row: 3, column: 'Gender', message: 'Gender must be one of: Male, Female' },
    { row: 3, column: 'Wallet', message: 'Value must be positive' },
    { row: 4, column: 'Parents', message: 'There is no parent nobody@example.com' },
    { row: 5, column: 'Kind', message: 'One of Adult, Child, Parent, not Robot' },
  ]
  for (const problem of expected) expect(plan.problems).toContainEqual(problem)
  expect(plan.problems.filter(({ row }: { row: number }) => row === 3)).toHaveLength(7)
  const answer = await send(rows)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    statusCode: 400,
    message: 'Error Importing Excel File',
    problems: plan.problems,
  })
  expect(answer.json().details).toContainEqual({ path: '3.Belt Color', message: noMauve })
  expect(await totals()).toEqual(before)
})

test('what two members cannot share is a problem, against the academy and inside the file', async () => {
  const there = await enrolMember(clerk, make.adult())
  const other = await enrolMember(clerk, make.adult())
  expect(await problemsOf({ ID: other._id, 'I/C No.': there.icNo.replaceAll('-', ''), Email: there.email })).toEqual([
    { row: 2, column: 'I/C No.', message: 'Another member has this I/C No.' },
    { row: 2, column: 'Email', message: 'Another member has this email' },
  ])
  const one = adult()
  expect(await problemsOf(one, adult({ 'I/C No.': one['I/C No.'] ?? '' }))).toEqual([
    { row: 3, column: 'I/C No.', message: 'Row 2 has the same I/C No.' },
  ])
  expect(await problemsOf(parent({ Email: 'x@example.com' }), adult({ Email: 'X@example.com' }))).toEqual([
    { row: 3, column: 'Email', message: 'Row 2 has the same Email' },
  ])
  expect(await problemsOf({ ID: there._id }, { ID: there._id, 'English Name': 'Twice' })).toEqual([
    { row: 3, column: 'ID', message: 'Row 2 is about the same member' },
  ])
  expect(await problemsOf({ ID: 'not an id', 'English Name': 'X' })).toContainEqual({
    row: 2,
    column: 'ID',
    message: 'There is no member with this ID',
  })
})

test('parents: unknown, of another kind, disabled, ambiguous', async () => {
  const grown = await enrolMember(clerk, make.adult())
  const off = await enrolMember(clerk, make.parent({ isDisable: true, name: 'Gone Away' }))
  await enrolMember(clerk, make.parent({ name: 'Same Name' }))
  await enrolMember(clerk, make.parent({ name: 'Same Name' }))
  const said = async (cell: string) =>
    (await problemsOf(child({ Parents: cell }))).map(({ message }: { message: string }) => message)
  expect(await said(grown.email)).toEqual(['Only a parent account can be chosen as parent'])
  expect(await said(off.email)).toEqual(['Gone Away is disabled'])
  expect(await said('Same Name')).toEqual(['Several parents are called Same Name; name the e-mail instead'])
  expect(await problemsOf(child())).toEqual([{ row: 2, column: 'Parents', message: 'Please select a parent' }])
  expect(await problemsOf(adult({ Parents: grown.email }))).toContainEqual({
    row: 2,
    column: 'Parents',
    message: 'Only a child can have parents',
  })
})

test('a child whose name, birthday and parent several have is asked for by ID; blanks in a name tell nobody apart', async () => {
  const mother = await enrolMember(clerk, make.parent())
  const kid = { name: 'Twice Enrolled', dob: '2015-05-05', mainIDs: [mother._id] }
  const first = await enrolMember(clerk, make.kid(kid))
  const row = child({ 'English Name': 'Twice  enrolled', 'Date of Birth': '05-05-2015', Parents: mother.email })
  expect(await dry([row])).toMatchObject({ create: 0, problems: [] })
  await enrolMember(clerk, make.kid({ ...kid, name: 'Twice   Enrolled' }))
  expect(await problemsOf(row)).toEqual([
    { row: 2, column: 'English Name', message: 'Several children are called Twice Enrolled; give the ID' },
  ])
  expect(await dry([{ ...row, ID: first._id }])).toMatchObject({ create: 0, problems: [] })
  expect((await clerk.get(`/member/${mother._id}`)).json().children.map((each: { name: string }) => each.name)).toEqual(
    ['Twice Enrolled', 'Twice Enrolled'],
  )
})

test('a dependent child brings no credit; an independent one does', async () => {
  const mother = await enrolMember(clerk, make.parent())
  const pocket = { Parents: mother.email, Wallet: 10, 'Credit Expiry': '2027-01-01' }
  const { problems, opening } = await dry([child(pocket), adult({ Wallet: 2_000_000 })])
  const columns = problems.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`)
  expect(columns.toSorted()).toEqual(['2 Credit Expiry', '2 Wallet', '3 Wallet'])
  expect(opening).toEqual({ wallets: 0, credits: 0 })
  const own = child({ ...pocket, Independent: 'Yes' })
  expect((await send([own])).json()).toEqual({ created: 1, updated: 0 })
  expect(await found(String(own['English Name']))).toMatchObject({
    isIndependent: true,
    wallet: 10,
    creditExpired: '2027-01-01',
  })
  expect(
    await problemsOf(adult({ 'Credit Expiry': '2037-01-01' }), adult({ Wallet: 'many' }), adult({ Wallet: 1.5 })),
  ).toEqual([
    { row: 2, column: 'Credit Expiry', message: 'At most 10 years ahead' },
    { row: 3, column: 'Wallet', message: 'Must be a whole number' },
    { row: 4, column: 'Wallet', message: 'Must be a whole number' },
  ])
})

test('choices that are disabled are not offered any more, but stay where they are', async () => {
  const belt = await portal.run((tx) => insertRow(tx, 'belt', { belt_color: 'Orange' }))
  const wearer = await enrolMember(clerk, make.adult({ belt }))
  await clerk.put(`/belt/${belt}`, { isDisable: true })
  expect(await problemsOf(adult({ 'Belt Color': 'Orange' }))).toEqual([
    { row: 2, column: 'Belt Color', message: 'Orange is disabled' },
  ])
  expect(await dry([{ ID: wearer._id, 'Belt Color': 'orange' }])).toMatchObject({
    update: 0,
    updates: [],
    problems: [],
  })
})
