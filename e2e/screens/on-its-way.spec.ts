/** What a screen says and does while the next answer is on its way, and once what it shows is gone. */
import { addDays, displayDate } from '@academy/contract/courses/calendar.ts'
import { daysOf, monthOf, monthsLater, monthWords } from '@academy/contract/reports/month.ts'
import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { choose, expectReason, field, fillDay, row, search } from '../support/controls.ts'
import { hold } from '../support/hold.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter, newParent, unique } from '../support/people.ts'
import { expect, expectToast, read, test } from '../support/portal.ts'
import { atTheTill, counter, outcome, received, sell } from '../support/till-steps.ts'

const config = z.object({ today: z.string() })
const linked = z.object({ payment: z.object({ _id: z.string() }) })

test('only the cases in sight are closed together: those that were chosen before a search are not', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const { attended, held, mother, child } = await academy(calls)
  const terms = { creditType: 'normal', credit: 30, walletMember: mother._id }
  await calls.post('/enrollment', { member: child._id, course: attended._id, ...terms })
  for (const { _id } of held.slice(0, 2))
    await calls.send(z.looseObject({}), 'POST', `/attendance/take/${_id}`, [{ member: child._id, status: 'P' }])
  await calls.put(`/member/${mother._id}`, { wallet: 60, walletWas: 25 })
  await enter(page, 'owner', '/outstanding-credit/listing')
  await search(page, child.name)
  await expect(page.getByText('Showing 2 record(s) of total 2')).toBeVisible()
  await page.getByRole('button', { name: 'Select Covered' }).click()
  await expect(page.getByRole('button', { name: 'Close Selected (2)' })).toBeEnabled()
  await search(page, unique('Nobody'))
  await expect(page.getByText('Showing 0 record(s) of total 0')).toBeVisible()
  await expectReason(page.getByRole('button', { name: 'Close Selected', exact: true }), 'Please select')
})

test('a coach’s month has its own figures and files, also before its figures are there', async ({ page }) => {
  await enter(page, 'owner', '/report/coach-settlement')
  const { today } = await read(page, config, '/config')
  const [month, before] = [monthsLater(monthOf(today), -1), monthsLater(monthOf(today), -2)]
  await page.goto(`/report/coach-settlement?month=${month}`)
  await page.getByRole('link', { name: 'Master Lim Chee Keong' }).click()
  await expect(page.getByText(`Month: ${monthWords(month)}`)).toBeVisible()
  const release = await hold(page, `/report/coach-settlement/*?month=${before}`)
  await page.getByRole('link', { name: monthWords(before) }).click()
  await expect(page.getByRole('navigation', { name: 'Month' }).locator('strong')).toHaveText(monthWords(before))
  await expect(page.getByText(`Month: ${monthWords(month)}`)).toHaveCount(0)
  for (const button of ['Statement to Sign', 'Export to Excel']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    expect(download.suggestedFilename()).toContain(before)
  }
  release()
  await expect(page.getByText(`Month: ${monthWords(before)}`)).toBeVisible()
})

test('a balance is told of the day it is of, until that of another day is there', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { today, mother } = await academy(calls)
  await enter(page, 'owner', `/membership/edit/${mother._id}?tab=financial`)
  const history = page.getByRole('region', { name: 'Wallet history' })
  const told = history.getByRole('status').filter({ hasText: 'credits' })
  await expect(told).toHaveText('25 credits now')
  const release = await hold(page, `/member/${mother._id}/wallet?*asOf=*`)
  const yesterday = displayDate(addDays(today, -1))
  await fillDay(history, 'Balance as of', yesterday)
  await expect(history.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  await expect(told).toHaveText('25 credits now')
  release()
  await expect(told).toHaveText(`0 credits at the end of ${yesterday}`)
})

test('a list that is asked for anew does not say that there is nothing before it knows', async ({ page }) => {
  await enter(page, 'owner', '/belt/listing')
  await search(page, unique('Nobody'))
  await expect(page.getByText('Nothing matches the search.')).toBeVisible()
  const release = await hold(page, '/belt?*')
  // What the first visit read would be shown at once.
  await page.getByRole('radio', { name: 'Active', exact: true }).click({ force: true })
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).not.toHaveURL(/searchText/)
  await expect(page.locator('.placeholder-row')).toHaveText('Loading…')
  release()
  await expect(page.getByText(/^Showing [1-9]\d* record/)).toBeVisible()
})

test('the sums of a report lead to what they are of while another course is read', async ({ page }) => {
  await enter(page, 'owner', '/report/class-attend-report')
  const { today } = await read(page, config, '/config')
  const days = daysOf(monthsLater(monthOf(today), -1))
  await page.goto(`/report/class-attend-report?startDate=${days.startDate}&endDate=${days.endDate}`)
  const sum = row(page, 'Total').getByRole('link').last()
  await expect(sum).toHaveAttribute('href', new RegExp(`startDate=${days.startDate}`))
  const release = await hold(page, '/report/class-attend-report?*course=*')
  await choose(page, 'Class', 'Taekwondo Junior')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/course=/)
  await expect(sum).not.toHaveAttribute('href', /course=/)
  release()
  await expect(sum).toHaveAttribute('href', /course=/)
})

test('the courses of another year begin on their first page', async ({ page }) => {
  await enter(page, 'owner', '/markAttendance/listing?page=99')
  await expect(page.getByText('This page is past the end of the list.')).toBeVisible()
  const { today } = await read(page, config, '/config')
  await choose(page, 'Year', String(Number(today.slice(0, 4)) - 1))
  await expect(page).not.toHaveURL(/page=/)
})

test('the last page of what is owed gives way to the one before when nothing is left on it', async ({ page }) => {
  const owes = (n: number) => ({
    walletMember: { _id: `00000000-0000-4000-8000-00000000000${n}`, name: `Payer ${n}`, chName: null, wallet: 0 },
    cases: 1,
    covered: 0,
    credit: 10,
    oldest: '2026-01-02',
    walletAfter: 0,
  })
  await page.route('**/api/admin/dashboard/overview?*', async (route) => {
    const answer = await route.fetch()
    const isFirst = new URL(route.request().url()).searchParams.get('casesOffset') === '0'
    const openCases = isFirst
      ? { total: 6, cases: 6, items: [1, 2, 3, 4, 5].map(owes) }
      : // The sixth was closed meanwhile.
        { total: 5, cases: 5, items: [] }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), openCases } })
  })
  await enter(page, 'owner', '/dashboard/overview')
  const owed = page.getByRole('region', { name: 'Attended but not paid' })
  const release = await hold(page, '/dashboard/overview?*casesOffset=5*')
  await owed.getByRole('button', { name: 'Next page' }).click()
  await expect(owed.getByText('2 of 2')).toBeVisible()
  release()
  await expect(owed.getByText('1 of 2')).toBeVisible()
  await expect(owed.getByText('Payer 5')).toBeVisible()
})

test('wallets that have expired are not those that expire soon, and none is said to be missing too early', async ({
  page,
}) => {
  await page.route('**/api/admin/dashboard/expiring?*state=soon*', (route) =>
    route.fulfill({ json: { items: [], total: 0 } }),
  )
  await enter(page, 'owner', '/dashboard/overview')
  const fold = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'Expiring Wallets' }) })
  await fold.getByRole('heading', { name: 'Expiring Wallets' }).click()
  await expect(fold.getByText('No wallet with credit expires within 30 days.')).toBeVisible()
  const release = await hold(page, '/dashboard/expiring?*state=expired*')
  await fold.getByText('Already expired').click()
  await expect(fold.getByRole('radio', { name: 'Already expired' })).toBeChecked()
  await expect(fold.getByText(/^No wallet/)).toHaveCount(0)
  release()
  await expect(fold.getByText(/^Showing \d+ record/)).toBeVisible()
})

test('a class can be marked from the dashboard once it has begun, though nothing else happens', async ({ page }) => {
  const { name } = await classToday(await callsAs(page, 'owner'), [], { duration: '23:58 - 23:59' })
  await page.clock.install()
  await enter(page, 'owner', '/dashboard/overview')
  const held = page.getByRole('region', { name: 'Tonight’s List' }).getByRole('listitem').filter({ hasText: name })
  await expect(held).toBeVisible()
  await expect(held.getByRole('link', { name: 'Mark Attendance' })).toHaveCount(0)
  // By the answers' clock it would be now again.
  await hold(page, '/**')
  const { today } = await callsAs(page, 'owner').then((calls) => calls.send(config, 'GET', '/config'))
  await page.clock.fastForward(Date.parse(`${today}T23:58:30+08:00`) - Date.now())
  await expect(held.getByRole('link', { name: 'Mark Attendance' })).toBeVisible()
})

test('a question whose effect comes late is not asked once its form is left', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { _id, name } = await newParent(calls, unique('Rokiah'))
  await enter(page, 'owner', `/membership/edit/${_id}`)
  const order = page.getByRole('dialog', { name: 'Create Order' })
  const buy = async (bought: string) => {
    await page.getByRole('button', { name: 'Buy Package' }).click()
    await choose(order, 'Package', bought)
    await choose(order, 'Coach Received', 'Hafiz bin Ismail')
    await expect(order.getByText(`(${name})`)).toBeVisible()
    await order.getByRole('button', { name: 'Create Order' }).click()
  }
  const release = await hold(page, '/payment/rehearse')
  const asked = page.waitForRequest('**/payment/rehearse')
  await buy('Starter 100')
  await asked
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(order).toHaveCount(0)
  const answered = page.waitForResponse('**/payment/rehearse')
  release()
  await answered
  // The question of the first order would lie over the page, and tell of RM 100.00.
  await buy('Monthly 200')
  await expect(page.getByRole('dialog', { name: 'Are you sure to submit?' })).toContainText('RM 200.00')
})

test('a sale that fails once the next member is served is told with the name of its buyer', async ({
  page,
  refusals,
}) => {
  refusals.push('409 PUT /payment/direct/*')
  const calls = await callsAs(page, 'owner')
  const at = await counter(calls)
  const [one, other] = [await at.adult(), await at.adult()]
  const serve = async (member: { tmNo: string; name: string }) => {
    await field(page, 'Member').fill(member.tmNo)
    await field(page, 'Member').press('Enter')
    await expect(page.getByRole('heading', { name: member.name })).toBeVisible()
  }
  await enter(page, 'owner', '/till')

  await test.step('left before it was ordered, nothing is sold', async () => {
    await atTheTill(page, at, one)
    await received(page).fill('100')
    const release = await hold(page, '/payment/rehearse')
    await sell(page).click()
    await serve(other)
    release()
    await expectToast(page, `${one.name}: nothing was sold, the till was left too early.`)
    expect(await at.boughtBy(one)).toEqual([])
  })

  await test.step('left while it is verified, the refusal is told', async () => {
    const refusal = { statusCode: 409, error: 'Conflict', message: 'Not now', details: [] }
    await page.route('**/api/admin/payment/direct/*', (route) => route.fulfill({ status: 409, json: refusal }))
    await atTheTill(page, at, one)
    await received(page).fill('100')
    const release = await hold(page, '/payment/direct/*')
    await sell(page).click()
    await expect(outcome(page, 'Selling…')).toBeVisible()
    await page.getByRole('button', { name: 'Next Member' }).click()
    release()
    await expectToast(page, `${one.name}: the sale was not finished. Not now`)
  })
})

test('of two card links that are asked for the one asked for last stands, though the other comes after it', async ({
  page,
}) => {
  const calls = await callsAs(page, 'owner')
  const at = await counter(calls)
  const order = async () => {
    const { _id: memberId, name } = await at.adult()
    const body = { memberId, package: at.package, coachReceived: at.coach._id }
    return { name, ...(await calls.send(linked, 'POST', '/payment/checkout', body)).payment }
  }
  const [first, last] = [await order(), await order()]
  await enter(page, 'owner', `/verify-payment/listing?type=Card&searchText=${encodeURIComponent(at.mark)}`)
  const ask = ({ name }: { name: string }) => row(page, name).getByRole('button', { name: 'Card Link' }).click()
  const release = await hold(page, `/payment/checkout/${first._id}/link`)
  await ask(first)
  await ask(last)
  const link = page.getByRole('dialog', { name: 'Card Payment Link' }).getByLabel('Link for the member')
  await expect(link).toHaveValue(/./)
  const shown = await link.inputValue()
  const answered = page.waitForResponse(`**/payment/checkout/${first._id}/link`)
  release()
  await (await answered).finished()
  await expect(page.getByRole('button', { name: 'Card Link' }).and(page.locator('[aria-busy=true]'))).toHaveCount(0)
  await expect(link).toHaveValue(shown)
})
