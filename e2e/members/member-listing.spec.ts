import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { choose, heading, row, search } from '../support/controls.ts'
import { expectAtChild, parentWithChild } from '../support/parent-with-child.ts'
import { type Calls, callsAs, enter, idOf, unique } from '../support/people.ts'
import { expect, inspect, noSidewaysScroll, onPhone, test } from '../support/portal.ts'

const firstRow = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
const total = async (page: Page) =>
  Number(/of total (\d+)/.exec((await page.getByText(/Showing \d+ record\(s\) of total \d+/).textContent()) ?? '')?.[1])

const found = z.object({ items: z.array(z.object({ _id: z.string() })) })

const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')
const newIc = () => `${digits(6)}-${digits(2)}-${digits(4)}`

/** An adult with this belt and so many credits. */
async function adult(calls: Calls, name: string, belt: string, wallet: number, icNo = newIc()) {
  const coachIncharge = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const email = `${unique(name).toLowerCase().replaceAll(' ', '-')}@mail.test`
  const about = { name, email, icNo, dob: '1990-03-01', gender: 'Male', nationality: 'Malaysian' }
  const { _id } = await calls.post('/member', {
    ...about,
    password: 'Kata-2026',
    coachIncharge,
    belt: await idOf(calls, 'belt', belt),
  })
  await calls.put(`/member/${_id}`, { wallet, walletWas: 0 })
}

test('each tab shows what fits its members', async ({ page }) => {
  // Wide enough for every column.
  await page.setViewportSize({ width: 2200, height: 900 })
  const { parent, child, chName, childId } = await parentWithChild(page)
  await enter(page, 'clerk', '/membership/listing')
  const columns = async (names: string[]) => {
    for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached()
  }
  await columns(['Name', 'I/C No.', 'Phone No.', 'Belt Color', 'Wallet', 'Lasts', 'Expiry', 'Status', 'TM No.'])
  await expect(page.getByRole('columnheader', { name: 'Children' })).toHaveCount(0)

  await page.getByRole('tab', { name: 'Childrens' }).click()
  await columns(['Parents', 'Dependency', 'Belt Color', 'Wallet', 'Date of Birth'])
  for (const name of ['Parents', 'Wallet'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toHaveAccessibleDescription('sortable')
  await search(page, child)
  const dependent = row(page, child, 'Dependent', 'Parent pays', parent)
  await expect(dependent).toBeVisible()
  await inspect(page, 'members-children')
  await search(page, `${chName} ${parent}`)
  await dependent.getByRole('link', { name: /^(Edit|View)/ }).click()
  await expectAtChild(page, parent, child)
  await page.goBack()
  await dependent.getByRole('link').first().click()
  await expectAtChild(page, parent, child)
  // A link that knows the child alone leads there too.
  await page.goto(`/membership/edit/${childId}`)
  await expectAtChild(page, parent, child)
  await row(page, child).getByRole('link', { name: child }).click()
  await expect(heading(page, child)).toBeVisible()
  await page.goto('/membership/listing?tab=childrens')
  await expect(page.getByRole('tab', { name: 'Childrens', selected: true })).toBeVisible()

  await page.getByRole('tab', { name: 'Parents', exact: true }).click()
  await columns(['Children', 'Relationship', 'Wallet', 'Lasts', 'Email'])
  await search(page, parent)
  await expect(row(page, parent, child)).toBeVisible()
  await inspect(page, 'members-parents')
  // What the same text finds elsewhere is offered.
  await page.getByRole('link', { name: '1 in Childrens' }).click()
  await expect(page.getByRole('tab', { name: 'Childrens', selected: true })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue(parent)
  await expect(dependent).toBeVisible()
  await page.getByRole('link', { name: '1 in Parents' }).click()
  await row(page, parent).getByRole('link', { name: child }).click()
  await expectAtChild(page, parent, child)
})

test('a picker tells people of one name apart and finds them by whatever it shows', async ({ page }) => {
  const { parent, child, chName } = await parentWithChild(page, '林小凤')
  const calls = await callsAs(page, 'owner')
  const ic = newIc()
  await adult(calls, child, 'White', 7, ic)
  const phone = `017${digits(7)}`
  const { _id } = (await calls.send(found, 'GET', `/member?searchText=${encodeURIComponent(ic)}`)).items[0] ?? {}
  await calls.put(`/member/${_id}`, { phoneNo: phone })
  await enter(page, 'owner', '/credit-adjust/create')
  const picker = page.getByRole('combobox', { name: 'Member Name' })
  const offered = page.getByRole('option').filter({ hasText: child })

  await picker.click()
  await picker.fill(child.split(' ').reverse().join(' '))
  await expect(offered).toHaveCount(2)
  const grown = offered.filter({
    hasText: ` · ${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)} · I/C ends ${ic.slice(-4)} · 7 credits`,
  })
  await expect(grown).toContainText('Adult · White · age ')
  const young = offered.filter({ hasText: ` · of ${parent} · Parent pays · 0 credits` })
  for (const text of ['Child · age ', chName]) await expect(young).toContainText(text)
  await inspect(page, 'member-picker')
  for (const text of [`+6${phone.slice(0, 3)}-${phone.slice(3, 6)} ${phone.slice(6)}`, `${ic.slice(-4)} ${child}`]) {
    await picker.fill(text)
    await expect(offered).toHaveCount(1)
    await expect(offered).toContainText('Adult')
  }
  await picker.fill(`${parent.split(' ').at(-1)} ${chName.slice(1)}`)
  await expect(offered).toHaveCount(1)
  await picker.fill('nobody is called that')
  await expect(page.getByText('Nobody found for “nobody is called that”.', { exact: false })).toBeVisible()

  await picker.fill(phone)
  await expect(offered).toHaveCount(1)
  await picker.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `I/C ends ${ic.slice(-4)}` })).toContainText(child)
})

/** Texts that overflow their cell, option or heading. */
const spilling = async (page: Page) =>
  z.array(z.string()).parse(
    await page.evaluate(`
      [...document.querySelectorAll('main td, main th, main h1, main dd, .member-chosen, [role=option]')]
        .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.textContent)`),
  )

test('names of sixty characters stay in their place, and the figures beside them in sight', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const relationship = await idOf(calls, 'relationship', 'Mother')
  const coach = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  const mark = `Z${digits(9)}`
  const name = mark.padEnd(60, 'venkatasubramaniam')
  const chName = '欧阳'.repeat(30)
  const parent = await calls.post('/member', {
    ...{ name, chName, email: `${mark}@mail.test`, relationship, password: 'Kata-2026', phoneNo: `01${digits(9)}` },
  })
  const child = { name, chName, dob: '2015-07-01', gender: 'Female', coachIncharge: coach, mainIDs: [parent._id] }
  await calls.post('/member', child)
  const [bought] = (await calls.send(found, 'GET', '/credit-package?isDisable=false')).items
  const order = { memberId: parent._id, package: bought?._id, coachReceived: coach, paymentType: 'Cash' }
  await calls.post('/payment', order)
  const inSight = async (column: string) => {
    await expect(row(page, name).first()).toBeVisible()
    // A phone shows entries, which have no heads.
    if ((page.viewportSize()?.width ?? 0) < 768) {
      expect(await spilling(page)).toEqual([])
      return
    }
    const { x = 0, width = 0 } =
      (await page.getByRole('columnheader', { name: column, exact: true }).boundingBox()) ?? {}
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    expect(await spilling(page)).toEqual([])
  }

  await enter(page, 'owner', `/membership/listing?tab=childrens&searchText=${mark}`)
  await inSight('Wallet')
  await page.goto(`/membership/listing?tab=parents&searchText=${mark}`)
  await inSight('Phone No.')
  await page.goto(`/verify-payment/listing?searchText=${mark}`)
  await inSight('Amount')

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/membership/listing?tab=childrens&searchText=${mark}`)
    await inSight('Wallet')
    await inspect(page, 'members-of-long-names')
    await page.goto(`/membership/edit/${parent._id}?tab=children`)
    await inSight('Status')
    await page.goto('/credit-adjust/create')
    await page.getByRole('combobox', { name: 'Member Name' }).fill(mark)
    const option = page.getByRole('option').filter({ hasText: mark }).filter({ hasText: 'Parent · 01' })
    await expect(option).toBeInViewport({ ratio: 1 })
    expect(await spilling(page)).toEqual([])
    await inspect(page, 'picker-of-long-names')
    await option.click()
    await expect(page.getByRole('status').filter({ hasText: 'Parent · 01' })).toBeVisible()
    expect(await spilling(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
})

test('a long name breaks before Lasts leaves the list, which is then 940 wide at the least', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const name = unique('Wan Muhammad Faridzuan Hakimi bin Wan Abdul Rahim')
  await adult(calls, name, 'White', 1_000_000)
  await enter(page, 'owner', `/membership/listing?searchText=${name}`)
  const found = row(page, name, '1,000,000')
  for (const width of [1440, 1280, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    await expect(found).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Lasts' })).toBeInViewport({ ratio: 1 })
    await expect(found.getByRole('link', { name: 'Edit' })).toBeInViewport({ ratio: 1 })
    await noSidewaysScroll(page)
  }
})

test('whoever is about to run out is sold a package from the dashboard', async ({ page }) => {
  await enter(page, 'clerk', '/dashboard/overview')
  const low = page.getByRole('table', { name: 'Low Balance' })
  const name = await low.getByRole('row').nth(1).getByRole('link').first().innerText()
  await low.getByRole('button', { name: `Buy Package: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await expect(dialog.getByRole('button', { name: 'Create Order' })).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Member' })).toHaveCount(0)
})

test('filters stand in the address, survive the way back and are cleared together', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const name = unique('Saring')
  for (const [belt, wallet] of [
    ['White', 50],
    ['White', 500],
    ['Black', 50],
  ] as const)
    await adult(calls, `${name} ${belt} ${wallet}`, belt, wallet)
  // Among these three, whoever else is enrolled meanwhile.
  await enter(page, 'clerk', `/membership/listing?searchText=${encodeURIComponent(name)}`)
  await expect.poll(() => total(page)).toBe(3)
  await choose(page, 'Belt Color', 'White')
  await expect(page).toHaveURL(/belt=/)
  await expect.poll(() => total(page)).toBe(2)
  await page.getByLabel('Wallet at or below').fill('100')
  await expect(page).toHaveURL((address) => address.searchParams.get('wallet') === '100')
  await expect.poll(() => total(page)).toBe(1)
  await expect(row(page, name, 'White', '50')).toHaveCount(1)
  const address = page.url()
  await firstRow(page).getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Financial Info' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => total(page)).toBe(1)
  await expect(row(page, name, 'White', '50')).toHaveCount(1)
  expect(page.url()).toBe(address)

  await page.reload()
  await expect(page.getByLabel('Wallet at or below')).toHaveValue('100')
  await expect(page.getByRole('combobox', { name: 'Belt Color' })).toHaveValue('White')
  await search(page, 'no such name')
  await expect(page.getByText('Nothing matches the search and these filters.')).toBeVisible()
  await inspect(page, 'members-nothing')
  await page.getByRole('button', { name: 'Clear', exact: true }).filter({ hasText: 'Clear' }).click()
  await expect.poll(() => total(page)).toBeGreaterThan(3)
  expect(new URL(page.url()).search).toBe('')
})

test('a search finds by Chinese characters and by numbers however they are written', async ({ page }) => {
  const { child } = await parentWithChild(page, '欧阳翡翠')
  const ic = newIc()
  const name = unique('Encik Nombor')
  await adult(await callsAs(page, 'owner'), name, 'White', 1, ic)
  await enter(page, 'clerk', '/membership/listing?tab=childrens')
  await search(page, '翡翠')
  await expect(row(page, child, '欧阳翡翠')).toBeVisible()
  await page.goto('/membership/listing')
  await search(page, ic.replaceAll('-', ''))
  await expect.poll(() => total(page)).toBe(1)
  await expect(row(page, name)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the list fits', async ({ page }) => {
    await enter(page, 'clerk', '/membership/listing?tab=childrens&size=10')
    await expect(firstRow(page)).toBeVisible()
    await inspect(page, 'members-children')
  })
})
