import { afterAll, expect, test } from 'vitest'
import { academyIn, order } from '../../test/support/academy.ts'
import { fillBooks } from '../../test/support/books/books.ts'
import { afterForgery } from '../../test/support/books/forgery.ts'
import { testPortal } from '../../test/support/portal.ts'
import { verifyPayment } from '../payments/payments.ts'
import { verify } from './verify.ts'

const portal = await testPortal()
await fillBooks(portal)
afterAll(() => portal.close())

test.each([
  [
    'a payment paid without credit',
    [
      `update payment set is_pay = true, receipt_no = 'OR-X ' || order_no, verified_by_name = 'x' where not is_pay and not is_rejected`,
    ],
    'payments agree with the ledger and their receipts',
    /it is paid and no wallet entry|it is paid, and no wallet entry credits it/,
  ],
  [
    'a payment worth more than was credited',
    ['update payment set credit_purchase = 500 where is_pay and not is_cancelled'],
    'payments agree with the ledger and their receipts',
    /it is for 500 credits .* gives 120/,
  ],
  [
    'a cancelled payment that kept its credit',
    ['update payment set is_cancelled = true where is_pay'],
    'payments agree with the ledger and their receipts',
    /it is cancelled, and its credit was not taken back/,
  ],
  [
    'another receipt number',
    [`update payment set receipt_no = 'OR-FORGED ' || order_no where is_pay and not is_cancelled`],
    'payments agree with the ledger and their receipts',
    /names another receipt/,
  ],
  [
    'a payment cancelled at another moment than its credit was taken back',
    [`update payment set cancelled_at = cancelled_at - interval '1 day' where is_cancelled`],
    'payments agree with the ledger and their receipts',
    /it was cancelled at 2026-11-19 .*, wallet entry .* is of 2026-11-20 /,
  ],
  [
    'a payment verified at another moment than it was credited',
    [`update payment set date_time = date_time + interval '1 second' where receipt_no = 'OR-2026-0001'`],
    'payments agree with the ledger and their receipts',
    /it was verified at 2026-11-20 .*, wallet entry .* is of 2026-11-20 /,
  ],
  [
    'cash that is said to have come by card',
    [`update payment set payment_type = 'Direct' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /^payment ORD-2026-0001 .*: its receipt OR-2026-0001 says payment type Cash, and it is Direct$/,
  ],
  [
    'a payment that another coach received',
    [
      `insert into coach (id, name, designation, email, created_at, updated_at)
        select gen_random_uuid(), 'Somebody else', designation, email, now(), now() from coach limit 1`,
      `update payment set coach_received = (select id from coach where name = 'Somebody else') where receipt_no = 'OR-2026-0001'`,
    ],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says received by Farid bin Osman, and it is Somebody else$/,
  ],
  [
    'a payment that nobody received',
    [`update payment set coach_received = null where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says received by Farid bin Osman, and it is -$/,
  ],
  [
    'a payment received on another day',
    [`update payment set created_at = created_at - interval '1 day' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says received on 20-11-2026, and it is 19-11-2026$/,
  ],
  [
    'a payment verified on another day',
    [`update payment set date_time = date_time - interval '1 day' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says verified on 20-11-2026, and it is 19-11-2026$/,
  ],
  [
    'a payment that somebody else verified',
    [`update payment set verified_by_name = 'somebody else' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says verified by test, and it is somebody else$/,
  ],
  [
    'a wallet that expired on another day before a payment',
    [`update payment set expiry_before = '2028-01-01' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says valid until 20-05-2027, and it is 01-01-2028$/,
  ],
  [
    'a payment for another package',
    [`update payment set package_title = 'Trial' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says package \S+ – Starter, and it is \S+ – Trial$/,
  ],
  [
    'a package of another description',
    [`update payment set description = 'For all' where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says description For beginners, and it is For all$/,
  ],
  [
    'a payment with other extra credit',
    [`update payment set addition = 100, credit_purchase = 200 where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says extra credits 20, and it is 100$/,
  ],
  [
    'a payment whose extra credit was bought',
    [`update payment set addition = 0 where receipt_no = 'OR-2026-0001'`],
    'payments are what their receipts say',
    /its receipt OR-2026-0001 says credits 100, and it is 120$/,
  ],
  [
    'a refund of more than came',
    ['update card_refund set amount = 50000'],
    'refunds are of the money that came',
    /^refund of pay_\w+, payment ORD-.*: it is of MYR 50000 sen, and MYR 10000 sen came$/,
  ],
  [
    'a refund of another amount than it says came',
    [
      `update card_refund set amount = 300, reason = provider_payment || ' paid USD 300 sen, ordered were MYR 10000 sen'`,
    ],
    'refunds are of the money that came',
    /it is of MYR 300 sen, and USD 300 sen came$/,
  ],
  [
    'a payment in no state there is',
    [
      'alter table payment drop constraint if exists payment_check, drop constraint if exists payment_check1',
      'update payment set is_rejected = true where is_pay and not is_cancelled',
    ],
    'payments are in one of their four states',
    /payment ORD-.*: it is rejected and paid/,
  ],
  [
    'credit valid for longer than bought',
    [`update payment set expired_date = expired_date + 30 where is_pay`],
    'paid credit is valid from its verification for the months bought',
    /it is valid until 2027-06-19, 6 months after its verification are 2027-05-20/,
  ],
  [
    'a cancelled card payment whose refund is forgotten',
    ['delete from card_refund'],
    'card payments are credited or refunded',
    /it is cancelled, and no refund of pay_\w+ is open or made/,
  ],
  [
    'a refund of money that a wallet has',
    [`update payment set is_cancelled = false where payment_type = 'Direct'`],
    'card payments are credited or refunded',
    /it is not cancelled, and pay_\w+ is to be refunded/,
  ],
  [
    'an order made again on other terms',
    ['update payment set duration = duration + 1 where replaces is not null'],
    'orders made again replace a cancelled payment',
    /it replaces .+ on other terms/,
  ],
  [
    'an order made again of a payment that holds',
    [
      `update payment set replaces = (select id from payment where is_pay and not is_cancelled order by id limit 1)
        where replaces is not null`,
    ],
    'orders made again replace a cancelled payment',
    /it replaces .+, which is not cancelled/,
  ],
  [
    'a card order that was paid with less',
    ['update card_order set amount = 5000'],
    'card payments are credited or refunded',
    /it is for RM 100.00, pay_\w+ paid 5000 sen/,
  ],
  [
    'an ended card order whose payment was made',
    [`update card_order set state = 'ended', provider_payment = null`],
    'card orders stand where their payments stand',
    /it is paid, and its card order is ended/,
  ],
  [
    'an evening that counted another sum than its closes',
    ['update cash_evening set counted = 171'],
    'evening closes are what their closes make',
    /evening close CC-2026-0004 to CC-2026-0005 .*: RM 171.00 was counted, its closes make RM 170.00/,
  ],
  [
    'a close of an evening that expects another sum',
    [`update cash_close set expected = 90 where number = 'CC-2026-0005'`],
    'evening closes are what their closes make',
    /it expects RM 200.00, its closes RM 190.00/,
  ],
  [
    'a close taken out of its evening',
    [`update cash_close set evening = null where number = 'CC-2026-0005'`],
    'evening closes are what their closes make',
    /it has 2 closes, 1 are of it/,
  ],
  [
    'a close put into an evening',
    [
      `update cash_close set evening = (select id from cash_evening) where number = 'CC-2026-0002'`,
      'update cash_evening set closes = 3',
    ],
    'evening closes are what their closes make',
    /one of its closes is of another day or of a coach it has already/,
  ],
  [
    'an evening with a name of its own making',
    [`update cash_evening set number = 'CC-2026-0001 to CC-2026-0005'`],
    'evening closes are what their closes make',
    /evening close CC-2026-0001 to CC-2026-0005 .*: its closes are CC-2026-0004 to CC-2026-0005/,
  ],
  [
    'a close that expects another sum',
    [`update cash_close set expected = 90, counted = 90 where number = 'CC-2026-0001'`],
    'cash closes expect what their payments make',
    /cash close CC-2026-0001 .*: it expects RM 90.00, its 1 payments make RM 100.00/,
  ],
  [
    'a correction that expects another sum',
    [`update cash_close set expected = 5, counted = 5 where number = 'CC-2026-0002'`],
    'cash closes expect what their payments make',
    /CC-2026-0002 .*: it expects RM 5.00, the close it corrects misses RM 4.50/,
  ],
  [
    'a close whose notes make another sum',
    [`update cash_close set counted = 80 where number = 'CC-2026-0001'`],
    'cash closes count what their notes and coins make, and explain a difference',
    /RM 80.00 was counted, its notes and coins make RM 95.50/,
  ],
  [
    'a close without its remark',
    [
      'alter table cash_close drop constraint cash_close_explained',
      `update cash_close set remark = null, pieces = null where number = 'CC-2026-0001'`,
    ],
    'cash closes count what their notes and coins make, and explain a difference',
    /it differs by RM -4.50 and has no remark/,
  ],
  [
    'a closed payment that was given back without being cancelled',
    [
      `update payment set is_cancelled = false where id in (select payment from cash_close_line where kind = 'returned')`,
    ],
    'closed payments are cash that was paid, each closed once',
    /close CC-2026-0003 gave it back, and it is not cancelled/,
  ],
  [
    'a closed payment of another amount',
    [`update cash_close_line set amount = 70 where kind = 'received'`],
    'closed payments are cash that was paid, each closed once',
    /it is for RM 100.00, close CC-2026-000\d has it with RM 70.00/,
  ],
  [
    'a payment in two closes',
    [
      'alter table cash_close_line drop constraint cash_close_line_once',
      `insert into cash_close_line select (select id from cash_close where number = 'CC-2026-0002'), payment, kind, amount, false
        from cash_close_line where kind = 'received' limit 1`,
    ],
    'closed payments are cash that was paid, each closed once',
    /it is received in 2 closes/,
  ],
  [
    'a close that is gone',
    [
      `delete from cash_close_line where close = (select id from cash_close where number = 'CC-2026-0005')`,
      `delete from cash_close where number = 'CC-2026-0005'`,
    ],
    'cash closes are numbered without gaps',
    /the cash closes of 2026: 5 numbers were issued, 4 closes bear one/,
  ],
  [
    'a close with another number',
    [`update cash_close set running_no = 7 where number = 'CC-2026-0005'`],
    'cash closes are numbered without gaps',
    /cash close CC-2026-0005 .*: it should be number 5 of 2026/,
  ],
])('%s is found and named', async (_, statements, name, words) => {
  const faults = await afterForgery(portal, ...statements)
  const fault = faults.find((one) => one.name === name)
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})

test('a receipt number is compared letter by letter, whatever its format has', async () => {
  const other = await testPortal()
  const clerk = await other.as()
  const academy = await academyIn(other)
  const { items } = (await clerk.get('/doc-num-format')).json()
  const receipts = items.find(({ type }: { type: string }) => type === 'Official Receipt')
  const changed = await clerk.put(`/doc-num-format/${receipts._id}`, { format: 'OR\\_%{0000}', running_no: 0 })
  expect(changed.statusCode, changed.body).toBe(200)
  const id = await order(other, academy)
  await other.run((tx) => verifyPayment(tx, id))
  expect((await verify(other.portal.database)).filter(({ fault }) => fault)).toEqual([])
  await other.close()
})
