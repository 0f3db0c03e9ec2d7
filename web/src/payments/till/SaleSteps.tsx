import type { CardLink } from '@academy/contract/payments/checkout.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { paymentCan } from '@academy/contract/payments/rules.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { CloseCasesOffer } from '../../attendance/index.ts'
import { showCredit, showDay, showMoney } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { permissionText, ReasonButton } from '../../platform/shell/Guard.tsx'
import { ButtonLink } from '../../platform/table/rows/EntryActions.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { AlertIcon, CircleCheckIcon, ClockIcon } from '../../ui/first/icons.ts'
import { useCardLink } from '../use-card-link.tsx'
import { useCurrentLink } from '../use-current-link.ts'
import type { Sale } from './use-sale.ts'

interface SaleStepsProps {
  sale: Sale
  isBusy: boolean
  onGoOn: () => void
  onReceipt: () => void
  onNext: () => void
}

/** How far a sale has come, and what goes on from there. */
export function SaleSteps({ sale, isBusy, onGoOn, onReceipt, onNext }: SaleStepsProps) {
  const { payment, problem, link, next } = sale
  const { can } = useSession()
  const card = useCurrentLink(link)
  const isPaid = card?.status === 'Done' || (payment !== undefined && paymentCan.print(payment))
  const cards = useCardLink()
  const { show } = cards
  useEffect(() => {
    if (link) show(link)
  }, [link, show])
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  // What was rejected or cancelled meanwhile cannot be gone on with.
  const goOn = useRef<HTMLButtonElement>(null)
  const canGoOn = problem !== undefined && (!payment || next !== 'verify' || paymentCan.verify(payment))
  useEffect(() => {
    if (canGoOn) goOn.current?.focus()
  }, [canGoOn])
  return (
    <section className="panel till-steps" aria-labelledby="till-outcome" aria-busy={isBusy}>
      <h2 id="till-outcome" ref={title} tabIndex={-1}>
        {titleOf(sale, isPaid)}
      </h2>
      <Change sale={sale} />
      <ol className="plain-list" aria-live="polite">
        <OrderStep sale={sale} />
        {payment?.paymentType === 'Cash' && <VerifyStep sale={sale} />}
        {payment?.paymentType === 'Cash' && isPaid && <ReceiptStep sale={sale} />}
        {isPaid && card?.purchase && <CardStep purchase={card.purchase} />}
      </ol>
      <div className="form-buttons">
        {canGoOn && (
          <Button ref={goOn} type="primary" loading={isBusy} onClick={onGoOn}>
            {t('Go On')}
          </Button>
        )}
        {link && !isPaid && (
          <Button type="primary" onClick={() => show(link)}>
            {t('Card Link')}
          </Button>
        )}
        {isPaid && !next && (
          <ReasonButton may={payments.receipt.may} loading={isBusy} onClick={onReceipt}>
            {t('Official Receipt')}
          </ReasonButton>
        )}
        {/* Where a sale to the wrong member, or with the wrong coach, is put right. */}
        {isPaid && !next && payment?.paymentType === 'Cash' && can('verifyPayment.view') && (
          <ButtonLink to="/verify-payment/listing" search={{ payment: payment._id } as never}>
            {t('Open payment')}
          </ButtonLink>
        )}
        <Button onClick={onNext}>{t('Next Member')}</Button>
      </div>
      {/* Below the buttons, which it would push from under the pointer when it comes. */}
      {payment && isPaid && !next && <CloseCasesOffer payer={payment.createdBy} />}
      {cards.window}
    </section>
  )
}

function titleOf({ payment, next, problem, link }: Sale, isPaid: boolean): string {
  if (link && !isPaid) return t('The card link is made')
  if (problem) return t(payment ? 'Not finished yet' : 'Not known whether it was ordered')
  if (next) return t('Selling…')
  return t(isPaid ? 'Sold' : 'Ordered')
}

/** What goes back over the counter. */
function Change({ sale: { payment, received } }: { sale: Sale }) {
  if (payment?.paymentType !== 'Cash') return null
  const change = received - sen(payment.amount)
  return (
    change >= 0 && (
      <p className="till-change">
        {t('Change')} <strong>{formatRM(change)}</strong>{' '}
        <span className="muted">{t('of {received} received', { received: formatRM(received) })}</span>
      </p>
    )
  )
}

const icons = { done: CircleCheckIcon, stopped: AlertIcon, open: ClockIcon }

function Step({ state, children }: { state: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[state]
  return (
    <li data-state={state}>
      <Icon aria-hidden />
      <span>{children}</span>
    </li>
  )
}

function OrderStep({ sale: { payment, problem } }: { sale: Sale }) {
  if (!payment)
    return (
      <Step state={problem ? 'stopped' : 'open'}>
        {problem} {problem && t('Going on asks again, and it is ordered once, whatever became of the first.')}
      </Step>
    )
  const { orderID, createdBy, packageTitle, amount } = payment
  return (
    <Step state="done">
      {t('Order {order}: {package} for {name}, {amount}', {
        order: orderID,
        package: packageTitle,
        name: createdBy.name,
        amount: showMoney(amount),
      })}
    </Step>
  )
}

function VerifyStep({ sale: { payment, next, problem, wasVerified, isUnsure } }: { sale: Sale }) {
  const { can } = useSession()
  if (!payment) return null
  if (paymentCan.print(payment)) {
    const { wallet, creditPurchase, orNo, validUntil, verifyBy } = payment
    const facts = { number: orNo ?? '-', until: showDay(validUntil), by: verifyBy ?? '-' }
    return (
      <Step state="done">
        {wasVerified
          ? t('{by} had verified it already: receipt {number}, good until {until}', facts)
          : t('Verified: wallet {from} → {to}, receipt {number}, good until {until}', {
              ...facts,
              from: showCredit(wallet - creditPurchase),
              to: showCredit(wallet),
            })}
      </Step>
    )
  }
  if (problem)
    return (
      <Step state="stopped">
        {t(isUnsure ? 'Not known whether it was verified.' : 'Not verified, the wallet is as it was.')} {problem}{' '}
        {isUnsure && t('Going on asks again, and it is verified once, whatever became of the first.')}
      </Step>
    )
  if (next) return <Step state="open">{t('Verifying…')}</Step>
  return (
    <Step state="open">
      {!can(payments.settle.may) &&
        t('It waits in Verify Payment: verifying it needs the permission {permission}', {
          permission: permissionText(payments.settle.may),
        })}
    </Step>
  )
}

/** Paid elsewhere, while the till looks at it or before. */
const CardStep = ({ purchase: { from, to, orNo } }: { purchase: NonNullable<CardLink['purchase']> }) => (
  <Step state="done">
    {t('Paid by card: wallet {from} → {to}, receipt {number}', {
      from: showCredit(from),
      to: showCredit(to),
      number: orNo,
    })}
  </Step>
)

function ReceiptStep({ sale: { next, problem, isOpened } }: { sale: Sale }) {
  const { can } = useSession()
  if (problem) return <Step state="stopped">{t('The receipt was not opened. {problem}', { problem })}</Step>
  if (next) return <Step state="open">{t('Opening the receipt…')}</Step>
  if (!can(payments.receipt.may))
    return (
      <Step state="open">
        {t('Opening the receipt needs the permission {permission}', {
          permission: permissionText(payments.receipt.may),
        })}
      </Step>
    )
  return isOpened ? (
    <Step state="done">{t('The receipt is open in a tab of its own, which asks for the printer')}</Step>
  ) : (
    <Step state="open">{t('The browser opened no tab for the receipt')}</Step>
  )
}
