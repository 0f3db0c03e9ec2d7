import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { insertMember } from '../../test/support/families.ts'
import { testPortal } from '../../test/support/portal.ts'
import { expireOn, postTo } from '../../test/support/wallets.ts'

const portal = await testPortal()
const clerk = await portal.as()
const designation = (await made('/designation', { designation: 'Head' }))._id
afterAll(() => portal.close())

const overview = async (query = '', by = clerk) => {
  const answer = await by.get(`/dashboard/overview${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function made(path: string, body: unknown) {
  const answer = await clerk.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

async function coach(name: string): Promise<string> {
  const dot = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  for (const [key, value] of Object.entries({ name, designation, email: 'coach@academy.my' })) form.set(key, value)
  form.set('picture', new Blob([new Uint8Array(dot)]), 'dot.png')
  return (await made('/coach', form))._id
}

let people = 0
async function adult(
  name: string,
  coachIncharge: string,
  credit: number,
  expires: string | null = null,
): Promise<string> {
  people++
  const { _id } = await made('/member', {
    kind: 'adult',
    name,
    dob: '1990-01-01',
    icNo: `900101-14-${5000 + people}`,
    gender: 'Female',
    nationality: 'Malaysian',
    email: `person${people}@academy.my`,
    password: 'a_password_1',
    coachIncharge,
  })
  const cause = { key: `opening/${_id}`, type: 'opening' as const, id: null, label: 'Opening balance' }
  await portal.run(async (tx) => {
    if (credit > 0) await postTo(tx, { member: _id, kind: 'opening', credit, cause })
    await expireOn(tx, _id, expires)
  })
  return _id
}

test('an empty academy has an empty dashboard', async () => {
  expect(await overview()).toEqual({
    isNew: true,
    begun: ['/designation/listing'],
    pending: { count: 0, amount: '0.00' },
    lowBalance: { items: [], total: 0 },
    coachSummary: { month: '2026-11', items: [], total: 0 },
    todayClasses: [],
    unmarkedClasses: { items: [], total: 0 },
    openCases: { items: [], total: 0, cases: 0 },
    unplanned: null,
    shortCloses: null,
    expiringWallets: { count: 0, credit: 0 },
    formatWarnings: [],
  })
})

test('wallets at or below 50 are low, five to a page, the emptiest first', async () => {
  const someone = await coach('Low Coach')
  for (const [name, credit] of [
    ['Fifty', 50],
    ['Fifty-one', 51],
    ['Nothing', 0],
    ['One', 1],
    ['Two', 2],
    ['Three', 3],
    ['Four', 4],
  ] as const)
    await adult(name, someone, credit, credit === 50 ? '2026-12-20' : '2026-12-21')
  const gone = await adult('Disabled', someone, 0)
  expect((await clerk.put(`/member/${gone}`, { isDisable: true })).statusCode).toBe(200)

  const first = (await overview()).lowBalance
  expect(first.items.map((member: { name: string }) => member.name)).toEqual(['Nothing', 'One', 'Two', 'Three', 'Four'])
  expect(first.total).toBe(6)
  const second = (await overview('?lowBalanceOffset=5')).lowBalance
  expect(second).toMatchObject({ items: [{ name: 'Fifty', wallet: 50, creditExpired: '2026-12-20' }], total: 6 })
  expect((await overview('?lowBalanceOffset=10')).lowBalance).toEqual({ items: [], total: 6 })
})

test('credit that ends within 30 days is counted, today and the last day included', async () => {
  const before = (await overview()).expiringWallets
  expect(before).toEqual({ count: 1, credit: 50 })
  const someone = await coach('Expiry Coach')
  await adult('Today', someone, 100, '2026-11-20')
  await adult('Yesterday', someone, 100, '2026-11-19')
  await adult('Spent', someone, 0, '2026-11-21')
  expect((await overview()).expiringWallets).toEqual({ count: 2, credit: 150 })
})

test('the month of a coach counts paid payments only, by the day in Kuala Lumpur', async () => {
  const [ali, mei] = [await coach('Ali'), await coach('Mei')]
  const payer = await adult('Payer', ali, 500)
  const bought = await made('/credit-package', {
    code: 'P1',
    title: 'P',
    credit: 100,
    addition: 20,
    duration: 6,
    description: 'x',
  })
  const order = async (coachReceived: string) =>
    (await made('/payment', { memberId: payer, package: bought._id, coachReceived, paymentType: 'Cash' }))._id
  const settle = async (payment: string, isPay: boolean) =>
    expect((await clerk.put(`/payment/direct/${payment}`, { isPay, isRejected: !isPay })).statusCode).toBe(200)
  const pay = async (coachReceived: string) => {
    const payment = await order(coachReceived)
    await settle(payment, true)
    return payment
  }

  // the last second of October and the first of November, in Kuala Lumpur and not in UTC
  portal.clock.set('2026-10-31T15:59:59Z')
  await pay(mei)
  portal.clock.set('2026-10-31T16:00:00Z')
  await pay(mei)
  portal.clock.set('2026-11-20T04:00:00Z')
  await pay(ali)
  await pay(ali)
  await settle(await order(mei), false)
  const cancelled = await pay(mei)
  expect((await clerk.put(`/payment/cancel/${cancelled}`)).statusCode).toBe(200)
  await order(mei)
  await order(ali)

  const { coachSummary, pending } = await overview()
  expect(coachSummary).toEqual({
    month: '2026-11',
    items: [
      { _id: ali, name: 'Ali', payments: 2, credit: 240, amount: '200.00' },
      { _id: mei, name: 'Mei', payments: 1, credit: 120, amount: '100.00' },
    ],
    total: 2,
  })
  expect((await overview('?coachOffset=1')).coachSummary).toMatchObject({ items: [{ name: 'Mei' }], total: 2 })
  expect(pending).toEqual({ count: 2, amount: '200.00' })
})

test("today's classes tell how many come and came, of the caller's centres only", async () => {
  const teacher = await coach('Teacher')
  const [near, far] = [await made('/centre', { description: 'Near' }), await made('/centre', { description: 'Far' })]
  const sport = await made('/sport', { description: 'Silat' })
  const course = async (name: string, centre: string, duration: string) => {
    const { _id } = await made('/course', {
      name,
      centre,
      sport: sport._id,
      normal: 10,
      normal2: 0,
      special: 0,
      free: 0,
    })
    // 20 November 2026 is a Friday
    await made('/course-scheduled-year', { course: _id, year: 2026, day: 5, duration, mainInstructor: [teacher] })
    return _id
  }
  const late = await course('Late', near._id, '18:00 - 19:00')
  await course('Early', far._id, '09:00 - 10:30')
  const pupils = [await adult('P1', teacher, 100), await adult('P2', teacher, 100), await adult('P3', teacher, 100)]
  const away = await adult('P4', teacher, 100)
  for (const member of [...pupils, away])
    await made('/enrollment', { member, course: late, creditType: 'normal', credit: 10, walletMember: member })
  // Who is disabled is not on the roll.
  expect((await clerk.put(`/member/${away}`, { isDisable: true })).statusCode).toBe(200)
  const classes = (await clerk.get(`/class?course=${late}&year=2026&date=2026-11-20`)).json().items
  const taken = await clerk.post(`/attendance/take/${classes[0]._id}`, [
    { member: pupils[0], status: 'P', checkInTime: '18:00' },
    { member: pupils[1], status: 'A' },
  ])
  expect(taken.statusCode, taken.body).toBe(200)

  expect((await overview()).todayClasses).toEqual([
    {
      _id: expect.any(String),
      course: { _id: expect.any(String), name: 'Early' },
      centre: 'Far',
      duration: '09:00 - 10:30',
      students: 0,
      coaches: [expect.any(String)],
      isAttendanceTaken: false,
      present: 0,
    },
    {
      _id: classes[0]._id,
      course: { _id: late, name: 'Late' },
      centre: 'Near',
      duration: '18:00 - 19:00',
      students: 3,
      coaches: [expect.any(String)],
      isAttendanceTaken: true,
      present: 1,
    },
  ])
  const viewer = await portal.as({ dashboard: ['view'] }, { centres: [far._id] })
  expect((await overview('', viewer)).todayClasses).toMatchObject([{ centre: 'Far' }])
})

test('a number format that is nearly used up or disabled is shown', async () => {
  const set = (runningNo: number, isDisable = false) =>
    portal.run((tx) =>
      tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
        sql`update document_format set running_no = ${runningNo}, is_disable = ${isDisable} where type = 'Order'`.execute(
          on(),
        ),
      ),
    )
  await set(9899)
  expect((await overview()).formatWarnings).toEqual([])
  await set(9900)
  expect((await overview()).formatWarnings).toEqual([
    {
      type: 'Order',
      running_no: 9900,
      isDisable: false,
      isMissing: false,
      message: 'The Order format has 99 numbers left before it must be reset.',
    },
  ])
  await set(3, true)
  expect((await overview()).formatWarnings).toMatchObject([{ type: 'Order', isDisable: true }])
  await set(3)
})

test.each([
  'lowBalanceOffset=-1',
  'coachOffset=x',
  'lowBalanceOffset=1.5',
  'coachOffset=1e300',
  'unmarkedOffset=-1',
  'unmarkedOffset=x',
  'casesOffset=-1',
  'casesOffset=1e300',
  'lowBalanceOffset=1e300',
])('%s is a 400', async (query) => {
  expect((await clerk.get(`/dashboard/overview?${query}`)).statusCode).toBe(400)
})

test('wallets that expire within 30 days, and those past their day, are listed by who holds them', async () => {
  const holderOf = (name: string, credit: number, expires: string) =>
    portal.run(async (tx) => {
      const id = await insertMember(tx, { kind: 'adult', name, ic_no: tx.newId() })
      if (credit > 0)
        await postTo(tx, {
          member: id,
          kind: 'opening',
          credit,
          cause: { key: `opening/${id}`, type: 'opening', id, label: 'Opening balance' },
        })
      await expireOn(tx, id, expires)
      return id
    })
  const today = await holderOf('Expiring today', 5, '2026-11-20')
  const last = await holderOf('Expiring last', 6, '2026-12-20')
  await holderOf('Expiring later', 7, '2026-12-21')
  const past = await holderOf('Expired already', 8, '2026-11-19')
  await holderOf('Expired and empty', 0, '2026-11-19')
  const listed = async (query: string) => {
    const { items } = (await clerk.get(`/dashboard/expiring?${query}`)).json()
    return items
      .filter(({ name }: { name: string }) => name.startsWith('Expir'))
      .map((row: { _id: string; wallet: number; expiredIn: number }) => [row._id, row.wallet, row.expiredIn])
  }
  expect(await listed('')).toEqual([
    [today, 5, 0],
    [last, 6, 30],
  ])
  expect(await listed('state=expired')).toEqual([[past, 8, -1]])
  expect((await clerk.delete(`/expiration/${past}`)).statusCode).toBe(200)
  expect(await listed('state=expired')).toEqual([])
  expect((await clerk.get('/dashboard/expiring?state=never')).statusCode).toBe(400)
})
