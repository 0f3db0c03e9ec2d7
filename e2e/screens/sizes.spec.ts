/** What a first visit may weigh: scripts and sheets as an office network gets them, with gzip. */

import { apiRoot } from '@academy/contract/platform/api-root.ts'
import type { Request } from '@playwright/test'
import { classToday } from '../support/class-today.ts'
import { enter } from '../support/people.ts'
import { expect, test, withoutStream } from '../support/portal.ts'
import { filesOf, scriptsOf, sum } from '../support/scripts.ts'

const kilobyte = 1000

/** Pages of every kind, visited after a list. */
const further = [
  '/verify-payment/listing',
  '/till',
  '/membership/listing',
  '/membership/create/adult',
  '/cash-close/create',
  '/cash-close/evening',
  '/credit-adjust/create',
  '/course/listing',
  '/course/create',
  '/markAttendance/listing',
  '/outstanding-credit/listing',
  '/report/statement-report',
  '/report/month-end',
  '/user/create',
  '/profile',
  '/brand',
]

test('the scripts and sheets of sign-in, the first list and further pages stay small', async ({ page, baseURL }) => {
  const address = baseURL ?? ''
  const login = await filesOf(page, address, '/auth/login')
  expect(sum(login.scripts.values())).toBeGreaterThan(50 * kilobyte)
  expect(sum(login.scripts.values())).toBeLessThan(88 * kilobyte)
  expect(sum(login.sheets.values())).toBeGreaterThan(kilobyte)
  expect(sum(login.sheets.values())).toBeLessThan(6 * kilobyte)

  const owner = await enter(page, 'owner', '/profile')
  const list = await filesOf(page, address, '/belt/listing')
  expect(sum(list.scripts.values())).toBeLessThan(185 * kilobyte)
  expect(sum(list.sheets.values())).toBeLessThan(11.5 * kilobyte)

  const dashboard = await filesOf(page, address, '/dashboard/overview')
  expect(sum(dashboard.scripts.values())).toBeLessThan(200 * kilobyte)

  const sizeBeside = async (known: ReadonlyMap<string, number>, path: string) =>
    sum([...(await scriptsOf(page, address, path))].flatMap(([script, size]) => (known.has(script) ? [] : [size])))
  for (const path of further) expect(await sizeBeside(list.scripts, path), path).toBeLessThan(40 * kilobyte)

  // A member's page is reached from a list of members. Those of other tests may have more to show.
  const members = await filesOf(page, address, '/membership/listing')
  const ours = await classToday(owner, ['Sita'])
  expect(await sizeBeside(members.scripts, `/membership/edit/${ours.members[0]}`)).toBeLessThan(40 * kilobyte)
  const year = `/course/schedule/${ours.course}`
  expect(await sizeBeside(list.scripts, year)).toBeLessThan(40 * kilobyte)
})

test('what a first visit begins with is asked for once, by its address', async ({ page }) => {
  await enter(page, 'owner', '/profile')
  await withoutStream(page)
  for (const [path, first] of [
    ['/dashboard/overview', '/dashboard/overview?'],
    ['/membership?page=1&size=20', '/member?offset=0&limit=20&'],
    ['/portal/verify-payment/listing', '/payment?offset=0&'],
    ['/markAttendance', '/auth/profile'],
  ] as const) {
    const asked: string[] = []
    const note = (request: Request) => asked.push(request.url().split(apiRoot)[1] ?? '')
    await page.goto('about:blank')
    page.on('request', note)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    const calls = asked.filter(Boolean)
    expect(calls.filter((call) => call.startsWith(first))).toHaveLength(1)
    expect([...calls].sort()).toEqual([...new Set(calls)].sort())
  }
})
