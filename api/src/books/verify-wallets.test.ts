import { afterAll, expect, test } from 'vitest'
import { fillBooks } from '../../test/support/books/books.ts'
import { afterForgery } from '../../test/support/books/forgery.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
await fillBooks(portal)
afterAll(() => portal.close())

test.each([
  [
    'a changed credit',
    [
      'alter table wallet_entry drop constraint if exists wallet_entry_check',
      `update wallet_entry set credit = credit + 5 where kind = 'opening'`,
    ],
    'ledger entries continue each other',
    /^wallet entry .*: 100 and 105 do not make 100|do not make/,
  ],
  [
    'a changed balance',
    ['update wallet set balance = balance + 1000 where balance = 90'],
    'balances are the sum of their entries',
    /it says 1090 credits at version 2, its 2 entries make 90/,
  ],
  [
    'a removed entry',
    [
      `update attendance set entry = null, status = 'A', check_in = null`,
      `delete from wallet_entry where kind = 'attendance'`,
    ],
    'balances are the sum of their entries',
    /it says 90 credits at version 2, its 1 entries make 100/,
  ],
  [
    'a missing wallet',
    [`delete from wallet where member not in (select member from wallet_entry)`],
    'every member has a wallet',
    /there is no wallet/,
  ],
  [
    'credit of a deleted member',
    [
      `update member set is_deleted = true, name = 'Deleted member' where id = (select member from wallet where balance = 90 limit 1)`,
    ],
    'wallets of deleted members hold nothing',
    /the member was deleted, and it holds 90/,
  ],
  [
    'a wallet that expires later',
    [`update wallet set credit_expired = credit_expired + 1 where credit_expired is not null`],
    'wallets expire when the trail says',
    /it expires 20\d\d-\d\d-\d\d, by the trail 20\d\d-\d\d-\d\d/,
  ],
  [
    'a wallet that does not expire any more',
    [`update wallet set credit_expired = null`],
    'wallets expire when the trail says',
    /it expires never, by the trail 20\d\d-\d\d-\d\d/,
  ],
  [
    'expired credit cleared too early',
    [`update wallet_entry set cause_label = 'Expired on 20-11-2026' where kind = 'expired'`],
    'expired credit was cleared as a whole, after its day',
    /it was written on 2026-11-20, the credit expired on 2026-11-20/,
  ],
  [
    'expired credit cleared too early, by an entry that says its day as they once did',
    [`update wallet_entry set cause_label = 'Expired on 2026-11-20' where kind = 'expired'`],
    'expired credit was cleared as a whole, after its day',
    /it was written on 2026-11-20, the credit expired on 2026-11-20/,
  ],
  [
    'cleared credit put back by what reverses something else',
    [
      `update wallet_entry set kind = 'expired', reverses = (select id from wallet_entry where kind = 'opening' order by id limit 1)
        where kind = 'adjustment' and reverses is not null`,
    ],
    'cleared credit is put back by what reverses its clearing',
    /it puts back what was cleared, and reverses opening/,
  ],
  [
    'an adjustment that takes back something else',
    [
      `update wallet_entry set reverses = (select id from wallet_entry where kind = 'opening' order by id limit 1)
        where kind = 'adjustment' and reverses is not null`,
    ],
    'an adjustment that takes something back takes back an adjustment',
    /it reverses opening/,
  ],
  [
    'an approved adjustment that moved another sum',
    [`update credit_adjustment set adjust_credit = 500 where status = 'Approved'`],
    'credit adjustments agree with the ledger',
    /it is for 500 credits .* gives 10 to/,
  ],
  [
    'an approved adjustment that moved nothing',
    [
      `update credit_adjustment set status = 'Approved', approved_by_name = 'x', approved_at = now() where status = 'Pending'`,
    ],
    'credit adjustments agree with the ledger',
    /it is approved, and no wallet entry adjusts by it/,
  ],
  [
    'a pending adjustment that moved the wallet',
    [
      `update credit_adjustment set status = 'Pending', approved_by_name = null, approved_at = null where status = 'Approved'`,
    ],
    'credit adjustments agree with the ledger',
    /it is pending, and wallet entry .* adjusts by it/,
  ],
  [
    'an adjustment without a document',
    [`delete from credit_adjustment where status = 'Approved'`],
    'adjustments in the ledger have a document',
    /there is no credit adjustment/,
  ],
  [
    'a debit without attendance',
    [`update attendance set entry = null, status = 'A', check_in = null where status = 'P'`],
    'debits for classes have their attendance',
    /it was not reversed, and no attendance is paid by it/,
  ],
  [
    'an attendance that costs another sum',
    [`update attendance set credit_minus = 3 where status = 'P'`],
    'attendance agrees with the ledger',
    /it costs 3 credits .* takes -10/,
  ],
  [
    'an attendance of somebody else than was charged for',
    [
      `update attendance set member = (select id from member where name = 'Lee Mun Yee'), enrolment = null where status = 'P'`,
    ],
    'attendance agrees with the ledger',
    /it is of member .*, wallet entry .* was attended by /,
  ],
  [
    'an attendance of another day than its class',
    [`update attendance set class_date = class_date - 1 where status = 'A'`],
    'attendance is of its class and its enrollment',
    /it is of 2026-11-16, its class of 2026-11-17$/,
  ],
  [
    'an attendance of another course than its class',
    [
      `insert into course (id, name, normal, normal2, unlimited, created_at, updated_at)
        values (gen_random_uuid(), 'Other', 10, 10, true, now(), now())`,
      `update attendance set course = (select id from course where name = 'Other')`,
    ],
    'attendance is of its class and its enrollment',
    /it is of another course than its class /,
  ],
  [
    'an absence of somebody else',
    [`update attendance set member = (select id from member where name = 'Lee Mun Yee') where status = 'A'`],
    'attendance is of its class and its enrollment',
    /it is of another member or course than its enrollment /,
  ],
  [
    'a marked class that counts as not marked',
    ['update class set is_attendance_taken = false'],
    'classes count as marked where they have attendance',
    /^class .* \(2026-11-17\): it counts as not marked and has attendance$/,
  ],
  [
    'a class that nobody marked and that counts as marked',
    [`update class set is_attendance_taken = true where date = '2026-11-10'`],
    'classes count as marked where they have attendance',
    /^class .* \(2026-11-10\): it counts as marked and has no attendance$/,
  ],
  [
    'a pending date that nobody taught',
    ['delete from pending_replacement_instructor'],
    'classes to be made up for have who taught them',
    /^pending class of 2026-12-22 \(schedule .*\): it has no main instructor$/,
  ],
  [
    'a second class of a pending date that nobody taught',
    ['delete from pending_class_instructor'],
    'classes to be made up for have who taught them',
    /^pending class of 2026-12-22 \(schedule .*\): it has no main instructor$/,
  ],
])('%s is found and named', async (_, statements, name, words) => {
  const faults = await afterForgery(portal, ...statements)
  const fault = faults.find((one) => one.name === name)
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})
