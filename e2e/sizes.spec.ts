/** What a first visit may weigh: scripts and sheets as an office network gets them, with gzip. */
import { enter } from './support/people.ts'
import { expect, test } from './support/portal.ts'
import { filesOf, scriptsOf, sum } from './support/scripts.ts'

const kilobyte = 1000

test('the scripts and sheets of sign-in, the first list and further pages stay small', async ({ page, baseURL }) => {
  const address = baseURL ?? ''
  const login = await filesOf(page, address, '/auth/login')
  expect(sum(login.scripts.values())).toBeGreaterThan(50 * kilobyte)
  expect(sum(login.scripts.values())).toBeLessThan(84 * kilobyte)
  expect(sum(login.sheets.values())).toBeGreaterThan(kilobyte)
  expect(sum(login.sheets.values())).toBeLessThan(6 * kilobyte)

  await enter(page, 'owner', '/profile')
  const list = await filesOf(page, address, '/belt/listing')
  expect(sum(list.scripts.values())).toBeLessThan(186 * kilobyte)
  expect(sum(list.sheets.values())).toBeLessThan(11 * kilobyte)

  const dashboard = await filesOf(page, address, '/dashboard/overview')
  expect(sum(dashboard.scripts.values())).toBeLessThan(215 * kilobyte)

  for (const path of ['/dashboard/overview', '/verify-payment/listing', '/markAttendance/listing', '/course/listing']) {
    const further = [...(await scriptsOf(page, address, path))].filter(([script]) => !list.scripts.has(script))
    expect(sum(further.map(([, size]) => size)), path).toBeLessThan(40 * kilobyte)
  }
})
