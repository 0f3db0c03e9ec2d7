import { z } from 'zod'
import { heading, mainMenu, openFromMenu, row } from '../support/controls.ts'
import { enter } from '../support/people.ts'
import {
  expect,
  expectToast,
  fillSignIn,
  inspect,
  password,
  phoneSize,
  read,
  signIn,
  signOut,
  test,
  toldToasts,
} from '../support/portal.ts'

test('a page asked for without a session opens after sign-in', async ({ page, refusals }) => {
  refusals.push('401 POST /auth/login')
  await page.goto('/membership/listing?status=active&tab=parents')
  await expectToast(page, 'Unauthorized')
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harimau Academy Sdn Bhd')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Username is require')).toBeVisible()
  await expect(page.getByText('Password is require')).toBeVisible()
  await inspect(page, 'sign-in')
  await fillSignIn(page, 'clerk', 'not the password')
  await expectToast(page, 'Invalid username or password')
  await fillSignIn(page, 'clerk', password)
  await expectToast(page, 'Welcome, clerk')
  await expect(heading(page, 'Membership Profile')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Parents', selected: true })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked()
})

test('whoever comes to the front door is asked to sign in, and told nothing yet', async ({ page }) => {
  for (const door of ['/', '/portal', '/portal/']) {
    await page.goto(door)
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.waitForLoadState('networkidle')
    expect(await toldToasts(page)).toEqual([])
  }
})

test('a list is reached by each of its addresses', async ({ page }) => {
  await enter(page, 'owner', '/profile')
  for (const [address, title] of [
    ['/belt', 'Belt Color'],
    ['/belt/listing', 'Belt Color'],
    ['/portal/belt/listing', 'Belt Color'],
    ['/verify-payment', 'Verify Payment'],
    ['/portal/dashboard', 'Dashboard'],
    ['/portal/dashboard/overview', 'Dashboard'],
    ['/', 'Dashboard'],
    ['/no/such/page', 'Page not found'],
  ] as const) {
    await page.goto(address)
    await expect(heading(page, title)).toBeVisible()
  }
})

test('the menu shows a coach only what a coach may see', async ({ page }) => {
  await enter(page, 'coach', '/dashboard/overview')
  const menu = mainMenu(page)
  await expect(menu.getByRole('link', { name: 'Mark Attendance' })).toBeVisible()
  await menu.getByRole('button', { name: 'Maintenance' }).click()
  await expect(menu.getByRole('link', { name: 'Course', exact: true })).toBeVisible()
  for (const hidden of ['Verify Payment', 'Membership Profile', 'User Login', 'Belt Color'])
    await expect(menu.getByRole('link', { name: hidden })).toHaveCount(0)
  // Open to anybody who is signed in, each for the centres of the reader.
  await menu.getByRole('button', { name: 'Report' }).click()
  await expect(menu.getByRole('link', { name: 'Class Attendance Report' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Statement Report' })).toHaveCount(0)

  await page.goto('/verify-payment/listing')
  await expect(heading(page, 'Not allowed')).toBeVisible()
  await expect(page.getByText('This page needs the permission Verify Payment: View.')).toBeVisible()
  await inspect(page, 'not-allowed')
})

test('the profile is asked for as the portal is loaded, and not on the way to each screen', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/profile')) asked.push(page.url())
  })
  await enter(page, 'owner', '/dashboard/overview')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  for (const [entry, group] of [
    ['Verify Payment'],
    ['Mark Attendance'],
    ['Membership Profile', 'Maintenance'],
    ['Belt Color', 'Maintenance'],
    ['Statement Report', 'Report'],
  ] as const)
    await openFromMenu(page, entry, group)
  expect(asked).toHaveLength(1)
})

test('whoever is signed in reads how the portal is called, and a call has an address of its own', async ({ page }) => {
  await enter(page, 'coach', '/profile')
  await page.getByRole('button', { name: 'coach' }).click()
  await page.getByRole('menuitem', { name: 'API documentation' }).click()
  await expect(heading(page, 'API documentation')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search calls' }).fill('create member')
  await page.getByText('Create a member', { exact: true }).click()
  await expect(page).toHaveURL(/\/api-docs\?searchText=.*#memberCreate$/)
  await expect(page.getByText('Needs the permission Membership Profile: Add.')).toBeVisible()
  await page.getByText('ChildCreate', { exact: true }).click()
  await expect(page.getByRole('row', { name: /^mainIDs required list of ids/ })).toBeVisible()
  await inspect(page, 'api-docs')
  await page.setViewportSize(phoneSize)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Example of the body An adult' })).toContainText('"kind": "adult"')
  await inspect(page, 'api-docs')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download openapi.json' }).click()
  expect((await saved).suggestedFilename()).toBe('openapi.json')
})

test('the side menu is 250 wide, 80 collapsed, and stays as it was left', async ({ page }) => {
  await enter(page, 'clerk', '/dashboard/overview')
  const width = async () => Math.round((await page.getByRole('complementary').boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(250)
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect.poll(width).toBe(80)
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect.poll(width).toBe(80)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect.poll(width).toBe(250)
  const { version, today } = await read(page, z.object({ version: z.string(), today: z.string() }), '/config')
  await expect(page.getByRole('contentinfo')).toContainText(`©${today.slice(0, 4)} v${version}`)
})

test('a menu longer than the window is scrolled to the current entry, and the page under it is not', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await enter(page, 'owner', '/report/tm-report')
  await expect(mainMenu(page).getByRole('link', { name: 'TM Report' })).toBeInViewport({ ratio: 1 })
  await expect.poll(() => mainMenu(page).evaluate((menu) => menu.scrollTop)).toBeGreaterThan(0)
  expect(await page.evaluate('scrollY')).toBe(0)
})

test('signing out in one tab ends the others', async ({ page, context, refusals }) => {
  // What the other tab asks for in the moment before it is told finds the session ended, whatever it is.
  refusals.push('401 GET *', '401 POST /auth/refresh')
  await signIn(page, 'clerk')
  const other = await context.newPage()
  await other.goto('/verify-payment/listing')
  await expect(heading(other, 'Verify Payment')).toBeVisible()
  await expect(other.getByText(/^Showing \d+ record/)).toBeVisible()
  await signOut(page, 'clerk')
  await expect(other).toHaveURL(/\/auth\/login/)
  expect(await page.evaluate("['u', 'at', 'rt'].filter((key) => key in localStorage)")).toEqual([])
})

test('search, status, order and tab of a list survive a reload and the way back', async ({ page }) => {
  await enter(page, 'clerk', '/membership/listing')
  // A moment after the last key, without Enter.
  await page.getByRole('searchbox').fill('tan')
  await expect(page).toHaveURL(/searchText=tan/)
  await page.getByText('Active', { exact: true }).first().click()
  await page.getByRole('columnheader', { name: 'Wallet' }).click()
  const asBefore = async () => {
    await expect(page).toHaveURL(/sort=/)
    await expect(page.getByRole('searchbox')).toHaveValue('tan')
    await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked()
    await expect(page.getByRole('columnheader', { name: 'Wallet' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByText(/Showing \d+ record\(s\) of total \d+/)).toBeVisible()
  }
  await asBefore()
  const address = page.url()
  await page.reload()
  await asBefore()
  expect(page.url()).toBe(address)
  await row(page, 'Active').getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: 'Financial Info' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await asBefore()
  expect(page.url()).toBe(address)
})

test('an access token that ran out is renewed without a word', async ({ page, refusals }) => {
  await enter(page, 'clerk', '/membership/listing', 'own')
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
  refusals.push('401 GET *')
  await page.evaluate('localStorage.setItem("at", "one that ran out")')
  await openFromMenu(page, 'Verify Payment')
  await expect(page.getByText(/Showing \d+ record\(s\) of total \d+/)).toBeVisible()
  expect(await page.evaluate('localStorage.at')).not.toBe('one that ran out')
})

test('a session ended elsewhere leads back to the sign-in page', async ({ page, refusals }) => {
  await enter(page, 'clerk', '/membership/listing', 'own')
  // Nothing is on its way any more when the session ends.
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
  refusals.push('401 GET *', '401 POST /auth/refresh')
  const token = z.string().parse(await page.evaluate('localStorage.at'))
  const ended = await page.request.post('/api/admin/auth/logout', { headers: { authorization: `Bearer ${token}` } })
  expect(ended.status()).toBe(200)
  await mainMenu(page).getByRole('link', { name: 'Verify Payment' }).click()
  await expectToast(page, 'Unauthorized')
  await expect(page).toHaveURL(/\/auth\/login/)
  await fillSignIn(page, 'clerk', password)
  await expect(heading(page, 'Verify Payment')).toBeVisible()
})

test('the dark theme is as readable as the light one', async ({ page }) => {
  await enter(page, 'owner', '/dashboard/overview')
  await page.getByRole('button', { name: 'owner' }).click()
  await expect(page.getByRole('menu', { name: 'owner' })).toBeVisible()
  await inspect(page, 'user-menu')
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expect(page.getByRole('menuitem', { name: 'Dark theme' })).toBeHidden()
  await inspect(page, 'dark-dashboard')
  await page.goto('/membership/listing?size=10')
  await row(page, 'Active').first().waitFor()
  await inspect(page, 'dark-members')
  await page.goto('/course/create')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await expect(page.getByText('This field is require').first()).toBeVisible()
  await inspect(page, 'dark-form')
})

test('the user menu is walked with the keys, and gives the focus back', async ({ page }) => {
  await enter(page, 'clerk', '/profile')
  const button = page.getByRole('button', { name: 'clerk' })
  const entry = (name: string) => page.getByRole('menuitem', { name })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(entry('Profile')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(entry('Logout')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entry('Profile')).toBeFocused()
  await page.keyboard.press('d')
  await expect(entry('Dark theme')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(entry('Profile')).toBeHidden()
  await expect(button).toBeFocused()
  // A second press and a press beside it close it, too.
  await button.click()
  await expect(entry('Profile')).toBeVisible()
  await button.click()
  await expect(entry('Profile')).toBeHidden()
  await button.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(entry('Profile')).toBeHidden()
})

test('the list is searched with a slash, and the keys are told with a question mark', async ({ page }) => {
  await enter(page, 'owner', '/belt/listing')
  await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox', { name: 'Search' })
  await expect(box).toBeFocused()
  await page.keyboard.type('B?/')
  await expect(box).toHaveValue('B?/')
  await box.blur()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toBeVisible()
  await inspect(page, 'keys')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('rows are made compact, columns are chosen away, and both are remembered', async ({ page }) => {
  await enter(page, 'owner', '/coach/listing')
  const table = page.getByRole('table')
  const height = async () => (await table.getByRole('row').nth(1).boundingBox())?.height ?? 0
  await expect(table.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  // The rows of the wait give way to the coaches' between two looks.
  await expect.poll(height).toBeGreaterThan(0)
  const before = await height()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(height).toBeLessThan(before)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Email' }).uncheck()
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)
  await inspect(page, 'columns')
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'Designation' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveCount(0)
  await expect.poll(height).toBeLessThan(before)
})
