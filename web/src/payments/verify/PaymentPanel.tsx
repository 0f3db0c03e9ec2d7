import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { CardLink } from '@academy/contract/payments/checkout.ts'
import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan, paymentStatus } from '@academy/contract/payments/rules.ts'
import { expiryAfterPurchase } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CloseCasesOffer, coversCases } from '../../attendance/index.ts'
import { showCredit, showDay, showInstant, showMoney } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { today } from '../../platform/client/today.ts'
import { TryAgainButton } from '../../platform/feedback/SignalLine.tsx'
import { Avatar } from '../../platform/shell/Avatar.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { CloseIcon, RightIcon } from '../../ui/first/icons.ts'
import { CardLinkButton } from '../CardLinkButton.tsx'
import { CancelButton, PaymentTag, ReceiptButton, UndoPayment, WithdrawButton } from '../PaymentActions.tsx'
import { nearPayments } from './near-payments.ts'
import { VerifyButtons } from './VerifyButtons.tsx'
import './payment-panel.css'

interface PaymentPanelProps {
  payment: Payment
  /** Closes it beside the list; a dialog around it names the payer and has a button of its own. */
  onClose?: () => void
  /** Once it is verified or rejected; `stays` where it has more to offer, and again without once that is seen. */
  onSettled: (stays: boolean) => void
  onLink: (link: CardLink) => void
}

/** Everything about a payment that decides whether it is verified: what it does, whose it is, what else was paid. */
export function PaymentPanel({ payment, onClose, onSettled, onLink }: PaymentPanelProps) {
  const { createdBy, receivedAt, paymentType, amount, packageTitle } = payment
  const { can } = useSession()
  const [hasStayed, setStayed] = useState(false)
  /** A purchase that covers classes owed for offers to close them before the next payment is shown. */
  async function settled(now: Payment) {
    const stays = paymentCan.cancel(now) && can(attendance.closeSeveral.may) && (await coversCases(now.createdBy._id))
    setStayed(stays)
    onSettled(stays)
  }
  return (
    <aside className="payment-panel" aria-label={t('Payment of {name}', { name: createdBy.name })}>
      <header>
        <div>
          <small>
            {t('Payment of {at} · {type}', {
              at: showInstant(receivedAt),
              type: t(paymentType === 'Cash' ? 'Cash' : 'Card'),
            })}
          </small>
          {onClose && (
            <h2>
              {createdBy.name}
              {createdBy.chName && <ChineseName>{createdBy.chName}</ChineseName>}
            </h2>
          )}
        </div>
        <span>
          {/* Why it was cancelled stands among its facts. */}
          <PaymentTag payment={{ ...payment, cancelReason: null }} />
        </span>
        {onClose && (
          <Button type="text" size="small" icon={<CloseIcon />} aria-label={t('Close payment')} onClick={onClose} />
        )}
      </header>
      <div className="payment-body">
        <p className="payment-amount">
          <strong>{showMoney(amount)}</strong> <span className="muted">{packageTitle}</span>
        </p>
        {paymentCan.verify(payment) && <Effect payment={payment} />}
        {paymentCan.cancel(payment) && (
          <CloseCasesOffer payer={createdBy}>
            {hasStayed && <Button onClick={() => onSettled(false)}>{t('Go On')}</Button>}
          </CloseCasesOffer>
        )}
        <Facts payment={payment} />
        {createdBy.children.length > 0 && <Family of={createdBy.children} />}
        <NearPayments payment={payment} />
        <MemberLink id={createdBy._id} />
      </div>
      <Foot payment={payment} onSettled={settled} onLink={onLink} />
    </aside>
  )
}

/** What verifying it does to the wallet and its last day. */
function Effect({ payment: { wallet, creditPurchase, creditExpired, duration } }: { payment: Payment }) {
  const until = expiryAfterPurchase(creditExpired, today(), duration)
  return (
    <dl className="payment-effect">
      <dt>{t('Wallet')}</dt>
      <dd className="payment-wallet">
        <span>{showCredit(wallet)}</span> <RightIcon /> <b>{showCredit(wallet + creditPurchase)}</b>
      </dd>
      <dt>{t('Expiry')}</dt>
      <dd>
        {until === creditExpired ? t('stays') : <>{creditExpired ? showDay(creditExpired) : t('none')} →</>}{' '}
        <b>{showDay(until)}</b>
      </dd>
    </dl>
  )
}

function Facts({ payment }: { payment: Payment }) {
  const { addition, creditPurchase, duration, coachReceived, orderID, orNo, verifiedAt, verifyBy, cancelReason } =
    payment
  const credits =
    addition > 0 ? `${showCredit(creditPurchase - addition)} + ${showCredit(addition)}` : showCredit(creditPurchase)
  const facts: [string, string | null | undefined][] = [
    [
      'Package',
      t(duration === 1 ? '{credits} credits, {n} month' : '{credits} credits, {n} months', { credits, n: duration }),
    ],
    ['Coach Received', coachReceived?.name],
    ['Order', orderID],
    ['OR No.', orNo],
    ['Verified', verifiedAt && `${showInstant(verifiedAt)}${verifyBy ? `, ${verifyBy}` : ''}`],
    ['Reason', cancelReason],
    ['Made again from', payment.replaces?.orderID],
    ['Made again as', payment.replacedBy?.orderID],
  ]
  return (
    <dl className="payment-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const Family = ({ of }: { of: Payment['createdBy']['children'] }) => (
  <section>
    <h3>{t('Family')}</h3>
    <ul className="plain-list payment-family">
      {of.map(({ _id, name }) => (
        <li key={_id}>
          <Avatar name={name} picture={null} size={28} /> {name}
        </li>
      ))}
    </ul>
  </section>
)

/** Other payments for the same wallet within two weeks: one of them may be the same money. */
function NearPayments({ payment }: { payment: Payment }) {
  const { data, error } = useCall(payments.list, {
    query: { createdBy: payment.createdBy._id, limit: 20, sort: '-receivedAt' },
  })
  if (error && !data)
    return (
      <Alert
        type="warning"
        className="payment-others-unread"
        title={t('Other payments of this wallet could not be read. One of them may be the same money.')}
        action={<TryAgainButton />}
      />
    )
  const near = nearPayments(payment, data?.items ?? [])
  if (near.length === 0) return null
  return (
    <ul className="payment-others plain-list">
      {near.map((other) => (
        <li key={other._id} className={other.amount === payment.amount ? 'payment-same' : undefined}>
          {t('Also {amount} on {day} ({title}, {status}).', {
            amount: showMoney(other.amount),
            day: showInstant(other.receivedAt).slice(0, 10),
            title: other.packageTitle,
            status: t(paymentStatus(other)),
          })}{' '}
          {t(other.amount === payment.amount ? 'The same amount.' : 'Not the same amount.')}
        </li>
      ))}
    </ul>
  )
}

function MemberLink({ id }: { id: string }) {
  const { can } = useSession()
  if (!can('membership.view')) return null
  return (
    <p>
      <Link to="/membership/edit/$memberId" params={{ memberId: id }}>
        {t('Open member')}
      </Link>
    </p>
  )
}

interface FootProps extends Pick<PaymentPanelProps, 'payment' | 'onLink'> {
  onSettled: (now: Payment) => Promise<void>
}

function Foot({ payment, onSettled, onLink }: FootProps) {
  if (paymentCan.verify(payment) && payment.paymentType === 'Cash')
    return (
      <footer>
        <VerifyButtons payment={payment} prominent onSettled={onSettled} />
      </footer>
    )
  if (paymentCan.withdraw(payment))
    return (
      <footer>
        <CardLinkButton payment={payment} type="default" onLink={onLink} />
        <WithdrawButton payment={payment} type="default" />
      </footer>
    )
  const status = paymentStatus(payment)
  if (status !== 'Done' && status !== 'Cancelled') return null
  return (
    <footer>
      {paymentCan.print(payment) && <ReceiptButton payment={payment} type="default" />}
      {paymentCan.cancel(payment) && <CancelButton payment={payment} type="default" />}
      <UndoPayment payment={payment} type="default" />
    </footer>
  )
}
