import { z } from 'zod'
import { field, heading, row, search } from '../support/controls.ts'
import { callsAs, enter, newPerson, unique } from '../support/people.ts'
import { agree, expect, expectToast, fillSignIn, inspect, otherPage, password, read, test } from '../support/portal.ts'

test('the audit trail: found by words and days, in any order, with what changed', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const name = unique('Audited')
  const { _id } = await owner.post('/belt', { beltColor: name })
  await owner.put(`/belt/${_id}`, { beltColor: `${name} again`, isDisable: true })
  await owner.send(z.object({}), 'DELETE', `/belt/${_id}`)
  const person = await newPerson(owner, { belt: ['view'] })
  await owner.put(`/user/${person.id}`, { password: `Secret-${password}` })
  // The demo academy's day goes as far as the clock.
  const trail = z.object({ items: z.array(z.object({ timestamp: z.string() })) })
  const [newest] = (await owner.send(trail, 'GET', '/auth/audit-trail?sort=-timestamp&limit=1')).items
  expect(Date.parse(newest?.timestamp ?? '')).toBeLessThanOrEqual(Date.now())

  await enter(page, 'owner', '/audit')
  const { today } = await read(page, z.object({ today: z.string() }), '/config')
  await search(page, name)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(page.getByText('Showing 3 record(s) of total 3')).toBeVisible()
  await expect(rows.first()).toContainText('Deleted')
  await expect(rows.first()).toContainText('owner')
  await inspect(page, 'audit')
  // Ascending has no prefix here.
  const [asked] = await Promise.all([
    page.waitForRequest((request) => /auth.audit-trail.*[?&]sort=/.test(request.url())),
    page.getByRole('columnheader', { name: 'Date' }).click(),
  ])
  expect(new URL(asked.url()).searchParams.get('sort')).toBe('timestamp')
  await expect(rows.first()).toContainText('Created')
  await page.getByRole('columnheader', { name: 'Date' }).click()
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.first()).toContainText('Deleted')

  await row(page, name, 'Disabled')
    .or(row(page, name, 'Updated'))
    .getByRole('button', { name: 'Changes' })
    .click()
  const changes = page.getByRole('dialog')
  await expect(changes.getByRole('row', { name: `Belt Color ${name} ${name} again` })).toBeVisible()
  await expect(changes.getByRole('row', { name: 'Disabled No Yes' })).toBeVisible()
  await inspect(page, 'audit-changes')
  await page.keyboard.press('Escape')
  await expect(changes).toBeHidden()

  const days = async (from: string, to: string) => {
    for (const [label, day] of [
      ['From', from],
      ['To', to],
    ] as const) {
      const input = page.getByPlaceholder(label)
      await input.fill(day)
      await input.press('Enter')
    }
  }
  const [year = '', month = '', day = ''] = today.split('-')
  await days('31-02-2026', `${day}-${month}-${year}`)
  await expect(page.getByRole('alert').getByText('31-02-2026 is not a date. Use DD-MM-YYYY.')).toBeVisible()
  await expect(page.getByPlaceholder('From')).toHaveValue('31-02-2026')
  await expect(page).not.toHaveURL(/from=/)
  await inspect(page, 'audit-days')
  await days(`${Number(day)}/${Number(month)}/${year}`, `${year}-${month}-${day}`)
  await expect(page).toHaveURL(new RegExp(`from=${today}.*to=${today}`))
  await expect(page.getByRole('alert').getByText('is not a date')).toHaveCount(0)
  await expect(rows).toHaveCount(3)
  await page.goto('/audit?from=2001-01-01&to=2001-01-31')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()

  // Passwords are in no record, however it is opened.
  await page.goto(`/audit?searchText=${encodeURIComponent(person.username)}`)
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
  for (const button of await page.getByRole('button', { name: 'Changes' }).all()) {
    await button.click()
    await expect(changes).toContainText(person.username)
    for (const secret of [password, 'argon2']) await expect(changes).not.toContainText(secret)
    await page.keyboard.press('Escape')
    await expect(changes).toBeHidden()
  }
})

test('what moved a wallet reads as words', async ({ page }) => {
  await enter(page, 'owner', '/audit?searchText=receipt')
  await expect(row(page, 'Wallet', 'Purchase').first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'purchase', exact: true })).toHaveCount(0)
})

test('a forgotten password: the code waits in the outbox, works once and ends the sessions', async ({
  page,
  browser,
  refusals,
}) => {
  refusals.push('400 POST /auth/reset-password', '401 *')
  const owner = await callsAs(page, 'owner')
  const email = `${unique('lost').replace(' ', '.')}@mail.test`
  const person = await newPerson(owner, { belt: ['view'] }, { email })
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await inspect(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(heading(page, 'Check your mail')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter the code' })).toBeFocused()
  await page.getByRole('link', { name: 'Enter the code' }).click()

  const clerk = await otherPage(browser)
  await expect(async () => {
    await enter(clerk, 'owner', '/user/outbox')
    await expect(row(clerk, email)).toBeVisible({ timeout: 2000 })
  }).toPass()
  await inspect(clerk, 'outbox')
  const mail = await row(clerk, email).innerText()
  const code = mail.split('\n').find((line) => /^[A-Za-z0-9_-]{16,}$/.test(line.trim())) ?? ''
  await clerk.context().close()

  const fresh = `Fresh-${password}`
  const submit = page.getByRole('button', { name: 'Change password' })
  await field(page, 'Code from the mail').fill('not-the-code')
  await field(page, 'New password').fill('short')
  await field(page, 'Retype password').fill('other')
  await submit.click()
  await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
  await expect(page.getByText('must be same with new password!')).toBeVisible()
  await inspect(page, 'reset-password')
  await field(page, 'New password').fill(fresh)
  await field(page, 'Retype password').fill(fresh)
  await submit.click()
  await expect(page.getByText('The code is wrong, was used already or is too old').first()).toBeVisible()
  await field(page, 'Code from the mail').fill(code.trim())
  await submit.click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await fillSignIn(page, person.username, password)
  await expectToast(page, 'Invalid username or password')
  await fillSignIn(page, person.username, fresh)
  await expectToast(page, `Welcome, ${person.username}`)
})

test('where one is signed in: one device out, then all', async ({ page, browser, refusals }) => {
  refusals.push('401 *')
  const owner = await callsAs(page, 'owner')
  const person = await newPerson(owner, { belt: ['view'] })
  const second = await otherPage(browser)
  await enter(second, person.username, '/belt')
  const third = await otherPage(browser)
  await enter(third, person.username, '/belt')
  await enter(page, person.username, '/profile')
  const devices = page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(3)
  await expect(devices.first()).toContainText('This device')
  await inspect(page, 'profile')
  await devices
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await agree(page, 'Are you sure to sign out this device?', 'Sign out', undefined, 'Updated')
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await agree(page, 'Are you sure to log out everywhere?', 'Log out everywhere', 'this one too')
  await expect(page).toHaveURL(/\/auth\/login/)
  for (const other of [second, third]) {
    await other.reload()
    await expect(other).toHaveURL(/\/auth\/login/)
    await other.context().close()
  }
})

test('guessing passwords is slowed down, and says for how long', async ({ page, refusals }) => {
  refusals.push('401 POST /auth/login', '429 POST /auth/login')
  await page.goto('/auth/login')
  await page.getByLabel('Username').fill(unique('nobody'))
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  const button = page.getByRole('button', { name: 'Sign In' })
  await expect(async () => {
    const answered = page.waitForResponse('**/auth/login', { timeout: 5000 })
    await button.click()
    expect((await answered).status()).toBe(429)
  }).toPass()
  await expectToast(page, /^Too many failed attempts\. Please try again in \d+ s\.$/)
  await expect(button).toBeEnabled()
})

test('Passwords of all members: a code by mail is the first choice, and its page sets the password', async ({
  page,
  refusals,
}) => {
  refusals.push('409 POST /point-adjust/mail/all-member/codes', '400 POST /member/password')
  // As if whoever keeps the portal had switched it on, with a mail server.
  await page.route('**/api/admin/config', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), memberPasswords: true, mailsLinks: true },
    })
  })
  await enter(page, 'owner', '/point-adjust')
  await expect(page.getByRole('radio', { name: 'Mail each member a one-time code' })).toBeChecked()
  await page.getByRole('radio', { name: 'New passwords in a workbook' }).check()
  await expect(page.getByRole('button', { name: 'Set new passwords' })).toBeVisible()
  await page.getByRole('radio', { name: 'Mail each member a one-time code' }).check()
  await field(page, 'Your own password').fill(password)
  await inspect(page, 'member-passwords')
  const mail = page.getByRole('button', { name: 'Mail the codes' })
  await mail.click()
  await agree(page, 'Are you sure to mail codes to all members?', 'OK')
  await expectToast(page, /^New passwords for all members are switched off/)
  await page.route('**/point-adjust/mail/all-member/codes', (route) =>
    route.fulfill({ json: { mailed: 12, withoutAddress: ['Tan Mei Lin'] } }),
  )
  await mail.click()
  await agree(page, 'Are you sure to mail codes to all members?', 'OK')
  await expect(page.getByText('Mails on their way: 12')).toBeVisible()
  await page.getByText('Without an email address, so without a mail: 1').click()
  await expect(page.getByText('Tan Mei Lin')).toBeVisible()
  await expect(field(page, 'Your own password')).toHaveValue('')

  await page.goto('/member-password#not-the-code')
  await expect(page.getByLabel('Code from the mail')).toHaveValue('not-the-code')
  await field(page, 'New password').fill('gamelan_9_kites')
  await field(page, 'Retype password').fill('gamelan_8_kites')
  const set = page.getByRole('button', { name: 'Set password' })
  await set.click()
  await expect(page.getByText('must be same with new password!')).toBeVisible()
  await field(page, 'Retype password').fill('gamelan_9_kites')
  await set.click()
  await expect(page.getByText('The code is wrong, was used already or is too old').first()).toBeVisible()
  await inspect(page, 'member-password')
  // As if it were the code.
  await page.route('**/api/admin/member/password', (route) => route.fulfill({ json: {} }))
  await set.click()
  await expect(heading(page, 'Your password is set')).toBeVisible()
})
