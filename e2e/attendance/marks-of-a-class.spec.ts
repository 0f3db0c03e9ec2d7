/** Marks belong to one class, whatever becomes of the clock and of the plan. */
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { atTheMat, classToday, marking, walletOf } from '../support/class-today.ts'
import { heading } from '../support/controls.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { agree, expect, expectToast, inspect, onPhone, test } from '../support/portal.ts'

test.use(onPhone)

const choices = z.object({ items: z.array(z.object({ _id: z.string(), label: z.string() })) })
const enrolments = z.object({ items: z.array(z.looseObject({ _id: z.string() })) })

const coaching = { ...atTheMat, dashboard: ['view'] }

/** A clock of the device and of the portal, which corrects the device's by each answer; returns what moves both on. */
async function clockAt(page: Page, time: string) {
  let ahead = Date.parse(time) - Date.now()
  const stream = /\/events\?/
  await page.route('**/api/admin/**', async (route) => {
    if (stream.test(route.request().url())) return route.fallback()
    try {
      const answer = await route.fetch()
      const date = new Date(Date.now() + ahead).toUTCString()
      await route.fulfill({ response: answer, headers: { ...answer.headers(), date } })
    } catch {
      // A page that is left waits for nothing.
    }
  })
  await page.clock.install({ time })
  return (minutes: number) => {
    ahead += minutes * 60_000
    return page.clock.fastForward(minutes * 60_000)
  }
}

const rows = (within: Locator) => within.getByRole('region', { name: 'Members' }).first().getByRole('switch')

test('marks stay with the class they were made for, whatever the clock does, and no other coach’s class is opened', async ({
  page,
}) => {
  const owner = await callsAs(page, 'owner')
  // Of whom no other test makes a class this early.
  const [devi, tan] = (await owner.send(choices, 'GET', '/lookup/coach')).items.slice(-2)
  if (!tan || !devi) throw new Error('The demo academy has two coaches')
  const early = await classToday(owner, ['Gita', 'Hana'], { by: tan._id, duration: '05:00 - 05:30' })
  const late = await classToday(owner, ['Ivan', 'Jaya'], { by: tan._id, duration: '05:30 - 06:00' })
  const foreign = await classToday(owner, ['Kumar'], { by: devi._id, duration: '05:30 - 06:00' })
  const coach = await newPerson(owner, coaching, { coachRelated: tan._id })
  const [gita = '', hana = ''] = early.members
  const wait = await clockAt(page, `${early.today}T05:10:00+08:00`)
  await enter(page, coach.username, late.path)
  // The roster of the later class is read, and kept.
  await expect(rows(marking(page))).toHaveCount(2)
  await page.goto('/markAttendance/listing')
  const panel = page.getByRole('region', { name: 'On now' })
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(`On now: ${early.name} 05:00 - 05:30`)
  await expect(panel.getByText(tan.label)).toBeVisible()
  await panel.getByRole('switch', { name: 'Gita' }).tap()
  await wait(25)
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(`Not marked yet: ${early.name} 05:00 - 05:30`)
  await expect(panel.getByRole('switch', { name: 'Gita' })).toBeChecked()
  await inspect(page, 'marking-after-the-end')
  // Meanwhile Hana leaves the course: she alone is not recorded.
  const enrolled = await owner.send(enrolments, 'GET', `/enrollment?member=${hana}`)
  await owner.put(`/enrollment/${enrolled.items[0]?._id}`, { isDisable: true })
  await panel.getByRole('button', { name: 'Take Attendance' }).tap()
  const question = page.getByRole('dialog', { name: 'Are you sure to submit?' })
  await expect(question).toContainText(new RegExp(`${early.name} · \\w+day, [\\d-]+ · 05:00 - 05:30 · ${tan.label}`))
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent', 'Attendance Recorded. Not recorded: Hana.')
  const left = panel.getByRole('region', { name: 'Not recorded' })
  await expect(left).toContainText(`Hana The enrollment in ${early.name} has ended. Enroll Hana in ${early.name} again`)
  await inspect(page, 'marking-not-recorded')
  await page.reload()
  const onPhone = page.getByRole('region', { name: 'On this device' })
  await expect(onPhone.getByText('Not recorded: Hana')).toBeVisible()
  await onPhone.getByRole('link', { name: 'Open' }).tap()
  await marking(page).getByRole('button', { name: 'I have seen it' }).tap()
  await expect(onPhone).toBeHidden()
  await page.goto('/markAttendance/listing')
  expect([await walletOf(owner, gita), await walletOf(owner, late.members[0] ?? '')]).toEqual([5, 15])

  // The next one of their own, with nobody ticked; another coach's class only by choosing it.
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(`On now: ${late.name} 05:30 - 06:00`)
  await expect(panel.getByRole('switch', { checked: true })).toHaveCount(0)
  await panel.getByRole('button', { name: 'All present' }).tap()
  await panel.getByRole('button', { name: 'Take Attendance' }).tap()
  await agree(page, 'Are you sure to submit?', 'OK', '2 present, 0 absent', 'Attendance Recorded')
  await wait(30)
  await expect(panel).toBeHidden()
  // Its classes of earlier weeks stand among those that nobody marked.
  const today = page.getByRole('region', { name: 'Today Class' })
  const card = today.getByRole('listitem').filter({ hasText: foreign.name })
  await card.getByRole('button', { name: 'Mark Attendance' }).tap()
  await expect(marking(page).getByText(devi.label)).toBeVisible()
})

test('marks whose class was planned anew are shown by name, and submitted to the class that is chosen', async ({
  page,
  context,
  refusals,
}) => {
  const owner = await callsAs(page, 'owner')
  const { name, course, year, today, pattern, session, members, path } = await classToday(owner, ['Lim', 'Maya'])
  const coach = await newPerson(owner, coaching)
  await enter(page, coach.username, path)
  await page.route('**/attendance/take/*', (route) => route.abort())
  await marking(page).getByRole('switch', { name: 'Lim' }).tap()
  await marking(page).getByRole('button', { name: 'Take Attendance' }).tap()
  const saved = 'Saved on this device. It is sent when the line returns.'
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 1 absent', saved)
  // Meanwhile the office makes two classes of it. While it has made one, the phone would take that for the class planned anew.
  for (const duration of ['06:00 - 06:30', '06:30 - 07:00'])
    await owner.send(z.looseObject({}), 'POST', `/class/schedule/${course}`, {
      year,
      schedule: [{ ...pattern, date: today, duration, force: true }],
    })
  await owner.send(z.looseObject({}), 'DELETE', `/class/${session}`)
  await page.unroute('**/attendance/take/*')
  refusals.push('409 POST /attendance/take/*')
  const waiting = page.getByRole('region', { name: 'On this device' })
  // The phone tries again by itself as well, and then the button goes.
  const now = waiting.getByRole('button', { name: 'Send now' })
  await expect(async () => {
    if (await now.isVisible()) await now.tap({ timeout: 2000 })
    await expect(waiting.getByText(/has 2 classes on .*: choose the one that was marked/)).toBeVisible({
      timeout: 2000,
    })
  }).toPass()
  await expect(waiting.getByText('Present: Lim')).toBeVisible()
  await expect(waiting.getByText('Absent: Maya')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await waiting.getByRole('button', { name: 'Copy' }).tap()
  await expectToast(page, 'Names copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/05:00 - 05:30 .*\nPresent: Lim\nAbsent: Maya$/)
  await inspect(page, 'marks-refused')
  await waiting.getByRole('button', { name: 'Choose the class' }).tap()
  const choice = page.getByRole('dialog', { name: 'Choose the class' })
  const later = choice.getByRole('button', { name: new RegExp(`^${name} .* 06:30 - 07:00`) })
  await expect(later).toBeVisible()
  await inspect(page, 'marks-choose-class')
  await later.tap()
  await agree(
    page,
    'Are you sure to submit?',
    'OK',
    /06:30 - 07:00.*1 present, 1 absent/s,
    `The attendance of ${name} was sent.`,
  )
  await expect(choice).toBeHidden()
  await expect(waiting).toBeHidden()
  expect([await walletOf(owner, members[0] ?? ''), await walletOf(owner, members[1] ?? '')]).toEqual([5, 15])

  await page.goto(`/markAttendance/class?year=${year}`)
  await expect(page.getByText('No course was chosen.')).toBeVisible()
  await page.getByRole('link', { name }).tap()
  await expect(heading(page, name)).toBeVisible()
})
