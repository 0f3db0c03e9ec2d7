import { type OpenOrders, paymentPreview } from '@academy/contract/payments/preview.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import type { ReactNode } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'

/** 'Open orders: 1 (RM 200.00)', or nothing where there are none. */
export const OpenOrdersLine = ({ orders: { count, amount } }: { orders: OpenOrders }) =>
  count > 0 && (
    <div className="open-orders">{t('Open orders: {n} ({amount})', { n: count, amount: formatRM(sen(amount)) })}</div>
  )

/** The wallets an action changes, and the payments it settles itself. */
interface ChangedWallets {
  members: readonly string[]
  payments?: readonly string[]
}

/** An effect, with the other open orders of the wallets it changes. Without signal they are left out. */
async function withOpenOrders(effect: ReactNode, { members, payments = [] }: ChangedWallets): Promise<ReactNode> {
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
export function useOpenOrders<Input>(moves: (input: Input) => ChangedWallets, effect: () => ReactNode) {
  const may = useSession().can(paymentPreview.openOrders.may)
  return may ? { preview: (input: Input) => withOpenOrders(effect(), moves(input)) } : { effect }
}
