import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { type Client, type TestPortal, testPortal, unknown } from '../../test/support/portal.ts'
import { inMonth, type Month, playMonth } from '../../test/support/reports/month.ts'
import { expireOn, postTo } from '../../test/support/wallets.ts'
import { needsRehash, verifyPassword } from '../platform/runtime/index.ts'
import { type Cell, readTable } from '../platform/sheets/index.ts'

let portal: TestPortal
let clerk: Client
let month: Month
beforeAll(async () => {
  portal = await testPortal({ MEMBER_PASSWORDS: 'on' })
  month = await playMonth(portal)
  clerk = await portal.as()
})
afterAll(() => portal.close())

const linesOf = async (content: Buffer) => (await readTable(content, { rows: 100, columns: 30 })).rows

/** The lines of a workbook below its heading. */
async function book(path: string, name: string): Promise<Cell[][]> {
  const answer = await clerk.get(`/point-adjust/${path}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-disposition']).toContain(`filename="${name}"`)
  return (await linesOf(answer.rawPayload)).slice(1)
}

const tan = ['Tan Wei Ming', '陈伟明', 'tan@example.com', null, 'Tan Jia Hui, Tan Jun Kai']
const blank = [null, null, null, null]

describe('the total flow of members', () => {
  const file = 'Member Total Flow.xlsx'
  const adult = (name: string, ic: string, ...credit: number[]) => [name, null, 'Adult', ic, ...credit]

  // B/F, opening, purchase, cancelled, attendance, reversed, adjustment, edit, transfer, expired, in, out, balance.
  test('since the first entry, by what moved the wallet', async () => {
    expect(await book('generate-total-flow-excel', file)).toEqual([
      adult('Devi Raj', '800101-10-5555', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
      adult('Kumar Raj', '800101-10-1111', 0, 40, 120, 0, -10, 0, 0, 0, 0, -40, 160, 50, 110),
      adult('Lim Ah Kow', '800101-10-2222', 0, 0, 120, 0, -60, 10, 0, 0, 0, 0, 130, 60, 70),
      adult('Ng Mei Fong', '800101-10-3333', 0, 25, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0, 25),
      adult('Siti Aminah', '800101-10-4444', 0, 50, 240, -120, -30, 0, 15, 0, 0, 0, 305, 150, 155),
      ['Tan Wei Ming', '陈伟明', 'Parent', null, 0, 30, 370, 0, -60, 0, -5, 0, 0, 0, 400, 65, 335],
      ['Total', null, null, null, 0, 145, 850, -120, -160, 10, 10, 0, 0, -40, 1020, 325, 695],
    ])
  })

  test('in the days of a month, and before it', async () => {
    const october = await book(`generate-total-flow-excel?${inMonth}`, file)
    expect(october.at(-1)).toEqual([
      'Total',
      null,
      null,
      null,
      255,
      0,
      610,
      -120,
      -140,
      10,
      10,
      0,
      0,
      -40,
      635,
      305,
      585,
    ])
    expect(october.at(-2)?.slice(4)).toEqual([30, 0, 250, 0, -60, 0, -5, 0, 0, 0, 250, 65, 215])
    const before = await book('generate-total-flow-excel/before?startDate=2026-10-01', file)
    expect(before.at(-1)).toEqual(['Total', null, null, null, 0, 145, 120, 0, -10, 0, 0, 0, 0, 0, 265, 10, 255])
    const beforeToday = await book('generate-total-flow-excel/before', file)
    expect(beforeToday.at(-1)).toEqual((await book('generate-total-flow-excel', file)).at(-1))
  })

  test('has no range that ends before it starts', async () => {
    const answer = await clerk.get('/point-adjust/generate-total-flow-excel?startDate=2026-10-02&endDate=2026-10-01')
    expect(answer.json()).toMatchObject({ statusCode: 400, details: [{ path: 'endDate' }] })
  })
})

describe('the wallets of parents', () => {
  test('as they are', async () => {
    expect(await book('get/parent-wallet', 'Wallet_Report.xlsx')).toEqual([
      [...tan, 335, { day: '2027-10-01' }, 315],
      ['Total', ...blank, 335, null, null],
    ])
  })

  test('as they came about, up to a day', async () => {
    const file = 'Wallet_Balance_Report.xlsx'
    expect(await book('get/parent-credit-balance', file)).toEqual([
      [...tan, 400, 65, 0, 335, 335],
      ['Total', ...blank, 400, 65, 0, 335, 335],
    ])
    expect((await book('get/parent-credit-balance?date=2026-10-31', file))[0]).toEqual([...tan, 280, 65, 0, 215, 335])
    const answer = await clerk.get('/point-adjust/get/parent-credit-balance?date=2026-11-21')
    expect(answer.json()).toMatchObject({ statusCode: 400, details: [{ path: 'date' }] })
  })

  test('as they moved in some days', async () => {
    const answer = await clerk.get(`/point-adjust/parent-flow?${inMonth}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({
      items: [
        {
          _id: month.tan,
          member: { _id: month.tan, name: 'Tan Wei Ming', chName: '陈伟明' },
          children: [
            { _id: month.jiaHui, name: 'Tan Jia Hui', chName: null },
            { _id: month.junKai, name: 'Tan Jun Kai', chName: null },
          ],
          creditBeforeAdjust: 30,
          bfTime: '2026-09-30T16:00:00.000Z',
          in: 250,
          out: 65,
          expired: 0,
          balance: 215,
        },
      ],
      total: 1,
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      computedAt: '2026-11-20T04:00:00.000Z',
      totalBroughtForward: 30,
      totalFlowIn: 250,
      totalFlowOut: 65,
      totalExpired: 0,
      totalBalance: 215,
    })
    const usual = (await clerk.get('/point-adjust/parent-flow')).json()
    expect(usual).toMatchObject({ startDate: '2026-10-20', endDate: '2026-11-20', total: 1, totalBalance: 335 })
    expect((await clerk.get('/point-adjust/parent-flow?searchText=nobody')).json()).toMatchObject({
      items: [],
      total: 0,
      totalBalance: 0,
    })
    const longest = await clerk.get('/point-adjust/parent-flow?startDate=2025-01-01&endDate=2026-11-20')
    expect(longest.json()).toMatchObject({ statusCode: 400, message: 'The range must be at most 366 days' })
  })
})

describe('an expiry that moves', () => {
  const move = (from: unknown, to: unknown, by = clerk) => by.put('/point-adjust/move/parent-expiration', { from, to })

  /** A parent with a child that pays for itself. */
  const family = (expiry: string | null) =>
    portal.run(async (tx) => {
      const parent = await insertMember(tx, { kind: 'parent', name: 'Wong Siew Mei' })
      const child = await insertMember(tx, { kind: 'child', name: 'Wong Kai', is_independent: true }, [parent])
      await expireOn(tx, parent, expiry)
      return { parent, child }
    })
  const expiryOf = async (member: string) => (await clerk.get(`/expiration/${member}`)).json().creditExpired

  test('from the parent to the child and back, leaving a record of each wallet', async () => {
    const { parent, child } = await family('2027-03-31')
    const there = await move(parent, child)
    expect(there.statusCode, there.body).toBe(200)
    expect(there.json()).toEqual({
      from: { _id: parent, name: 'Wong Siew Mei', creditExpired: null, expiredIn: null, wallet: 0 },
      to: { _id: child, name: 'Wong Kai', creditExpired: '2027-03-31', expiredIn: 131, wallet: 0 },
    })
    expect([await expiryOf(parent), await expiryOf(child)]).toEqual([null, '2027-03-31'])
    const records = await portal.run((tx) =>
      tx.query<{ description: string }>(
        sql`select description from audit_record where doc_id in (${parent}, ${child}) and action = 'Expiry'
          and username <> 'test' order by position`,
      ),
    )
    expect(records.map(({ description }) => description)).toEqual([
      'Credit of Wong Kai expires 31-03-2027, before never',
      'Credit of Wong Siew Mei expires never, before 31-03-2027',
    ])
    expect((await move(child, parent)).statusCode).toBe(200)
    expect([await expiryOf(parent), await expiryOf(child)]).toEqual(['2027-03-31', null])
  })

  test('is given once, however many ask at once', async () => {
    const { parent, child } = await family('2027-03-31')
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(parent, child)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await expiryOf(child)).toBe('2027-03-31')
  })

  test('is refused where there is none, to a stranger, to a dependent child and to oneself', async () => {
    const { parent, child } = await family(null)
    expect((await move(parent, child)).json()).toMatchObject({ statusCode: 409, message: 'No expiration date found.' })
    expect((await move(month.tan, child)).json()).toMatchObject({
      statusCode: 409,
      message: 'Tan Wei Ming and Wong Kai are not parent and child',
    })
    expect((await move(month.tan, month.jiaHui)).json()).toMatchObject({
      statusCode: 409,
      message: 'Tan Jia Hui has no wallet of its own, the parents pay',
    })
    expect((await move(parent, parent)).statusCode).toBe(400)
    expect((await move(unknown, child)).json()).toMatchObject({ statusCode: 400, details: [{ path: 'from' }] })
    expect((await move(parent, unknown)).json()).toMatchObject({ statusCode: 400, details: [{ path: 'to' }] })
    expect((await move(undefined, null)).json().details.map(({ path }: { path: string }) => path)).toEqual([
      'from',
      'to',
    ])
    const clerkOfWallets = await portal.as({ membership: ['view', 'edit', 'wallet'] })
    expect((await move(parent, child, clerkOfWallets)).statusCode).toBe(403)
    expect(await expiryOf(month.tan)).toBe('2027-10-01')
  })
})

describe('new passwords for all members', () => {
  const path = '/point-adjust/update/all-member/password'
  const passwords = () =>
    portal.run((tx) =>
      tx.query<{ id: string; name: string; password: string | null }>(
        sql`select id, name, password from member where not is_deleted order by lower(name), id`,
      ),
    )

  test('are refused without the own password, which nobody may guess', async () => {
    const before = await passwords()
    for (const body of [{}, { password: '' }, { password: null }, { password: 7 }]) {
      const answer = await clerk.put(path, body)
      expect(answer.json()).toMatchObject({ statusCode: 400, message: 'Your own password is required' })
    }
    const guesser = await portal.as({ user: ['edit'], membership: ['view', 'edit'] })
    const guesses = [1, 2, 3, 4, 5, 6].map(() => guesser.put(path, { password: 'guessed_wrong_1' }))
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode).toSorted()
    expect(codes[0]).toBe(400)
    expect(codes.at(-1)).toBe(429)
    const right = await guesser.put(path, { password: 'correct_horse_1' })
    expect(right.statusCode).toBe(429)
    const clerkOfMembers = await portal.as({ membership: ['view', 'create', 'edit', 'wallet'], user: ['view'] })
    expect((await clerkOfMembers.put(path, { password: 'correct_horse_1' })).statusCode).toBe(403)
    expect(await passwords()).toEqual(before)
  })

  test('are shown once and stored as hashes, each its own, each with a record', async () => {
    const erased = await portal.run((tx) =>
      insertMember(tx, { kind: 'adult', name: 'Deleted member', is_deleted: true }),
    )
    const answer = await clerk.put(path, { password: 'correct_horse_1' }, { 'idempotency-key': 'once' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain('filename="Member_Passwords.xlsx"')
    expect(answer.headers['cache-control']).toBe('no-store')
    const [heading, ...lines] = await linesOf(answer.rawPayload)
    expect(heading).toEqual(['Member Name', 'Chinese Name', 'Kind', 'TM No.', 'Email', 'Password'])
    const stored = await passwords()
    expect(lines.map(([name]) => name)).toEqual(stored.map(({ name }) => name))
    const shown = lines.map(([, , , , , password]) => String(password))
    expect(new Set(shown).size).toBe(stored.length)
    for (const [place, password] of shown.entries()) {
      expect(password).toMatch(/^[A-Za-z0-9]{22}$/)
      const hash = stored[place]?.password ?? ''
      expect(await verifyPassword(password, hash)).toBe(true)
      expect(needsRehash(hash)).toBe(true)
    }
    const records = await portal.run((tx) =>
      tx.query<{ docId: string; whole: string }>(
        sql`select doc_id, change_from::text || change_to::text || description as whole from audit_record
          where action = 'Password changed' and doc_type = 'member'`,
      ),
    )
    expect(records.map(({ docId }) => docId).toSorted()).toEqual(stored.map(({ id }) => id).toSorted())
    expect(records.map(({ docId }) => docId)).not.toContain(erased)
    for (const password of shown) expect(JSON.stringify(records)).not.toContain(password)
    // A repeated request makes other passwords.
    const again = await clerk.put(path, { password: 'correct_horse_1' }, { 'idempotency-key': 'once' })
    expect((await linesOf(again.rawPayload)).at(1)?.[5]).not.toBe(shown[0])
  })
})

test('the workbooks are for who may see wallets, and leave a record of who took them', async () => {
  const paths = [
    'generate-total-flow-excel',
    'generate-total-flow-excel/before',
    'get/parent-wallet',
    'get/parent-credit-balance',
  ]
  const viewer = await portal.as({ membership: ['view', 'edit'] })
  for (const path of [...paths, 'parent-flow']) expect((await viewer.get(`/point-adjust/${path}`)).statusCode).toBe(403)
  const holder = await portal.as({ membership: ['wallet'] }, { username: 'wallet clerk' })
  for (const path of paths) expect((await holder.get(`/point-adjust/${path}`)).statusCode).toBe(200)
  const records = await portal.run((tx) =>
    tx.query<{ description: string }>(
      sql`select section || ': ' || description as description from audit_record
        where username = 'wallet clerk' and action = 'Exported' order by position`,
    ),
  )
  expect(records.map(({ description }) => description)).toEqual([
    'Point Adjust: Exported Member Total Flow.xlsx',
    'Point Adjust: Exported Member Total Flow.xlsx',
    'Point Adjust: Exported Wallet_Report.xlsx',
    'Point Adjust: Exported Wallet_Balance_Report.xlsx',
  ])
})

test('what parents held and moved stays in the sums of a day once they are deleted', async () => {
  const day = '2026-11-20'
  const parent = await portal.run(async (tx) => {
    const id = await insertMember(tx, { kind: 'parent', name: 'Omar' })
    const cause = { key: `opening/${id}`, type: 'opening' as const, id, label: 'Opening balance' }
    await postTo(tx, { member: id, kind: 'opening', credit: 45, cause })
    return id
  })
  const flow = async (on = day) => (await clerk.get(`/point-adjust/parent-flow?startDate=${on}&endDate=${on}`)).json()
  const balance = (on = day) => book(`get/parent-credit-balance?date=${on}`, 'Wallet_Balance_Report.xlsx')
  const [{ computedAt: _, items, ...sums }, lines] = [await flow(), await balance()]
  expect(sums.totalFlowIn).toBe(45)
  portal.clock.set('2026-11-22T04:00:00Z')
  clerk = await portal.as()
  for (const body of [{ wallet: 0, walletWas: 45 }, { isDisable: true }])
    expect((await clerk.put(`/member/${parent}`, body)).statusCode).toBe(200)
  expect((await clerk.delete(`/member/${parent}`)).statusCode).toBe(200)
  const later = await flow()
  expect(later).toMatchObject(sums)
  expect(later.items).toContainEqual(
    expect.objectContaining({ member: { _id: parent, name: 'Deleted member', chName: null }, in: 45, balance: 45 }),
  )
  const [total, before] = [(await balance()).at(-1), lines.at(-1)]
  // The last column is what they hold now.
  expect(total?.slice(0, -1)).toEqual(before?.slice(0, -1))
  expect((await flow('2026-11-23')).total).toBe(sums.total - 1)
  expect(await balance('2026-11-22')).toHaveLength(lines.length - 1)
})
