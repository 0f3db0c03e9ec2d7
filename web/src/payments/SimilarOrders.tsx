import type { SimilarOrder } from '@academy/contract/payments/preview.ts'
import { showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { Alert } from '../ui/first/Alert.tsx'

/** Existing orders similar to this one; confirmed before another one is created. */
export const SimilarOrders = ({ orders }: { orders: SimilarOrder[] }) =>
  orders.length > 0 && (
    <Alert
      type="warning"
      className="similar-orders"
      title={t('Is this one order too many? For this wallet there is already:')}
      description={
        <ul className="plain-list">
          {orders.map(({ _id, orderID, packageTitle, amount, createdAt, createdBy, status, paymentType }) => (
            <li key={_id}>
              {t('{order}, {package}, {amount}, {type}, {status}, made {at} by {by}', {
                order: orderID,
                package: packageTitle,
                amount: showMoney(amount),
                type: t(paymentType === 'Direct' ? 'Card' : 'Cash'),
                status: t(status),
                at: showInstant(createdAt),
                by: createdBy,
              })}
            </li>
          ))}
        </ul>
      }
    />
  )
