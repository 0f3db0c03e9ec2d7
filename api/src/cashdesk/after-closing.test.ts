import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk, closeNumbers, nextDay, today } from '../../test/support/payments/cashdesk.ts'
import { hold, whenLockedOut } from '../../test/support/platform/hold.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
const desk = cashDesk(portal, clerk, academy)
afterAll(() => portal.close())

const tomorrow = nextDay(portal, academy)
const numbers = () => closeNumbers(portal)
const amounts = (items: { amount: string }[]) => items.map(({ amount }) => amount)

test('of two closes at once the later one does not say that the cash of the other is left', async () => {
  const coach = await desk.newCoach()
  const [one, other] = await desk.received(coach, 2)
  // Verified already: the receipts of pending ones are numbered one after the other.
  for (const id of [one, other]) await clerk.put(`/payment/direct/${id}`, { isPay: true })
  await desk.close(coach, await desk.received(coach, 1), '100')
  const release = await hold(portal, sql`select last from cash_close_series for update`)
  const closes = Promise.all([one, other].map((id) => desk.close(coach, [`${id}`], '100')))
  await whenLockedOut(portal, 2)
  await release()
  const made = (await closes).map((close) => close.json())
  expect(made.map(({ leftPayments }) => leftPayments).sort()).toEqual([0, 1])
})

describe('a payment cancelled after its close', () => {
  test('shows in the next one of the coach, is taken off what is expected, and shows no more', async () => {
    const coach = await desk.newCoach()
    const [back, next] = (await desk.received(coach, 2)).map(String)
    const first = (await desk.close(coach, [`${back}`], '100')).json()
    const asked = await clerk.post('/payment/rehearse', { action: 'cancel', id: back })
    expect(asked.json().close).toEqual({ _id: first._id, number: first.number })
    await clerk.put(`/payment/cancel/${back}`, { reason: 'Moved away' })
    expect((await clerk.get(`/cash-close/${first._id}`)).json().lines).toMatchObject([
      { _id: back, kind: 'received', cancelledAt: expect.any(String) },
    ])
    const waiting = async () =>
      ((await clerk.get('/cash-close/open')).json().returned ?? []).filter(
        (row: { coach: { _id: string } }) => row.coach._id === coach,
      )
    expect(await waiting()).toEqual([
      { coach: { _id: coach, name: expect.any(String) }, payments: 1, amount: '100.00' },
    ])
    const second = await tomorrow(async (desk) => {
      const [late] = (await desk.received(coach, 1)).map(String)
      const { returned } = await desk.sheet(coach, '2026-11-21')
      expect(returned).toMatchObject([
        { _id: back, amount: '-100.00', close: { _id: first._id, number: first.number }, cancelReason: 'Moved away' },
      ])
      const tooMuch = await desk.close(coach, [], '0', { day: '2026-11-21', returned: [back] })
      expect([tooMuch.statusCode, tooMuch.json().message]).toEqual([
        409,
        'More is given back than handed over. Leave what is given back for a later close.',
      ])
      const answer = await desk.close(coach, [`${late}`], '0.00', { day: '2026-11-21', returned: [back] })
      expect(answer.json()).toMatchObject({ payments: 1, returned: 1, expected: '0.00', difference: '0.00' })
      expect(amounts(answer.json().lines)).toEqual(['100.00', '-100.00'])
      expect((await desk.sheet(coach, '2026-11-21')).returned).toEqual([])
      return answer.json()
    })
    const again = await desk.close(coach, [`${next}`], '0', { returned: [back] })
    expect([again.statusCode, again.json().details[0].message]).toEqual([
      409,
      expect.stringContaining(`It is in close ${second.number} already`),
    ])
    const never = await desk.close(coach, [`${next}`], '0', { returned: [next] })
    expect(never.json().details[0].message).toContain('It was not cancelled after a close')
  })
})

describe('a correction', () => {
  test('is a close of its own that expects what the other one misses; once', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 1)
    const wrong = (await desk.close(coach, ids, '60', { remark: 'Short' })).json()
    expect((await clerk.post(`/cash-close/${wrong._id}/correction`, { counted: '40' })).json().details).toEqual([
      { path: 'remark', message: 'Remark is required' },
    ])
    const answer = await clerk.post(`/cash-close/${wrong._id}/correction`, {
      counted: '40',
      remark: 'It was in the bag',
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        corrects: { number: wrong.number },
        expected: '40.00',
        counted: '40.00',
        difference: '0.00',
        payments: 0,
        lines: [],
      },
    ])
    expect((await clerk.get(`/cash-close/${wrong._id}`)).json()).toMatchObject({
      counted: '60.00',
      correctedBy: { number: answer.json().number },
    })
    const twice = await clerk.post(`/cash-close/${wrong._id}/correction`, { counted: '1', remark: 'x' })
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      `${wrong.number} was put right by ${answer.json().number} already. Correct that one.`,
    ])
    const out = await clerk.post(`/cash-close/${answer.json()._id}/correction`, {
      counted: '-10.00',
      remark: 'A false note',
    })
    expect(out.json()).toMatchObject({ expected: '0.00', counted: '-10.00', difference: '-10.00' })
    expect((await clerk.post(`/cash-close/${ids[0]}/correction`, { counted: '1', remark: 'x' })).statusCode).toBe(404)
  })

  test('made by two at once is made once', async () => {
    const coach = await desk.newCoach()
    const wrong = (await desk.close(coach, await desk.received(coach, 1), '60', { remark: 'Short' })).json()
    const both = await Promise.all(
      [1, 2].map(() => clerk.post(`/cash-close/${wrong._id}/correction`, { counted: '40', remark: 'Found' })),
    )
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })
})

describe('at the same moment', () => {
  test('two clerks close one day: one succeeds, the other is refused, and no payment is in two closes', async () => {
    const coach = await desk.newCoach()
    const ids = await desk.received(coach, 6)
    const other = await portal.as()
    const before = await numbers()
    const answers = await Promise.all([
      desk.close(coach, ids, '600'),
      desk.close(coach, ids.toReversed(), '600', {}, other),
      desk.close(coach, ids.slice(3), '300', {}, other),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    const after = await numbers()
    expect(after.length).toBe(before.length + 1)
    const lost = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(
      lost.details.every(({ message }: { message: string }) =>
        message.endsWith(`It is in close ${after.at(-1)} already`),
      ),
    ).toBe(true)
    const wallets = await portal.run((tx) =>
      tx.query<{ balance: number }>(
        sql`select balance from wallet join payment on payment.member = wallet.member where payment.id = any(${ids}::uuid[])`,
      ),
    )
    // The one who closes only three of them may be first.
    const closed = answers[2]?.statusCode === 201 ? 3 : 6
    expect(wallets.map(({ balance }) => balance).toSorted((a, b) => b - a)).toEqual([
      ...Array(closed).fill(120),
      ...Array(6 - closed).fill(0),
    ])
  })

  test('a payment is verified, rejected or cancelled by another: every close holds only what is paid', async () => {
    for (let round = 0; round < 3; round++) {
      const coach = await desk.newCoach()
      const ids = await desk.received(coach, 3)
      const [one, two] = ids.map(String)
      const [close, verified, rejected] = await Promise.all([
        desk.close(coach, ids, '300'),
        clerk.put(`/payment/direct/${one}`, { isPay: true }),
        clerk.put(`/payment/direct/${two}`, { isPay: false, isRejected: true }),
      ])
      expect([200, 409]).toContain(verified.statusCode)
      const states = await Promise.all(ids.map(desk.statusOf))
      if (close.statusCode === 201) {
        expect(rejected.statusCode).toBe(409)
        expect(states).toEqual(['Done', 'Done', 'Done'])
      } else {
        expect([close.statusCode, rejected.statusCode]).toEqual([409, 200])
        expect(states).toEqual([verified.statusCode === 200 ? 'Done' : 'Pending', 'Rejected', 'Pending'])
      }
    }
  })

  test('twenty closes of as many coaches get twenty numbers without a gap', async () => {
    const desks = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const coach = await desk.newCoach()
        return { coach, ids: await desk.received(coach, 1) }
      }),
    )
    const answers = await Promise.all(desks.map(({ coach, ids }, n) => desk.close(coach, ids, n % 4 ? '100' : '90')))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(15)
    const all = await numbers()
    expect(all).toEqual(all.map((_, n) => `CC-2026-${String(n + 1).padStart(4, '0')}`))
  })

  test('a request that is sent twice closes once', async () => {
    const coach = await desk.newCoach()
    const body = { day: today, coach, payments: await desk.received(coach, 1), counted: '100' }
    const headers = { 'idempotency-key': `close-${coach}` }
    const [a, b] = [await clerk.post('/cash-close', body, headers), await clerk.post('/cash-close', body, headers)]
    expect([a.statusCode, b.statusCode, b.json()._id]).toEqual([201, 201, a.json()._id])
  })
})
