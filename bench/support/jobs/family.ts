/** Five everyday jobs: what has to be there first, what is done, and the proof that it was. */
import assert from 'node:assert/strict'
import type { Browser } from '@playwright/test'
import { z } from 'zod'
import { classToday } from '../../e2e/support/class-today.ts'
import { unique } from '../../e2e/support/people.ts'
import { type Academy, newCoach } from './academy.ts'
import { onPage, signedIn } from './browser.ts'
import { type Count, Hand } from './hand.ts'

export interface Job<Given> {
  name: string
  /** On a phone, by taps. */
  phone?: boolean
  /** Where the person is when it comes up. */
  from: string
  /** Makes what has to be there, and says who does the job. */
  given(academy: Academy, round: number): Promise<Given & { who: string }>
  work(hand: Hand, given: Given): Promise<void>
  /** Throws unless it was done. */
  proof(academy: Academy, given: Given): Promise<void>
}

const dashboard = '/dashboard/overview'
const id = z.object({ _id: z.string() })

export const family: Job<{ name: string; children: string[]; course: string; coach: string; bought: string }> = {
  name: 'a new family of three, two enrolments, a paid package',
  from: dashboard,
  async given({ coach, course, bought }) {
    const name = unique('Devi Suppiah')
    const children = [unique('Kavin'), unique('Priya')]
    return { who: 'clerk', name, children, course, coach: coach.label, bought: bought.title }
  },
  async work(hand, { name, children, course, coach, bought }) {
    const { page } = hand
    await hand.press('Maintenance')
    await hand.press('Membership Profile', page, 'link')
    await hand.press('Enroll New Member')
    await hand.press(/^Kids/, hand.dialog('Enroll New Member'), 'link')
    await hand.press('Register the parent in the same step', page, 'radio')
    await hand.type('Name', name)
    await hand.choose('Relationship', 'Mother')
    await hand.type('Email', `${name.replaceAll(' ', '-')}@mail.test`)
    await hand.type('Password', 'Kata-2026-x')
    for (const [index, child] of children.entries()) {
      if (index > 0) await hand.press('Add Child')
      const part = page.getByRole('group', { name: `Child ${index + 1}` })
      await hand.type('English Name', child, part)
      await hand.type('Date of Birth', '14-02-2016', part)
      await hand.choose('Gender', 'Female', part)
      await hand.choose('Coach Incharge', coach, part)
    }
    await hand.submit(page, hand.heading(name))
    await hand.press('Class', page, 'tab')
    for (const child of children) {
      await hand.press('Add Class')
      const dialog = hand.dialog('Add Class')
      await hand.choose('Member', child, dialog)
      await hand.choose('Course', course, dialog)
      await hand.choose('Credit Type', 'Normal', dialog)
      await hand.submit(dialog, hand.row(child, course))
    }
    await hand.press('Buy Package')
    const order = hand.dialog('Create Order')
    await hand.choose('Package', bought, order)
    await hand.choose('Coach Received', coach, order)
    await hand.submit(order, page.getByText(/\+[\d,]+ when RM/), 'Create Order')
    await hand.press('Verify Payment', page, 'link')
    await hand.press('Verify', page.getByRole('complementary', { name: `Payment of ${name}` }))
    await hand.agree('Are you sure to verify this payment?', 'Verify')
    await hand.row(name, 'Done').waitFor()
  },
  async proof(academy, { name, children }) {
    const parent = await academy.member(name)
    assert.equal(parent?.wallet, academy.bought.credit)
    const enrolled = await academy.items(id, `/enrollment?walletMember=${parent?._id}`)
    assert.equal(enrolled.length, children.length)
  },
}

export const cash: Job<{ buyers: Academy['adults']; coach: string; bought: string }> = {
  name: 'an evening of cash: three orders, verified, and the day closed',
  from: dashboard,
  async given({ adults, treasurer, bought }, round) {
    const buyers = adults.slice(3 * round, 3 * round + 3)
    return { who: 'clerk', buyers, coach: treasurer.label, bought: bought.title }
  },
  async work(hand, { buyers, coach, bought }) {
    for (const { name } of buyers) {
      await hand.press('Create Order')
      const order = hand.dialog('Create Order')
      await hand.choose('Member', name, order, true)
      await order.getByRole('status').filter({ hasText: name }).waitFor()
      await hand.choose('Package', bought, order)
      await hand.choose('Coach Received', coach, order)
      const pending = hand.row(name, 'Verify')
      await hand.submit(order, pending, 'Create Order')
      await hand.press('Verify', pending)
      await hand.agree('Are you sure to verify this payment?', 'Verify')
      await pending.waitFor({ state: 'hidden' })
    }
    await closeDay(hand, coach)
  },
  async proof(academy, { buyers }) {
    for (const { name, wallet } of buyers)
      assert.equal((await academy.member(name))?.wallet, wallet + academy.bought.credit)
    const open = await academy.items(z.object({ coach: id }), '/cash-close/open')
    assert.ok(!open.some(({ coach }) => coach._id === academy.treasurer._id))
  },
}

/** From the dashboard: counts what a coach hands over, which is what is expected, and closes. */
export async function closeDay(hand: Hand, coach: string): Promise<void> {
  await hand.press('Cash Desk Close', hand.page.getByRole('main'), 'link')
  const day = hand.row(coach, 'RM')
  await day.waitFor()
  const [amount = ''] = /(?<=RM )[\d,.]+/.exec(await day.innerText()) ?? []
  await hand.press(/^Close /, day, 'link')
  await hand.type('Counted (RM)', amount.replaceAll(',', ''))
  await hand.press('Close the Day')
  await hand.agree('Are you sure to close?', 'Close')
  await hand.heading(/^Cash Close CC-/).waitFor()
}

const enrolled = 25
const away = 3

export const attendance: Job<{ names: string[]; walkIns: Academy['adults']; session: string }> = {
  name: 'a class of 25 marked, with two walk-ins',
  phone: true,
  from: dashboard,
  async given(academy, round) {
    const { owner, coach, adults } = academy
    const who = unique('coach')
    await newCoach(academy, who)
    const names = Array.from({ length: enrolled }, (_, n) => unique(`Murid ${n}`))
    // On now, whatever the time.
    const { session } = await classToday(owner, names, { by: coach._id, duration: '00:00 - 23:59' })
    return { who, names, walkIns: adults.slice(-2 * round - 2).slice(0, 2), session }
  },
  async work(hand, { names, walkIns }) {
    const { page } = hand
    await hand.press('Mark Attendance', page, 'link')
    await hand.press('All present')
    for (const name of names.slice(0, away)) await hand.click(page.getByRole('switch', { name }))
    for (const { name } of walkIns) {
      await hand.press('Add Member')
      const dialog = hand.dialog('Add Member')
      await hand.choose('Member', name, dialog, true)
      await dialog.getByRole('status').filter({ hasText: name }).waitFor()
      await hand.choose('Credit Type', 'Normal', dialog)
      await hand.press('Add', dialog)
      await page.getByRole('switch', { name }).waitFor()
    }
    await hand.press('Take Attendance')
    await hand.agree('Are you sure to submit?')
    await page.getByText('Attendance taken').first().waitFor()
  },
  async proof({ read }, { names, walkIns, session }) {
    const roll = z.object({ present: z.number(), absent: z.number() })
    const marked = await read(roll, `/attendance?scheduledClass=${session}&isMarkAttendance=true&limit=0`)
    assert.deepEqual(marked, { present: names.length - away + walkIns.length, absent: away })
  },
}

export const credits: Job<{ name: string; wallet: string; told: string[] }> = {
  name: 'a parent asks where the credits went',
  from: '/verify-payment/listing',
  async given({ parents }, round) {
    const { name, wallet } = parents[round] ?? { name: '', wallet: 0 }
    return { who: 'clerk', name, wallet: wallet.toLocaleString('en-MY'), told: [] }
  },
  async work(hand, { name, wallet, told }) {
    const { page } = hand
    await hand.key('Control+k')
    await hand.type('Find a member or page', name, page.getByRole('dialog'))
    await page.getByRole('option', { name }).first().waitFor()
    await hand.key('Enter')
    await hand.heading(name).waitFor()
    await hand.press('Financial Info', page, 'tab')
    const ledger = page.getByRole('region', { name: 'Wallet history' })
    await ledger.getByText('Class attended').first().waitFor()
    await hand.press('Attendance Records', page, 'tab')
    await hand.row('Present').waitFor()
    told.push(await page.getByLabel('At a glance').getByText(wallet, { exact: true }).first().innerText())
  },
  async proof(_, { told, wallet }) {
    assert.deepEqual(told, [wallet])
  },
}

export const month: Job<{ from: string; to: string; files: string[] }> = {
  name: 'month end: collected, credit flow, what is unmarked or pending',
  from: dashboard,
  async given({ today }) {
    const last = new Date(Date.parse(`${today.slice(0, 8)}01`) - 86_400_000).toISOString().slice(0, 10)
    const shown = (day: string) => day.split('-').reverse().join('-')
    return { who: 'owner', from: shown(`${last.slice(0, 8)}01`), to: shown(last), files: [] }
  },
  async work(hand, { from, to, files }) {
    const { page } = hand
    await page.getByRole('region', { name: 'Tonight’s List' }).getByText('not marked').first().waitFor()
    await page
      .getByRole('region', { name: 'Pending Cash Payments' })
      .getByText(/^Showing \d+ record/)
      .waitFor()
    await hand.press('Report')
    for (const report of ['Collection Report', 'Statement Report']) {
      await hand.press(report, page, 'link')
      await hand.heading(report).waitFor()
      await hand.press('Calendar')
      await hand.press('Last month')
      await hand.press('Search')
      await page.getByRole('region', { name: 'Totals' }).getByText(`${from} to ${to}`).waitFor()
      await hand.row('Total').waitFor()
      files.push(await hand.save('Export to Excel'))
    }
  },
  async proof(_, { files }) {
    assert.deepEqual(files, ['Collection_Report.xlsx', 'Statement_Report.xlsx'])
  },
}

export interface Measured extends Count {
  /** From the first act until the last result is in sight; nobody reads or thinks meanwhile. */
  seconds: number
}

/** Has a job done in a browser of its own, signed in and at its page, and proves that it was. */
export async function doJob<Given>(
  browser: Browser,
  academy: Academy,
  { given, work, proof, from, phone = false }: Job<Given>,
  round: number,
): Promise<Measured> {
  const { address } = academy
  const there = await given(academy, round)
  const state = await signedIn(browser, address, there.who)
  const measured = await onPage(browser, { address, state, phone }, async (page) => {
    await page.goto(from, { waitUntil: 'networkidle' })
    const hand = new Hand(page, phone)
    const began = performance.now()
    await work(hand, there)
    return { ...hand.count, seconds: (performance.now() - began) / 1000 }
  })
  await proof(academy, there)
  return measured
}
