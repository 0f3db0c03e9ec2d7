/** Evening closes, and what else is asked for at the same moment. */
import { afterAll, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk, today } from '../../test/support/payments/cashdesk.ts'
import { eveningDesk } from '../../test/support/payments/evening.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const desk = cashDesk(portal, clerk, await academyIn(portal))
const { coachWith, close, counts, statesOf, faults } = eveningDesk(portal, clerk, desk)
afterAll(() => portal.close())

test('two clerks close one evening: one succeeds, the other is told of every payment', async () => {
  const other = await portal.as()
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await coachWith(3), await coachWith(2)]
    const before = await counts()
    const asked = [
      { ...one, counted: '300' },
      { ...two, counted: '200' },
    ]
    const answers = await Promise.all([
      close(asked),
      close(asked.toReversed(), {}, other),
      desk.close(two.coach, two.payments, '200', {}, other),
    ])
    const done = answers.map(({ statusCode }) => statusCode)
    const after = await counts()
    expect(done.filter((status) => status === 201)).toHaveLength(1)
    expect(done.filter((status) => status === 409)).toHaveLength(2)
    const single = answers[2]?.statusCode === 201
    expect(after).toMatchObject({
      closes: (before?.closes ?? 0) + (single ? 1 : 2),
      evenings: (before?.evenings ?? 0) + (single ? 0 : 1),
    })
    expect(await statesOf([...one.payments, ...two.payments])).toEqual([
      ...Array(3).fill(single ? 'Pending' : 'Done'),
      'Done',
      'Done',
    ])
  }
  expect(await faults()).toEqual([])
})

test('evenings of coaches that overlap in turn never wait for each other in a circle', async () => {
  const coaches = [await coachWith(1), await coachWith(1), await coachWith(1), await coachWith(1)]
  const asked = coaches.map((coach, at) =>
    [coach, coaches[(at + 1) % 4] ?? coach].map((one) => ({ ...one, counted: '100' })),
  )
  const answers = await Promise.all(asked.map((closes) => close(closes)))
  for (const { statusCode, body } of answers) expect([201, 409], body).toContain(statusCode)
  expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0)
  expect(await faults()).toEqual([])
})

test('a payment is rejected by another: all of it is closed, or nothing', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await coachWith(2), await coachWith(1)]
    const [rejected] = two.payments
    const [closed, refused] = await Promise.all([
      close([
        { ...one, counted: '200' },
        { ...two, counted: '100' },
      ]),
      clerk.put(`/payment/direct/${rejected}`, { isPay: false, isRejected: true }),
    ])
    expect([closed.statusCode, refused.statusCode].toSorted()).toEqual(
      closed.statusCode === 201 ? [201, 409] : [200, 409],
    )
    expect(await statesOf([...one.payments, `${rejected}`])).toEqual(
      closed.statusCode === 201 ? ['Done', 'Done', 'Done'] : ['Pending', 'Pending', 'Rejected'],
    )
  }
})

test('a request that is sent twice closes once', async () => {
  const one = await coachWith(1)
  const body = { day: today, closes: [{ ...one, counted: '100' }] }
  const headers = { 'idempotency-key': `evening-${one.coach}` }
  const [a, b] = [
    await clerk.post('/cash-close/evening', body, headers),
    await clerk.post('/cash-close/evening', body, headers),
  ]
  expect([a.statusCode, b.statusCode, b.json()._id]).toEqual([201, 201, a.json()._id])
})
