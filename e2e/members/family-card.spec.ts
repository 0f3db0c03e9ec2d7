/** The card of a family: found, read, and worked from, with a parent at the counter. */
import { z } from 'zod'
import { classToday } from '../support/class-today.ts'
import { choose, expectReason, heading } from '../support/controls.ts'
import { academy } from '../support/money-steps.ts'
import { callsAs, enter, idOf, newPerson } from '../support/people.ts'
import { agree, expect, expectToast, inspect, onPhone, test } from '../support/portal.ts'

const anything = z.object({})
const ofChild = z.object({ parents: z.array(z.object({ _id: z.string() })) })
const packages = z.object({ items: z.array(z.object({ _id: z.string(), title: z.string() })) })
const order = z.object({ items: z.array(z.object({ _id: z.string(), orderID: z.string() })) })

/** A mother with 25 credits whose child has a class today, which she pays. */
async function household(calls: Awaited<ReturnType<typeof callsAs>>) {
  const people = await academy(calls)
  const today = await classToday(calls, [])
  const { child, mother, attended } = people
  const enrolment = { member: child._id, creditType: 'normal', credit: 10, walletMember: mother._id }
  for (const course of [attended._id, today.course]) await calls.post('/enrollment', { ...enrolment, course })
  await calls.put(`/member/${mother._id}`, { phoneNo: '0123456789' })
  return { ...people, course: today.name, session: today.session }
}

test('a family is found, marked, enrolled and sold to from one page', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { child, mother, father, attended, tried, course } = await household(calls)
  const bought = (await calls.send(packages, 'GET', '/credit-package?isDisable=false')).items[0]

  await test.step('the finder leads to it, also from the child', async () => {
    await page.clock.install()
    await enter(page, 'clerk', '/profile')
    await page.getByRole('button', { name: 'Find a member or page' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a member or page' }).fill(child.name)
    await page.getByRole('option', { name: `Family Card of ${mother.name}` }).click()
    await expect(heading(page, mother.name)).toBeVisible()
    await expect(page).toHaveURL(`/family/${mother._id}`)
  })

  const glance = page.getByRole('region', { name: 'At a glance' })
  const student = page.getByRole('region', { name: child.name })
  const held = student.getByRole('listitem').filter({ hasText: course })
  await test.step('it tells the wallet, the other parent and today’s class', async () => {
    for (const text of ['25 credits', 'How long it lasts is told after', '012-345 6789', 'Nothing attended is unpaid'])
      await expect(glance).toContainText(text)
    await expect(glance.getByRole('link', { name: father.name })).toHaveAttribute('href', `/family/${father._id}`)
    await expect(student).toContainText(attended.name)
    for (const text of ['05:00', '10 credits', 'Not marked']) await expect(held).toContainText(text)
    await inspect(page, 'family-card')
    const profile = glance.getByRole('link', { name: 'Open the profile' })
    await expect(profile).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(profile).toBeHidden()
    await expect(glance.getByText('Nothing attended is unpaid')).toBeVisible()
    await page.emulateMedia({ media: null })
  })

  await test.step('marked present, and taken back within ten seconds by the same button', async () => {
    const mark = held.getByRole('button', { name: `Mark Present: ${child.name}, ${course}` })
    const wallet = `Wallet 25 → 15 (${mother.name})`
    await mark.click()
    await inspect(page, 'family-mark')
    await agree(page, 'Are you sure to submit?', 'Mark Present', wallet, 'Attendance Recorded')
    await expect(held).toContainText('Present')
    await expect(glance).toContainText('15 credits')
    await expect(glance).toContainText('about 1 class')
    await expect(held.getByRole('button', { name: `Undo: ${child.name}, ${course}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Taken back')
    await expect(held).toContainText('Not marked')
    await expect(glance).toContainText('25 credits')
    await mark.click()
    await agree(page, 'Are you sure to submit?', 'Mark Present', wallet)
    await expect(held.getByRole('button', { name: /^Undo/ })).toBeVisible()
    await page.clock.fastForward(10_000)
    await expect(held.getByRole('button')).toHaveCount(0)
    await expect(held).toContainText('Present')
  })

  await test.step('enrolled in a further course', async () => {
    await student.getByRole('button', { name: `Add Class: ${child.name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Class' })
    await choose(dialog, 'Course', tried.name)
    await choose(dialog, 'Credit Type', 'Normal')
    await choose(dialog, 'Wallet that pays', `${mother.name}, wallet 15`)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Registered')
    await expect(student).toContainText(tried.name)
  })

  await test.step('sold a package, which waits to be verified and then has its receipt', async () => {
    const orders = page.getByRole('region', { name: 'Open orders' })
    await expect(orders).toContainText('None. Buy Package makes one')
    await page.getByRole('button', { name: 'Buy Package' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Order' })
    await choose(dialog, 'Package', bought?.title ?? '')
    await choose(dialog, 'Coach Received', 'Hafiz bin Ismail')
    await dialog.getByRole('button', { name: 'Create Order' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
    await expect(orders.getByRole('listitem')).toContainText(bought?.title ?? '')
    const [made] = (await calls.send(order, 'GET', `/payment?createdBy=${mother._id}`)).items
    await expect(orders.getByRole('link', { name: `Verify Payment: ${made?.orderID}` })).toHaveAttribute(
      'href',
      `/verify-payment/listing?payment=${made?._id}`,
    )
    await calls.send(anything, 'PUT', `/payment/direct/${made?._id}`, { isPay: true })
    await page.reload()
    await expect(orders.getByRole('listitem')).toHaveCount(0)
    const receipts = page.getByRole('region', { name: 'Last receipts' })
    const saved = page.waitForEvent('download')
    await receipts.getByRole('button', { name: 'Official Receipt' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Official_Receipt_.+\.pdf$/)
  })

  await test.step('the till opens with who pays', async () => {
    await page.getByRole('link', { name: 'Till', exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: mother.name })).toBeVisible()
    await page.goBack()
  })

  await test.step('the message dialog opens; the member’s page and the other parent’s card are a link away', async () => {
    await page.getByRole('button', { name: `Message to ${mother.name}` }).click()
    await expect(page.getByRole('dialog')).toContainText('WhatsApp')
    await page.keyboard.press('Escape')
    await glance.getByRole('link', { name: father.name }).click()
    await expect(heading(page, father.name)).toBeVisible()
    await expect(held).toContainText(`Present`)
    await page.goto(`/membership/edit/${mother._id}`)
    await expect(page.getByRole('link', { name: 'Family Card' })).toHaveAttribute('href', `/family/${mother._id}`)
  })
})

test('of two parents the one who pays is found, and every sale begins with that wallet', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { child, mother, father, attended } = await academy(calls)
  // Whoever was created first is taken where no class says who pays.
  const { parents } = await calls.send(ofChild, 'GET', `/member/${child._id}`)
  const [first, payer] = parents[0]?._id === mother._id ? [mother, father] : [father, mother]
  await calls.post('/enrollment', {
    ...{ member: child._id, course: attended._id, creditType: 'normal', credit: 10, walletMember: payer._id },
  })
  await enter(page, 'clerk', '/profile')
  await page.getByRole('button', { name: 'Find a member or page' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a member or page' }).fill(child.name)
  await expect(page.getByRole('option', { name: `Family Card of ${payer.name}` })).toBeVisible()
  await expect(page.getByRole('option', { name: `Family Card of ${first.name}` })).toHaveCount(0)

  const wallet = page.getByRole('combobox', { name: 'Wallet that is topped up' })
  await page.goto(`/till?member=${child._id}`)
  await expect(wallet).toHaveValue(new RegExp(payer.name))
  await page.goto(`/membership/edit/${child._id}?tab=class`)
  await page.getByRole('button', { name: 'Buy Package' }).click()
  await expect(wallet).toHaveValue(new RegExp(payer.name))
  // A disabled parent is not offered, though its wallet is the one that the class names.
  await calls.put(`/member/${payer._id}`, { isDisable: true })
  await page.goto(`/till?member=${child._id}`)
  await expect(page.getByRole('heading', { level: 2, name: child.name })).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeVisible()
  await expect(wallet).toHaveCount(0)
})

test('whoever may only see members is told what the rest needs', async ({ page }) => {
  const calls = await callsAs(page, 'owner')
  const { mother, child, course } = await household(calls)
  const { username } = await newPerson(calls, { membership: ['view'] })
  await enter(page, username, `/family/${child._id}`)
  await expect(heading(page, mother.name)).toBeVisible()
  for (const [part, permission] of [
    ['Open orders', 'Verify Payment: View or Dashboard: View'],
    ['Last receipts', 'Verify Payment: View'],
  ])
    await expect(page.getByRole('region', { name: part })).toContainText(`Needs the permission ${permission}`)
  await expectReason(page.getByRole('button', { name: 'Buy Package' }), /^Needs the permission/)
  await expectReason(
    page.getByRole('button', { name: `Mark Present: ${child.name}, ${course}` }),
    /^Needs the permission/,
  )
  await expectReason(page.getByRole('button', { name: `Add Class: ${child.name}` }), /^Needs the permission/)
})

test.describe('on a phone', () => {
  test.use(onPhone)

  test('the cards stand below each other, and everything pressed is 44 px', async ({ page }) => {
    const calls = await callsAs(page, 'owner')
    const { mother, child, session } = await household(calls)
    await calls.put(`/member/${mother._id}`, { wallet: 5, walletWas: 25 })
    await calls.send(anything, 'POST', `/attendance/take/${session}`, [{ member: child._id, status: 'P' }])
    const bought = (await calls.send(packages, 'GET', '/credit-package?isDisable=false')).items[0]
    const coachReceived = await idOf(calls, 'coach', 'Hafiz bin Ismail')
    await calls.post('/payment', { memberId: mother._id, package: bought?._id, coachReceived, paymentType: 'Cash' })
    await enter(page, 'clerk', `/family/${mother._id}`)
    const student = page.getByRole('region', { name: child.name })
    await expect(student).toContainText('Oustanding')
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('10 credits to be paid')
    await inspect(page, 'family-card-phone')
    const main = page.getByRole('main')
    for (const pressed of await main.getByRole('button').or(main.getByRole('link')).all())
      expect((await pressed.boundingBox())?.height, await pressed.innerText()).toBeGreaterThanOrEqual(44)
  })
})
