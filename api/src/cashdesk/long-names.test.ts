import { afterAll, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk } from '../../test/support/payments/cashdesk.ts'
import { misplacedTexts } from '../../test/support/platform/pdf.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
const clerk = await portal.as(undefined, {
  username: `Nurul Huda ${'binti Abdul Rahman '.repeat(4)}`.slice(0, 60).trim(),
})
const desk = cashDesk(portal, clerk, await academyIn(portal))
afterAll(() => portal.close())

const name = 'Venkatasubramaniam a/l Ramachandran Subramaniam Krishnamurthi'.slice(0, 60)

test('whoever has a long name signs above it, with the date below', async () => {
  const coach = await desk.newCoach(name)
  const payments = await desk.received(coach, 1)
  const closed = await desk.close(coach, payments, '100.00', { expected: '100.00' })
  expect(closed.statusCode, closed.body).toBe(201)
  const paper = await clerk.get(`/cash-close/${closed.json()._id}/pdf`)
  expect(await misplacedTexts(paper.rawPayload)).toEqual([])
})
