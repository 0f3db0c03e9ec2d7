import { type OpenOrders, paymentPreview } from '@academy/contract/payments/preview.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import type { ReactNode } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session.ts'

/** 'Open orders: 1 (RM 200.00)', or nothing where there are none. */
export const OpenOrdersLine = ({ orders: { count, amount } }: { orders: OpenOrders }) =>
  count > 0 && (
    <div className="open-orders">{t('Open orders: {n} ({amount})', { n: count, amount: formatRM(sen(amount)) })}</div>
  )

/** Whose wallets something moves, and the payments that it settles itself. */
interface Moved {
  members: readonly string[]
  payments?: readonly string[]
}

/** What a question tells, with the other orders that wait for these wallets. Without signal they are left out. */
async function withOpenOrders(effect: ReactNode, { members, payments = [] }: Moved): Promise<ReactNode> {
  try {
    const query = { members: [...new Set(members)], without: payments }
    const { items } = await call(paymentPreview.openOrders, { query, quiet: true })
    const amount = items.reduce((sum, item) => sum + sen(item.amount), 0)
    const count = items.reduce((sum, item) => sum + item.count, 0)
    return (
      <>
        {effect}
        <OpenOrdersLine orders={{ count, amount: (amount / 100).toFixed(2) }} />
      </>
    )
  } catch {
    return effect
  }
}

/**
 * What the question of an action that moves wallets shows, their open orders included:
 *
 *   const moves = () => ({ members: [wallet._id] })
 *   const close = useAction(attendance.closeOutstanding, useOpenOrders(moves, () => <ClosedCases cases={cases} />))
 */
export function useOpenOrders<Input>(moves: (input: Input) => Moved, effect: () => ReactNode) {
  const may = useSession().can(paymentPreview.openOrders.may)
  return may ? { preview: (input: Input) => withOpenOrders(effect(), moves(input)) } : { effect }
}
