import { attendance } from '@academy/contract/attendance/attendance.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { notice } from '../platform/feedback/notices.tsx'

interface Closed {
  closed: number
  /** Cases that stay open. */
  left: number
  settlement: string
}

/** Tells that cases were closed together, and opens them again where that was a mistake. */
export function useClosedNotice(): (closed: Closed) => void {
  const reopen = useAction(attendance.reopen, { confirm: false })
  return ({ closed, left, settlement }) => {
    const undo = () => void reopen.send({ params: { settlement } })
    if (left === 0) notice.success('Closed', undo)
    else notice.warning(t('{n} closed, {m} left open', { n: closed, m: left }), undo)
  }
}
