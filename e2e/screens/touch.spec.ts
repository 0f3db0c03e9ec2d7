/** What a finger presses, what a phone shows of a roll, and Back over what lies over a page. */
import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { classToday, marking } from '../support/class-today.ts'
import { field } from '../support/controls.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { agree, expect, expectToast, test } from '../support/portal.ts'

const upright = { width: 390, height: 844 }
const onItsSide = { width: 844, height: 390 }
const tablet = { width: 820, height: 1180 }
test.use({ viewport: upright, hasTouch: true, isMobile: true })

const finger = 44
const sizes = z.array(z.object({ what: z.string(), width: z.number(), height: z.number(), text: z.number() }))

/** What of these in sight is too small for a finger, or has text so small that a phone zooms in. */
async function tooSmall(within: Locator, what: string) {
  const measured = await within.locator(what).evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        const text = element.matches('input')
          ? Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).fontSize ?? '')
          : 16
        return {
          what: `${element.className} ${element.getAttribute('aria-label') ?? element.textContent}`,
          width,
          height,
          text,
        }
      }),
  )
  expect(measured.length, `there is ${what}`).toBeGreaterThan(0)
  return sizes.parse(measured).filter(({ width, height, text }) => Math.min(width, height) < finger - 0.5 || text < 16)
}

const pressed = 'button, select, .select, input[type=checkbox], .member-name a'

const area = z.object({ x: z.number(), width: z.number() })

/** Whether one lies over the other, from side to side. */
async function overlap(first: Locator, second: Locator) {
  const [one, other] = [area.parse(await first.boundingBox()), area.parse(await second.boundingBox())]
  return one.x < other.x + other.width && other.x < one.x + one.width
}

test('the menu of an entry opens at the first tap, where the finger is, and tells all of why an act is refused', async ({
  page,
}) => {
  await enter(page, 'owner', '/membership/listing')
  for (const path of ['/verify-payment/listing', '/course/listing', '/membership/listing']) {
    await page.goto(path)
    await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
    const more = page.getByRole('button', { name: /^More: / }).first()
    const { x } = area.parse(await more.boundingBox())
    await more.tap()
    await expect(page.getByRole('group', { name: /^More: / })).toBeVisible()
    expect(area.parse(await more.boundingBox()).x).toBe(x)
  }
  const why = page.getByRole('group', { name: /^More: / }).getByText(/^Cannot be deleted: .+/)
  expect(await why.evaluate((text) => text.scrollWidth > (text.parentElement?.clientWidth ?? 0))).toBe(false)
})

for (const viewport of [upright, tablet])
  test(`what is pressed in lists, dialogs and calendars is 44 px on a screen of ${viewport.width}, and Back closes a calendar first`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await enter(page, 'owner', '/membership/listing?size=10')
    const main = page.getByRole('main')
    await expect(page.getByText(/^Showing 10/)).toBeVisible()
    expect(await tooSmall(main, `.list-footer :is(${pressed}), .list-table :is(${pressed})`)).toEqual([])
    await page.goto('/verify-payment/listing')
    await expect(page.getByText(/^Showing [1-9]/)).toBeVisible()
    expect(await tooSmall(main, pressed)).toEqual([])

    await page.goto('/belt/create')
    await page.goto('/report/attendance-report')
    const address = page.url()
    const filters = page.getByRole('button', { name: /^Filters/ })
    if (viewport === upright) await filters.tap()
    await page.getByRole('button', { name: 'Calendar' }).last().tap()
    const calendar = page.getByRole('dialog', { name: 'Calendar' })
    await expect(calendar).toBeVisible()
    expect(await tooSmall(calendar, 'button, select')).toEqual([])
    await page.goBack()
    await expect(calendar).toHaveCount(0)
    expect(page.url()).toBe(address)
    await expect(field(page, 'To')).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/belt\/create/)

    // On its side a phone shows what was opened beside its field.
    await page.setViewportSize(onItsSide)
    for (const [place, end] of ['Training Time Duration', 'To'].entries()) {
      await page.goto('/course/create')
      await page.getByRole('button', { name: 'Times' }).nth(place).tap()
      const times = page.getByRole('listbox')
      await expect(times).toBeVisible()
      expect(await tooSmall(times, '[role=option]')).toEqual([])
      expect(await overlap(times, field(page, end))).toBe(false)
    }
    await page.setViewportSize(viewport)
    await page.goto('/membership/listing?size=10')
    await page.getByRole('button', { name: 'Enroll New Member' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Enroll New Member' })
    await expect(dialog).toBeVisible()
    expect(await tooSmall(dialog, 'button, .field, input:not(.field > *)')).toEqual([])
  })

const box = z.object({ y: z.number(), height: z.number() })
const boxOf = async (element: Locator) => box.parse(await element.boundingBox())

/** The part of the screen's height that is the roll's: between what stands above it and what submits. */
async function shareOfRoll(page: Page) {
  const submit = await boxOf(marking(page).getByRole('button', { name: 'Take Attendance' }))
  const roll = await boxOf(marking(page).getByRole('region', { name: 'Members' }))
  const screen = page.viewportSize()?.height ?? 0
  expect(submit.y + submit.height).toBeLessThanOrEqual(screen)
  return (Math.min(submit.y, roll.y + roll.height) - roll.y) / screen
}

test('whatever is to be known above it, the roll keeps most of a phone, also on its side', async ({
  page,
  context,
}) => {
  const owner = await callsAs(page, 'owner')
  const names = [
    'Aida',
    'Balan',
    'Chong',
    'Devi',
    'Eng',
    'Farah',
    'Gita',
    'Hana',
    'Ivan',
    'Jun',
    'Kok',
    'Lim',
    'Mei',
    'Nora',
  ]
  const { name, course, today, session, members, path } = await classToday(owner, names)
  const coach = await newPerson(owner, { attendance: ['view', 'mark', 'edit'], course: ['view'] })
  await enter(page, coach.username, path)
  const roll = marking(page).getByRole('region', { name: 'Members' })
  await expect(roll.getByRole('switch')).toHaveCount(names.length)
  expect(await shareOfRoll(page)).toBeGreaterThan(0.65)

  const marks = members.map((member, at) => ({ member, name: names[at], enrollment: null, status: at % 2 ? 'P' : 'A' }))
  const kept = {
    user: coach.id,
    session: { _id: session, course, name, date: today, duration: '05:00 - 05:30' },
    at: Date.now(),
    state: 'saved',
    marks,
    key: 'a-key-of-a-submission',
    taps: [{ member: members[0], name: names[0], status: 'P' }],
    message: '',
    differences: marks.slice(1, 4).map((one) => ({ ...one, row: one.member, ours: 'P', theirs: 'A', by: 'owner' })),
    notRecorded: [{ member: session, name: 'Jaya', reason: 'The member is disabled', advice: 'Enable Jaya' }],
  }
  await context.setOffline(true)
  await page.evaluate(
    ([under, text]) => localStorage.setItem(under ?? '', text ?? ''),
    [`marks ${coach.id} ${session}`, JSON.stringify(kept)],
  )
  await page.evaluate('dispatchEvent(new StorageEvent("storage", { key: null }))')
  const notes = marking(page).getByText('Not sent yet · Not recorded: Jaya · Marked differently: 3')
  await expect(notes).toBeVisible()
  await expect(marking(page).getByText('1 change not submitted')).toBeVisible()
  expect(await shareOfRoll(page)).toBeGreaterThan(0.6)
  await page.setViewportSize(onItsSide)
  await expect(marking(page).getByRole('switch', { name: 'Aida' })).toBeInViewport({ ratio: 1 })
  expect(await shareOfRoll(page)).toBeGreaterThan(0.4)
  await marking(page).getByRole('switch', { name: 'Ivan' }).tap()
  await expect(marking(page).getByText('2 changes not submitted')).toBeVisible()
  expect(await shareOfRoll(page)).toBeGreaterThan(0.6)

  await page.setViewportSize(upright)
  await notes.tap()
  await expect(marking(page).getByText('Jaya The member is disabled. Enable Jaya')).toBeVisible()
  await expect(marking(page).getByRole('button', { name: 'Send now' })).toBeVisible()
})

test('what could not be read says why, and marks of a class that is gone are shown, and submitted where they belong', async ({
  page,
  refusals,
}) => {
  const owner = await callsAs(page, 'owner')
  const gone = await classToday(owner, ['Kumar', 'Lim'])
  const other = await classToday(owner, [])
  const coach = await newPerson(owner, { attendance: ['view', 'mark', 'edit'], course: ['view'] })
  refusals.push('500 *', '403 *')
  await page.route('**/enrollment/attendance/students/**', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, error: 'Internal', message: 'Something broke here.' } }),
  )
  await enter(page, coach.username, gone.path)
  await expect(marking(page).getByText('Something broke here.')).toBeVisible()
  await expect(marking(page).getByText('needs signal')).toHaveCount(0)
  await page.unroute('**/enrollment/attendance/students/**')
  await marking(page).getByRole('button', { name: 'Try again' }).tap()
  // So soon after another near it a tap may be taken for the second half of a double tap.
  const kumar = marking(page).getByRole('switch', { name: 'Kumar' })
  await expect(async () => {
    await kumar.tap()
    await expect(kumar).toBeChecked({ timeout: 1000 })
  }).toPass()

  // Begun, and the office cancels the class.
  await owner.send(z.looseObject({}), 'DELETE', `/class/${gone.session}`)
  await page.reload()
  await expect(marking(page).getByText('This class is not in the timetable any more')).toBeVisible()
  await expect(marking(page).getByText('Present: Kumar')).toBeVisible()
  await page.goBack()
  await owner.send(z.looseObject({}), 'POST', `/class/schedule/${gone.course}`, {
    year: gone.year,
    schedule: [
      { ...gone.pattern, date: gone.today, duration: '07:00 - 07:30', force: true },
      { ...gone.pattern, date: gone.today, duration: '07:30 - 08:00', force: true },
    ],
  })
  await page.goto(gone.path)
  await marking(page).getByRole('button', { name: 'Choose the class' }).tap()
  const choice = page.getByRole('dialog', { name: 'Choose the class' })
  await expect(choice.getByRole('button', { name: other.name })).toBeVisible()
  await choice.getByRole('button', { name: /07:30 - 08:00/ }).tap()
  await agree(page, 'Are you sure to submit?', 'OK', '1 present, 0 absent')
  await expectToast(page, `The attendance of ${gone.name} was sent.`)
  await expect(choice).toBeHidden()
  await expect(marking(page)).toBeHidden()
  await expect(page).not.toHaveURL(/class=/)
})
