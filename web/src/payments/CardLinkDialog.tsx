import { memberMessages } from '@academy/contract/messages/messages.ts'
import type { CardLink } from '@academy/contract/payments/checkout.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { MessageButton } from '../members/index.ts'
import { showCredit, showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useReached } from '../platform/client/reachability.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { notice } from '../platform/feedback/notices.tsx'
import { Allowed, ReasonButton } from '../platform/shell/Guard.tsx'
import { AnchorButton, Button } from '../ui/first/Button.tsx'
import { QrCode } from '../ui/first/QrCode.tsx'
import { Input } from '../ui/form/Input.tsx'
import { OrderForm } from './OrderForm.tsx'
import { ReceiptDownload } from './PaymentActions.tsx'
import { useCurrentLink } from './use-current-link.ts'

/** The clipboard API needs a secure address; without it the field is selected for copying by hand. */
async function copy(link: string, field: HTMLElement | null) {
  try {
    await navigator.clipboard.writeText(link)
    notice.success('Link copied')
  } catch {
    if (field instanceof HTMLInputElement) field.select()
    notice.warning('Please copy the marked link')
  }
}

const openText = 'Waiting to be paid. The link opens the checkout for 24 hours.'
const endedText = 'The link has ended.'

function stateText({ state, status }: CardLink): string {
  if (status === 'Cancelled') return 'It was paid, and the payment was cancelled since.'
  if (state === 'paid') return 'It is paid.'
  return state === 'open' ? openText : endedText
}

interface CardLinkProps {
  link: CardLink
  onClose: () => void
  /** Called with the link of a new order. */
  onLink: (link: CardLink) => void
}

/** The link by which a member pays an order by card; after it has expired, the link of a new order like it. */
export default function CardLinkDialog(props: CardLinkProps) {
  const [ended, setEnded] = useState<CardLink>()
  if (!ended) return <LinkDialog {...props} onAgain={setEnded} />
  return (
    <Dialog title={t('Create Order')} onClose={props.onClose} lightDismiss={false}>
      <OrderForm member={ended.payer} preselected={ended.package} onClose={props.onClose} onLink={props.onLink} />
    </Dialog>
  )
}

/** The link, to be sent or scanned, and the state of the payment. */
function LinkDialog({
  link: first,
  onClose,
  onAgain,
}: Pick<CardLinkProps, 'link' | 'onClose'> & { onAgain: (ended: CardLink) => void }) {
  const link = useCurrentLink(first)
  const isOpen = link.state === 'open'
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused field or button is removed with the link; the focus must stay in the dialog.
    if (!isOpen && !body.current?.closest('[role=dialog]')?.contains(document.activeElement)) body.current?.focus()
  }, [isOpen])
  return (
    <Dialog title={t('Card Payment Link')} onClose={onClose} lightDismiss={false}>
      <div className="card-link" ref={body} tabIndex={-1}>
        {link.sandbox && <p className="card-link-sandbox">{t('Test payments: no card is charged')}</p>}
        <PaymentState link={link} />
        {isOpen ? <OpenLink link={link} /> : <Outcome link={link} onClose={onClose} onAgain={() => onAgain(link)} />}
      </div>
    </Dialog>
  )
}

/** Announced by screen readers whenever it changes. */
function PaymentState({ link }: { link: CardLink }) {
  const isReached = useReached()
  const { amount, problem, declinedAt, state, purchase } = link
  return (
    <div role="status" className="card-link-stand">
      <p>
        <strong>{showMoney(amount)}</strong> · {t(stateText(link))}
      </p>
      {problem && (
        <p className="card-link-problem">
          {problem} {declinedAt && state === 'open' && t('The link is still open.')}{' '}
          {declinedAt && <span className="muted">{showInstant(declinedAt)}</span>}
        </p>
      )}
      {purchase && link.status === 'Done' && (
        <p>
          <strong>
            {t('{name}: Wallet {from} → {to}, receipt {number}', {
              name: purchase.name,
              from: showCredit(purchase.from),
              to: showCredit(purchase.to),
              number: purchase.orNo,
            })}
          </strong>
        </p>
      )}
      {!isReached && <p className="muted">{t('No connection. This window asks again by itself.')}</p>}
    </div>
  )
}

function OpenLink({ link }: { link: CardLink }) {
  const field = useId()
  return (
    <>
      {/* The same link is below, for those who do not scan. */}
      <div className="card-link-code" aria-hidden>
        <QrCode value={link.checkoutUrl} size={220} errorLevel="L" />
      </div>
      <p>
        <label htmlFor={field}>{t('Link for the member')}</label>
        <Input id={field} readOnly value={link.checkoutUrl} onFocus={(event) => event.target.select()} />
      </p>
      <div className="form-buttons dialog-buttons">
        <AnchorButton href={link.checkoutUrl} target="_blank" rel="noreferrer">
          {t('Open')}
        </AnchorButton>
        <Allowed may={memberMessages.messages.may}>
          <MessageButton member={link.payer} kind="link" about={link.payment_id} />
        </Allowed>
        <Button type="primary" onClick={() => copy(link.checkoutUrl, document.getElementById(field))}>
          {t('Copy Link')}
        </Button>
      </div>
    </>
  )
}

function Outcome({ link, onClose, onAgain }: { link: CardLink; onClose: () => void; onAgain: () => void }) {
  const { payment_id, purchase, state, status } = link
  return (
    <div className="form-buttons dialog-buttons">
      {purchase && status === 'Done' && <ReceiptDownload id={payment_id} orNo={purchase.orNo} type="primary" />}
      <Button onClick={onClose}>{t('Close')}</Button>
      {state === 'ended' && (
        <ReasonButton type="primary" may={payments.order.may} onClick={onAgain}>
          {t('Make a new order')}
        </ReasonButton>
      )}
    </div>
  )
}
