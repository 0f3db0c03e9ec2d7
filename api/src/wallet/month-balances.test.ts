import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { holder } from '../../test/support/adjustments.ts'
import { afterForgery } from '../../test/support/books/forgery.ts'
import { testPortal } from '../../test/support/portal.ts'
import { keepMonths, rebuildMonths } from './wallet.ts'

const portal = await testPortal()
afterAll(() => portal.close())

const at = (day: string) => portal.clock.set(`${day}T04:00:00Z`)
const clerk = await portal.as()

/** What moves a wallet by hand. */
async function move(member: string, credit: number) {
  const before = (await clerk.get(`/member/${member}`)).json()
  const answer = await clerk.put(`/member/${member}`, { wallet: before.wallet + credit, walletWas: before.wallet })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

const reports = [
  ...[
    ['2026-06-01', '2026-06-30'],
    ['2026-08-01', '2026-08-31'],
    ['2026-09-10', '2026-10-20'],
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-30'],
  ].flatMap(([from, to]) =>
    ['statement-report', 'coach-student-credit-report'].map((name) => `${name}?startDate=${from}&endDate=${to}`),
  ),
  'overall-flow-report?dateTime=2026-07-31',
  'overall-flow-report?dateTime=2026-10-15',
]
/** Without the moments at which they were asked for. */
const asked = () =>
  Promise.all(
    reports.map(async (path) => {
      const { computedAt: _, ...answer } = (await clerk.get(`/report/${path}`)).json()
      expect(answer, path).toMatchObject({ total: expect.any(Number) })
      return { path, ...answer }
    }),
  )
const kept = async () =>
  (
    await sql<{ month: string; sum: number }>`
      select to_char(month, 'YYYY-MM') as month, coalesce(sum(balance), 0)::int as sum
      from month_start left join month_balance using (month) where is_kept group by month order by month`.execute(
      portal.handle,
    )
  ).rows.map(({ month, sum }) => `${month} ${sum}`)

/** Three wallets that move from July to November; the second is empty for a month. */
at('2026-07-10')
const [one, two, three] = [
  await holder(portal, 100, 'Lee Mun Yee'),
  await holder(portal, 40, 'Tan Wei Ling'),
  await holder(portal, 0, 'Ahmad Faiz'),
]
at('2026-08-20')
await move(one, -30)
await move(two, -40)
at('2026-09-15')
await move(two, 15)
at('2026-10-15')
await move(one, 5)
await move(three, 60)
at('2026-11-20')
await move(three, -1)

test('reports say the same whether balances are kept or not', async () => {
  const before = await asked()
  expect(await keepMonths(portal.portal)).toBeUndefined()
  expect(await kept()).toEqual([])
  expect(await asked()).toEqual(before)
  expect(await keepMonths(portal.portal, '0 seconds')).toBe('3 months')
  expect(await kept()).toEqual(['2026-08 140', '2026-09 70', '2026-10 85'])
  expect(await asked()).toEqual(before)
  expect(await keepMonths(portal.portal, '0 seconds')).toBeUndefined()
})

test('reports of an earlier month read them, verify proves them, and rebuild makes them anew', async () => {
  const before = await asked()
  const forged = `update month_balance set balance = balance + 7 where month = '2026-10-01' and member = '${two}'`
  expect(await afterForgery(portal, forged)).toEqual([
    {
      name: 'balances kept for the start of months are the sum of the entries before',
      row: `balance of member ${two} at the start of 2026-10`,
      problem: 'it is 7 credits more than the entries before make: npm run portal -- rebuild',
    },
  ])
  await sql.raw(forged).execute(portal.handle)
  const path = reports[6]
  expect((await clerk.get(`/report/${path}`)).json()).toMatchObject({ totalBroughtForward: 92 })
  expect(await rebuildMonths(portal.portal)).toBe('3 months')
  expect(await asked()).toEqual(before)
})

test('an entry of an earlier moment takes the months after it away, until they are computed again', async () => {
  at('2026-09-20')
  await move(one, 1)
  at('2026-11-20')
  expect(await kept()).toEqual(['2026-08 140', '2026-09 70'])
  const before = await asked()
  expect(await keepMonths(portal.portal, '0 seconds')).toBe('1 month')
  expect(await kept()).toEqual(['2026-08 140', '2026-09 70', '2026-10 86'])
  expect(await asked()).toEqual(before)
})
