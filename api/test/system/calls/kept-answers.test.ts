/** A call of several transactions, and the answer that is kept for its Idempotency-Key: both are there, or neither. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { putPackage } from '../../support/academy.ts'
import { databaseUrlOf } from '../../support/books/books.ts'
import { bodies, choicesIn, enrolMember } from '../../support/families.ts'
import { memberImport } from '../../support/members/import.ts'
import { importFile, sheetBy } from '../../support/members/sheets.ts'
import { cardDesk } from '../../support/payments/checkout.ts'
import { onServer } from '../../support/platform/database.ts'
import { holdTable, whenLockedOut } from '../../support/platform/hold.ts'
import { type Client, type TestPortal, testPortal, unknown } from '../../support/portal.ts'

let portal: TestPortal
let clerk: Client
let make: ReturnType<typeof bodies>
let rows: ReturnType<typeof memberImport>
let cards: ReturnType<typeof cardDesk>
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  const choices = await choicesIn(portal)
  make = bodies(choices)
  rows = memberImport(portal, clerk)
  cards = cardDesk(portal, clerk, { ...choices, package: await portal.run((tx) => putPackage(tx)) })
})
afterAll(() => portal.close())

/** What a server, or a network, does to a connection that has said nothing for too long. */
const endIdle = async () =>
  onServer(
    inject('databaseAdmin'),
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${new URL(await databaseUrlOf(portal)).pathname.slice(1)}'
        and state = 'idle in transaction' and query not ilike 'lock table%'`,
  )

/** Makes a call that waits for a table, and does something meanwhile. */
async function callAmid(table: string, call: () => ReturnType<Client['post']>, meanwhile: () => Promise<unknown>) {
  const release = await holdTable(portal, table, 'exclusive')
  const called = call()
  await whenLockedOut(portal)
  await meanwhile().finally(release)
  return called
}

/** Every connection that idles with the key is ended. */
const callWithoutKey = (table: string, call: () => ReturnType<Client['post']>) => callAmid(table, call, endIdle)

const named = async (name: string) => (await clerk.get(`/member?searchText=${encodeURIComponent(name)}`)).json()

test('a child is there once, though the connection that held its key was lost', async () => {
  const parent = await enrolMember(clerk, make.parent())
  const body = make.kid({ name: 'Lost Answer', kind: 'child', mainIDs: [parent._id] })
  const send = () => clerk.post('/member', body, { 'idempotency-key': 'child' })
  const first = await callWithoutKey('member', send)
  const again = await send()
  expect((await named('Lost Answer')).total).toBe(1)
  expect([first, again].map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
})

test('so is a file of members with what their wallets hold', async () => {
  const content = await sheetBy([rows.adult({ 'English Name': 'Lost File', Wallet: 70 })])
  const send = () => importFile(portal, clerk, content, { key: 'file' })
  const first = await callWithoutKey('member', send)
  expect([first.statusCode, (await named('Lost File')).total]).toEqual([200, 1])
  const again = await send()
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
})

test('and a user', async () => {
  const group = (await clerk.post('/user-group', { role: 'Lost', permissions: {} })).json()._id
  const body = { username: 'lost', email: 'lost@example.com', password: 'Passw0rd-lost', userGroup: group }
  const send = () => clerk.post('/user', body, { 'idempotency-key': 'user' })
  const first = await callWithoutKey('staff_user', send)
  const again = await send()
  expect([first, again].map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  expect((await clerk.post('/user', { ...body, username: 'other' }, { 'idempotency-key': 'user' })).statusCode).toBe(
    409,
  )
})

test('a month that was closed answers a repeat as it did the first time', async () => {
  const send = () =>
    clerk.post('/month-end', { month: '2026-10', remark: 'First month' }, { 'idempotency-key': 'month' })
  const first = await send()
  const again = await send()
  expect([first, again].map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
})

test('one’s password is changed once, and a repeat does not take the present one for wrong', async () => {
  const somebody = await portal.as({}, { username: 'forgetful' })
  const body = { current: 'correct_horse_1', password: 'Passw0rd-lost' }
  const send = () => somebody.put('/auth/password', body, { 'idempotency-key': 'password' })
  const first = await callWithoutKey('staff_user', send)
  const again = await send()
  expect([first, again].map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [200, '{}'],
    [200, '{}'],
  ])
  const wrong = { 'idempotency-key': 'wrong' }
  for (const _ of [1, 2]) expect((await somebody.put('/auth/password', body, wrong)).statusCode).toBe(400)
})

test('nor does a repeat that is under way with the first count a wrong password', async () => {
  const somebody = await portal.as({}, { username: 'impatient' })
  let current = 'correct_horse_1'
  for (let round = 0; round < 10; round++) {
    const body = { current, password: `Passw0rd-${round}-new` }
    const send = () => somebody.put('/auth/password', body, { 'idempotency-key': `round ${round}` })
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    current = body.password
  }
  const counted = sql`select failures from sign_in_limit where user_id = ${somebody.userId}`
  expect(await portal.portal.database.query(counted)).toEqual([])
})

test('a card order is there once, and withdrawn once', async () => {
  const body = await cards.body()
  const start = () => clerk.post('/payment/checkout', body, { 'idempotency-key': 'order' })
  const ordered = await callWithoutKey('payment', start)
  const orderedAgain = await start()
  expect([ordered, orderedAgain].map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(orderedAgain.json()).toEqual(ordered.json())
  expect((await clerk.get(`/payment?createdBy=${body.memberId}`)).json().total).toBe(1)
  const withdraw = () =>
    clerk.put(`/payment/withdraw/${ordered.json().payment_id}`, {}, { 'idempotency-key': 'withdrawal' })
  const withdrawn = await callWithoutKey('card_order', withdraw)
  const withdrawnAgain = await withdraw()
  expect([withdrawn, withdrawnAgain].map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(withdrawnAgain.json()).toEqual(withdrawn.json())
})

test('a call that waits for its key takes no connection from the others', async () => {
  const key = { 'idempotency-key': 'the same for all' }
  const late: ReturnType<Client['post']>[] = []
  const first = await callAmid(
    'payment',
    () => clerk.put('/payment/verify', { ids: [unknown] }, key),
    async () => {
      for (let n = 0; n < 20; n++) late.push(clerk.post('/belt', { beltColor: `Belt ${n}` }, key))
      for (let n = 0; n < 5; n++) expect((await clerk.get('/belt')).statusCode).toBe(200)
    },
  )
  expect(first.statusCode).toBe(200)
  const answers = await Promise.all(late)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 409))
})
