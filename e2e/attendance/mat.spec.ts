/** A roll on a phone: what is seen at a glance, filled in, taken back, and corrected without signal. */
import { addDays, weekday } from '@academy/contract/courses/calendar.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { atTheMat, classToday, marking, walletOf } from '../support/class-today.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { expect, expectToast, inspect, onPhone, test } from '../support/portal.ts'

test.use(onPhone)

const items = z.object({ items: z.array(z.looseObject({ _id: z.string() })) })
const box = z.object({ y: z.number(), height: z.number() })

const roll = (page: Page) => marking(page).getByRole('region', { name: 'Members' })
const row = (page: Page, name: string) => roll(page).getByRole('switch', { name })
const counts = (page: Page) => marking(page).getByRole('status').filter({ hasText: 'present ·' })

/** How many rows lie whole between what stands above the roll and what submits. */
async function inSight(page: Page) {
  const yOf = async (name: string) =>
    box.parse(await marking(page).getByRole('button', { name, exact: true }).boundingBox())
  const above = await yOf('Same as last week')
  const below = await yOf('Take Attendance')
  const rows = await Promise.all((await roll(page).getByRole('switch').all()).map((one) => one.boundingBox()))
  return rows
    .map((one) => box.parse(one))
    .filter(({ y, height }) => y >= above.y + above.height && y + height <= below.y && height >= 44).length
}

test('a phone shows nine names at once, says what is exceptional, and fills in who came last week', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  const names = ['Aida', 'Balan', 'Chong', 'Devi', 'Eng', 'Farah', 'Gita', 'Hana', 'Ivan', 'Jun', 'Kok', 'Lim']
  const made = await classToday(owner, names)
  const [aida = '', balan = '', chong = ''] = made.members
  // Of a leap year, as today may be the 29 February.
  const dob = `2000${made.today.slice(4)}`
  await owner.put(`/member/${aida}`, { wallet: 40, walletWas: 15, medical: 'Asthma', dob })
  await owner.put(`/member/${balan}`, { wallet: 4, walletWas: 15 })
  await owner.put(`/member/${chong}`, { wallet: 40, walletWas: 15 })
  const last = addDays(made.today, -7)
  const year = Number(last.slice(0, 4))
  const pattern = { day: weekday(made.today), ...made.pattern }
  if (year < made.year) await owner.post('/course-scheduled-year', { course: made.course, year, ...pattern })
  const before = () => owner.send(items, 'GET', `/class?course=${made.course}&date=${last}`)
  if ((await before()).items.length === 0) await made.plan(last)
  const session = (await before()).items[0]?._id
  const marks = [
    { member: chong, status: 'P' },
    { member: balan, status: 'A' },
  ]
  await owner.send(z.looseObject({}), 'POST', `/attendance/take/${session}`, marks)

  const coach = await newPerson(owner, { ...atTheMat, membership: ['view', 'sensitive'] })
  await enter(page, coach.username, made.path)
  await expect(roll(page).getByRole('switch')).toHaveCount(names.length)
  expect(await inSight(page)).toBeGreaterThanOrEqual(9)
  await expect(row(page, 'Aida')).toHaveAccessibleName(/^Aida birthday today ?Medical: Asthma ?Absent$/)
  await expect(row(page, 'Balan')).toHaveAccessibleName(/^Balan not enough credit ?Absent$/)
  await expect(row(page, 'Chong')).toHaveAccessibleName(/^Chong ?Absent$/)
  await expect(row(page, 'Devi')).toHaveAccessibleName(/^Devi last class ?Absent$/)

  await row(page, 'Devi').tap()
  await marking(page).getByRole('button', { name: 'Same as last week' }).tap()
  await expect(row(page, 'Chong')).toBeChecked()
  await expect(marking(page).getByText(/^1 marked present as on [\d-]+\.$/)).toBeVisible()
  await expect(counts(page)).toHaveText('2 present · 10 absent')
  await marking(page).getByRole('button', { name: 'Undo', exact: true }).tap()
  await expect(counts(page)).toHaveText('1 present · 11 absent')
  await expect(row(page, 'Devi')).toBeChecked()
  await marking(page).getByRole('button', { name: 'Same as last week' }).tap()
  await expect(counts(page)).toHaveText('2 present · 10 absent')

  const onlyUnmarked = marking(page).getByRole('switch', { name: 'Only unmarked' })
  await onlyUnmarked.tap()
  await expect(roll(page).getByRole('switch')).toHaveCount(10)
  // Who is marked now stays where it is until the list is drawn anew.
  await row(page, 'Eng').tap()
  await expect(row(page, 'Eng')).toBeChecked()
  await inspect(page, 'marking-only-unmarked')
  await onlyUnmarked.tap()
  await expect(roll(page).getByRole('switch', { checked: true })).toHaveCount(3)
  await onlyUnmarked.tap()
  await expect(roll(page).getByRole('switch')).toHaveCount(9)

  // Whoever may not read medical notes does not see one.
  const other = await newPerson(owner, atTheMat)
  await enter(page, other.username, made.path)
  await expect(row(page, 'Aida')).toHaveAccessibleName(/^Aida birthday today ?Absent$/)
})

test('a correction at the mat can be taken back for ten seconds, and waits for the line like marks', async ({
  page,
  context,
  refusals,
}) => {
  const owner = await callsAs(page, 'owner')
  const { session, members, path, name } = await classToday(owner, ['Aida', 'Balan', 'Chong'])
  const [aida = '', balan = '', chong = ''] = members
  await owner.send(z.looseObject({}), 'POST', `/attendance/take/${session}`, [
    { member: aida, status: 'P' },
    { member: balan, status: 'A' },
    { member: chong, status: 'A' },
  ])
  const coach = await newPerson(owner, { ...atTheMat, dashboard: ['view'] })
  await page.clock.install()
  await enter(page, coach.username, path)
  const undo = marking(page).getByRole('button', { name: 'Undo', exact: true })

  await row(page, 'Balan').tap()
  await expect(row(page, 'Balan')).toBeChecked()
  await expect(marking(page).getByText('Balan: Absent to Present. Wallet 15 → 5 (Balan)')).toBeVisible()
  await expect(counts(page)).toHaveText('2 present · 1 absent')
  await inspect(page, 'marking-undo')
  await undo.tap()
  await expect(row(page, 'Balan')).not.toBeChecked()
  await expect(undo).toBeHidden()
  await page.clock.fastForward('00:11')
  expect(await walletOf(owner, balan)).toBe(15)

  await row(page, 'Balan').tap()
  await expect(undo).toBeVisible()
  await page.clock.fastForward('00:11')
  await expectToast(page, `The attendance of ${name} was updated.`)
  await expect(undo).toBeHidden()
  await expect(row(page, 'Balan')).toBeChecked()
  expect(await walletOf(owner, balan)).toBe(5)

  // Without signal: the change stays on the phone, also when the page is closed.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await context.setOffline(true)
  await expect(marking(page).getByText('No signal.')).toBeVisible()
  await row(page, 'Chong').tap()
  await expect(marking(page).getByText('Chong: Absent to Present. Wallet 15 → 5 (Chong)')).toBeVisible()
  await row(page, 'Aida').tap()
  await expect(marking(page).getByText('Aida: Present to Absent. Wallet 5 → 15 (Aida)')).toBeVisible()
  await page.clock.fastForward('00:11')
  await expect(row(page, 'Chong')).toContainText('not sent yet')
  await page.reload()
  await expect(row(page, 'Chong')).toBeChecked()
  await expect(row(page, 'Aida')).not.toBeChecked()
  await inspect(page, 'marking-corrected-offline')
  expect(await walletOf(owner, aida)).toBe(5)
  // Meanwhile the desk takes Chong off the roll.
  const marked = await owner.send(items, 'GET', `/attendance?scheduledClass=${session}&member=${chong}`)
  await owner.send(z.looseObject({}), 'DELETE', `/attendance/${marked.items[0]?._id}`)
  refusals.push('404 PUT /attendance/*')
  await context.setOffline(false)
  await expectToast(page, `Not all corrections of ${name} were accepted.`)
  await expect(row(page, 'Aida')).not.toBeChecked()
  await expect(marking(page).getByText('Chong Attendance not found. The roll stands as it is.')).toBeVisible()
  expect(await walletOf(owner, aida)).toBe(15)
  await marking(page).getByRole('button', { name: 'I have seen it' }).tap()
  await expect(marking(page).getByText('Attendance not found')).toBeHidden()
})
