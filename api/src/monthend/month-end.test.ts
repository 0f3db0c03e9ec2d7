import { expect, test, afterAll } from 'vitest'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { openRollDesk, present, absent } from '../../test/support/roll.ts'
import { ledgerOf } from '../../test/support/students.ts'

// Today is Friday, 20 November 2026; classes are on Tuesdays.
const { portal, clerk: owner, places, desk } = await openRollDesk()
afterAll(() => portal.close())

const read = async (path: string, by = owner) => {
  const answer = await by.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const state = (month = '2026-10') => read(`/month-end?month=${month}`)
const close = (month: string, remark: string | null = null, by = owner) => by.post('/month-end', { month, remark })

test('october is closed', async () => {
  await owner.post('/coach-rate', { coach: places.tan, course: null, role: 'main', kind: 'head', amount: '8', since: '2026-01-01' })
  const lesson = await desk.lesson(200, 'Ah Kow', 'Bee Lian')
  console.log(JSON.stringify(await state(), null, 1).slice(0, 1500))
  const october = lesson.on('2026-10-06')
  expect((await desk.take(october, lesson.children.map((child) => present(child)))).statusCode).toBe(200)
  const done = await close('2026-10', 'Nobody came')
  console.log(done.statusCode, done.body.slice(0, 6000))
  const pack = await owner.get(`/month-end/${done.json().closed._id}/pack`)
  console.log(pack.statusCode, pack.rawPayload.length)
})
