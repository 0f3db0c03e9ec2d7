/** How long a wallet lasts, the card of a member's page, and its overview. */
import { z } from 'zod'
import { field, heading, row } from '../support/controls.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter, idOf } from '../support/people.ts'
import { expect, inspect, phoneSize, test } from '../support/portal.ts'

const anything = z.object({})
const packages = z.object({
  items: z.array(z.object({ _id: z.string(), title: z.string(), credit: z.number(), addition: z.number().nullable() })),
})

test('a family’s wallet says how long it lasts, its page how it stands and what happened', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { child, mother, attended, held } = await academy(calls)
  await calls.put(`/member/${mother._id}`, { wallet: 65, walletWas: 25, phoneNo: '0123456789', note: 'Gate B' })
  await calls.post('/enrollment', {
    ...{ member: child._id, course: attended._id, creditType: 'normal', credit: 10, walletMember: mother._id },
  })
  for (const { _id } of held.slice(0, 2))
    await calls.send(anything, 'POST', `/attendance/take/${_id}`, [{ member: child._id, status: 'P' }])
  const [bought] = (await calls.send(packages, 'GET', '/credit-package?isDisable=false')).items
  const coach = await idOf(calls, 'coach', 'Hafiz bin Ismail')
  await calls.post('/payment', {
    ...{ memberId: mother._id, package: bought?._id, coachReceived: coach, paymentType: 'Cash' },
  })

  await test.step('in the list, in bars and in words, where there is room', async () => {
    await enter(page, 'owner', `/membership/listing?tab=parents&searchText=${encodeURIComponent(mother.name)}`)
    await expect(row(page, mother.name, '45', 'about 4 classes')).toBeVisible()
    await page.setViewportSize({ width: 820, height: 900 })
    await expect(page.getByRole('columnheader', { name: 'Wallet' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Lasts' })).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect(page.getByRole('columnheader', { name: 'Lasts' })).toBeVisible()
  })

  await test.step('at 1280 px the tabs stand on one line, and what can be done with a child is in sight', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/membership/edit/${mother._id}?tab=children`)
    await expect(page.getByRole('button', { name: `Edit ${child.name}` })).toBeInViewport({ ratio: 1 })
    const [first, last] = [page.getByRole('tab').first(), page.getByRole('tab').last()]
    expect((await last.boundingBox())?.y).toBe((await first.boundingBox())?.y)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  const card = page.getByLabel('At a glance')
  await test.step('on the card beside whatever tab is open; the form opens first', async () => {
    await page.goto(`/membership/edit/${mother._id}`)
    await expect(page.getByRole('tab', { name: 'Profile', selected: true })).toBeVisible()
    await field(page, 'Special Note').fill('Gate C')
    for (const text of ['45 credits', 'about 4 classes', 'No expiration date found.', 'Gate B'])
      await expect(card).toContainText(text)
    const credit = (bought?.credit ?? 0) + (bought?.addition ?? 0)
    await expect(
      card.getByRole('link', { name: new RegExp(`^\\+${credit} when RM [\\d,.]+ is verified$`) }),
    ).toBeVisible()
    await expect(card.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', 'https://wa.me/60123456789')
    await expect(card.getByRole('link', { name: child.name })).toBeVisible()
    for (const name of ['Adjust Wallet', 'Adjust Expiration'])
      await expect(card.getByRole('button', { name })).toBeEnabled()
    // On paper it is text.
    await page.emulateMedia({ media: 'print' })
    await expect(field(page, 'Special Note')).toHaveCSS('border-top-width', '0px')
    await page.emulateMedia({ media: null })
  })

  const told = page.getByRole('region', { name: 'What happened' })
  await test.step('the overview tells classes, credit and payments, and draws the wallet', async () => {
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect(page).toHaveURL(/tab=overview/)
    await expect(page.getByRole('definition').filter({ hasText: '2 of 2' })).toContainText('100%')
    await expect(told.getByRole('listitem')).toHaveCount(5)
    await page.emulateMedia({ media: 'print' })
    const onScreen = [
      card.getByText('WhatsApp'),
      told.getByRole('button', { name: 'All' }),
      page.locator('.runway-bars'),
    ]
    for (const each of onScreen) await expect(each).toBeHidden()
    await expect(card).toContainText('about 4 classes')
    await page.emulateMedia({ media: null })
    for (const each of onScreen) await expect(each).toBeVisible()
    await expect(told.getByRole('listitem').filter({ hasText: 'paid in cash' })).toContainText('Pending')
    const filters: [string, string[]][] = [
      ['Classes', [`${attended.name}, Klang`, `${attended.name}, Klang`]],
      ['Credit', ['Balance edited by hand', 'Balance edited by hand']],
      ['Payments', [`${bought?.title} paid in cash`]],
    ]
    for (const [filter, titles] of filters) {
      await told.getByRole('button', { name: filter }).click()
      await expect(told.getByRole('listitem')).toContainText(titles)
    }
    await told.getByRole('button', { name: 'All' }).click()
    await expect(told.getByRole('link', { name: attended.name }).first()).toHaveAttribute(
      'href',
      new RegExp(`/markAttendance/class\\?id=${attended._id}&year=\\d+&month=\\d+&class=`),
    )
    await expect(told.getByRole('listitem')).toHaveCount(5)
    await expect(page.getByRole('img', { name: /^From 0 on .* to 45 today; lowest 0, highest 45$/ })).toBeVisible()
    await expect(page.getByText('65 in, 20 out')).toBeVisible()
    await inspect(page, 'member-overview')
  })

  await test.step('what was entered in the form waits there meanwhile', async () => {
    await page.getByRole('tab', { name: 'Profile' }).click()
    await expect(field(page, 'Special Note')).toHaveValue('Gate C')
    await field(page, 'Special Note').fill('Gate B')
  })

  await test.step('a child’s form opened from its page is still there when the page is read anew', async () => {
    await page.goto(`/membership/edit/${mother._id}?tab=overview`)
    await card.getByRole('link', { name: child.name }).click()
    await expect(heading(page, child.name)).toBeVisible()
    await page.getByRole('tab', { name: 'Profile' }).click()
    await page.reload()
    await expect(heading(page, child.name)).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Profile', selected: true })).toBeVisible()
    await expect(field(page, 'English Name')).toHaveValue(child.name)
  })

  await test.step('on a phone the card is short, and the rest of it one tap away', async () => {
    await page.setViewportSize(phoneSize)
    await page.goto(`/membership/edit/${mother._id}?tab=overview`)
    await expect(told.getByRole('listitem')).toHaveCount(5)
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeInViewport()
    await expect(card.getByRole('link', { name: 'WhatsApp' })).toBeHidden()
    await card.getByText('Family and contact').click()
    await expect(card.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
    await inspect(page, 'member-overview')
  })
})
