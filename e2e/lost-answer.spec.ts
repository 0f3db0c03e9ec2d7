import { z } from 'zod'
import { classToday } from './support/class-today.ts'
import { callsAs, enter } from './support/people.ts'
import { agree, expect, test } from './support/portal.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('attendance whose answer was lost is sent again by the page that opens next, and was taken once', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { name, members, path } = await classToday(owner, ['Uma', 'Vimal'])
  await enter(page, 'owner', path)
  const marking = page.getByRole('dialog', { name: 'Mark Attendance' })
  await marking.getByRole('switch', { name: 'Uma' }).tap()
  let lost = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/attendance/take/')) lost++
  })
  await page.route('**/attendance/take/*', async (route) => {
    if (lost === 0) await route.fetch()
    await route.abort()
  })
  await marking.getByRole('button', { name: 'Take Attendance' }).tap()
  const saved = 'Saved on this device. It is sent when the line returns.'
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent', saved)
  // At once, and by the first of the later attempts.
  await expect.poll(() => lost).toBeGreaterThanOrEqual(2)
  await page.unroute('**/attendance/take/*')
  await page.goto('/markAttendance/listing')
  const card = page.getByRole('region', { name: 'Today Class' }).getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('Sent', { exact: true })).toBeVisible()
  const purse = z.object({ wallet: z.number() })
  const wallets = await Promise.all(members.map((id) => owner.send(purse, 'GET', `/member/${id}`)))
  expect(wallets.map(({ wallet }) => wallet)).toEqual([5, 15])
})
