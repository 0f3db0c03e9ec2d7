import { afterAll, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk, today } from '../../test/support/payments/cashdesk.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as()
const desk = cashDesk(portal, clerk, await academyIn(portal))
afterAll(() => portal.close())

const told = async (who = clerk) => (await who.get('/dashboard/overview')).json().shortCloses

test('a cash close that is short is told for a week, until another one puts it right', async () => {
  const coach = await desk.newCoach('Aminah')
  const [exact = '', short = '', over = ''] = await desk.received(coach, 3)
  await desk.close(coach, [exact], '100')
  await desk.close(coach, [over], '120', { remark: 'Tip' })
  expect(await told()).toBe(null)
  const remark = 'A note was torn'
  const made = (await desk.close(coach, [short], '80', { remark })).json()
  const known = { _id: made._id, number: made.number, day: today, coach: 'Aminah', missing: '20.00', remark }
  expect(await told()).toEqual({ items: [known], total: 1 })
  // It is not for who works at the desk.
  for (const module of ['verifyPayment', 'audit_trail'])
    expect(await told(await portal.as({ dashboard: ['view'], [module]: ['view'] })), module).toBe(null)
  const looking = { dashboard: ['view'], verifyPayment: ['view'], audit_trail: ['view'] }
  expect(await told(await portal.as(looking))).toMatchObject({ total: 1 })
  for (const [at, total] of [
    ['2026-11-27T04:00:00Z', 1],
    ['2026-11-28T04:00:00Z', undefined],
  ] as const) {
    portal.clock.set(at)
    expect((await told(await portal.as()))?.total, at).toBe(total)
  }
  portal.clock.set('2026-11-20T04:00:00Z')

  // What is found of it later leaves the rest, and all of it nothing.
  const correct = async (id: string, counted: string) =>
    (await clerk.post(`/cash-close/${id}/correction`, { counted, remark: 'Found' })).json()
  const some = await correct(made._id, '15')
  expect(await told()).toMatchObject({ items: [{ _id: some._id, missing: '5.00' }], total: 1 })
  await correct(some._id, '5')
  expect(await told()).toBe(null)
})
