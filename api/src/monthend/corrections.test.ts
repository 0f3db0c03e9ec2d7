import { closedWords } from '@academy/contract/reports/coach-month.ts'
import { monthsLater } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { holder, pending } from '../../test/support/adjustments.ts'
import { lastTuesday, openRollDesk, present } from '../../test/support/courses/roll.ts'
import { memberImport } from '../../test/support/members/import.ts'
import { pdfPages } from '../../test/support/platform/pdf.ts'
import { adultWith } from '../../test/support/wallets.ts'

// Today is 20 November 2026.
const { portal, clerk, places, desk } = await openRollDesk()
const lesson = await desk.lesson(50, 'Mei Ling')
afterAll(() => portal.close())

/** Closes a month of which the coach was told RM 8.00 for one class that is not there any more. */
const close = (month: string) =>
  sql`with closed as (
      insert into month_close (id, month, credit_price, left_open, closed_by_name, closed_at)
      values (gen_random_uuid(), ${`${month}-01`}, 100, '{}', 'owner', ${portal.clock.now()}) returning id, month)
    insert into month_settlement (close, coach, month, classes, heads, credits, amount)
    select id, ${places.tan}, month, 1, 1, 10, 800 from closed`.execute(portal.handle)

const ledger = async (member: string) => (await clerk.get(`/member/${member}/wallet`)).json().items

test('what was told of a month more than twelve closes ago is taken back from nobody', async () => {
  for (let month = '2025-08'; month <= '2026-09'; month = monthsLater(month, 1)) await close(month)
  const { corrections } = (await clerk.get('/month-end?month=2026-10')).json()
  expect(corrections.map(({ month }: { month: string }) => month)).toEqual(
    Array.from({ length: 12 }, (_, index) => monthsLater('2025-10', index)),
  )
  expect((await clerk.get('/report/coach-settlement?month=2026-10')).json().corrections).toBe('-96.00')
})

test('an adjustment and a clearing of a closed month are undone as its corrections', async () => {
  portal.clock.set('2026-10-30T04:00:00Z')
  const october = await portal.as()
  const [given, cleared] = [await holder(portal, 10), await adultWith(portal, 20, '2026-10-29')]
  const document = await pending(october, given, { date: '2026-10-30' })
  await october.put(`/credit-adjust/${document}`, { approvedBy: 'me' })
  await october.delete(`/expiration/${cleared}`)
  portal.clock.set('2026-11-20T04:00:00Z')
  await close('2026-10')
  const [{ _id: entry }] = await ledger(cleared)
  for (const path of [`/credit-adjust/${document}`, `/expiration/${cleared}/cleared/${entry}`])
    expect((await clerk.post(`${path}/undo`)).statusCode).toBe(200)
  const note = 'Corrects October 2026, which is closed'
  expect((await ledger(cleared))[0]).toMatchObject({ kind: 'expired', credit: 20, note })
  expect((await ledger(given))[0]).toMatchObject({ kind: 'adjustment', note: expect.stringContaining(`. ${note}`) })
  expect((await clerk.get('/month-end?month=2026-11')).json().entries.total).toBe(2)
})

test('an import of a closed month is undone as its correction', async () => {
  portal.clock.set('2026-11-30T12:00:00Z')
  const november = await portal.as()
  const { adult, send } = memberImport(portal, november)
  const answer = await send([adult({ 'Coach Incharge': 'Coach Tan', Wallet: 40 })])
  expect(answer.statusCode, answer.body).toBe(200)
  const [{ _id: imported }] = (await november.get('/member/import')).json().items
  portal.clock.set('2026-12-01T04:00:00Z')
  const owner = await portal.as()
  await close('2026-11')
  expect((await owner.post(`/member/import/${imported}/undo`)).json()).toMatchObject({ removed: 1, remaining: [] })
  expect((await owner.get('/month-end?month=2026-12')).json().entries).toMatchObject({
    total: 1,
    items: [{ kind: 'opening', credit: -40, note: 'Corrects November 2026, which is closed' }],
  })
})

test('a coach who had no statement of a closed month is told that it is paid with a later one', async () => {
  const owner = await portal.as()
  const rate = { coach: places.devi, course: null, role: 'assistant', kind: 'head', amount: '5', since: '2026-01-01' }
  expect((await owner.post('/coach-rate', rate)).statusCode).toBe(201)
  const taken = await desk.take(lesson.on(lastTuesday), [present(lesson.first)], owner)
  expect(taken.statusCode, taken.body).toBe(200)
  const later = (await owner.get('/month-end?month=2026-12')).json().corrections
  expect(later).toContainEqual(
    expect.objectContaining({ coach: { _id: places.devi, name: 'Coach Devi' }, amount: '5.00' }),
  )
  const devi = `/report/coach-settlement/${places.devi}`
  const month = (await owner.get(`${devi}?month=2026-11`)).json()
  expect(month).toMatchObject({ amount: '5.00', statementAmount: '0.00' })
  const words = [
    'This month is closed. Nothing was paid with it.',
    'What was put right within a year of it is paid with a later month.',
  ]
  expect(closedWords(month)).toEqual(words)
  const paper = (await pdfPages((await owner.get(`${devi}/statement?month=2026-11`)).rawPayload)).join(' ')
  for (const text of words) expect(paper).toContain(text)
  expect((await owner.get(`${devi}?month=2026-12`)).json()).toMatchObject({ toPay: '5.00', statementAmount: null })
})
