import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { expect, expectToast, inspect, test, withoutStream } from '../support/portal.ts'

test('alerts: a refused attempt is shown to who may see the audit trail, leads to it, and is seen once', async ({
  page,
  refusals,
}) => {
  refusals.push('403 *')
  const owner = await callsAs(page, 'owner')
  const watcher = await newPerson(owner, { dashboard: ['view'], audit_trail: ['view'] })
  const clerk = await newPerson(owner, { dashboard: ['view'] })
  const prying = await callsAs(page, clerk.username, 'own')
  const headers = { authorization: `Bearer ${prying.token}` }
  for (const path of ['/belt', '/user'])
    expect((await page.request.get(`/api/admin${path}`, { headers })).status()).toBe(403)

  await enter(page, watcher.username, '/dashboard/overview', 'own')
  const panel = page.getByRole('region', { name: 'Alerts' })
  const line = panel.getByRole('listitem').filter({ hasText: `${clerk.username} Refused attempt` })
  await expect(line).toContainText('Refused: permission User Login: View is missing (last of 2)')
  await expect(line).toContainText('New')
  await inspect(page, 'alerts')

  await line.getByRole('link', { name: `Audit trail: Refused attempt, ${clerk.username}` }).click()
  await expect(page.getByText('Showing 2 record(s) of total 2')).toBeVisible()
  await inspect(page, 'alerts-trail')
  await page.getByRole('button', { name: `Only: Refused attempt, ${clerk.username}` }).click()
  await expect(page.getByText('Showing 2 record(s) of total 2')).toBeHidden()
  await page.goBack()
  await panel.getByRole('button', { name: 'Mark as seen' }).click()
  await expectToast(page, 'Alerts marked as seen')
  await expect(line).toBeVisible()
  await expect(line).not.toContainText('New')

  await enter(page, clerk.username, '/dashboard/overview', 'own')
  await expect(page.getByRole('heading', { name: 'At a Glance' })).toBeVisible()
  await expect(panel).toHaveCount(0)
})

test('the charts of the dashboard are reckoned when they are opened', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await withoutStream(page)
  await enter(page, 'owner', '/dashboard/overview')
  const fold = page.getByRole('group').filter({ has: page.getByRole('heading', { name: 'At a Glance' }) })
  await expect(page.getByRole('heading', { name: 'Low Balance' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked).toContain('/api/admin/dashboard/overview')
  expect(asked).not.toContain('/api/admin/dashboard/charts')
  await fold.getByRole('heading', { name: 'At a Glance' }).click()
  await expect(fold.getByText('By week, Monday to Sunday')).toBeVisible()
  expect(asked).toContain('/api/admin/dashboard/charts')
  await inspect(page, 'dashboard-charts')
})

test('around the turn of a year the dashboard leads to the courses that have no classes in the new one', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const { course, name, year } = await classToday(owner, [])
  await page.route('**/api/admin/dashboard/overview?*', async (route) => {
    const answer = await route.fetch()
    const unplanned = { year: year + 1, items: [{ _id: course, name }], total: 12 }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), unplanned } })
  })
  await enter(page, 'owner', '/dashboard/overview')
  const card = page.getByRole('region', { name: `No Classes in ${year + 1} Yet` })
  await expect(card).toContainText('and 11 more')
  await expect(card.getByRole('link', { name: 'Course' })).toBeVisible()
  await inspect(page, 'dashboard-unplanned')
  await card.getByRole('link', { name }).click()
  await expect(page.getByText(`No classes are scheduled for ${year + 1} yet.`)).toBeVisible()

  const planner = await newPerson(owner, { dashboard: ['view'], scheduling: ['view', 'edit'] })
  await enter(page, planner.username, '/dashboard/overview', 'own')
  await expect(card.getByRole('link', { name })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Course' })).toHaveCount(0)
})

test('cash that was counted short leads an owner to its close', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const closes = z.object({ items: z.array(z.object({ _id: z.string(), number: z.string() })).min(1) })
  const [close] = (await owner.send(closes, 'GET', '/cash-close?limit=1')).items
  await page.route('**/api/admin/dashboard/overview?*', async (route) => {
    const answer = await route.fetch()
    const item = { ...close, day: '2026-11-30', coach: 'Farid', missing: '20.00', remark: 'A note was torn' }
    const shortCloses = { items: [item], total: 2 }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), shortCloses } })
  })
  await enter(page, 'owner', '/dashboard/overview')
  const card = page.getByRole('region', { name: 'Cash Counted Short' })
  await expect(card.getByRole('listitem').first()).toContainText(
    `Farid${close?.number} · 30-11-2026 · A note was tornRM 20.00 short`,
  )
  await expect(card).toContainText('and 1 more')
  await inspect(page, 'dashboard-short-closes')
  await card.getByRole('link', { name: 'Farid' }).click()
  await expect(page).toHaveURL(new RegExp(`/cash-close/view/${close?._id}$`))
})
