import assert from 'node:assert/strict'
import type { Books } from './books.ts'
import { memberCount, opening } from './fixtures.ts'

/** Nothing is half done, and every sum is right. */
export function checkBooks(books: Books): void {
  checkWallets(books)
  checkPayments(books)
  checkAttendance(books)
  checkAdjustments(books)
  checkNewcomers(books)
}

/** A wallet is the sum of its entries, each continuing from the one before. */
function checkWallets({ wallets }: Books) {
  for (const { shown, ledger } of wallets) {
    let balance = 0
    for (const entry of ledger.items) {
      balance += entry.credit
      assert.equal(entry.balanceAfter, balance)
    }
    assert.deepEqual([shown.wallet, ledger.balance], [balance, balance])
  }
}

const entriesOf = ({ entries }: Books, kind: string) => {
  const found = entries.filter((entry) => entry.kind === kind)
  const byCause = Map.groupBy(found, (entry) => entry.cause._id)
  return { count: found.length, creditsOf: (id: string) => byCause.get(id)?.map((entry) => entry.credit) ?? [] }
}

/** How often the numbers were begun anew: `renewNumbers` puts a letter before them. */
const seriesOf = (number: string) => /^N*/.exec(number)?.[0].length

/** Done, receipt number, ledger row and expiry: all of them or none. */
function checkPayments(books: Books) {
  const { paid, wallets } = books
  const purchases = entriesOf(books, 'purchase')
  const done = paid.filter((payment) => payment.isPay)
  for (const payment of paid) {
    const has = [payment.orNo !== null, payment.verifyBy !== null, payment.expired_date !== null]
    assert.deepEqual(has, Array(3).fill(payment.isPay))
    assert.deepEqual(purchases.creditsOf(payment._id), payment.isPay ? [payment.creditPurchase] : [])
  }
  assert.equal(purchases.count, done.length)
  for (const numbers of Map.groupBy(
    done.map(({ orNo }) => orNo ?? ''),
    seriesOf,
  ).values())
    assert.deepEqual(
      numbers.map((number) => Number(number.split('-').at(-1))).sort((a, b) => a - b),
      numbers.map((_, index) => index + 1),
    )
  for (const { id, shown } of wallets) {
    const dates = done.filter((payment) => payment.createdBy._id === id).map((payment) => payment.expired_date)
    assert.equal(shown.creditExpired, dates.sort().at(-1) ?? null)
  }
}

/** A present member is charged once or has an outstanding case; a class is marked completely or not at all. */
function checkAttendance(books: Books) {
  const { marks, classes } = books
  const charges = entriesOf(books, 'attendance')
  const isCharged = (mark: Books['marks'][number]) => mark.status === 'P' && !mark.outStanding
  for (const mark of marks) assert.deepEqual(charges.creditsOf(mark._id), isCharged(mark) ? [-mark.creditMinus] : [])
  assert.equal(charges.count, marks.filter(isCharged).length)
  const rolls = Map.groupBy(marks, (mark) => mark.scheduledClass)
  for (const each of classes)
    assert.equal(rolls.get(each._id)?.length ?? 0, each.isAttendanceTaken ? memberCount : 0, `class ${each._id}`)
}

/** An adjustment is approved with its entry. */
function checkAdjustments(books: Books) {
  const entries = entriesOf(books, 'adjustment')
  for (const { _id, approvedBy, adjustCredit } of books.adjusted.values()) {
    assert.notEqual(approvedBy, null)
    assert.deepEqual(entries.creditsOf(_id), [adjustCredit])
  }
  assert.equal(entries.count, books.adjusted.size)
}

/** Whoever is imported has the wallet of the file. */
function checkNewcomers({ newcomers }: Books) {
  for (const { name, wallet } of [...newcomers.values()].flat())
    assert.equal(wallet, name.startsWith('Import') ? opening : 0, name)
}

/** What is charged, credited or marked, and who is there, more than once. */
export function doubledIn({ marks, entries, newcomers }: Books): string[] {
  const moved = entries.map(({ kind, cause }) => `${kind} ${cause._id}`)
  const marked = marks.map(({ scheduledClass, member }) => `mark ${scheduledClass} ${member._id}`)
  const added = [...newcomers.values()].flat().map(({ name }) => `member ${name}`)
  const seen = new Set<string>()
  return [...moved, ...marked, ...added].filter((each) => seen.size === seen.add(each).size)
}
