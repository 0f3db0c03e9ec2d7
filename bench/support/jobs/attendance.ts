/** A coach marks a class on a phone at the mat. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import { classToday } from '../../../e2e/support/class-today.ts'
import { unique } from '../../../e2e/support/people.ts'
import { type Academy, newCoach } from '../academy.ts'
import type { Hand } from '../hand.ts'
import { dashboard, type Job } from './job.ts'

interface Class {
  names: string[]
  walkIns: Academy['adults']
  session: string
}

const enrolled = 25
const away = 3

async function mark(hand: Hand, { names, walkIns }: Class): Promise<void> {
  const { page } = hand
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
}

const held: Pick<Job<Class>['now'], 'phone' | 'given' | 'proof'> = {
  phone: true,
  async given(academy, turn) {
    const { owner, coach, adults } = academy
    const who = unique('coach')
    await newCoach(academy, who)
    const names = Array.from({ length: enrolled }, (_, n) => unique(`Murid ${n}`))
    // On now, whatever the time.
    const { session } = await classToday(owner, names, { by: coach._id, duration: '00:00 - 23:59' })
    return { who, names, walkIns: adults.slice(-2 * turn - 2).slice(0, 2), session }
  },
  async proof({ read }, { names, walkIns, session }) {
    const roll = z.object({ present: z.number(), absent: z.number() })
    const marked = await read(roll, `/attendance?scheduledClass=${session}&isMarkAttendance=true&limit=0`)
    assert.deepEqual(marked, { present: names.length - away + walkIns.length, absent: away })
  },
}

export const attendance: Job<Class> = {
  name: 'a class of 25 marked on a phone, with two walk-ins',
  asSpecified: {
    ...held,
    from: dashboard,
    async work(hand, given) {
      await hand.press('Mark Attendance', hand.page, 'link')
      await mark(hand, given)
    },
  },
  // Who marks and has no dashboard begins at the class that is on.
  now: { ...held, from: '/', work: mark },
}
