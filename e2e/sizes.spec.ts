/** What a first visit may weigh: scripts as an office network gets them, with gzip. */
import { enter } from './support/people.ts'
import { expect, test } from './support/portal.ts'
import { scriptsOf, sum } from './support/scripts.ts'

const kilobyte = 1000

test('the scripts of sign-in, the first list and further pages stay small', async ({ page, baseURL }) => {
  const address = baseURL ?? ''
  const login = await scriptsOf(page, address, '/auth/login')
  expect(sum(login.values())).toBeGreaterThan(50 * kilobyte)
  expect(sum(login.values())).toBeLessThan(84 * kilobyte)

  await enter(page, 'owner', '/profile')
  const list = await scriptsOf(page, address, '/belt/listing')
  expect(sum(list.values())).toBeLessThan(187 * kilobyte)

  for (const path of ['/dashboard/overview', '/verify-payment/listing', '/markAttendance/listing', '/course/listing']) {
    const further = [...(await scriptsOf(page, address, path))].filter(([script]) => !list.has(script))
    expect(sum(further.map(([, size]) => size)), path).toBeLessThan(40 * kilobyte)
  }
})
