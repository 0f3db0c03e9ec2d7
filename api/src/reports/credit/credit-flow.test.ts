import { afterAll, expect, test } from 'vitest'
import { pending } from '../../../test/support/adjustments.ts'
import { openRollDesk, present } from '../../../test/support/courses/roll.ts'
import { enrol, family } from '../../../test/support/students.ts'

const { portal, clerk, desk } = await openRollDesk()
afterAll(() => portal.close())

test('a statement says that a class was taken back, and why credit was adjusted', async () => {
  const { course, name, on } = await desk.classes()
  const { parent, children } = await family(portal, 50, 'Statement')
  const [child = ''] = children
  await enrol(clerk, child, course)
  await desk.take(on('2026-11-17'), [present(child)])
  const [mark] = (await clerk.get(`/attendance?scheduledClass=${on('2026-11-17')}`)).json().items
  const absent = await clerk.put(`/attendance/${mark._id}`, { status: 'A' })
  expect(absent.statusCode, absent.body).toBe(200)
  const adjusted = await pending(clerk, parent, { reason: 'Lost glove' })
  await clerk.put(`/credit-adjust/${adjusted}`, { approvedBy: 'me' })
  const range = 'startDate=2026-11-01&endDate=2026-11-30'
  const statement = (await clerk.get(`/report/credit-statement-report?parentId=${parent}&${range}`)).json()
  const labels: string[] = statement.items[0].creditFlow.map(({ label }: { label: string }) => label)
  expect(labels).toContain(`${name}, 17-11-2026, Statement`)
  expect(labels).toContain(`Taken back: ${name}, 17-11-2026, Statement`)
  expect(labels.some((label) => /^Credit adjustment \S+, Lost glove$/.test(label))).toBe(true)
})
