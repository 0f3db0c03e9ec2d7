// Plausible bugs, each a few words of one file. `npm run bugs` puts them one by one into a copy of the tree, where the model
// test (api/test/model/model.test.ts) must fail. `npm run storm -- --without-lock` does so with the last.

/** `{ says, file, find, put }`: what it breaks, and the words to replace, which are in the file once. */
export const bugs = [
  {
    says: 'A small package bought after a large one brings the expiry forward',
    file: 'contract/src/wallet/rules.ts',
    find: 'return laterOf(present, addMonths(today, months))',
    put: 'return addMonths(today, months)',
  },
  {
    says: 'A cancelled payment leaves the expiry it bought',
    file: 'api/src/payments/payments.ts',
    find: 'await setExpiry(tx, wallet, await expiryWithout(tx, payment, wallet.creditExpired))',
    put: '',
  },
  {
    says: 'Bulk verification gives up at the first payment that it cannot verify',
    file: 'api/src/platform/http/one-by-one.ts',
    find: 'failed.push({ _id: id, message: meaning?.message ?? ours })',
    put: 'failed.push({ _id: id, message: meaning?.message ?? ours }); break',
  },
  {
    says: 'A wallet that holds exactly what a class costs does not pay',
    file: 'contract/src/wallet/rules.ts',
    find: 'credit === 0 || balance >= credit',
    put: 'credit === 0 || balance > credit',
  },
  {
    says: 'A member set to absent gets no credit back',
    file: 'api/src/attendance/attendance-changes.ts',
    find: 'await reverseDebits(tx, [row])\n  return { ...stateOf(row)',
    put: 'return { ...stateOf(row)',
  },
  {
    says: 'A member set to present again is paid by the wallet that paid before, not by the one that pays by now',
    file: 'api/src/attendance/attendance-changes.ts',
    find: 'await charge(tx, await lockWallet(tx, walletMember)',
    put: 'await charge(tx, await lockWallet(tx, row.walletMember)',
  },
  {
    says: 'Credit can be cleared on the last day it is good for',
    file: 'api/src/wallet/wallet.ts',
    find: 'wallet.creditExpired >= tx.today',
    put: 'wallet.creditExpired > tx.today',
  },
  {
    says: 'The parent goes on paying for a child that became independent',
    file: 'api/src/members/family/independence.ts',
    find: '  await payFromOwnWallet(tx, member)\n',
    put: '',
  },
  {
    says: 'Of several open cases the newest class is closed first',
    file: 'api/src/attendance/open-cases.ts',
    find: ".orderBy('attendance.classDate')",
    put: ".orderBy('attendance.classDate', 'desc')",
  },
  {
    says: 'Who is added to a class later is told yes and not written down',
    file: 'api/src/attendance/attendance.ts',
    find: 'if (fresh.length === 0) return',
    put: 'if (fresh.length === 0 || marked.size > 0) return',
  },
  {
    says: 'The business day begins at midnight in UTC',
    file: 'api/src/platform/runtime/clock.ts',
    find: 'const offset = 8 * 60 * 60 * 1000',
    put: 'const offset = 0',
  },
  {
    says: 'An old form overwrites what the wallet has become since',
    file: 'api/src/wallet/wallet.ts',
    find: 'if (wallet.balance !== edit.walletWas)',
    put: 'if (wallet.balance < 0)',
  },
  {
    says: 'A walk-in pays what the course asks, not what was chosen',
    file: 'api/src/attendance/walk-ins.ts',
    find: "creditType, mark.creditMinus, 'creditMinus')",
    put: "creditType, null, 'creditMinus')",
  },
]

/** For the storm: wallets are read without a lock. */
export const withoutLock = {
  says: 'Wallets are not locked',
  file: 'api/src/wallet/locked-wallet.ts',
  find: ".orderBy('member')\n    .forUpdate()",
  put: ".orderBy('member')",
}
