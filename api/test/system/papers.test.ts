import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adjustmentPaper } from '../../src/adjustments/document.ts'
import { closePaper } from '../../src/cashdesk/document.ts'
import { writeEarlierPapers } from '../../src/platform/pdf/index.ts'
import { order } from '../support/academy.ts'
import { pending } from '../support/adjustments.ts'
import { cashDesk } from '../support/payments/cashdesk.ts'
import { openPaymentDesk } from '../support/payments/desk.ts'
import { letterheadOf, picture, printedBy } from '../support/platform/papers.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk({
  COMPANY_NAME: 'Harimau Academy',
  COMPANY_ADDRESS: '12 Jalan Setia, Shah Alam',
})
afterAll(() => portal.close())

const till = cashDesk(portal, clerk, academy)
const { handle } = portal

const letterhead = letterheadOf(portal)
const adjustmentPrint = (id: string) => printedBy(clerk, `/credit-adjust/generate/pdf/${id}`)
const closePrint = (id: string) => printedBy(clerk, `/cash-close/${id}/pdf`)

const put = async (path: string, body: object = {}) => {
  const answer = await clerk.put(path, body)
  expect(answer.statusCode, answer.body).toBe(200)
}

/** An approved adjustment and a close of a payer of its own, with its correction. */
async function papers() {
  const payer = await desk.adult()
  await put(`/member/${payer}`, { chName: '林亚九' })
  const coach = await till.newCoach()
  const payment = await order(portal, academy, { member: payer, coach })
  const closed = await till.close(coach, [payment], '90.50', { remark: 'A note is missing' })
  expect(closed.statusCode, closed.body).toBe(201)
  const close = closed.json()
  const adjustment = await pending(clerk, payer, { adjustCredit: -20 })
  await put(`/credit-adjust/${adjustment}`, { approvedBy: 'me' })
  return { payer, coach, close, adjustment }
}

async function correct(close: string) {
  const answer = await clerk.post(`/cash-close/${close}/correction`, { counted: '9.50', remark: 'Found' })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

describe('what was printed of an adjustment and of a close stays what it was', () => {
  test('whatever becomes of member, coach, letterhead and logo', async () => {
    letterhead({ logo: await picture('#c00').toBuffer() })
    const { payer, coach, close, adjustment } = await papers()
    const before = [await adjustmentPrint(adjustment), await closePrint(close._id)]
    for (const { pages } of before)
      for (const text of ['Harimau Academy 12 Jalan Setia', 'Lim Ah Kow 林亚九']) expect(pages[0]).toContain(text)
    expect(before[0]?.pages[0]).toContain('Balance before 120 Credits taken −20 Balance after 100')
    expect(before[1]?.pages[0]).toContain('Farid 1')
    expect(before[1]?.pages[0]).toContain('RM 90.50')

    await put(`/member/${payer}`, { name: 'Somebody Else', chName: '别人' })
    await put(`/coach/${coach}`, { name: 'Another Coach', email: 'farid@example.com' })
    letterhead({
      name: 'Naga Academy',
      address: 'Elsewhere',
      registration: '1',
      phone: '2',
      logo: await picture('#0c0').toBuffer(),
    })
    const correction = await correct(close._id)
    const again = async () => [await adjustmentPrint(adjustment), await closePrint(close._id)]
    expect(await again()).toEqual(before)
    const putRight = await closePrint(correction._id)
    expect(putRight.pages[0]).toContain('Naga Academy Registration No. 1 Elsewhere')
    expect(putRight.pages[0]).toContain(`Corrects ${close.number}`)
    letterhead({ name: 'Harimau Academy', address: '12 Jalan Setia, Shah Alam', registration: '3' })
    expect(await closePrint(correction._id)).toEqual(putRight)

    await put(`/member/${payer}`, { wallet: 0, walletWas: 100 })
    await put(`/member/${payer}`, { isDisable: true })
    expect((await clerk.delete(`/member/${payer}`)).statusCode).toBe(200)
    expect(await again()).toEqual(before)
  })

  test('and the database refuses to change or remove it, or a document without one', async () => {
    const { close, adjustment, payer } = await papers()
    const one = sql`where document in (${close._id}, ${adjustment})`
    expect(await portal.rows(sql`select kind from written_paper ${one}`)).toHaveLength(2)
    for (const statement of [
      sql`update written_paper set content = '{}' ${one}`,
      sql`delete from written_paper ${one}`,
      sql`truncate written_paper`,
    ])
      await expect(statement.execute(handle)).rejects.toThrow(/never changed or removed/)

    const id = await pending(clerk, payer)
    const approved = handle.transaction().execute(async (db) => {
      await sql`alter table credit_adjustment disable trigger credit_adjustment_agrees`.execute(db)
      await sql`update credit_adjustment set status = 'Approved', approved_by_name = 'x', approved_at = now()
        where id = ${id}`.execute(db)
    })
    await expect(approved).rejects.toThrow(/credit adjustment CA-\S+ was not written down/)
    const closed = sql`insert into cash_close (id, number, year, running_no, day, coach, coach_name, expected, counted,
        left_payments, left_amount, closed_by_name, closed_at)
      select ${crypto.randomUUID()}, 'CC-X', 1999, 1, day, coach, coach_name, 0, 0, 0, 0, 'x', closed_at
      from cash_close where id = ${close._id}`
    await expect(closed.execute(handle)).rejects.toThrow('cash close CC-X was not written down')
  })
})

describe('papers issued before they were written down', () => {
  const earlier: string[] = []
  beforeAll(async () => {
    const { close, adjustment } = await papers()
    earlier.push(adjustment, close._id, (await correct(close._id))._id)
    await handle.transaction().execute(async (db) => {
      await sql`alter table written_paper disable trigger user`.execute(db)
      for (const id of earlier)
        await sql`with gone as (delete from written_paper where document = ${id} returning document, kind)
          insert into paper_to_write select document, kind from gone`.execute(db)
      await sql`alter table written_paper enable trigger user`.execute(db)
    })
  })

  test('are written down once, from what is known now, and stay so', async () => {
    letterhead({ name: 'Later Academy' })
    const write = async () =>
      (await writeEarlierPapers(portal.portal, adjustmentPaper)) + (await writeEarlierPapers(portal.portal, closePaper))
    const written = await Promise.all([write(), write()])
    expect(written.reduce((sum, count) => sum + count)).toBe(3)
    letterhead({ name: 'Latest Academy' })
    const [adjustment = '', close = '', correction = ''] = earlier
    for (const { pages } of [await adjustmentPrint(adjustment), await closePrint(close), await closePrint(correction)])
      expect(pages[0]).toContain('Later Academy')
    const rows = await portal.rows(sql`select distinct is_later from written_paper where document = any(${earlier})`)
    expect(rows).toEqual([{ isLater: true }])
    expect(await portal.rows(sql`select * from paper_to_write`)).toEqual([])
  })
})
