import type { PaymentEffect } from '@academy/contract/payments/preview.ts'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { RightIcon } from '../../ui/first/icons.ts'
import { OpenOrdersLine } from '../OpenOrders.tsx'
import { SimilarOrders } from '../SimilarOrders.tsx'
import '../verify/payment-panel.css'

/** What the sale will do to the wallet, and what is like it already. */
export function SaleEffect({
  effect: { payer, wallet, creditExpired, similar, openOrders },
}: {
  effect: PaymentEffect
}) {
  return (
    <div role="status">
      <dl className="payment-effect">
        <dt>{t('Wallet of {name}', { name: payer.name })}</dt>
        <dd className="payment-wallet">
          <span>{showCredit(wallet.from)}</span> <RightIcon /> <b>{showCredit(wallet.to)}</b>
        </dd>
        <dt>{t('Expiry')}</dt>
        <dd>
          {creditExpired.from === creditExpired.to ? (
            t('stays')
          ) : (
            <>{creditExpired.from ? showDay(creditExpired.from) : t('none')} →</>
          )}{' '}
          <b>{showDay(creditExpired.to)}</b>
        </dd>
      </dl>
      <SimilarOrders orders={similar} />
      <OpenOrdersLine orders={openOrders} />
    </div>
  )
}
