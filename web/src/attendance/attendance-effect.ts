import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import { covers } from '@academy/contract/wallet/rules.ts'
import { showCredit } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { walletChange } from '../platform/client/wallet-change.ts'

type Row = Pick<AttendanceRow, 'status' | 'outStanding' | 'creditMinus' | 'credit' | 'walletMember' | 'payer'>

const walletUnchanged = (name: string, wallet: number) =>
  t('Wallet stays {wallet} ({name})', { name, wallet: showCredit(wallet) })

/** What withdrawing the record does to the wallet that paid. */
function refunded({ outStanding, creditMinus, walletMember: { name, wallet } }: Row): string {
  if (outStanding) return t('The outstanding case is dropped. {stays}', { stays: walletUnchanged(name, wallet) })
  if (creditMinus === 0) return t('Nothing was charged. {stays}', { stays: walletUnchanged(name, wallet) })
  return walletChange(name, wallet, wallet + creditMinus)
}

/** What being present costs the wallet that would pay now. */
function charged({ credit, payer: { name, wallet } }: Row): string {
  if (credit === 0) return t('Free of charge. {stays}', { stays: walletUnchanged(name, wallet) })
  if (covers(wallet, credit)) return walletChange(name, wallet, wallet - credit)
  return t('No cover: becomes outstanding. Wallet holds {wallet} of the {credit} credits needed ({name})', {
    name,
    wallet: showCredit(wallet),
    credit: showCredit(credit),
  })
}

/** What changing or deleting an attendance record does to the wallet, in words. */
export function attendanceEffect(row: Row, next: 'P' | 'A' | 'deleted'): string {
  if (next === row.status) return t('The wallet is not touched')
  if (next === 'P') return charged(row)
  return row.status === 'P' ? refunded(row) : t('The wallet is not touched')
}

/** Why an outstanding case cannot be closed yet: the wallet's balance and what is missing; false when it can be. */
export const shortBy = ({ creditMinus, walletMember: { wallet } }: Pick<Row, 'creditMinus' | 'walletMember'>) =>
  !covers(wallet, creditMinus) &&
  t('The wallet holds {wallet} credits, {missing} less than the {credit} needed', {
    wallet,
    missing: creditMinus - wallet,
    credit: creditMinus,
  })
