/** An evening at the counter: packages for cash, and then what every coach received is counted. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Academy } from '../academy.ts'
import type { Hand } from '../hand.ts'
import { dashboard, type Job } from './job.ts'
import { sell } from './till.ts'

interface Evening {
  buyers: Academy['adults']
  /** Who received the money of these. */
  coach: string
  /** All who hand over cash in the evening. */
  coaches: string[]
  bought: string
}

const open = z.object({ coach: z.object({ _id: z.string(), name: z.string() }), day: z.string() })
const sheets = z.object({
  items: z.array(
    z.object({
      coach: z.object({ _id: z.string() }),
      items: z.array(z.object({ _id: z.string(), amount: z.string() })),
      returned: z.array(z.object({ _id: z.string(), amount: z.string() })),
    }),
  ),
})

const toHand = async ({ items, today }: Academy) =>
  (await items(open, '/cash-close/open')).filter(({ day }) => day === today)

/** Closes whatever cash there is of today. */
async function begin({ read, owner, today }: Academy): Promise<void> {
  const closes = (await read(sheets, `/cash-close/evening?day=${today}`)).items.map(({ coach, items, returned }) => {
    const counted = [...items, ...returned].reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2)
    const ids = (lines: { _id: string }[]) => lines.map(({ _id }) => _id)
    return { coach: coach._id, payments: ids(items), returned: ids(returned), counted }
  })
  if (closes.length > 0) await owner.post('/cash-close/evening', { day: today, closes })
}

const evening: Pick<Job<Evening>['now'], 'from' | 'given' | 'proof'> = {
  from: dashboard,
  async given(academy, turn) {
    const { adults, parents, treasurer, others, bought, owner } = academy
    await begin(academy)
    for (const [index, { _id }] of others.entries()) {
      const memberId = parents.at(-1 - index)?._id
      await owner.post('/payment', { memberId, package: bought._id, coachReceived: _id, paymentType: 'Cash' })
    }
    const coaches = [treasurer, ...others].map(({ label }) => label)
    const buyers = adults.slice(3 * turn, 3 * turn + 3)
    return { who: 'clerk', buyers, coach: treasurer.label, coaches, bought: bought.title }
  },
  async proof(academy, { buyers }) {
    for (const { name, wallet } of buyers)
      assert.equal((await academy.member(name))?.wallet, wallet + academy.bought.credit)
    assert.deepEqual(await toHand(academy), [])
  },
}

export const cash: Job<Evening> = {
  name: 'an evening of cash: three packages sold, and what three coaches received counted and closed',
  asSpecified: {
    ...evening,
    async work(hand, { buyers, coach, coaches, bought }) {
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
      await hand.press('Cash Desk Close', hand.page.getByRole('main'), 'link')
      for (const [index, each] of coaches.entries()) {
        if (index > 0) await hand.press('Back')
        await closeDay(hand, each)
      }
    },
  },
  now: {
    ...evening,
    async work(hand, { buyers, coach, coaches, bought }) {
      const { page } = hand
      await hand.press('Till', page, 'link')
      for (const [index, { name }] of buyers.entries()) {
        await hand.inFocus(page.getByLabel('Member', { exact: true }))
        await hand.type('Member', name)
        await hand.key('Enter')
        await sell(hand, index === 0 ? { name, bought, coach } : { name, bought })
      }
      await hand.press('Cash Desk Close', page, 'link')
      await hand.press('Evening Close', page, 'link')
      await hand.heading('Evening Close').waitFor()
      for (const each of coaches) await hand.type(`Counted of ${each} (RM)`, await expectedOf(hand, each))
      await hand.press('Close the Evening')
      await hand.agree('Are you sure to close the evening?', 'Close')
      await hand.heading(/^Evening Close CC-/).waitFor()
    },
  },
}

/** Counts what a coach hands over, which is what is expected. */
async function expectedOf(hand: Hand, coach: string): Promise<string> {
  const row = hand.row(coach, 'RM')
  await row.waitFor()
  const [amount = ''] = /(?<=RM )[\d,.]+/.exec(await row.innerText()) ?? []
  return amount.replaceAll(',', '')
}

/** From the list: counts and closes what one coach received. */
async function closeDay(hand: Hand, coach: string): Promise<void> {
  await hand.heading('Cash Desk Close').waitFor()
  const counted = await expectedOf(hand, coach)
  await hand.press(/^Close /, hand.row(coach, 'RM'), 'link')
  await hand.type('Counted (RM)', counted)
  await hand.press('Close the Day')
  await hand.agree('Are you sure to close?', 'Close')
  await hand.heading(/^Cash Close CC-/).waitFor()
}
