import { z } from 'zod'
import { callsAs, enter, newParent, unique } from '../support/people.ts'
import { expect, noSidewaysScroll, read, test } from '../support/portal.ts'

test('a parent with a long name: no report scrolls for it, and the history of the wallet has its days', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const calls = await callsAs(page, 'owner')
  const name = unique('Nur Aisyah binti Mohd Khairul Anwar Al-Hafiz Abdullah @ Siti Zulaikha')
  const member = await newParent(calls, name)
  await enter(page, 'owner', `/report/credit-statement-report?parentId=${member._id}`)
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  const gift = { date: today, member: member._id, reason: 'A gift', adjustCredit: 50, approvedBy: 'owner' }
  const { _id: adjustment } = await calls.post('/credit-adjust', gift)
  await calls.send(z.unknown(), 'POST', `/credit-adjust/${adjustment}/undo`)

  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(`Parent: ${name}`)
  await noSidewaysScroll(page)

  await page.goto(`/membership/edit/${member._id}?tab=financial`)
  const history = page.getByRole('region', { name: 'Wallet history' })
  await expect(history.getByText('Showing 2 record(s) of total 2')).toBeVisible()
  await expect(history.getByRole('columnheader', { name: 'Date' })).toBeVisible()
  await expect(history.getByRole('columnheader', { name: 'Balance' })).toBeVisible()
})
