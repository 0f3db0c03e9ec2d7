import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { choose, heading } from '../support/controls.ts'
import { callsAs, unique } from '../support/people.ts'
import { agree, expect, inspect, onPhone, phoneSize, read, signIn, test } from '../support/portal.ts'

test.use(onPhone)

const entry = z.object({ _id: z.string(), name: z.string(), wallet: z.number() })
const members = z.object({ items: z.array(entry) })
const listed = z.object({ items: z.array(z.object({ _id: z.string() })) })
const labelled = z.object({ items: z.array(z.object({ label: z.string() })) })
const ordered = z.looseObject({
  payment_id: z.string(),
  member_id: z.string(),
  order_id: z.string(),
  checkoutUrl: z.string(),
})
const stood = z.looseObject({ status: z.string() })

/** The browser's message where no app handles the link. */
const noApp = ['console: Failed to launch*', 'console: Not allowed to launch*']

const sandbox = (page: Page) => page.getByRole('dialog', { name: 'Sandbox checkout' })

/** The app links the page opens from now on; no app handles them here. */
async function linksOf(page: Page): Promise<string[]> {
  const links: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('academy:')) links.push(url)
  })
  return links
}

/** The card link dialog's message once it is paid. */
async function paid(stand: Locator) {
  await expect(stand).toContainText('It is paid.')
  return stand.textContent()
}

/** A card order of a new member, so that the link in sight can be no other test's. */
async function cardOrder(page: Page) {
  const clerk = await callsAs(page, 'clerk')
  const [relationship, bought, coach] = await Promise.all(
    ['relationship', 'credit-package', 'coach'].map(
      async (list) => (await clerk.send(listed, 'GET', `/lookup/${list}`)).items[0]?._id,
    ),
  )
  const name = unique('Encik Zaki')
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@mail.test`
  const { _id: memberId } = await clerk.post('/member', { name, email, relationship, password: 'Kata-2026' })
  const body = { memberId, package: bought, coachReceived: coach }
  const order = await clerk.send(ordered, 'POST', '/payment/checkout', body)
  const status = async () => (await clerk.send(stood, 'GET', `/payment/${order.payment_id}`)).status
  const withdraw = () => clerk.send(stood, 'PUT', `/payment/withdraw/${order.payment_id}`, { reason: 'Not wanted' })
  return { ...order, status, withdraw }
}

test('a clerk makes a card link, and the member pays with it', async ({ page, browser, refusals }) => {
  refusals.push(...noApp)
  await signIn(page, 'clerk')
  const { items } = await read(page, members, '/member?isAdult=true&isDisable=false&limit=1&sort=+name')
  const [member] = items
  if (!member) throw new Error('The demo academy has no adult')
  const [pack, coach] = await Promise.all(
    ['credit-package', 'coach'].map(
      async (list) => (await read(page, labelled, `/lookup/${list}`)).items[0]?.label ?? '',
    ),
  )
  await page.goto(`/membership/edit/${member._id}?tab=financial`)
  await page.getByRole('button', { name: 'Buy Package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Order' })
  await dialog.getByRole('combobox', { name: 'Package' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await choose(dialog, 'Coach Received', coach ?? '')
  await dialog.getByRole('button', { name: 'Pay by Card' }).click()
  await agree(page, 'Are you sure to submit?', 'Create Card Link', /Wallet -?[\d,]+ → -?[\d,]+/, 'Created')
  const shown = page.getByRole('dialog', { name: 'Card Payment Link' })
  const link = await shown.getByLabel('Link for the member').inputValue()
  expect(pack).not.toBe('')
  await inspect(page, 'card-link')
  // It is told from here, and the link is still there behind it.
  await shown.getByRole('button', { name: /^Message to/ }).click()
  const message = page.getByRole('dialog', { name: /^Message to/ })
  await expect(message.getByLabel('Message')).toHaveValue(/You can pay RM [\d,.]+ for .* by card here:/)
  expect(await message.getByLabel('Message').inputValue()).toContain(link)
  await inspect(page, 'card-link-message')
  await page.keyboard.press('Escape')
  await expect(message).toHaveCount(0)
  await expect(shown.getByLabel('Link for the member')).toBeVisible()

  const stranger = await browser.newContext({ viewport: phoneSize })
  const phone = await stranger.newPage()
  const links = await linksOf(phone)
  await phone.goto(link)
  await expect(sandbox(phone)).toContainText('Test payments: no card is charged')
  await inspect(phone, 'checkout-open')
  await sandbox(phone).getByRole('button', { name: 'Decline' }).click()
  // The clerk's dialog updates by itself, and the link stays valid.
  const stand = shown.getByRole('status')
  await expect(stand).toContainText(/The card was declined: .*The link is still open\./)
  await expect(shown.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await inspect(page, 'card-link-declined')
  await sandbox(phone)
    .getByRole('button', { name: /^Pay RM/ })
    .click()
  await expect(heading(phone, 'Payment received')).toBeVisible()
  await expect.poll(() => links.length).toBe(2)
  const [first, second] = links
  const given = new URL(link).searchParams
  const told = Object.fromEntries(new URL(first ?? '').searchParams)
  expect(told).toEqual({
    status: 'true',
    payment_id: given.get('payment_id'),
    order_id: given.get('order_id'),
    provider_payment_id: expect.stringMatching(/^pay_/),
    member_id: member._id,
    signature: expect.stringMatching(/^[\da-f]{64}$/),
  })
  expect(first).toMatch(/^academy:\/\/payment\?/)
  expect(second).toBe('academy://payment?status=true')
  await inspect(phone, 'checkout-paid')

  // Without action on the clerk's page: dialog, head and list show the result.
  const [, from, to] = /: Wallet (-?[\d,]+) → (-?[\d,]+), receipt OR-/.exec((await paid(stand)) ?? '') ?? []
  expect(from).toBe(member.wallet.toLocaleString('en'))
  await expect(shown.getByRole('button', { name: 'Official Receipt' })).toBeVisible()
  await expect(page.getByLabel('At a glance')).toContainText(to ?? '')
  await inspect(page, 'card-link-paid')
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await expect(shown).toBeHidden()
  await phone.goto(link)
  await expect(heading(phone, 'This payment is done')).toBeVisible()
  await stranger.close()
  const after = await read(page, entry, `/member/${member._id}`)
  expect(after.wallet).toBeGreaterThan(member.wallet)

  // An expired link offers an order like it, for the same wallet.
  const other = await cardOrder(page)
  await page.goto(`/membership/edit/${other.member_id}?tab=financial`)
  await page.getByRole('button', { name: 'Card Link' }).click()
  await expect(shown.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await other.withdraw()
  await expect(stand).toContainText('The link has ended.')
  await inspect(page, 'card-link-ended')
  await shown.getByRole('button', { name: 'Make a new order' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Package' })).toHaveValue(pack ?? '')
  await expect(dialog.getByRole('status')).toContainText(/Wallet -?[\d,]+ → -?[\d,]+/)
  await inspect(page, 'order-again')
  await choose(dialog, 'Coach Received', coach ?? '')
  await dialog.getByRole('button', { name: 'Pay by Card' }).click()
  await agree(page, 'Are you sure to submit?', 'Create Card Link', /Wallet -?[\d,]+ → -?[\d,]+/, 'Created')
  await expect(shown.getByRole('button', { name: 'Copy Link' })).toBeVisible()
  await shown.getByRole('button', { name: 'Close' }).last().click()

  // The list of payments to verify has no card payment: the history leads to the member's own.
  await page.goto(`/membership/edit/${member._id}?tab=financial`)
  await page
    .getByRole('link', { name: /receipt OR-/ })
    .first()
    .click()
  await expect(page.getByText(/^Only OR-.* is shown/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payments' }).getByText(/^Showing 1 record/)).toBeVisible()
})

test('declined, closed and tried again; without the script, without the whole link', async ({ page, refusals }) => {
  refusals.push(...noApp)
  const order = await cardOrder(page)
  const links = await linksOf(page)

  let alerted = ''
  page.once('dialog', (dialog) => {
    alerted = dialog.message()
    return dialog.accept()
  })
  await page.route('**/api/sandbox/checkout.js', (route) => route.abort())
  await page.goto(order.checkoutUrl)
  await expect(heading(page, 'The card provider does not answer')).toBeVisible()
  expect(alerted).toBe('Razorpay SDK failed to load. Are you online?')
  expect(links).toEqual([])
  await inspect(page, 'checkout-no-script')
  await page.unroute('**/api/sandbox/checkout.js')

  await page.getByRole('button', { name: 'Try again' }).click()
  await sandbox(page).getByRole('button', { name: 'Decline' }).click()
  await expect(sandbox(page).getByRole('alert')).toContainText('declined')
  await inspect(page, 'checkout-declined')
  await sandbox(page).getByRole('button', { name: 'Close' }).click()
  await expect(heading(page, 'Payment not completed')).toBeVisible()
  await expect(page.getByRole('status')).toContainText('declined')
  await expect.poll(() => links).toEqual(['academy://payment?status=false', 'academy://payment?status=false'])
  await inspect(page, 'checkout-closed')
  expect(await order.status()).toBe('Pending')

  // A tab that looks for an app takes no clicks meanwhile; the member opens the link again.
  const again = await page.context().newPage()
  const further = await linksOf(again)
  await again.goto(order.checkoutUrl)
  await sandbox(again)
    .getByRole('button', { name: /^Pay RM/ })
    .click()
  await expect(heading(again, 'Payment received')).toBeVisible()
  await expect.poll(() => further.length).toBe(2)
  expect(await order.status()).toBe('Done')

  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Missing checkout parameters'))
  await page.goto('/checkout?payment_id=1&amount=1.00')
  expect((await logged).text()).toBe('Missing checkout parameters: member_id, currency, order_id')
  await expect(sandbox(page)).toHaveCount(0)
  expect(links).toHaveLength(2)

  // Sent back unpaid by the provider's own page, the payer tries again where the address has the link.
  const open = await cardOrder(page)
  await page.goto('/checkout?status=false')
  await expect(heading(page, 'Payment not completed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.goto(`${open.checkoutUrl}&status=false`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(sandbox(page)).toBeVisible()
  await open.withdraw()
})
