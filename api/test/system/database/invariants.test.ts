import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyPayment } from '../../../src/payments/payments.ts'
import { academyIn, order, putAdult } from '../../support/academy.ts'
import { pending } from '../../support/adjustments.ts'
import { cashDesk } from '../../support/payments/cashdesk.ts'
import { cardDesk } from '../../support/payments/checkout.ts'
import { testPortal } from '../../support/portal.ts'
import { postTo } from '../../support/wallets.ts'

/** What the database itself refuses, whoever asks: statements that the portal never makes. */
const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
afterAll(() => portal.close())

let member: string
let payment: string
/** A member with 120 credits bought and 20 used. A refused statement changes nothing, so that most tests share one. */
async function newMember() {
  member = await portal.run((tx) => putAdult(tx))
  payment = await order(portal, academy, { member })
  await portal.run((tx) => verifyPayment(tx, payment))
  const cause = { key: `class/${member}/1`, type: 'attendance', id: null, label: 'A class' } as const
  await portal.run((tx) => postTo(tx, { member, kind: 'attendance', credit: -20, cause }))
}
beforeAll(newMember)

const on = () => portal.handle
const everything = async () =>
  (
    await sql`select (select json_agg(e order by member, version) from wallet_entry e) as entries,
      (select json_agg(w order by member) from wallet w) as wallets,
      (select json_agg(p order by id) from payment p) as payments,
      (select json_agg(d order by id) from credit_adjustment d) as adjustments,
      (select json_agg(c order by id) from cash_close c) as closes,
      (select json_agg(l order by close, payment) from cash_close_line l) as close_lines,
      (select json_agg(o order by payment) from card_order o) as card_orders,
      (select json_agg(r order by id) from card_refund r) as card_refunds,
      (select json_agg(a order by position) from audit_record a) as audits`.execute(on())
  ).rows

/** Runs statements in one transaction and expects the database to refuse them and to stay unchanged. */
async function refused(why: RegExp, ...statements: RawBuilder<unknown>[]) {
  const before = await everything()
  const attempt = on()
    .transaction()
    .execute(async (db) => {
      for (const statement of statements) await statement.execute(db)
    })
  await expect(attempt).rejects.toThrow(why)
  expect(await everything()).toEqual(before)
}

const entry = (row: {
  version?: number
  credit?: number
  before?: number
  after?: number
  cause?: string
  kind?: string
  /** The credit adjustment that it names as its source. */
  adjustment?: string
}) => {
  const { version = 3, credit = 5, before = 100, after = before + credit, kind = 'adjustment', adjustment } = row
  const cause = row.cause ?? (adjustment ? `adjustment/${adjustment}` : 'test/1')
  return sql`insert into wallet_entry (id, member, version, at, kind, credit, balance_before, balance_after, cause,
      cause_type, cause_id, cause_label, by_name)
    values (${crypto.randomUUID()}, ${member}, ${version}, '2026-11-20T04:00:00Z', ${kind}, ${credit}, ${before},
      ${after}, ${cause}, ${adjustment ? 'adjustment' : 'manual'}, ${adjustment ?? null}, 'By hand', 'somebody')`
}
const balance = (amount: number, version: number) =>
  sql`update wallet set balance = ${amount}, version = ${version} where member = ${member}`

describe('a ledger row', () => {
  test('is never updated', () =>
    refused(/wallet_entry rows are never changed/, sql`update wallet_entry set note = 'x' where member = ${member}`))
  test('is never deleted', () =>
    refused(/wallet_entry rows are never changed/, sql`delete from wallet_entry where member = ${member}`))
  test('does not go with a truncated table', async () => {
    await refused(/never changed/, sql`truncate wallet_entry cascade`)
    await refused(/never changed/, sql`truncate wallet cascade`)
    await refused(/never changed/, sql`truncate member cascade`)
  })
  test('is there once for a cause', () =>
    refused(/wallet_entry_once/, entry({ cause: `payment/${payment}` }), balance(105, 3)))
  test('is taken back once', async () => {
    const reverse = (version: number) =>
      sql`insert into wallet_entry (id, member, version, at, kind, credit, balance_before, balance_after, cause,
          cause_type, cause_label, by_name, reverses)
        select ${crypto.randomUUID()}, member, ${version}, at, 'attendance-reversed', 20, ${40 + version * 20},
          ${60 + version * 20}, ${`back/${version}`}, 'attendance', 'Back', 'somebody', id
        from wallet_entry where member = ${member} and version = 2`
    await refused(/wallet_entry_reversed_once/, reverse(3), reverse(4), balance(140, 4))
  })
  test('continues the balance before it', () =>
    refused(/does not continue from balance 100/, entry({ before: 90 }), balance(95, 3)))
  test('adds up', () => refused(/check constraint/, entry({ after: 106 }), balance(106, 3)))
  test('leaves no gap in the versions', () => refused(/no entry before it/, entry({ version: 4 }), balance(105, 4)))
  test('does not share its version', () => refused(/./, entry({ version: 2, before: 120 }), balance(125, 2)))
  test('moves something', () => refused(/check constraint/, entry({ credit: 0 }), balance(100, 3)))
  test('leaves no debt, unless money was given back', () =>
    refused(/check constraint/, entry({ credit: -101 }), balance(-1, 3)))
  test('is of a known kind', () => refused(/check constraint/, entry({ kind: 'gift' }), balance(105, 3)))
  test('is not written without the balance', () => refused(/differs from its entries/, entry({})))
  test('with its balance is written', async () => {
    await on()
      .transaction()
      .execute(async (db) => {
        await entry({ cause: `test/${member}` }).execute(db)
        await balance(105, 3).execute(db)
      })
  })
})

describe('a balance', () => {
  test('is not changed alone', async () => {
    await refused(/differs from its entries/, balance(1000, 2))
    await refused(/differs from its entries/, balance(1000, 3))
    await refused(/differs from its entries/, balance(100, 3))
  })
  test('is not there before an entry', () =>
    refused(
      /differs from its entries/,
      sql`insert into member (id, kind, name, is_independent, created_at, updated_at)
        values ('01900000-0000-7000-8000-0000000000aa', 'parent', 'New', true, now(), now())`,
      sql`insert into wallet (member, balance, version) values ('01900000-0000-7000-8000-0000000000aa', 5, 0)`,
    ))
  test('does not vanish with its wallet', () =>
    refused(/foreign key/, sql`delete from wallet where member = ${member}`))
})

describe('a payment', () => {
  const set = (assignment: RawBuilder<unknown>) => sql`update payment set ${assignment} where id = ${payment}`

  test('is never removed', async () => {
    await refused(/payments are never removed/, sql`delete from payment where id = ${payment}`)
    await refused(/payment rows are never/, sql`truncate payment cascade`)
  })
  test('that is Done is never pending or rejected again', async () => {
    await refused(/cannot move that way/, set(sql`is_pay = false`))
    await refused(/cannot move that way/, set(sql`is_pay = false, receipt_no = null, verified_by_name = null`))
    await refused(/check constraint/, set(sql`is_rejected = true`))
  })
  test('keeps its receipt number, amount, credit and payer', async () => {
    await refused(/cannot move that way/, set(sql`receipt_no = 'OR-1'`))
    await refused(/check constraint|cannot move/, set(sql`receipt_no = null`))
    await refused(/cannot move that way/, set(sql`amount = amount + 1`))
    await refused(/cannot move that way/, set(sql`credit_purchase = 1000`))
    await refused(/cannot move that way/, set(sql`member = ${academy.parent}`))
  })
  test('that is cancelled stays cancelled', async () => {
    await set(sql`is_cancelled = true`).execute(on())
    await refused(/cannot move that way/, set(sql`is_cancelled = false`))
  })
  test('that is rejected is never paid, cancelled or pending again', async () => {
    payment = await order(portal, academy, { member })
    await set(sql`is_rejected = true, verified_by_name = 'somebody'`).execute(on())
    await refused(/check constraint/, set(sql`is_pay = true, receipt_no = 'OR-2'`))
    await refused(/cannot move that way/, set(sql`is_rejected = false, verified_by_name = null`))
    await refused(/check constraint/, set(sql`is_cancelled = true`))
  })
  test('is not paid without a receipt, not rejected without a name, not cancelled unpaid', async () => {
    payment = await order(portal, academy, { member })
    await refused(/check constraint/, set(sql`is_pay = true, verified_by_name = 'somebody'`))
    await refused(/check constraint/, set(sql`is_pay = true, receipt_no = 'OR-3'`))
    await refused(/check constraint/, set(sql`is_rejected = true`))
    await refused(/check constraint/, set(sql`is_cancelled = true`))
    await refused(/check constraint/, set(sql`receipt_no = 'OR-4'`))
  })
  test('does not share its numbers', async () => {
    const other = await order(portal, academy, { member })
    await refused(
      /unique/,
      sql`update payment set order_no = (select order_no from payment where id = ${other})
      where id = ${payment}`,
    )
  })
})

describe('a credit adjustment', () => {
  let id: string
  let approved: string
  beforeEach(async () => {
    await newMember()
    id = await pending(clerk, member)
    approved = await pending(clerk, member)
    await clerk.put(`/credit-adjust/${approved}`, { approvedBy: 'me' })
  })
  const set = (assignment: RawBuilder<unknown>, of = id) =>
    sql`update credit_adjustment set ${assignment} where id = ${of}`
  const signed = sql`status = 'Approved', approved_by_name = 'somebody', approved_at = now()`
  /** An entry and its balance on top of the approved one, which left 110. */
  const moved = (adjustment: string, credit = 10) => [
    entry({ adjustment, credit, version: 4, before: 110 }),
    balance(110 + credit, 4),
  ]

  test('is never removed, whatever its state', async () => {
    await refused(/never removed/, sql`delete from credit_adjustment where id = ${id}`)
    await refused(/never removed/, sql`delete from credit_adjustment where id = ${approved}`)
    await refused(/never changed/, sql`truncate credit_adjustment`)
  })
  test('that is approved or deleted is never changed', async () => {
    await refused(/cannot change that way/, set(sql`adjust_credit = 1000`, approved))
    await refused(
      /cannot change that way/,
      set(sql`status = 'Pending', approved_by_name = null, approved_at = null`, approved),
    )
    await clerk.delete(`/credit-adjust/${id}`)
    await refused(/cannot change that way/, set(sql`status = 'Pending'`))
  })
  test('keeps its number and does not share it', async () => {
    await refused(/cannot change that way/, set(sql`doc_no = 'CA-X'`))
    await refused(
      /unique/,
      sql`insert into credit_adjustment (id, doc_no, date, member, reason, adjust_credit, created_by_name, created_at, updated_at)
        select ${crypto.randomUUID()}, doc_no, date, member, reason, adjust_credit, 'x', now(), now()
        from credit_adjustment where id = ${id}`,
    )
  })
  test('is not approved without a name, without an entry or with another sum', async () => {
    await refused(/check constraint/, set(sql`status = 'Approved'`))
    await refused(/check constraint/, set(sql`approved_by_name = 'somebody'`))
    await refused(/is Approved and has 0 ledger entries/, set(signed))
    await refused(/is Approved and has 0 ledger entries/, set(signed), ...moved(id, 11))
  })
  test('has no entry while it is pending, nor has one that is not there', async () => {
    await refused(/is Pending and has 1 ledger entries/, ...moved(id))
    await refused(/no credit adjustment for this/, ...moved(crypto.randomUUID()))
  })
  test('has no second entry', () => refused(/wallet_entry_once/, ...moved(approved)))
  test('has an amount, a reason and a known state', async () => {
    await refused(/check constraint/, set(sql`adjust_credit = 0`))
    await refused(/check constraint/, set(sql`reason = ''`))
    await refused(/check constraint/, set(sql`status = 'Rejected'`))
  })
})

test('a close of the cash desk is never changed or removed, nor one that its payments do not make', async () => {
  const desk = cashDesk(portal, clerk, academy)
  const coach = await desk.newCoach()
  const { _id } = (await desk.close(coach, await desk.received(coach, 1), '100')).json()
  await refused(/never changed/, sql`update cash_close set counted = 5, remark = 'x' where id = ${_id}`)
  await refused(/never changed/, sql`delete from cash_close_line where close = ${_id}`)
  await refused(/never changed/, sql`truncate cash_close cascade`)
  await refused(
    /does not agree with its payments/,
    sql`insert into cash_close (id, number, year, running_no, day, coach, coach_name, expected, counted,
        left_payments, left_amount, closed_by_name, closed_at)
      select gen_random_uuid(), 'CC-X', year, 99999, day, coach, coach_name, 50, 50, 0, 0, 'x', closed_at
      from cash_close where id = ${_id}`,
  )
})

describe('a card payment', () => {
  const desk = cardDesk(portal, clerk, academy)
  const refundFor = (id: string, money: string, amount = 10_000) =>
    sql`insert into card_refund (id, payment, provider, provider_payment, amount, currency, reason, created_at)
      values (gen_random_uuid(), ${id}, 'sandbox', ${money}, ${amount}, 'MYR', 'By hand', now())`
  let id: string
  let money: string
  beforeEach(async () => {
    const order = await desk.start()
    const paid = await desk.payUnheard(order.order_id)
    await desk.confirm(order, paid)
    id = order.payment_id
    money = paid.id
  })

  test('is not cancelled without the refund of its money, nor refunded without being cancelled', async () => {
    await refused(
      /refund of card payment ORD-.* does not agree/,
      sql`update payment set is_cancelled = true where id = ${id}`,
    )
    await refused(/refund of card payment ORD-.* does not agree/, refundFor(id, money))
    await refused(/check constraint/, refundFor(id, 'pay_nothing', 0))
  })
  test('whose refund was opened: it stays, is what it was, and is ticked once', async () => {
    await clerk.put(`/payment/cancel/${id}`)
    const set = (assignment: RawBuilder<unknown>) => sql`update card_refund set ${assignment} where payment = ${id}`
    await refused(/unique/, refundFor(id, money))
    await refused(/never removed/, sql`delete from card_refund where payment = ${id}`)
    await refused(/card_refund rows are never/, sql`truncate card_refund`)
    await refused(/cannot move that way/, set(sql`amount = 1`))
    await refused(/cannot move that way/, set(sql`amount = 1, done_at = now(), done_by_name = 'x'`))
    await refused(/check constraint/, set(sql`done_at = now()`))
    await set(sql`done_at = now(), done_by_name = 'somebody'`).execute(on())
    await refused(/cannot move that way/, set(sql`done_at = null, done_by_name = null`))
    await refused(/cannot move that way/, set(sql`done_by_name = 'somebody else'`))
  })
})

describe('the audit trail', () => {
  test('is never changed, deleted or truncated', async () => {
    await refused(/audit_record rows are never/, sql`update audit_record set username = 'nobody'`)
    await refused(/audit_record rows are never/, sql`delete from audit_record`)
    await refused(/audit_record rows are never/, sql`truncate audit_record`)
  })
})
