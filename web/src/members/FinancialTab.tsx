import { messages } from '@academy/contract/kit/messages.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { wallet } from '@academy/contract/wallet/wallet.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { today } from '../kit/config.ts'
import { showCredit, showDay } from '../kit/days.ts'
import { ReasonButton } from '../kit/Guard.tsx'
import { DayInput } from '../kit/inputs.tsx'
import { useList } from '../kit/list.ts'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'
import { ExpiryButton } from './ExpiryButton.tsx'
import { LedgerTable } from './LedgerTable.tsx'
import { ParentWallets } from './MemberHead.tsx'
import { Expiry, WalletFigure } from './MemberName.tsx'
import { MemberPayments } from './MemberPayments.tsx'
import { clearReason } from './member-words.ts'

/** Why the wallet is what it is. */
export function FinancialTab({ member }: { member: MemberDetail }) {
  if (!member.isIndependent)
    return (
      <Alert
        type="info"
        showIcon
        title={t('A dependent child has no wallet of its own.')}
        description={<ParentWallets member={member} />}
      />
    )
  return (
    <>
      <WalletCard member={member} />
      <Ledger member={member} />
      <MemberPayments memberId={member._id} />
    </>
  )
}

function WalletCard({ member }: { member: MemberDetail }) {
  return (
    <>
      {member.creditExpired === null && (
        <Alert type="warning" showIcon title={t(messages.noExpiry)} className="wallet-alert" />
      )}
      <div className="wallet-card">
        <dl className="facts">
          <div>
            <dt>{t('Wallet')}</dt>
            <dd>
              <WalletFigure wallet={member.wallet} />
            </dd>
          </div>
          <div>
            <dt>{t('Expiry')}</dt>
            <dd>
              <Expiry {...member} />
            </dd>
          </div>
        </dl>
        <div className="wallet-buttons">
          <ExpiryButton member={member} />
          <ClearButton member={member} />
        </div>
      </div>
    </>
  )
}

function ClearButton({ member }: { member: MemberDetail }) {
  const clear = useSend(wallet.clearExpired, {
    danger: true,
    okText: 'Clear expired',
    effect: () => t('Wallet {wallet} -> 0, expires entry of -{wallet}', { wallet: showCredit(member.wallet) }),
  })
  return (
    <ReasonButton
      danger
      may={wallet.clearExpired.may}
      reason={clearReason(member.creditExpired, member.wallet, today())}
      loading={clear.sending}
      onClick={() => clear.send({ params: { id: member._id } })}
    >
      {t('Clear expired')}
    </ReasonButton>
  )
}

/** The entries with their running balance, all of them or up to a chosen day. */
function Ledger({ member }: { member: MemberDetail }) {
  const [asOf, setAsOf] = useState<string | null>(null)
  const list = useList(wallet.ledger, {
    params: { id: member._id },
    query: { asOf: asOf ?? undefined },
    inAddress: false,
    status: false,
    size: 20,
  })
  const balance = list.answer?.balance
  return (
    <section aria-labelledby="ledger-title">
      <h2 id="ledger-title">{t('Wallet history')}</h2>
      <div className="as-of">
        <label htmlFor="as-of">{t('Balance as of')}</label>
        <DayInput
          id="as-of"
          value={asOf}
          max={today()}
          placeholder={t('Today')}
          onChange={(day) => {
            setAsOf(day)
            list.change({ page: 1 })
          }}
        />
        <output className="number" htmlFor="as-of">
          {balance !== undefined &&
            (asOf
              ? t('{balance} credits at the end of {day}', { balance: showCredit(balance), day: showDay(asOf) })
              : t('{balance} credits now', { balance: showCredit(balance) }))}
        </output>
      </div>
      <LedgerTable member={member} list={list} />
    </section>
  )
}
