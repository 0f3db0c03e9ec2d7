/** What the question of an undo says, as the server told it. */

import { paymentPreview } from '@academy/contract/payments/preview.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import type { UndoEffect } from '@academy/contract/wallet/undo.ts'
import { call } from '../client/client.ts'
import { showCredit, showDay } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import { can } from '../client/session/session.ts'
import { walletChange } from '../client/wallet-change.ts'
import './undo.css'

export const effectOf = async (told: UndoEffect) => <Effect effect={told} orders={await openOrders(told)} />

/** 'Open orders: 1 (RM 200.00)' of the wallets that move, as every question about a wallet tells it. Left out without signal. */
async function openOrders({ wallets }: UndoEffect): Promise<string | false> {
  if (wallets.length === 0 || !can(paymentPreview.openOrders.may)) return false
  try {
    const query = { members: wallets.map(({ member }) => member._id) }
    const { items } = await call(paymentPreview.openOrders, { query, quiet: true })
    const n = items.reduce((sum, { count }) => sum + count, 0)
    const amount = formatRM(items.reduce((sum, item) => sum + sen(item.amount), 0))
    return n > 0 && t('Open orders: {n} ({amount})', { n, amount })
  } catch {
    return false
  }
}

type Moved = UndoEffect['wallets'][number]

/** 'Wallet 70 → 100 (Tan Wei Ling)', and what becomes of its last day; among several only where it moves. */
function Wallet({ moved: { member, wallet, creditExpired }, isAlone }: { moved: Moved; isAlone: boolean }) {
  const { from, to } = creditExpired
  const day = (date: string | null) => (date === null ? t('none') : showDay(date))
  return (
    <li>
      {wallet.from === wallet.to
        ? t('Wallet stays {n} ({name})', { n: showCredit(wallet.to), name: member.name })
        : walletChange(member.name, wallet.from, wallet.to)}
      {from !== to && <small>{t('Expiry {from} → {to}', { from: day(from), to: day(to) })}</small>}
      {from === to && isAlone && <small>{t('Expiry stays {day}', { day: day(to) })}</small>}
    </li>
  )
}

function Effect({ effect: { lines, wallets }, orders }: { effect: UndoEffect; orders: string | false }) {
  const isAlone = wallets.length === 1
  const words = lines.map((line) => (
    <p key={line} className="undo-line">
      {t(line)}
    </p>
  ))
  return (
    <>
      {/* What happens to a class is said before its many wallets. */}
      {!isAlone && words}
      <ul className="undo-wallets plain-list">
        {wallets.map((moved) => (
          <Wallet key={moved.member._id} moved={moved} isAlone={isAlone} />
        ))}
      </ul>
      {isAlone && words}
      {orders && <p className="undo-line">{orders}</p>}
    </>
  )
}
