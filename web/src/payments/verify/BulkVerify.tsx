import { nothingChosen, type Payment, payments } from '@academy/contract/payments/payments.ts'
import { expiryAfterPurchase, formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { today } from '../../platform/client/today.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { listedChange } from '../../platform/client/wallet-change.ts'
import { notice } from '../../platform/feedback/notices.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Alert } from '../../ui/first/Alert.tsx'
import { useOpenOrders } from '../OpenOrders.tsx'
import '../payments.css'

/** The result of a bulk verification. */
export interface Outcome {
  verified: number
  failed: { payment: Payment | undefined; message: string }[]
}

/** Verifies the chosen payments one by one: a failure does not hold up the others. */
export function BulkVerify({ chosen, onDone }: { chosen: Payment[]; onDone: (outcome: Outcome | undefined) => void }) {
  const verify = useAction(payments.verifyMany, {
    okText: 'Verify',
    ...useOpenOrders(
      () => ({ members: chosen.map(({ createdBy }) => createdBy._id), payments: chosen.map(({ _id }) => _id) }),
      () => <BulkEffect chosen={chosen} />,
    ),
    // Failures are shown by the alert, which stays.
    done: ({ failed }) => (failed.length === 0 ? 'Verified' : ''),
    onDone: ({ verified, failed }) => {
      const reasons = failed.map(({ _id, message }) => ({
        payment: chosen.find((payment) => payment._id === _id),
        message,
      }))
      onDone(failed.length > 0 ? { verified: verified.length, failed: reasons } : undefined)
    },
  })
  const start = () =>
    chosen.length === 0 ? notice.warning(nothingChosen) : verify.send({ body: { ids: chosen.map(({ _id }) => _id) } })
  return (
    <ReasonButton type="primary" may={payments.verifyMany.may} loading={verify.sending} onClick={start}>
      {chosen.length > 0 ? t('Verify Selected ({n})', { n: chosen.length }) : t('Verify Selected')}
    </ReasonButton>
  )
}

interface Wallet {
  name: string
  before: number
  credit: number
  payments: number
  /** The expiry once all of them are verified today. */
  until: string
}

/** Each wallet once, with everything the payments add to it. */
function walletsOf(chosen: readonly Payment[]): [string, Wallet][] {
  const wallets = new Map<string, Wallet>()
  for (const { createdBy, wallet, creditExpired, creditPurchase, duration } of chosen) {
    const known = wallets.get(createdBy._id) ?? {
      name: createdBy.name,
      before: wallet,
      credit: 0,
      payments: 0,
      until: '',
    }
    const { credit, payments: count } = known
    const until = expiryAfterPurchase(known.until || creditExpired, today(), duration)
    wallets.set(createdBy._id, { ...known, credit: credit + creditPurchase, payments: count + 1, until })
  }
  return [...wallets]
}

/** The total verified, and the effect on each wallet. */
function BulkEffect({ chosen }: { chosen: readonly Payment[] }) {
  const amount = chosen.reduce((sum, payment) => sum + sen(payment.amount), 0)
  const credit = chosen.reduce((sum, payment) => sum + payment.creditPurchase, 0)
  const text =
    chosen.length === 1 ? '{n} payment, {amount}, {credit} credits' : '{n} payments, {amount}, {credit} credits in all'
  return (
    <>
      <strong>{t(text, { n: chosen.length, amount: formatRM(amount), credit: showCredit(credit) })}</strong>
      <ul className="bulk-wallets">
        {walletsOf(chosen).map(([id, { name, before, credit: added, payments: count, until }]) => (
          <li key={id}>
            {listedChange(name, before, before + added)}
            {count > 1 && ` ${t('({n} payments)', { n: count })}`}
            {t(', good until {until}', { until: showDay(until) })}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Stays until closed: failed payments need attention. */
export function OutcomeAlert({ outcome: { verified, failed }, onClose }: { outcome: Outcome; onClose: () => void }) {
  return (
    <Alert
      type="warning"
      onClose={onClose}
      className="bulk-outcome"
      title={t('Verified {n}. Not verified: {m}', { n: verified, m: failed.length })}
      description={
        <ul className="bulk-wallets">
          {failed.map(({ payment, message }) => (
            <li key={payment?._id ?? message}>
              {payment ? `${payment.createdBy.name}, ${payment.orderID}: ` : ''}
              {t(message)}
            </li>
          ))}
        </ul>
      }
    />
  )
}
