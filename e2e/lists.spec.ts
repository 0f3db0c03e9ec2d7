import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { choose, field, fillDay, row, search } from './controls.ts'
import { agree, expect, inspect, signIn, test } from './portal.ts'

/** What a list's form asks for beside the name its entries are known by. */
interface Case {
  path: string
  title: string
  /** Its entries are known by it, and no two share it. */
  label: string
  /** Said of an empty form. */
  required: string[]
  others?: Record<string, string>
}

const cases: Case[] = [
  { path: 'member-type', title: 'Member Type', label: 'Member Type', required: ['Member Type is required'] },
  { path: 'relationship', title: 'Relationship', label: 'Relationship', required: ['Relationship name is required'] },
  { path: 'belt', title: 'Belt Color', label: 'Belt Color', required: ['Belt Color is required'] },
  { path: 'course-type', title: 'Class Type', label: 'Description', required: ['Class Type description is required'] },
  { path: 'centre', title: 'Centre', label: 'Description', required: ['Centre description is required'] },
  {
    path: 'designation',
    title: 'Designation',
    label: 'Designation',
    required: ['Designation description is required'],
  },
  { path: 'sport', title: 'Sport', label: 'Description', required: ['Sport description is required'] },
  {
    path: 'credit-package',
    title: 'Credit Package',
    label: 'Code',
    required: [
      'Package Code is required',
      'Package Title is required',
      'Package description is required',
      'Package credit is required',
      'Package duration is required',
    ],
    others: { Title: 'Sapphire', Credit: '120', 'Duration (months)': '3', Description: 'A hundred and twenty' },
  },
]

for (const { path, title, label, required, others = {} } of cases) {
  test(`${title}: add, find, edit, disable, delete`, async ({ page, refusals }) => {
    refusals.push(`409 POST /${path}`)
    const name = `Azure ${randomBytes(3).toString('hex')}`
    await signIn(page, 'owner')
    await page.goto(`/${path}`)
    await inspect(page, path)
    await add(page)
    await submit(page)
    for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible()
    await inspect(page, `${path}-form`)
    await fill(page, { ...others, [label]: name })
    await submit(page)
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')

    await add(page)
    await fill(page, { ...others, [label]: name.toUpperCase() })
    await submit(page)
    await agree(page, 'Are you sure to submit?', 'OK')
    await expect(page.getByRole('main').getByText(`There is already a ${title} with this ${label}`)).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await agree(page, 'Leave without saving?', 'Leave')

    await search(page, name)
    await expectFound(page, 1)
    const entry = row(page, name)
    await entry.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Edit ${title}` })).toBeVisible()
    await expect(field(page, label)).toHaveValue(name)
    const renamed = `${name} renamed`
    await fill(page, { [label]: renamed })
    await submit(page)
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')

    await row(page, renamed)
      .getByRole('button', { name: /^Disable/ })
      .click()
    await agree(page, 'Are you sure to disable?', 'Disable')
    await expect(row(page, renamed)).toContainText('Disabled')
    const filters = page.getByRole('radiogroup', { name: 'Status' })
    await filters.getByText('Active', { exact: true }).click()
    await expectFound(page, 0)
    await filters.getByText('Inactive', { exact: true }).click()
    await expectFound(page, 1)

    await row(page, renamed)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await agree(page, 'Are you sure to delete?', 'Delete', 'This action cannot be undone.', 'Deleted')
    await expectFound(page, 0)
  })
}

test('Coach: a picture is required and must be one', async ({ page }) => {
  const name = `Azlan ${randomBytes(3).toString('hex')}`
  await signIn(page, 'owner')
  await page.goto('/coach')
  await inspect(page, 'coach')
  await add(page)
  await submit(page)
  for (const message of [
    'Coach Name is required',
    'This field is require',
    'Email is required',
    'Coach Picture is required',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await field(page, 'Account No').fill('12-34')
  await expect(page.getByText('Bank account number must be numeric')).toBeVisible()
  await choosePicture(page, 'notes.txt', Buffer.from('no picture'))
  await expect(page.getByText('Only accept file types png, jpg, jpeg')).toBeVisible()
  await inspect(page, 'coach-form')
  const png = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()
  await choosePicture(page, 'azlan.png', png)
  await expect(page.getByRole('img', { name: 'Picture preview' })).toBeVisible()
  await fill(page, { Name: name, Email: 'azlan@mail.test', 'Account No': '514012345678' })
  await choose(page, 'Designation', 'Senior Coach')
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await search(page, name)
  await expect(row(page, name)).toContainText('Senior Coach')
  await row(page, name)
    .getByRole('link', { name: `Edit ${name}` })
    .click()
  const saved = page.getByRole('img', { name: 'Picture preview' })
  await expect(saved).toBeVisible()
  await expect(saved).toHaveJSProperty('naturalWidth', 320)
})

test('Holiday: every date falls within its year', async ({ page, refusals }) => {
  // No list to start from is kept for years so far away.
  refusals.push('404 GET /holiday/preset/*')
  await signIn(page, 'owner')
  await page.goto('/holiday')
  await inspect(page, 'holiday')
  await add(page)
  const year = 2060 + Math.floor(Math.random() * 10)
  await choose(page, 'Year', String(year))
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await submit(page)
  await expect(page.getByText('Holiday name is required')).toBeVisible()
  await expect(page.getByText('Holiday date is required')).toBeVisible()
  await field(page, 'Holiday Name').fill('Founders Day')
  await fillDay(page, 'Date', `16/09/${year}`)
  await choose(page, 'Year', String(year + 1))
  await submit(page)
  await expect(page.getByText(`All holiday dates must fall within the year ${year + 1}.`)).toBeVisible()
  await inspect(page, 'holiday-form')
  await choose(page, 'Year', String(year))
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await row(page, String(year))
    .getByRole('link', { name: `Edit ${year}` })
    .click()
  await expect(field(page, 'Date')).toHaveValue(`16/09/${year}`)
})

const add = (page: Page) => page.getByRole('link', { name: 'Add' }).click()
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

const expectFound = (page: Page, count: number) =>
  expect(page.getByText(`Showing ${count} record(s) of total ${count}`)).toBeVisible()

async function choosePicture(page: Page, name: string, buffer: Buffer) {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Picture' }).click()
  await (await opened).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}
