import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { row, search } from './controls.ts'
import { enter } from './people.ts'
import { agree, expect, inspect, test } from './portal.ts'

/** Lines of a CSV as a clerk's spreadsheet writes them. */
const csv = (...lines: string[][]) => Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n'))

async function give(page: Page, name: string, buffer: Buffer) {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (another )?file$/ }).click()
  await (await opened).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const told = (page: Page, term: string, value: number) =>
  expect(page.getByRole('term').filter({ hasText: term }).locator('..').getByRole('definition')).toHaveText(
    String(value),
  )

test('Import from Excel: a dry run with its problems, then all of it; Export to Excel holds it', async ({
  page,
  refusals,
}) => {
  refusals.push('400 POST /member/import/excel')
  const mark = String(Date.now()).slice(-8)
  const headings = ['English Name', 'Chinese Name', 'Email', 'Relationship', 'Phone No.', 'Wallet', 'Password', 'Shoe']
  const good = [`Import ${mark}`, '陈进口', `import${mark}@example.com`, 'Mother', '0123456789', '120', '', '38']
  const bad = ['', '', 'no-mail', 'Aunt of nobody', '12', 'many', 'short', '']
  await enter(page, 'owner', '/membership/listing?tab=parents&size=10')
  await page.getByRole('button', { name: 'Import from Excel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import from Excel' })
  await expect(dialog).toBeVisible()

  const template = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the template' }).click()
  expect((await template).suggestedFilename()).toBe('Membership_Import_Template.xlsx')

  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('File Cannot be Empty')).toBeVisible()
  await give(page, 'members.pdf', Buffer.from('%PDF'))
  await expect(dialog.getByText('Only accept file types xlsx, csv, jpeg')).toBeVisible()
  await give(page, 'photo.jpeg', Buffer.from('ffd8ffe000104a464946', 'hex'))
  await expect(dialog.getByText('Error Importing Excel File')).toBeVisible()
  await expect(dialog.getByText('The file is a picture, not a table')).toBeVisible()

  await give(page, 'members.csv', csv(headings, good, bad))
  await told(page, 'To create', 2)
  const problems = dialog.getByRole('table').first()
  await expect(row(problems, '3', 'English Name', 'This field is require')).toBeVisible()
  await expect(row(problems, '3', 'Relationship', 'There is no Relationship Aunt of nobody')).toBeVisible()
  await expect(row(problems, '3', 'Wallet', 'Must be a whole number')).toBeVisible()
  await expect(row(dialog, '1', 'Shoe', 'This column is not known and is left out')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await inspect(page, 'import')

  await give(page, 'members.csv', csv(headings, good))
  await told(page, 'Problems', 0)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await agree(page, 'Are you sure to submit?', 'Import', '1 members are created, 0 updated.', 'Imported')
  await expect(dialog).toBeHidden()
  await search(page, mark)
  await expect(row(page, `Import ${mark}`)).toContainText('120')

  // On a slow line the page tells of it, and the keyboard stops it.
  const { promise: line, resolve: open } = Promise.withResolvers<void>()
  await page.route('**/member/generate/excel*', async (route) => {
    await line
    // By now nobody waits for it.
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Preparing Membership_Profile.xlsx' })).toBeAttached()
  await inspect(page, 'download under way')
  const under = page.getByRole('region', { name: 'Downloads' })
  await under.getByRole('button', { name: 'Cancel Membership_Profile.xlsx' }).press('Enter')
  await expect(page.getByText('Membership_Profile.xlsx was cancelled')).toBeVisible()
  await expect(under).toBeHidden()
  open()
  await page.unroute('**/member/generate/excel*')

  // What was typed a moment ago counts, whether the list has caught up with it or not.
  const typed = page.getByRole('search').getByRole('searchbox')
  await typed.fill('')
  await typed.press('Enter')
  await expect(page).not.toHaveURL(/searchText/)
  await typed.fill(mark)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('Membership_Profile.xlsx')
  await page.getByRole('button', { name: 'Import from Excel' }).click()
  await give(page, saved.suggestedFilename(), await readFile(await saved.path()))
  await told(page, 'Rows', 1)
  await told(page, 'Unchanged', 1)
  await told(page, 'Problems', 0)
})
