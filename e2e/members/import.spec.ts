import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { row, search } from '../support/controls.ts'
import { callsAs, enter } from '../support/people.ts'
import { agree, expect, inspect, phoneSize, test } from '../support/portal.ts'

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

  await give(page, 'members.csv', csv(headings, good, bad, bad, bad))
  await told(page, 'To create', 4)
  const problems = dialog.getByRole('table').first()
  await expect(row(problems, '3', 'English Name', 'This field is require')).toBeVisible()
  await expect(
    row(
      problems,
      '3',
      'Relationship',
      'There is no Relationship Aunt of nobody. Name another, or add it under Maintenance, Relationship',
    ),
  ).toBeVisible()
  await expect(row(problems, '3', 'Wallet', 'Must be a whole number', 'Also rows 4, 5')).toBeVisible()
  await expect(row(dialog, '1', 'Shoe', 'This column is not known and is left out')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await inspect(page, 'import')

  await give(page, 'members.csv', csv(headings, good))
  await told(page, 'Problems', 0)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await agree(
    page,
    'Are you sure to submit?',
    'Import',
    '1 member is created, 0 updated. Opening balances: 120 credits to 1 wallet.',
    'Imported',
  )
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

const listed = z.object({ items: z.array(z.looseObject({ _id: z.string(), label: z.string() })) })
const member = z.looseObject({ _id: z.string() })

test('An import names whom it would change, asks about another name, and is undone as far as nothing happened since', async ({
  page,
}) => {
  const mark = String(Date.now()).slice(-8)
  const calls = await callsAs(page, 'owner')
  const [relationship] = (await calls.send(listed, 'GET', '/lookup/relationship')).items
  // As long as a name may be, and without a place to break it.
  const long = `W${'w'.repeat(51)}${mark}`
  const parentNamed = (name: string) =>
    calls.send(member, 'POST', '/member', {
      ...{ name, email: `${name.slice(-20).replaceAll(' ', '')}@example.com`, phoneNo: '0120000000' },
      ...{ relationship: relationship?._id, password: 'Correct_horse_1' },
    })
  const [first, second] = [await parentNamed(`Kept ${mark}`), await parentNamed(long)]
  await enter(page, 'owner', '/membership/listing?tab=parents&size=10')
  await page.setViewportSize(phoneSize)
  await page.getByRole('button', { name: 'Import from Excel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import from Excel' })
  await give(
    page,
    'families.csv',
    csv(
      ['ID', 'English Name', 'Phone No.', 'Email', 'Relationship'],
      [first._id, `Kept ${mark}`, '0123456789', '', ''],
      [second._id, `Renamed ${mark}`, '0123456789', '', ''],
      ['', `New ${mark}`, '', `new${mark}@example.com`, relationship?.label ?? ''],
    ),
  )
  await told(page, 'To update', 2)
  const changes = dialog.getByRole('table', { name: 'Changes' })
  await expect(row(changes, `Kept ${mark}`)).toContainText('Phone No.: 0120000000 → 0123456789')
  await expect(row(changes, long)).toContainText(`English Name: ${long} → Renamed ${mark}`)
  await expect(dialog.getByRole('status').filter({ hasText: 'One row has another name' })).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Import', exact: true })
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  const fits = async () =>
    expect(z.number().parse(await page.evaluate('document.documentElement.scrollWidth')), 'width').toBeLessThan(391)
  await fits()
  // The tick stands with the name, within the screen.
  const tick = dialog.getByRole('checkbox', { name: 'Row 3 is the same person' })
  expect((await tick.boundingBox())?.x).toBeLessThan(390)
  await inspect(page, 'import-updates')
  await tick.check()
  await submit.click()
  await agree(page, 'Are you sure to submit?', 'Import', /1 member is created, 2 updated\. .*1 of them/, 'Imported')
  await expect(dialog).toBeHidden()

  await calls.send(member, 'PUT', `/member/${first._id}`, { phoneNo: '0111111111' })
  await page.getByRole('button', { name: 'Import from Excel' }).click()
  await dialog.getByRole('button', { name: 'Undo families.csv' }).first().click()
  const question = page.getByRole('dialog', { name: 'Are you sure to undo this import?' })
  await expect(question).toContainText('1 members are removed, 1 get their old values back.')
  await expect(question).toContainText(`Row 2, Kept ${mark}: Phone No. was changed since`)
  await inspect(page, 'import-undo')
  await question.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog.getByText('Undone by owner: 1 removed, 1 restored, 1 left').first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await search(page, mark)
  await expect(row(page, long)).toBeVisible()
  await expect(row(page, `Kept ${mark}`)).toContainText('011-111 1111')
  await expect(page.getByText(`New ${mark}`)).toHaveCount(0)
  await fits()
})
