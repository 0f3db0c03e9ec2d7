import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { useOpenOrders } from '../payments/index.ts'
import { useAction } from '../platform/client/use-action.ts'
import type { walletChange } from '../platform/client/wallet-change.ts'
import { ClosedCases } from './AttendanceChange.tsx'

/** Debits the wallet for one case now. `change` words what the wallet holds before and after, as the list around it does. */
export function useCloseCase(row: AttendanceRow, change: typeof walletChange) {
  const { _id, name, wallet } = row.walletMember
  const { send, sending } = useAction(attendance.closeOutstanding, {
    ...useOpenOrders(
      () => ({ members: [_id] }),
      () => (
        <>
          <ClosedCases cases={[row]} />
          {change(name, wallet, wallet - row.creditMinus)}
        </>
      ),
    ),
  })
  return { sending, send: () => void send({ params: { id: row._id }, body: { outStanding: false } }) }
}
