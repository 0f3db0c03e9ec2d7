import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { field, heading, row, rowAct } from '../support/controls.ts'
import { fillChild, fillParent, submit } from '../support/family-steps.ts'
import { enter } from '../support/people.ts'
import { agree, expect, inspect, onPhone, read, test } from '../support/portal.ts'

test.use(onPhone)

test('a family is registered and looked after on a phone', async ({ page }) => {
  const mark = randomBytes(3).toString('hex')
  const [parent, child] = [`Sumathi ${mark}`, `Devi ${mark}`]
  await enter(page, 'clerk', '/parents/create')
  const coach = await read(page, z.object({ items: z.array(z.object({ label: z.string() })) }), '/lookup/coach')
  await fillParent(page, parent, mark)
  await page.getByRole('button', { name: 'Add Child' }).tap()
  const one = page.getByRole('group', { name: 'Child 1' })
  await fillChild(one, child, coach.items[0]?.label ?? '')
  // What is optional does not stand in the way, and is there for the asking.
  await expect(field(one, 'I/C No.')).toBeVisible()
  await expect(field(one, 'TM No.')).toBeHidden()
  await inspect(page, 'family-form')
  await one.getByRole('button', { name: 'More about Child 1' }).tap()
  await field(one, 'Email').fill('devi at mail')
  await expect(field(one, 'Member Type')).toBeVisible()
  await submit(page).tap()
  await expect(one.getByText(/^Email can only contain letters/)).toBeVisible()
  await field(one, 'Email').fill('')
  await field(one, 'School Class').fill('4 Melur')
  await submit(page).tap()
  await agree(page, 'Are you sure to submit?', 'OK')
  await expect(heading(page, parent)).toBeVisible()

  // The tabs are in reach without scrolling, the form waits in one of them.
  await expect(page.getByRole('tab', { name: 'Children' })).toBeInViewport()
  await expect(field(page, 'Name')).toBeHidden()
  await inspect(page, 'family-page')
  await page.getByRole('tab', { name: 'Profile' }).tap()
  await field(page, 'Chinese Name').fill('素玛蒂')
  await page.getByRole('button', { name: 'Update' }).tap()
  await agree(page, 'Are you sure to submit?', 'OK')

  await page.getByRole('tab', { name: 'Children' }).tap()
  await row(page, child)
    .getByRole('button', { name: `Edit ${child}` })
    .tap()
  const dialog = page.getByRole('dialog', { name: `Edit ${child}` })
  await field(dialog, 'School').fill('SJK(T) Klang')
  await inspect(page, 'family-child-form')
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await agree(page, 'Leave without saving?', 'Cancel')
  await dialog.getByRole('button', { name: 'Update' }).tap()
  await agree(page, 'Are you sure to submit?', 'OK')
  await expect(dialog).toBeHidden()

  await page.getByRole('tab', { name: 'Emergency Contact' }).tap()
  await page.getByRole('button', { name: 'Add Emergency Contact' }).tap()
  const contact = page.getByRole('dialog', { name: 'Add Emergency Contact' })
  await submit(contact).tap()
  await expect(contact.getByText('This field is require', { exact: true })).toHaveCount(2)
  await field(contact, 'Name').fill('Paati')
  await field(contact, 'Phone No.').fill('03-3371 0000')
  await submit(contact).tap()
  await agree(page, 'Are you sure to submit?', 'OK')
  await (await rowAct(row(page, 'Paati'), 'Disable Paati')).tap()
  await agree(page, 'Are you sure to disable?', 'OK')
  await expect(row(page, 'Paati', 'Disabled')).toBeVisible()

  await page.getByRole('tab', { name: 'Children' }).tap()
  await (await rowAct(row(page, child), `Mark as Independent ${child}`)).tap()
  await agree(
    page,
    'Are you sure to mark this child as independent?',
    'Mark as Independent',
    `${child} is enrolled in no class at present.`,
  )
  await expect(row(page, child, 'Independent')).toBeVisible()
})
