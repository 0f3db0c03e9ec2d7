import type { Locator, Page, Route } from '@playwright/test'
import { z } from 'zod'
import { atTheMat, classToday, marking, walletOf } from '../support/class-today.ts'
import { choose, field, heading } from '../support/controls.ts'
import { callsAs, enter, newPerson, unique } from '../support/people.ts'
import { agree, expect, expectToast, fillSignIn, inspect, onPhone, password, test } from '../support/portal.ts'

test.use(onPhone)

const coaching = { ...atTheMat, dashboard: ['view'] }

const rows = (within: Locator) => within.getByRole('region', { name: 'Members' }).first().getByRole('switch')
/** Who is signed in, what was read, and marks: what must not stay after a session. */
const leftOnPhone = async (page: Page) =>
  z
    .array(z.string())
    .parse(await page.evaluate('Object.keys(localStorage).filter((name) => /^(u|at|rt|kept .*|marks .*)$/.test(name))'))

test('a class is marked without signal, survives the page and the session, and is merged with the other coach’s', async ({
  page: first,
  context,
  refusals,
}) => {
  const owner = await callsAs(first, 'owner')
  const { name, session, members, path, join } = await classToday(owner, ['Aida', 'Balan', 'Chong'])
  const [aida = '', balan = '', chong = ''] = members
  // Enrolled in another course, and here today.
  const guest = unique('Zara')
  const [zara = ''] = (await classToday(owner, [guest])).members
  const coach = await newPerson(owner, { ...coaching, membership: ['view', 'edit'] })
  await enter(first, coach.username, path)
  await expect(rows(marking(first))).toHaveCount(3)
  // Into a form that is begun already.
  await marking(first).getByRole('switch', { name: 'Chong' }).tap()
  const addMember = marking(first).getByRole('button', { name: 'Add Member' })
  await addMember.tap()
  const adding = first.getByRole('dialog', { name: 'Add Member' })
  await adding.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(adding.getByText('Please select a member.')).toBeVisible()
  await choose(adding, 'Member', guest)
  await choose(adding, 'Credit Type', 'Normal')
  await expect(field(adding, 'Credit')).toHaveValue('10')
  await expect(adding.getByText(`Wallet 15 → 5 (${guest})`)).toBeVisible()
  await inspect(first, 'marking-walk-in')
  await adding.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(marking(first).getByRole('switch', { name: guest })).toContainText('Walk-in')
  await marking(first).getByRole('switch', { name: 'Chong' }).tap()
  await first.evaluate('navigator.serviceWorker.ready.then(() => true)')

  const before = await marking(first).getByRole('switch', { name: 'Aida' }).boundingBox()
  await context.setOffline(true)
  await expect(marking(first).getByText('No signal. What you mark is saved on this device')).toBeInViewport()
  // No row moves under a thumb that is about to mark.
  expect(await marking(first).getByRole('switch', { name: 'Aida' }).boundingBox()).toEqual(before)
  await marking(first).getByRole('switch', { name: 'Aida' }).tap()
  await marking(first).getByRole('switch', { name: 'Balan' }).tap()
  await expect(marking(first).getByRole('status').filter({ hasText: 'present' })).toHaveText('3 present · 1 absent')
  await first.reload()
  await expect(marking(first).getByText('No signal. What you mark is saved on this device')).toBeVisible()
  await expect(marking(first).getByRole('switch', { checked: true })).toHaveCount(3)
  // Who is no member yet is noted without signal too; a member cannot be looked up.
  await addMember.tap()
  await expect(adding.getByText('Adding a member needs signal; a new name waits on this device.')).toBeVisible()
  const newcomer = unique('Kumar')
  await field(adding, 'Name').fill(newcomer)
  await field(adding, 'Phone No.').fill('012-345 6789')
  await choose(adding, 'Credit Type', 'Trial 1')
  await inspect(first, 'newcomer-offline')
  await adding.getByRole('button', { name: 'Add', exact: true }).tap()
  const saved = 'Saved on this device. It is sent when the line returns.'
  await agree(first, 'Are you sure to submit?', 'OK', undefined, saved)
  await expect(marking(first).getByRole('region', { name: 'No members yet' })).toContainText(
    `${newcomer} 012-345 6789 Not sent yet`,
  )
  await inspect(first, 'marking-offline')
  // At once and by the first of the later attempts; one that is under way while the page closes could still arrive.
  let failed = 0
  first.on('requestfailed', (request) => {
    if (request.url().includes('/attendance/take/')) failed++
  })
  await marking(first).getByRole('button', { name: 'Take Attendance' }).tap()
  await agree(first, 'Are you sure to submit?', 'OK', `${guest}, walk-in, Normal 10: Wallet 15 → 5 (${guest})`, saved)
  await expect.poll(() => failed).toBe(2)
  await first.close()

  const page = await context.newPage()
  await page.goto('/markAttendance/listing')
  const waiting = page.getByRole('region', { name: 'On this device' })
  await expect(waiting.getByText(name)).toBeVisible()
  await expect(waiting.getByText('Saved on this device')).toBeVisible()
  await inspect(page, 'mark-attendance-offline')

  // Meanwhile another coach marks the class, and the session of this one ends.
  await owner.send(z.looseObject({}), 'POST', `/attendance/take/${session}`, [
    { member: aida, status: 'A' },
    { member: balan, status: 'P' },
  ])
  await owner.send(z.looseObject({}), 'POST', `/user/${coach.id}/logout`)
  refusals.push('401 *')
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByText(`Sign in as ${coach.username} to send them.`)).toBeVisible()
  expect(await leftOnPhone(page)).toEqual([`marks ${coach.id} ${session}`])
  await fillSignIn(page, coach.username, password)
  await expectToast(page, /Somebody else had marked some members differently\.$/)
  expect([await walletOf(owner, aida), await walletOf(owner, balan), await walletOf(owner, chong)]).toEqual([15, 5, 15])
  expect(await walletOf(owner, zara)).toBe(5)
  await expectToast(page, `The newcomers of ${name} are noted for the desk.`)
  const noted = z.object({ total: z.number(), items: z.array(z.object({ name: z.string(), takeBy: z.string() })) })
  expect(await owner.send(noted, 'GET', `/newcomer?scheduledClass=${session}`)).toEqual({
    total: 1,
    items: [{ name: newcomer, takeBy: coach.username }],
  })

  await page.goto(path)
  const different = marking(page).getByRole('region', { name: 'Marked differently' })
  await expect(different.getByRole('listitem')).toHaveText(/Aida you: Present, owner: Absent/)
  await inspect(page, 'marking-merged')
  await different.getByRole('button', { name: 'Change to Present' }).tap()
  await agree(
    page,
    'Are you sure to update attendance record?',
    'OK',
    /Aida \(age \d+\).*: Absent to PresentWallet 15 → 5 \(Aida\)/,
    'Updated',
  )
  await expect(different).toBeHidden()
  await expect(marking(page).getByRole('switch', { name: guest })).toContainText('Walk-in')
  await expect(marking(page).getByRole('switch', { name: 'Aida' })).toBeChecked()

  // After the class: who was forgotten is added, who was marked by mistake is taken off.
  const late = await join('Devi')
  await page.reload()
  await marking(page).getByRole('button', { name: 'Add Attendance' }).tap()
  await expectToast(page, 'Please select a member for all new attendance records.')
  await marking(page).getByRole('switch', { name: 'Devi' }).tap()
  await marking(page).getByRole('button', { name: 'Add Attendance' }).tap()
  await agree(page, 'Are you sure to submit?', 'OK', '1 present', 'Attendance Recorded')
  expect(await walletOf(owner, late)).toBe(5)
  await marking(page).getByRole('button', { name: 'Delete attendance of Devi' }).tap()
  await agree(page, 'Are you sure to delete?', 'Delete', 'Wallet 5 → 15 (Devi)', 'Deleted')
  expect([await walletOf(owner, late), await walletOf(owner, aida)]).toEqual([15, 5])

  // Nothing waits any more: nothing stays when the session ends.
  expect(await leftOnPhone(page)).toContain(`marks ${coach.id} ${session}`)
  await owner.send(z.looseObject({}), 'POST', `/user/${coach.id}/logout`)
  await page.reload()
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(await leftOnPhone(page)).toEqual([])
})

test('Add pressed before the chosen member was read waits in sight, and adds then', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const { path } = await classToday(owner, ['Aida'])
  const guest = unique('Zara')
  const [zara = ''] = (await classToday(owner, [guest])).members
  await enter(page, 'owner', path)
  await marking(page).getByRole('button', { name: 'Add Member' }).tap()
  const adding = page.getByRole('dialog', { name: 'Add Member' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/member/choose?*ids=${zara}*`, async (route) => {
    await held
    await route.continue()
  })
  await choose(adding, 'Member', guest)
  await choose(adding, 'Credit Type', 'Normal')
  await expect(field(adding, 'Credit')).toHaveValue('10')
  const add = adding.getByRole('button', { name: 'Add', exact: true })
  await add.tap()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(marking(page).getByRole('switch', { name: guest })).toContainText('Walk-in')
})

test('marks that wait outlive signing out, and are sent only as the one who made them and as they were submitted', async ({
  page,
  context,
}) => {
  const owner = await callsAs(page, 'owner')
  const { name, members, path } = await classToday(owner, ['Eng', 'Farah'])
  const [eng = '', farah = ''] = members
  const [coach, other] = [await newPerson(owner, coaching), await newPerson(owner, coaching)]
  await enter(page, coach.username, path)
  // The line to this one call is dead, for all tabs.
  await context.route('**/attendance/take/*', (route) => route.abort())
  await marking(page).getByRole('switch', { name: 'Eng' }).tap()
  await marking(page).getByRole('button', { name: 'Take Attendance' }).tap()
  const saved = 'Saved on this device. It is sent when the line returns.'
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent', saved)
  // Tapped after the submission: kept at once, told, and not sent.
  await page.goto(path)
  const farahHere = marking(page).getByRole('switch', { name: 'Farah' })
  await farahHere.tap()
  await expect(marking(page).getByText('1 change not submitted')).toBeVisible()
  await page.reload()
  await expect(farahHere).toBeChecked()
  await expect(marking(page).getByText('1 change not submitted')).toBeVisible()
  await inspect(page, 'marking-changed')
  // Another tab of the same phone shows the same, and what is tapped there is shown here.
  const tab = await context.newPage()
  await tab.goto(path)
  await expect(marking(tab).getByText('1 change not submitted')).toBeVisible()
  await marking(tab).getByRole('switch', { name: 'Farah' }).tap()
  await expect(farahHere).not.toBeChecked()
  await farahHere.tap()
  await expect(marking(tab).getByRole('switch', { name: 'Farah' })).toBeChecked()
  await tab.close()
  await marking(page).getByRole('button', { name: 'Close' }).tap()
  await expect(marking(page)).toBeHidden()

  // From whatever page they are seen, and an attempt always says how it went.
  await page.goto('/profile')
  const waiting = page.getByText('Classes marked on this device that wait to be sent: 1.')
  await expect(waiting).toBeVisible()
  await inspect(page, 'waiting-marks')
  await page.evaluate(
    'void navigator.locks.request("academy-marks", () => new Promise((done) => { globalThis.letGo = done }))',
  )
  await page.getByRole('button', { name: 'Send now' }).tap()
  await expectToast(page, 'It is being sent already.')
  await page.evaluate('letGo()')
  await expectToast(page, 'Still no signal. It stays saved on this device and is sent when the line returns.')
  await page.getByRole('link', { name: 'Show them' }).tap()
  await expect(page.getByRole('region', { name: 'On this device' })).toContainText(name)
  await page.getByRole('button', { name: coach.username }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
  await agree(page, 'Are you sure to logout?', 'OK', 'Classes saved on this device and not sent yet: 1.')
  await expect(page).toHaveURL(/\/auth\/login/)
  const whose = `Classes marked on this device that wait to be sent: 1. Sign in as ${coach.username} to send them.`
  await expect(page.getByText(whose)).toBeVisible()
  await inspect(page, 'sign-in-waiting-marks')
  await context.unroute('**/attendance/take/*')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route('**/attendance/take/*', (route) => released.then(() => route.continue()))

  await fillSignIn(page, other.username, password)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goto('/markAttendance/listing')
  await expect(page.getByText('Classes marked by another user of this device that wait to be sent: 1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'On this device' })).toHaveCount(0)
  expect(await walletOf(owner, eng)).toBe(15)
  await page.getByRole('button', { name: other.username }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
  await agree(page, 'Are you sure to logout?', 'OK')

  await fillSignIn(page, coach.username, password)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.goto(path)
  // Tapped while the submission is on its way.
  await marking(page).getByRole('switch', { name: 'Eng' }).tap()
  await expect(marking(page).getByText('2 changes not submitted')).toBeVisible()
  release()
  await expectToast(page, `The attendance of ${name} was sent.`)
  expect([await walletOf(owner, eng), await walletOf(owner, farah)]).toEqual([5, 15])
  const later = marking(page).getByRole('region', { name: 'Not submitted' })
  await expect(later.getByRole('listitem')).toHaveText([
    /Farah tapped: Present, on the roll: Absent/,
    /Eng tapped: Absent, on the roll: Present/,
  ])
  await inspect(page, 'marking-tapped-later')
  await later.getByRole('button', { name: 'Change to Present' }).tap()
  await agree(page, 'Are you sure to update attendance record?', 'OK', 'Wallet 15 → 5', 'Updated')
  await later.getByRole('button', { name: 'Keep the roll' }).tap()
  await expect(later).toBeHidden()
  expect([await walletOf(owner, eng), await walletOf(owner, farah)]).toEqual([5, 5])
})

// What else counts as out of reach, a proxy without its portal for example, client.test.ts knows.
for (const [what, answer] of [
  ['out of reach', (route: Route) => route.abort()],
  ['without its database', (route: Route) => route.fulfill({ status: 503, json: {} })],
] as const)
  test(`a roll that was read before is read anew once the portal that was ${what} answers`, async ({
    page,
    refusals,
  }) => {
    const owner = await callsAs(page, 'owner')
    const { session, members, path } = await classToday(owner, ['Hana', 'Ivan'])
    const [hana = ''] = members
    const coach = await newPerson(owner, coaching)
    await enter(page, coach.username, path)
    await expect(rows(marking(page))).toHaveCount(2)
    const api = '**/api/admin/**'
    refusals.push('503 *')
    await page.route(api, answer)
    await owner.send(z.looseObject({}), 'POST', `/attendance/take/${session}`, [{ member: hana, status: 'P' }])
    await page.reload()
    await expect(rows(marking(page))).toHaveCount(2)
    await expect(marking(page).getByText('No signal. What you mark is saved on this device')).toBeVisible()
    await expect(marking(page).getByRole('button', { name: 'Take Attendance' })).toBeVisible()
    await page.unroute(api)
    // The other coach's roll, without the page being loaded anew.
    await expect(marking(page).getByRole('switch', { name: 'Hana' })).toBeChecked()
    await expect(marking(page).getByRole('heading', { name: 'Not on the roll yet' })).toBeVisible()
  })
