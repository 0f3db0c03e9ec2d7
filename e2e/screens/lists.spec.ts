import { choose, field, fillDay, heading, row, rowAct, search } from '../support/controls.ts'
import { add, choosePicture, disableAndEnable, expectFound, fill, png, remove, submit } from '../support/list-steps.ts'
import { enter, unique } from '../support/people.ts'
import { agree, expect, expectToast, inspect, test } from '../support/portal.ts'

/** What a list's form asks for beside the name its entries are known by. */
interface Family {
  path: string
  title: string
  /** Its entries are known by it. */
  label: string
  /** Messages of an empty form. */
  required: string[]
  others?: Record<string, string>
  choices?: Record<string, string>
  picture?: 'optional' | 'required'
  /** An entry of the demo academy, whose label no other may have. */
  taken?: string
  /** Text a field refuses, with the reason; it stays as typed. */
  wrong?: [label: string, typed: string, why: string][]
  /** What disabling and enabling does, where it is something else than no longer being offered. */
  effects?: { disable: string; enable: string }
  /** Tested in full: forms of their own, or the first of their kind. */
  inspected?: 'form' | 'list and form'
}

/** One list of each kind: a text alone, a text with a picture, and those with more. */
const families: Family[] = [
  {
    path: 'relationship',
    taken: 'Mother',
    title: 'Relationship',
    label: 'Relationship',
    required: ['Relationship name is required'],
    inspected: 'list and form',
  },
  {
    path: 'course-type',
    taken: 'Group Class',
    title: 'Class Type',
    label: 'Description',
    required: ['Class Type description is required'],
    picture: 'optional',
  },
  {
    path: 'coach',
    taken: 'Hafiz bin Ismail',
    inspected: 'list and form',
    title: 'Coach',
    label: 'Name',
    required: ['Coach Name is required', 'This field is require', 'Email is required', 'Coach Picture is required'],
    others: { Email: 'azlan@mail.test', 'Account No': '514012345678' },
    choices: { Designation: 'Senior Coach' },
    picture: 'required',
  },
  {
    path: 'credit-package',
    taken: 'P100',
    inspected: 'form',
    title: 'Credit Package',
    label: 'Code',
    required: [
      'Package Code is required',
      'Package Title is required',
      'Package description is required',
      'Package credit is required',
      'Package duration is required',
    ],
    // Not the cheapest: that one others buy.
    wrong: [
      ['Credit', '-10', 'Value must be positive'],
      ['Extra Credit', '2.5', 'Must be a whole number'],
      ['Duration (months)', '1e3', 'Must be a whole number'],
    ],
    others: {
      Title: 'Sapphire',
      Credit: '1200',
      'Extra Credit': ' 007 ',
      'Duration (months)': '3',
      Description: 'Twelve hundred',
    },
  },
  {
    path: 'announcement',
    inspected: 'form',
    title: 'Announcement',
    effects: { disable: 'app no longer shows', enable: 'app shows' },
    label: 'Title',
    required: ['Title is required', 'Content is required'],
    others: { Content: 'No classes on Monday' },
    picture: 'optional',
  },
]

/** Those whose pages are made like the first two, of other declarations: path, title, and what an empty form asks for. */
const alike = [
  ['member-type', 'Member Type', 'Member Type is required'],
  ['belt', 'Belt Color', 'Belt Color is required'],
  ['designation', 'Designation', 'Designation description is required'],
  ['centre', 'Centre', 'Centre description is required'],
  ['sport', 'Sport', 'Sport description is required'],
] as const

/** Last of its list, so that no other test mistakes it for the demo academy's. */
const mine = () => unique('Zircon')

for (const family of families) {
  const {
    path,
    title,
    label,
    required,
    others = {},
    choices = {},
    wrong = [],
    picture,
    taken,
    effects,
    inspected,
  } = family
  test(`${title}: add, find, edit, disable, enable, delete`, async ({ page, refusals }) => {
    const name = mine()
    await enter(page, 'owner', `/${path}`)
    if (inspected === 'list and form') {
      await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
      await inspect(page, path)
    }
    await add(page)
    await submit(page)
    for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible()
    if (inspected) await inspect(page, `${path}-form`)
    for (const [label, typed, why] of wrong) {
      await field(page, label).fill(typed)
      await field(page, label).press('Tab')
      await expect(page.getByText(why, { exact: true }).first()).toBeVisible()
      await expect(field(page, label)).toHaveValue(typed)
    }
    await fill(page, { ...others, [label]: taken?.toUpperCase() ?? name })
    for (const [list, option] of Object.entries(choices)) await choose(page, list, option)
    if (picture) {
      await choosePicture(page, 'azure.png', await png())
      await expect(page.getByRole('img', { name: 'Picture preview' })).toBeVisible()
    }
    if (taken) {
      refusals.push(`409 POST /${path}`)
      await submit(page)
      await agree(page, 'Are you sure to submit?', 'OK')
      const known = label === 'Code' ? `Another ${title} has this Code already` : `This ${title} exists already`
      await expect(page.getByRole('main').getByText(known)).toBeVisible()
      // The rest of the form is kept.
      await fill(page, { [label]: name })
    }
    await submit(page)
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')

    await search(page, name)
    await expectFound(page, 1)
    const entry = row(page, name)
    for (const option of Object.values(choices)) await expect(entry).toContainText(option)
    if (picture) await expect(entry.locator('img')).toHaveJSProperty('complete', true)
    await entry.getByRole('link', { name: /^Edit/ }).click()
    await expect(heading(page, `Edit ${title}`)).toBeVisible()
    await expect(field(page, label)).toHaveValue(name)
    if (picture) await expect(page.getByRole('img', { name: 'Picture preview' })).toHaveJSProperty('naturalWidth', 320)
    const renamed = `${name} renamed`
    await fill(page, { [label]: renamed })
    await submit(page)
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
    await disableAndEnable(page, renamed, effects)
    await remove(page, renamed)
    await expectFound(page, 0)
    await expect(page.getByText(renamed)).toHaveCount(0)
  })
}

test('the further lists show their entries, and their forms what they need', async ({ page }) => {
  await enter(page, 'owner', '/profile')
  for (const [path, title, required] of alike) {
    await page.goto(`/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
    await add(page)
    await submit(page)
    await expect(page.getByText(required, { exact: true })).toBeVisible()
  }
})

test('a picture must be one, of 3000 KB at most, and can be removed', async ({ page }) => {
  await enter(page, 'owner', '/coach/create')
  await field(page, 'Account No').fill('12-34')
  await expect(page.getByText('Bank account number must be numeric')).toBeVisible()
  await choosePicture(page, 'notes.txt', Buffer.from('no picture'))
  await expect(page.getByText('Only accept file types png, jpg, jpeg')).toBeVisible()
  await choosePicture(page, 'large.png', Buffer.alloc(3000 * 1024 + 1))
  await expect(page.getByText('Exceeded maximum file size 3000KB')).toBeVisible()
  // Left by its address: nothing here is to be kept.
  page.on('dialog', (dialog) => dialog.accept())

  await page.goto('/sport/create')
  const name = mine()
  await fill(page, { Description: name })
  await choosePicture(page, 'azure.png', await png())
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await row(page, name).getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await agree(page, 'Are you sure to remove ?', 'Remove', undefined, 'Removed')
  await expect(page.getByRole('img', { name: 'Picture preview' })).toBeHidden()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(row(page, name)).toBeVisible()
  await expect(row(page, name).locator('img')).toHaveCount(0)
})

test('Announcement: its version counts updates, and an expired date can be taken away', async ({ page }) => {
  await enter(page, 'owner', '/announcement/create')
  const name = mine()
  await fill(page, { Title: name, Content: 'a'.repeat(1001) })
  await expect(page.getByText('Must be at most 1000 characters')).toBeVisible()
  await fill(page, { Content: 'a'.repeat(1000) })
  await fillDay(page, 'Expired Date', '31-12-2030')
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
  await expect(row(page, name)).toContainText('31-12-2030')
  const version = async () => Number(await row(page, name).locator('td.number').innerText())
  const first = await version()
  await row(page, name).getByRole('link', { name: /^Edit/ }).click()
  await fillDay(page, 'Expired Date', '')
  await submit(page)
  await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Updated')
  await expect(row(page, name)).not.toContainText('31-12-2030')
  await expect.poll(version).toBe(first + 1)
})

test('an entry in use stays, and tells where it is used', async ({ page, refusals }) => {
  refusals.push('409 DELETE /designation/*')
  await enter(page, 'owner', '/designation?searchText=Head+Coach')
  await (await rowAct(row(page, 'Head Coach'), /^Delete/)).click()
  await agree(page, 'Are you sure to delete?', 'Delete', 'Head Coach')
  await expectToast(page, /^Designation Head Coach is still in use by \d+ coach(es)?\. It can be disabled instead\.$/)
  await expectFound(page, 1)
})
