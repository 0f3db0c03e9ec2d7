/** Parts whose code comes when they are wanted. */
import { field } from './support/controls.ts'
import { enter } from './support/people.ts'
import { expect, inspect, test } from './support/portal.ts'

test('a part whose code the portal no longer has says so in its place, and the form keeps what was typed', async ({
  page,
  context,
  refusals,
}) => {
  refusals.push('404 GET /assets/Calendar*')
  await context.route('**/assets/Calendar-*.js', (route) => route.fulfill({ status: 404 }))
  await enter(page, 'owner', '/announcement/create')
  await field(page, 'Title').fill('Closed on Monday')
  await page.getByRole('button', { name: 'Calendar' }).first().click()
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await inspect(page, 'late-code')
  await expect(field(page, 'Title')).toHaveValue('Closed on Monday')
})
