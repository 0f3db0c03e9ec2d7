import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { order, putAdult, putPackage } from '../../test/support/academy.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'
import { expireOn } from '../../test/support/wallets.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
afterAll(() => portal.close())

describe('verifying', () => {
  test('a pending payment of a member deleted since can only be rejected', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    expect((await clerk.put(`/member/${member}`, { isDisable: true })).statusCode).toBe(200)
    expect((await clerk.delete(`/member/${member}`)).statusCode).toBe(200)
    const answer = await desk.verify(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('The member was deleted; the payment cannot be verified, only rejected')
    expect(await desk.wallet(member)).toMatchObject({ balance: 0, creditExpired: null })
    expect(await desk.get(id)).toMatchObject({ status: 'Pending', orNo: null })
    expect((await desk.reject(id)).json().status).toBe('Rejected')
    // Nobody is left to be told.
    expect((await clerk.get(`/notify-user?userID=${member}`)).json().items).toEqual([])
  })

  test('credits the wallet, issues a receipt, moves the expiry and notifies the member', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const answer = await desk.verify(id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'Done',
      isPay: true,
      wallet: 120,
      verifyBy: expect.stringMatching(/^user/),
      expired_date: '2027-05-20',
      dateTime: '2026-11-20T04:00:00.000Z',
      receivedAt: '2026-11-20T04:00:00.000Z',
      verifiedAt: '2026-11-20T04:00:00.000Z',
      validUntil: '2027-05-20',
      orNo: expect.stringMatching(/^OR-2026-\d{4}$/),
    })
    expect(await desk.wallet(member)).toMatchObject({ balance: 120, version: 1, creditExpired: '2027-05-20' })
    const notices = await portal.rows(sql`select title, message from notice where member = ${member}`)
    expect(notices).toEqual([
      {
        title: 'Payment verified',
        message:
          `Your payment of RM 100.00 for Starter was verified, official receipt ${answer.json().orNo}. ` +
          '120 credits were added, valid until 20-05-2027.',
      },
    ])
    const ledger = (await clerk.get(`/member/${member}/wallet`)).json()
    expect(ledger).toMatchObject({ total: 1, balance: 120, items: [{ kind: 'purchase', credit: 120 }] })
    expect(ledger.items[0].cause).toMatchObject({ type: 'payment', _id: id })
    const audits = await portal.rows(
      sql`select action, description from audit_record where doc_id = ${id} order by position`,
    )
    expect(audits).toEqual([
      {
        action: 'Created',
        description: expect.stringMatching(/^Created order ORD-2026-.* of Lim Ah Kow: Starter, RM 100.00$/),
      },
      { action: 'Verified', description: `Verified payment ${answer.json().orNo} of Lim Ah Kow, 120 credits` },
    ])
  })

  test('never brings the expiry forward', async () => {
    const member = await desk.adult()
    await portal.run((tx) => expireOn(tx, member, '2029-01-01'))
    const id = await order(portal, academy, { member })
    expect(await desk.get(id)).toMatchObject({ verifiedAt: null, validUntil: null, creditExpired: '2029-01-01' })
    // The notice has the wallet's expiry, not this package's.
    expect((await desk.verify(id)).json()).toMatchObject({ expired_date: '2027-05-20', validUntil: '2029-01-01' })
    const [notice] = await portal.rows(sql`select message from notice where member = ${member}`)
    expect(notice).toMatchObject({ message: expect.stringContaining('credits were added, valid until 01-01-2029.') })
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: '2029-01-01' })
  })

  test.each([
    ['the oldest first', [0, 1, 2]],
    ['the latest first', [2, 1, 0]],
    ['the one between first', [1, 0, 2]],
    ['the one between last', [0, 2, 1]],
  ])('what was bought long for is gone once all of it is cancelled, %s', async (_, turns) => {
    const member = await desk.adult()
    const buy = async (months: number) => {
      const bought = await portal.run((tx) => putPackage(tx, { duration: months }))
      const id = await order(portal, academy, { member, package: bought })
      expect((await desk.verify(id)).statusCode).toBe(200)
      return id
    }
    await buy(2)
    const long = [await buy(6), await buy(12), await buy(12)]
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: '2027-11-20' })
    for (const turn of turns) expect((await desk.cancel(long[turn] ?? '')).statusCode).toBe(200)
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: '2027-01-20' })
  })

  test('a purchase for longer and one for shorter leave nothing once both are cancelled', async () => {
    for (const turns of [
      [0, 1],
      [1, 0],
    ]) {
      const member = await desk.adult()
      const bought: string[] = []
      for (const duration of [12, 6]) {
        const id = await order(portal, academy, {
          member,
          package: await portal.run((tx) => putPackage(tx, { duration })),
        })
        await desk.verify(id)
        bought.push(id)
      }
      for (const turn of turns) expect((await desk.cancel(bought[turn] ?? '')).statusCode).toBe(200)
      expect(await desk.wallet(member)).toMatchObject({ creditExpired: null })
    }
  })

  test('a day that was set by hand stays, when what was bought for the same day is cancelled', async () => {
    const member = await desk.adult()
    const buyAndCancel = async () => {
      const id = await order(portal, academy, { member })
      expect((await desk.verify(id)).statusCode).toBe(200)
      expect((await desk.cancel(id)).statusCode).toBe(200)
    }
    await buyAndCancel()
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: null })
    portal.clock.set('2026-11-20T04:01:00Z')
    await portal.run((tx) => expireOn(tx, member, '2027-05-20'))
    await buyAndCancel()
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: '2027-05-20' })
    portal.clock.set('2026-11-20T04:00:00Z')
  })

  test('what was cancelled earlier in the second of a purchase counts for it no more', async () => {
    const member = await desk.adult()
    const buy = async (duration: number) => {
      const bought = await portal.run((tx) => putPackage(tx, { duration }))
      const id = await order(portal, academy, { member, package: bought })
      expect((await desk.verify(id)).statusCode).toBe(200)
      return id
    }
    const first = await buy(1)
    const long = await buy(6)
    portal.clock.set('2026-11-20T04:01:00.500Z')
    await desk.cancel(long)
    portal.clock.set('2026-11-20T04:01:00.501Z')
    const last = await buy(3)
    await desk.cancel(first)
    expect(await desk.wallet(member)).toMatchObject({ creditExpired: '2027-02-20' })
    await desk.cancel(last)
    expect(await desk.wallet(member)).toMatchObject({ balance: 0, creditExpired: null })
    portal.clock.set('2026-11-20T04:00:00Z')
  })

  test('a package without credit writes no ledger row', async () => {
    const member = await desk.adult()
    const bought = await portal.run((tx) => putPackage(tx, { credit: 0, addition: null }))
    const id = await order(portal, academy, { member, package: bought })
    expect((await desk.verify(id)).json()).toMatchObject({ status: 'Done', wallet: 0, amount: '0.00' })
    expect(await desk.wallet(member)).toMatchObject({ version: 0, creditExpired: '2027-05-20' })
    expect((await desk.cancel(id)).json()).toMatchObject({ status: 'Cancelled', wallet: 0 })
    expect(await desk.wallet(member)).toMatchObject({ version: 0, creditExpired: null })
  })

  test('again under the same Idempotency-Key answers as the first time did', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const ask = () => clerk.put(`/payment/direct/${id}`, { isPay: true }, { 'idempotency-key': id })
    const [first, second] = await Promise.all([ask(), ask()])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(await desk.wallet(member)).toMatchObject({ balance: 120, version: 1 })
  })

  test('by whoever may verify alone is answered with the receipt that they hand over', async () => {
    const verifier = await portal.as({ verifyPayment: ['verify'] })
    const id = await order(portal, academy)
    const answer = await verifier.put(`/payment/direct/${id}`, { isPay: true })
    expect(answer.json()).toMatchObject({ _id: id, orNo: expect.stringMatching(/^OR-/), status: 'Done' })
  })

  test('is refused when the receipt numbers are used up, and the payment stays pending', async () => {
    const id = await order(portal, academy)
    const on = portal.handle
    const set = (last: number) =>
      sql`update document_format set running_no = ${last} where type = 'Official Receipt'`.execute(on)
    const [before] = await portal.run((tx) =>
      tx.query<{ last: number }>(sql`select running_no as last from document_format where type = 'Official Receipt'`),
    )
    await set(9999)
    const answer = await desk.verify(id)
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('Official Receipt')])
    expect(await desk.get(id)).toMatchObject({ status: 'Pending' })
    await set(0)
    expect((await desk.verify(id)).json().message).toContain('This number was issued already')
    expect(await desk.get(id)).toMatchObject({ status: 'Pending' })
    await set(before?.last ?? 0)
    expect((await desk.verify(id)).statusCode).toBe(200)
  })

  test('from 20 connections at once credits once, and 19 are told that it is Done', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(`${address}/api/admin/payment/direct/${id}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'application/json' },
          body: '{"isPay":true}',
        })
        return { status: answer.status, text: await answer.text() }
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(19)
    for (const { text } of refused) expect(text).toContain('The payment is Done, it cannot be verified')
    expect(await desk.wallet(member)).toMatchObject({ balance: 120, version: 1 })
    expect(await portal.rows(sql`select 1 from notice where member = ${member}`)).toHaveLength(1)
  })

  test('30 payments at once numbers their receipts without a gap', async () => {
    const members = await portal.run((tx) => Promise.all(Array.from({ length: 3 }, () => putAdult(tx))))
    const ids = []
    for (let each = 0; each < 30; each++) ids.push(await order(portal, academy, { member: members[each % 3] }))
    const last = `select coalesce(max(right(receipt_no, 4)::int), 0) as last from payment`
    const [before] = await portal.run((tx) => tx.query<{ last: number }>(sql.raw(last)))
    // A busy machine sends some away with a 503: they try again, as the answer says.
    const verify = async (id: string): ReturnType<typeof desk.verify> => {
      const answer = await desk.verify(id)
      return answer.statusCode === 503 ? verify(id) : answer
    }
    const answers = await Promise.all(ids.map(verify))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(30).fill(200))
    const numbers = answers.map((answer) => Number(answer.json().orNo.slice(-4))).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => (before?.last ?? 0) + index + 1))
    for (const member of members) expect(await desk.wallet(member)).toMatchObject({ balance: 1200, version: 10 })
  })

  test('30 at once among which some fail: those verified are numbered without a gap, the others use no number', async () => {
    const [lucky, unlucky] = [await desk.adult(), await desk.adult()]
    const ids = []
    for (let each = 0; each < 30; each++)
      ids.push(await order(portal, academy, { member: each % 3 === 1 ? unlucky : lucky }))
    const numbers = () =>
      portal.rows(sql`select right(receipt_no, 4)::int as number from payment
        where receipt_no is not null order by number`)
    const last = () =>
      portal.rows(sql`select running_no as number from document_format where type = 'Official Receipt'`)
    const before = z.array(z.object({ number: z.number() })).parse(await numbers()).length
    const on = portal.handle
    // After the number was issued, at the commit.
    await sql`create function unlucky() returns trigger language plpgsql as $$ begin
      if new.member = ${sql.lit(unlucky)} and new.kind = 'purchase' then raise exception 'no'; end if; return null; end $$`.execute(
      on,
    )
    await sql`create constraint trigger unlucky after insert on wallet_entry deferrable initially deferred
      for each row execute function unlucky()`.execute(on)
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const answers = await Promise.all(ids.map(desk.verify))
    printed.mockRestore()
    await sql`drop trigger unlucky on wallet_entry`.execute(on)
    // A busy machine may send some away with a 503: they must leave no number behind either.
    const verified = answers.filter((answer) => answer.statusCode === 200).length
    for (const [index, answer] of answers.entries())
      expect(index % 3 === 1 ? [500, 503] : [200, 503]).toContain(answer.statusCode)
    expect(verified).toBeGreaterThan(1)
    const gapless = (count: number) => Array.from({ length: count }, (_, index) => ({ number: index + 1 }))
    expect(await numbers()).toEqual(gapless(before + verified))
    expect(await last()).toEqual([{ number: before + verified }])
    expect(await desk.wallet(unlucky)).toMatchObject({ balance: 0, version: 0 })
    expect((await clerk.put('/payment/verify', { ids })).json().verified).toHaveLength(30 - verified)
    expect(await numbers()).toEqual(gapless(before + 30))
  })

  test('that fails half-way leaves no trace', async () => {
    const member = await desk.adult()
    const id = await order(portal, academy, { member })
    const trace = () =>
      portal.rows(sql`select (select row_to_json(payment) from payment where id = ${id}) as payment,
        (select running_no from document_format where type = 'Official Receipt') as last,
        (select count(*) from wallet_entry) as entries, (select count(*) from notice) as notices,
        (select row_to_json(wallet) from wallet where member = ${member}) as wallet,
        (select count(*) from audit_record) as audits`)
    const before = await trace()
    const on = portal.handle
    await sql`create function fail() returns trigger language plpgsql as 'begin raise exception $$out of paper$$; end'`.execute(
      on,
    )
    await sql`create trigger fail before insert on notice for each row execute function fail()`.execute(on)
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      const answer = await desk.verify(id)
      expect(answer.statusCode).toBe(500)
      expect(answer.body).not.toContain('paper')
      expect(printed).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('out of paper\n    at '))
    } finally {
      printed.mockRestore()
      await sql`drop trigger fail on notice`.execute(on)
    }
    expect(await trace()).toEqual(before)
    expect((await desk.verify(id)).json()).toMatchObject({ status: 'Done', wallet: 120 })
  })
})
