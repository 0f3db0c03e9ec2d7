import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { adult, topUp } from '../../test/support/students.ts'

const portal = await testPortal()
afterAll(() => portal.close())

const shown = async () => {
  const owner = await portal.as()
  const { month, refused } = (await owner.get('/month-end')).json()
  expect((await owner.get('/e-invoice')).json().month).toBe(month)
  return { month, refused }
}

test('no month is offered to be closed, or as an e-Invoice, before the academy began', async () => {
  portal.clock.set('2026-10-31T15:59:00Z')
  const member = await adult(portal, 'Midnight')
  portal.clock.set('2026-11-30T04:00:00Z')
  expect(await shown()).toEqual({ month: '2026-11', refused: 'November 2026 is not over' })
  await topUp(portal, member, 10)
  expect(await shown()).toEqual({ month: '2026-11', refused: 'November 2026 is not over' })
  portal.clock.set('2026-12-01T04:00:00Z')
  expect(await shown()).toEqual({ month: '2026-11', refused: null })
})
