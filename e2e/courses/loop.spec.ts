import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  addDays,
  displayDate,
  longDate,
  months,
  partsOf,
  weekday,
  weeklyDates,
} from '@academy/contract/courses/calendar.ts'
import { amountOf, formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { z } from 'zod'
import { pdfPages } from '../../api/test/support/platform/pdf.ts'
import {
  choose,
  expectReason,
  field,
  fillDay,
  heading,
  openFromMenu,
  row,
  rowAct,
  search,
} from '../support/controls.ts'
import { assign, dayOf, expectLedger, holidaysUntil, markPresent, openWallet } from '../support/loop-steps.ts'
import { enter } from '../support/people.ts'
import {
  agree,
  expect,
  expectToast,
  fillSignIn,
  inspect,
  type Person,
  read,
  signIn,
  signOut,
  test,
} from '../support/portal.ts'

const config = z.object({ today: z.string(), companyName: z.string(), creditPrice: z.string() })
const packages = z.object({
  items: z.array(z.object({ title: z.string(), credit: z.number(), addition: z.number().nullable() })),
})
const coaches = z.object({ items: z.array(z.object({ label: z.string() })) })

test('from a course and a new member to the wallet that everybody can explain', async ({
  page,
  refusals,
  isMobile,
}) => {
  const mark = randomBytes(3).toString('hex')
  const courseName = `Silambam ${mark}`
  const name = `Tan Siew Ling ${mark}`
  const chName = '陈秀玲'

  // Desktop users start with a session, mobile users sign in and out.
  const arrive = (person: Person) => (isMobile ? signIn(page, person) : enter(page, person, '/dashboard/overview'))
  const leave = async (person: Person) => isMobile && signOut(page, person)

  if (isMobile) {
    await page.goto('/')
    await expect(page).toHaveURL(/\/auth\/login/)
    await page.goto('/membership/listing')
    await expectToast(page, 'Unauthorized')
  }
  await arrive('owner')
  const { today, companyName, creditPrice } = await read(page, config, '/config')
  const holidayDates = await holidaysUntil(page, today)
  const earlier = [7, 14, 21, 28, 35].map((days) => addDays(today, -days)).find((day) => !holidayDates.includes(day))
  if (!earlier) throw new Error('no day to look back to')
  const [bought] = (await read(page, packages, '/credit-package?isDisable=false&sort=%2Bcredit')).items
  const [coach] = (await read(page, coaches, '/lookup/coach')).items
  if (!bought || !coach) throw new Error('the demo academy has no package or coach')
  const credit = bought.credit + (bought.addition ?? 0)
  // One package pays for one class, two of them for two.
  const cost = Math.ceil(credit * 0.6)
  const amount = formatRM(amountOf(bought.credit, sen(creditPrice)))

  await test.step('the owner makes a course', async () => {
    await openFromMenu(page, 'Course', 'Maintenance')
    await page.getByRole('link', { name: 'Add' }).click()
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    await submit.click()
    await expect(page.getByText('This field is require', { exact: true })).toHaveCount(7)
    await page.getByRole('switch', { name: 'Unlimited' }).click()
    await expect(page.getByText('This field is require', { exact: true })).toHaveCount(3)
    await field(page, 'Normal').fill('-1')
    await expect(page.getByText('Value must be positive')).toBeVisible()
    await page.getByRole('switch', { name: 'Unlimited' }).click()
    await inspect(page, 'course-form')
    await field(page, 'Name').fill(courseName)
    await choose(page, 'Centre', 'Klang')
    await choose(page, 'Sport', 'Taekwondo')
    await field(page, 'Normal').fill(String(cost))
    for (const other of ['Normal Credit 2', 'Special', 'Free']) await field(page, other).fill('0')
    // Twice in a row: the second is turned away and the way on is not forgotten.
    await page.getByRole('button', { name: 'Submit & Assign Schedule' }).dblclick()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Created')
    await expect(heading(page, courseName)).toBeVisible()
    await expect(page.getByText('Scheduling', { exact: true })).toBeVisible()
  })

  await test.step('and assigns its year', async () => {
    await dayOf(page, today).click()
    await expect(page.getByText('Please assign a class schedule before selecting a date.')).toBeVisible()
    const { year } = partsOf(today)
    await assign(page, coach.label, weekday(today))
    if (partsOf(earlier).year !== year) {
      await choose(page, 'Year', String(year - 1))
      await assign(page, coach.label, weekday(today))
      await choose(page, 'Year', String(year))
    }
    const free = weeklyDates(year, weekday(today)).filter((day) => !holidayDates.includes(day))
    await expect(page.getByText(`Total Class ${free.length}`)).toBeVisible()
    if (holidayDates.includes(today)) {
      await dayOf(page, today).click()
      const dialog = page.getByRole('dialog', { name: longDate(today) })
      await dialog.getByRole('button', { name: 'Add Replacement Class' }).click()
      await agree(page, 'Are you sure to add this class?', 'OK')
    }
    await expect(dayOf(page, today)).toHaveAccessibleName(/lass 06:00 - 07:00/)
    if (partsOf(earlier).year === year) await expect(dayOf(page, earlier)).toHaveAccessibleName(/Class 06:00 - 07:00/)
    await inspect(page, 'schedule')
    await openFromMenu(page, 'Course', 'Maintenance')
    await search(page, courseName)
    await expect(row(page, courseName)).toBeVisible()
    await inspect(page, 'courses')
    await leave('owner')
  })

  await test.step('the clerk signs in, on a phone at the second try', async () => {
    if (!isMobile) return enter(page, 'clerk', '/dashboard/overview')
    refusals.push('401 POST /auth/login')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Username is require')).toBeVisible()
    await expect(page.getByText('Password is require')).toBeVisible()
    await inspect(page, 'sign-in')
    await fillSignIn(page, 'clerk', 'not the password')
    await expectToast(page, 'Invalid username or password')
    await signIn(page, 'clerk')
  })

  await test.step('enrols a member', async () => {
    await openFromMenu(page, 'Membership Profile', 'Maintenance')
    await page.getByRole('button', { name: 'Enroll New Member' }).click()
    await page.getByRole('dialog', { name: 'Enroll New Member' }).getByRole('link', { name: 'Adult' }).click()
    const submit = page.getByRole('button', { name: 'Submit', exact: true })
    await submit.click()
    await expect(page.getByText('This field is require', { exact: true })).toHaveCount(5)
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(page.getByText('Coach Incharge is required')).toBeVisible()
    await field(page, 'Email').fill('siew ling@mail.test')
    await expect(page.getByText('Email can only contain letters, numbers, @, ., _, and -')).toBeVisible()
    await field(page, 'Email').fill('siew-ling')
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await field(page, 'Password').fill('short')
    await expect(page.getByText('Password must be at least 8 characters long')).toBeVisible()
    await field(page, 'Phone No.').fill('0123')
    await expect(page.getByText('Please enter a valid 10 - 12 digit phone number')).toBeVisible()
    await inspect(page, 'member-form')
    await field(page, 'English Name').fill(name)
    await field(page, 'Chinese Name').fill(chName)
    await field(page, 'I/C No.').fill(`IC ${mark}`)
    await fillDay(page, 'Date of Birth', '14-02-1994')
    await choose(page, 'Gender', 'Female')
    await field(page, 'Nationality').fill('Malaysian')
    await field(page, 'Email').fill(`siew-ling-${mark}@mail.test`)
    await field(page, 'Password').fill(`Kata-${mark}`)
    await field(page, 'Phone No.').fill('0123456789')
    await choose(page, 'Coach Incharge', coach.label)
    await submit.click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Registered')
    await expect(heading(page, name)).toBeVisible()
    await expect(page.getByText(chName).first()).toBeVisible()
    await inspect(page, 'member')
  })

  await test.step('enrols her in the course', async () => {
    await page.getByRole('tab', { name: 'Class', exact: true }).click()
    await page.getByRole('button', { name: 'Add Class' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Class' })
    await choose(dialog, 'Course', courseName)
    await choose(dialog, 'Credit Type', 'Normal')
    await expect(field(dialog, 'Credit')).toHaveValue(String(cost))
    await inspect(page, 'enrolment-form')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', undefined, 'Registered')
    await expect(row(page, courseName, String(cost))).toBeVisible()
  })

  await test.step('sells her a package', async () => {
    await page.getByRole('button', { name: 'Buy Package' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Order' })
    await choose(dialog, 'Package', bought.title)
    await choose(dialog, 'Coach Received', coach.label)
    await expect(dialog).toContainText(`0 → ${credit}`)
    await inspect(page, 'order-form')
    await dialog.getByRole('button', { name: 'Create Order' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', amount, 'Created')
  })

  await test.step('verifies the cash', async () => {
    await openFromMenu(page, 'Verify Payment')
    await search(page, name)
    const payment = row(page, name)
    await expect(payment).toHaveCount(1)
    await (await rowAct(payment, 'Verify')).click()
    await agree(page, 'Are you sure to verify this payment?', 'Verify', `0 → ${credit}`, 'Verified')
    await expect(payment).toContainText('Done')
    await expect(payment.getByRole('button', { name: 'Verify', exact: true })).toHaveCount(0)
    await expect(payment.getByRole('checkbox')).toBeDisabled()
    await inspect(page, 'payments')
  })

  const receiptNo = await test.step('hands over the official receipt', async () => {
    const started = page.waitForEvent('download')
    await (await rowAct(row(page, name), 'Official Receipt')).click()
    const download = await started
    expect(download.suggestedFilename()).toMatch(/^Official_Receipt_OR.*\.pdf$/)
    const number = download.suggestedFilename().slice('Official_Receipt_'.length, -'.pdf'.length)
    if (isMobile) {
      await row(page, name).getByText(bought.title).click()
      const facts = page.getByRole('dialog', { name })
      await expect(facts.getByText(number, { exact: true })).toBeVisible()
      await facts.getByRole('button', { name: 'Close', exact: true }).click()
    } else await expect(row(page, name).getByRole('cell', { name: number, exact: true })).toBeVisible()
    const [text = ''] = await pdfPages(await readFile(await download.path()))
    for (const words of [companyName, number, name, chName, amount, bought.title]) expect(text).toContain(words)
    expect(text).toMatch(/RM [\d,]+\.\d\d/)
    expect(text).toMatch(/RINGGIT MALAYSIA [A-Z ]+ ONLY/)
    await leave('clerk')
    return number
  })

  await test.step('the coach marks her present with one tap', async () => {
    await arrive('coach')
    await openFromMenu(page, 'Mark Attendance')
    const card = page.getByRole('region', { name: 'Today Class' }).getByRole('listitem').filter({ hasText: courseName })
    await card.getByRole('button', { name: 'Mark Attendance' }).click()
    await markPresent(page, name, credit, 'inspected')
    await expect(card.getByText('Attendance taken')).toBeVisible()
  })

  await test.step('and on an earlier class, which the wallet no longer covers', async () => {
    await page.getByRole('radiogroup', { name: 'Courses' }).getByText('All Courses').click()
    await search(page, courseName)
    await inspect(page, 'mark-attendance')
    if (partsOf(earlier).year !== partsOf(today).year) await choose(page, 'Year', String(partsOf(earlier).year))
    await row(page, courseName).getByRole('link', { name: 'Mark Attendance' }).click()
    await expect(heading(page, courseName)).toBeVisible()
    const month = months[partsOf(earlier).month - 1] ?? ''
    await page.getByRole('tab', { name: month }).click()
    const card = page
      .getByRole('listitem')
      .filter({ hasText: displayDate(earlier) })
      .last()
    await inspect(page, 'class-page')
    await card.getByRole('button', { name: 'Mark Attendance' }).click()
    await expect(page.getByRole('switch', { name }).getByText('not enough credit')).toBeVisible()
    await markPresent(page, name, credit - cost)
    await card.getByRole('button', { name: 'View Attendance' }).click()
    await expect(page.getByRole('switch', { name })).toContainText('Oustanding')
    await inspect(page, 'roll')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await leave('coach')
  })

  await test.step('the wallet explains itself, and the case cannot be closed', async () => {
    await arrive('clerk')
    await openWallet(page, name, 'inspected')
    await expectLedger(page, [
      ['Class attended', `${courseName}, ${displayDate(today)}`, `−${cost}`, String(credit - cost), 'coach'],
      ['Package bought', bought.title, `+${credit}`, String(credit), 'clerk'],
    ])
    // At a desk the family's ledger, which holds more, is looked at.
    if (isMobile) await inspect(page, 'financial')
    await openFromMenu(page, 'Outstanding Credit')
    await search(page, name)
    const close = row(page, name, courseName).getByRole('button', { name: 'Close Outstanding Case' })
    await expectReason(
      close,
      `The wallet holds ${credit - cost} credits, ${2 * cost - credit} less than the ${cost} needed`,
    )
    await inspect(page, 'outstanding')
  })

  await test.step('until another package is verified, on the dashboard', async () => {
    await openFromMenu(page, 'Dashboard')
    await page.getByRole('button', { name: 'Create Order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Order' })
    await choose(dialog, 'Member', `${name} ${chName}`)
    await choose(dialog, 'Package', bought.title)
    await choose(dialog, 'Coach Received', coach.label)
    await dialog.getByRole('button', { name: 'Create Order' }).click()
    await agree(page, 'Are you sure to submit?', 'OK', `${credit - cost} → ${2 * credit - cost}`)
    const pending = row(page.getByRole('region', { name: 'Pending Cash Payments' }), name)
    const verify = pending.getByRole('button', { name: 'Verify', exact: true })
    // A screen reader is told whose payment it is.
    await expect(verify).toHaveAccessibleDescription(`${name}, ${amount}`)
    await verify.click()
    await agree(page, 'Are you sure to verify this payment?', 'Verify', `${credit - cost} → ${2 * credit - cost}`)
    await expect(pending).toHaveCount(0)
    const held = page
      .getByRole('region', { name: 'Tonight’s List' })
      .getByRole('listitem')
      .filter({ hasText: courseName })
      .last()
    await expect(held).toContainText('1 present')
    await inspect(page, 'dashboard-clerk')

    await openFromMenu(page, 'Outstanding Credit')
    await search(page, name)
    await row(page, name, courseName).getByRole('button', { name: 'Close Outstanding Case' }).click()
    await agree(
      page,
      'Are you sure to close outstanding case?',
      'OK',
      `${2 * credit - cost} → ${2 * (credit - cost)}`,
      'Closed',
    )
    await expect(row(page, name, courseName)).toHaveCount(0)
  })

  await test.step('and the ledger tells it all', async () => {
    await openWallet(page, name)
    await expectLedger(page, [
      ['Class attended', `${courseName}, ${displayDate(earlier)}`, `−${cost}`, String(2 * (credit - cost)), 'clerk'],
      ['Package bought', bought.title, `+${credit}`, String(2 * credit - cost), 'clerk'],
      ['Class attended', `${courseName}, ${displayDate(today)}`, `−${cost}`, String(credit - cost), 'coach'],
      ['Package bought', receiptNo, `+${credit}`, String(credit), 'clerk'],
    ])
  })
})
