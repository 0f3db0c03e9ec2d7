import { firstOf } from '@academy/contract/platform/text.ts'
import type { UndoEffect } from '@academy/contract/wallet/undo.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import { businessDate } from '../platform/runtime/index.ts'
import { entryOf, watchWallets } from '../wallet/wallet.ts'
import { checkState, writeAdjustment } from './adjustments.ts'
import { adjustmentRow, causeOf } from './listing.ts'

const longestReason = 500

/**
 * Takes an approved document back by one of its own over the opposite credit, made and approved in one act, whose ledger
 * entry reverses that of the first. 409 when it is not approved, was taken back already or takes one back itself, when the
 * member is disabled or the wallet holds too little.
 */
export async function undoAdjustment(tx: Tx, id: string): Promise<UndoEffect> {
  const row = await adjustmentRow(tx, id, true)
  checkState(row, 'undo')
  if (row.undoneBy) throw conflict(`${row.docNo} was undone already by ${row.undoneBy.doc_no}`)
  if (row.undoes)
    throw conflict(`${row.docNo} undoes ${row.undoes.doc_no} and is final. Please make a new credit adjustment.`)
  const entry = found(await entryOf(tx, causeOf(id)), 'Wallet entry')
  const { changes } = await watchWallets(tx, [row.member])
  const made = await writeAdjustment(
    tx,
    {
      date: tx.today,
      member: row.member,
      reason: firstOf(`Undo of ${row.docNo}: ${row.reason}`, longestReason),
      adjustCredit: -row.adjustCredit,
    },
    { of: row, entry: entry.id, day: businessDate(new Date(entry.at)) },
  )
  return {
    lines: [`${row.docNo} stays as it is. ${made.docNo} takes it back, approved by ${tx.by.username}.`],
    wallets: await changes(),
    made: { _id: made.id, number: made.docNo },
  }
}
