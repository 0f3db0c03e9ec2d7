import { adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { attendance } from '@academy/contract/attendance/attendance.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { type LedgerEntry, wallet } from '@academy/contract/wallet/wallet.ts'
import { undoQuestion } from '../../../payments/index.ts'
import { showInstant } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { WalletUndo, type WalletUndoProps } from '../../../platform/feedback/UndoButton.tsx'
import { RowActions } from '../../../platform/table/rows/RowActions.tsx'
import { entryText } from './ledger-text.ts'

type Undoing = Pick<WalletUndoProps, 'undo' | 'rehearse' | 'params' | 'confirm'>

const undoPayment = { undo: payments.undo, rehearse: payments.rehearseUndo }

/**
 * How an entry is undone: through the document behind it, or by itself where there is none. Undefined for what was taken
 * back already, for what takes something back, and for what is put right by another edit.
 */
function undoingOf({ _id, kind, cause, reverses, reversedBy }: LedgerEntry, member: string): Undoing | undefined {
  if (reversedBy) return undefined
  const id = cause._id
  // A cancellation is itself a reversal: its undo is the same order again.
  if (kind === 'purchase-cancelled' && id) return { ...undoPayment, params: { id }, confirm: undoQuestion('Cancelled') }
  if (reverses) return undefined
  if (kind === 'expired')
    return { undo: wallet.undoClear, rehearse: wallet.rehearseUndoClear, params: { id: member, entry: _id } }
  if (!id) return undefined
  if (kind === 'purchase') return { ...undoPayment, params: { id }, confirm: undoQuestion('Done') }
  if (kind === 'adjustment') return { undo: adjustments.undo, rehearse: adjustments.rehearseUndo, params: { id } }
  if (kind === 'attendance') return { undo: attendance.undo, rehearse: attendance.rehearseUndo, params: { id } }
  return undefined
}

const allUndos = [payments.undo, wallet.undoClear, adjustments.undo, attendance.undo]

/** Whether the user may undo anything that a ledger shows. */
export function useMayUndo(): boolean {
  const { can } = useSession()
  return allUndos.some(({ may }) => can(may))
}

/** The undo of a ledger entry, for who may. */
export function UndoEntry({ entry, member }: { entry: LedgerEntry; member: string }) {
  const { can } = useSession()
  const undoing = undoingOf(entry, member)
  if (!undoing || !can(undoing.undo.may)) return null
  const of = t('{what} of {at}', { what: entryText(entry), at: showInstant(entry.at) })
  return (
    <RowActions name={of}>
      <WalletUndo {...undoing} of={of} type="link" />
    </RowActions>
  )
}
