import type { FamilyCard } from '@academy/contract/families/card.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { ReceiptDownload } from '../../payments/index.ts'
import { showDay, showInstant, showMoney, showSigned } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { permissionText } from '../../platform/shell/Guard.tsx'
import { ButtonLink } from '../../platform/table/rows/EntryActions.tsx'
import { Tag } from '../../ui/first/Tag.tsx'

interface CardProps {
  card: FamilyCard
}

/** Orders that wait and the last receipts, for who may see them. */
export function FamilyMoney({ card }: CardProps) {
  return (
    <div className="family-money">
      <Orders card={card} />
      <Receipts card={card} />
    </div>
  )
}

const Part = ({ id, title, tag, children }: { id: string; title: string; tag?: ReactNode; children: ReactNode }) => (
  <section className="panel" aria-labelledby={id}>
    <h2 id={id}>
      {t(title)} {tag}
    </h2>
    {children}
  </section>
)

const Hidden = ({ may }: { may: Parameters<typeof permissionText>[0] }) => (
  <p className="muted">{t('Needs the permission {permission}', { permission: permissionText(may) })}</p>
)

interface MoneyLineProps {
  title: string
  facts: readonly string[]
  amount: string
  credit: number
  children?: ReactNode
}

/** Days, numbers and short names stay whole. */
const longestWhole = 20

const MoneyLine = ({ title, facts, amount, credit, children }: MoneyLineProps) => (
  <li>
    <div>
      {title}
      <small>
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            <span className={fact.length > longestWhole ? 'breaks' : 'nowrap'}>
              {fact}
              {index < facts.length - 1 && ' ·'}
            </span>{' '}
          </Fragment>
        ))}
      </small>
    </div>
    <div className="number">
      {showMoney(amount)}
      <small>{showSigned(credit)}</small>
    </div>
    {children}
  </li>
)

const ways = { Cash: 'Cash', Direct: 'Card' } as const

function Orders({ card: { orders, main } }: CardProps) {
  const { can } = useSession()
  if (!orders)
    return (
      <Part id="family-orders" title="Open orders">
        <Hidden may={payments.list.may} />
      </Part>
    )
  const more = orders.count - orders.items.length
  return (
    <Part id="family-orders" title="Open orders" tag={orders.count > 0 && <Tag color="warning">{orders.count}</Tag>}>
      {orders.count === 0 ? (
        <p className="muted">{t('None. Buy Package makes one; the credit comes once it is verified.')}</p>
      ) : (
        <ul className="plain-list family-lines">
          {orders.items.map(({ _id, orderID, packageTitle, paymentType, amount, credit, createdAt }) => (
            <MoneyLine
              key={_id}
              title={packageTitle}
              facts={[t(ways[paymentType]), orderID, showInstant(createdAt)]}
              amount={amount}
              credit={credit}
            >
              {paymentType === 'Cash' && can('verifyPayment.view') && (
                <ButtonLink
                  to="/verify-payment/listing"
                  search={{ payment: _id } as never}
                  aria-label={t('Verify Payment: {name}', { name: orderID })}
                >
                  {t('Verify Payment')}
                </ButtonLink>
              )}
            </MoneyLine>
          ))}
        </ul>
      )}
      {(more > 0 || orders.items.some(({ paymentType }) => paymentType === 'Direct')) && (
        <p>
          <Link
            to="/membership/edit/$memberId"
            params={{ memberId: main._id }}
            search={{ tab: 'financial', orders: 'open' } as never}
          >
            {t('All open orders, with their card links')}
          </Link>
        </p>
      )}
    </Part>
  )
}

function Receipts({ card: { receipts } }: CardProps) {
  return (
    <Part id="family-receipts" title="Last receipts">
      {!receipts ? (
        <Hidden may={payments.receipt.may} />
      ) : receipts.length === 0 ? (
        <p className="muted">{t('None yet. A receipt is issued when a payment is verified.')}</p>
      ) : (
        <ul className="plain-list family-lines">
          {receipts.map(({ _id, orNo, packageTitle, amount, credit, date }) => (
            <MoneyLine key={_id} title={orNo} facts={[packageTitle, showDay(date)]} amount={amount} credit={credit}>
              <ReceiptDownload id={_id} orNo={orNo} type="default" />
            </MoneyLine>
          ))}
        </ul>
      )}
    </Part>
  )
}
