/** A family comes for the first time: registered, enrolled, and a package paid for. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { unique } from '../../../e2e/support/people.ts'
import type { Hand } from '../hand.ts'
import { dashboard, type Job } from './job.ts'
import { sell } from './till.ts'

interface Family {
  name: string
  children: string[]
  course: string
  coach: string
  bought: string
}

const enrolment = z.object({ member: z.object({ name: z.string() }) })
const trained = z.object({ coachIncharge: z.object({ name: z.string() }) })

/** What both ways fill in, until the parent's page is in sight. */
async function enroll(hand: Hand, { name, children }: Family, coachOf: (child: number) => string | undefined) {
  const { page } = hand
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
    const coach = coachOf(index)
    if (coach) await hand.choose('Coach Incharge', coach, part)
  }
  await hand.submit(page, hand.heading(name))
}

const newFamily: Pick<Job<Family>['now'], 'from' | 'given' | 'proof'> = {
  from: dashboard,
  async given({ coach, course, bought }) {
    const name = unique('Devi Suppiah')
    const children = [unique('Kavin'), unique('Priya')]
    return { who: 'clerk', name, children, course, coach: coach.label, bought: bought.title }
  },
  async proof(academy, { name, children, coach }) {
    const parent = await academy.member(name)
    assert.equal(parent?.wallet, academy.bought.credit)
    const enrolled = await academy.items(enrolment, `/enrollment?walletMember=${parent?._id}`)
    assert.deepEqual(new Set(enrolled.map(({ member }) => member.name)), new Set(children))
    for (const child of children) {
      const [found] = await academy.items(trained, `/member?searchText=${encodeURIComponent(child)}`)
      assert.equal(found?.coachIncharge.name, coach)
    }
  },
}

export const family: Job<Family> = {
  name: 'a new family of three, two enrolments, a paid package',
  asSpecified: {
    ...newFamily,
    async work(hand, given) {
      const { page } = hand
      const { name, children, course, coach, bought } = given
      await hand.press('Maintenance')
      await hand.press('Membership Profile', page, 'link')
      await hand.press('Enroll New Member')
      await hand.press(/^Kids/, hand.dialog('Enroll New Member'), 'link')
      await enroll(hand, given, () => coach)
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
  },
  now: {
    ...newFamily,
    async work(hand, given) {
      const { page } = hand
      const { name, children, course, coach, bought } = given
      await hand.find('Enroll Kids')
      // The second child's form begins with the coach of the first.
      await enroll(hand, given, (child) => (child === 0 ? coach : undefined))
      await hand.press('Family Card', page, 'link')
      for (const child of children) {
        const student = page.getByRole('region', { name: child })
        await hand.press(`Add Class: ${child}`, student)
        const dialog = hand.dialog('Add Class')
        await hand.choose('Course', course, dialog)
        await hand.choose('Credit Type', 'Normal', dialog)
        await hand.submit(dialog, student.getByText(course).first())
      }
      await hand.press('Till', page, 'link')
      await sell(hand, { name, bought, coach })
    },
  },
}
