/** What the browser prints: all of it, and as it stands on the screen. */
import { classToday, marking } from '../support/class-today.ts'
import { callsAs, enter, newPerson } from '../support/people.ts'
import { expect, signIn, test } from '../support/portal.ts'

test('a roll is printed to its last name, in place of the page below it', async ({ page }) => {
  const owner = await callsAs(page, 'owner')
  const names = ['Aida', 'Balan', 'Chong', 'Devi', 'Eng', 'Farah', 'Gita', 'Hana', 'Ivan', 'Jun', 'Kok', 'Lim']
  const made = await classToday(owner, names)
  const coach = await newPerson(owner, { attendance: ['view', 'mark'], course: ['view'] })
  await enter(page, coach.username, made.path)
  const last = marking(page).getByRole('switch', { name: 'Lim' })
  await expect(last).toHaveCount(1)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(marking(page).getByRole('button', { name: 'Take Attendance' })).toBeHidden()
  // Nothing is cut where it ends on the screen.
  await expect(marking(page)).toHaveCSS('overflow', 'visible')
  const boxes = marking(page).locator('.overlay-body, .marking-list')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all())
    expect(await box.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(1)
})

test('what is ticked is ticked on paper', async ({ page }) => {
  await signIn(page, 'owner')
  await page.goto('/user-group/create')
  const box = page.getByRole('checkbox', { name: 'Select All' }).first()
  await box.check()
  await page.emulateMedia({ media: 'print' })
  const ticks = "getComputedStyle(document.querySelector('.check'), '::before').printColorAdjust"
  expect(await page.evaluate<string>(ticks)).toBe('exact')
})
