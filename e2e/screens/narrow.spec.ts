/** On a phone and a tablet: the act at the thumb, and nothing that moves when an answer comes late. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { atTheMat, classToday } from '../support/class-today.ts'
import { callsAs, enter, newCoach, newPerson, unique } from '../support/people.ts'
import { expect, onPhone, phoneSize, test } from '../support/portal.ts'
import { counter } from '../support/till-steps.ts'

const tablet = { width: 768, height: 1024 }
test.use(onPhone)

test('the act that ends a sale or an evening is in sight from the beginning to the end', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const at = await counter(owner)
  const buyer = await at.adult()
  // Cash of today, so that there is an evening to close.
  const order = { memberId: buyer._id, package: at.package, coachReceived: at.coach._id, paymentType: 'Cash' }
  await owner.post('/payment', order)
  await enter(page, 'owner', '/profile')
  for (const [path, act] of [
    [`/till?member=${buyer._id}`, /^Sell/],
    ['/cash-close/evening', 'Close the Evening'],
  ] as const) {
    await page.goto(path)
    const button = page.getByRole('button', { name: act })
    await expect(button).toBeInViewport({ ratio: 1 })
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect(button).toBeInViewport({ ratio: 1 })
  }
})

const shifts = z.number()

/** How much of the page moved by itself, as browsers count it. */
const moved = async (page: Page) => shifts.parse(await page.evaluate('moved'))

test('nothing moves on a phone or a tablet when what a page shows comes late', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const { course } = await classToday(owner, [])
  await page.addInitScript(`
    globalThis.moved = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)
  await enter(page, 'owner', '/profile')
  for (const [viewport, path, call, come] of [
    [phoneSize, `/course/schedule/${course}`, 'course-scheduled-year', /^Total Class/],
    [phoneSize, '/holiday/listing', 'holiday', /^Showing [1-9]/],
    [phoneSize, '/report/e-invoice', 'e-invoice', /^Lines of/],
    [tablet, '/report/break-even-report', 'report/break-even-report', /^Showing /],
    [tablet, '/report/class-monthly-settlement-report', 'report/class-monthly-settlement-Report', /^Showing /],
    [tablet, '/report/coach-settlement', 'report/coach-settlement', /^Showing /],
  ] as const) {
    await page.setViewportSize(viewport)
    const { promise: isDrawn, resolve: draw } = Promise.withResolvers<undefined>()
    const isCall = ({ pathname }: URL) => pathname === `/api/admin/${call}`
    await page.route(isCall, async (route) => {
      await isDrawn
      await route.continue()
    })
    const asked = page.waitForRequest((request) => isCall(new URL(request.url())))
    await page.goto(path)
    await asked
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // What does not wait is read and drawn.
    await page.waitForLoadState('load')
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    draw(undefined)
    await expect(page.getByText(come).first()).toBeVisible()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    expect(await moved(page), path).toBeLessThan(0.03)
    await page.unrouteAll({ behavior: 'wait' })
    // The first column stays, and no other is out of sight.
    const table = page.locator('.report .table-frame')
    if ((await table.count()) > 0)
      expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth), path).toBeLessThanOrEqual(0)
  }
})

test('what filters payments leaves a phone to the payments', async ({ page }) => {
  await enter(page, 'owner', '/verify-payment/listing')
  const top = async (name: string) =>
    z.object({ y: z.number() }).parse(await page.getByText(name, { exact: true }).first().boundingBox()).y
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeVisible()
  expect(Math.abs((await top('Filter')) - (await top('Card')))).toBeLessThan(22)

  // At a desk all of them stand on one line. Which date is meant is said once there are days.
  await page.setViewportSize({ width: 1440, height: 900 })
  const filter = (name: string) => page.getByRole('combobox', { name })
  const line = async (name: string) => z.object({ y: z.number() }).parse(await filter(name).boundingBox()).y
  expect(Math.abs((await line('Coach Received')) - (await line('Status')))).toBeLessThan(22)
  await expect(filter('Date used')).toHaveValue('')
  await page.goto('/verify-payment/listing?from=2026-11-01')
  await expect(filter('Date used')).toHaveValue('Verified, else received')
})

test('that a class can be marked without signal is said where it moves none of the classes', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const coach = await newCoach(page, owner, unique('Quiet Coach'))
  await classToday(owner, ['Aida'], { by: coach._id, duration: '04:00 - 04:30' })
  const { username } = await newPerson(owner, atTheMat, { coachRelated: coach._id })
  const { promise: isDrawn, resolve: draw } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/enrollment/attendance/students/**', async (route) => {
    await isDrawn
    await route.continue()
  })
  await enter(page, username, '/markAttendance/listing', 'own')
  const top = async (name: string) =>
    z.object({ y: z.number() }).parse(await page.getByRole('heading', { name, exact: true }).boundingBox()).y
  const between = async () => (await top('Courses')) - (await top('Today Class'))
  await expect(page.getByRole('heading', { name: 'Courses', exact: true })).toBeVisible()
  const before = await between()
  draw(undefined)
  await expect(page.getByText('1 of your classes today can be marked without signal')).toBeVisible()
  expect(await between()).toBe(before)
})

test('that cards are only played has its room from the beginning of a second visit', async ({ page }) => {
  await enter(page, 'owner', '/belt/listing')
  const band = page.getByRole('region', { name: 'Test payments' })
  await expect(band).toBeVisible()
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<undefined>()
  await page.route('**/api/admin/config', async (route) => {
    await isAsked
    await route.continue()
  })
  await page.reload()
  const top = () => page.locator('#root').evaluate((root) => root.getBoundingClientRect().top)
  // Nothing may be drawn yet: the frame alone is there, and stands where the page will.
  await expect.poll(top).toBe(28)
  await expect(band).toBeHidden()
  answer(undefined)
  await expect(band).toBeVisible()
  expect(await top()).toBe(28)
})

test('a short list on a phone ends with its entries, a long one with its pages and its order', async ({ page }) => {
  const only = await (await counter(await callsAs(page, 'owner'))).adult()
  await enter(page, 'owner', `/membership/listing?searchText=${encodeURIComponent(only.name)}`)
  await expect(page.getByText('Showing 1 record(s) of total 1')).toBeVisible()
  const foot = [page.getByRole('combobox', { name: 'Sorted by' }), page.getByRole('navigation', { name: /^Pages/ })]
  for (const part of foot) await expect(part).toBeHidden()
  await page.getByRole('searchbox').fill('')
  for (const part of foot) await expect(part).toBeVisible()
})
