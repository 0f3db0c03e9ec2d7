/**
 * The link by which a member pays by card. The page holds the dialog, so that it stays open when its row leaves the
 * list once the order is paid:
 *
 *   const cards = useCardLink()
 *   <CardLinkButton payment={payment} onLink={cards.show} />    asks for the link of a pending card payment
 *   {cards.window}
 */
import { type CardLink, checkout } from '@academy/contract/payments/checkout.ts'
import type { Payment } from '@academy/contract/payments/payments.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/lazy.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'

const CardLinkDialog = lazyComponent(() => import('./CardLinkDialog.tsx'))

/** Shows the link of one order at a time. */
export function useCardLink(): { show: (link: CardLink) => void; window: ReactNode } {
  const [link, setLink] = useState<CardLink>()
  return {
    show: setLink,
    window: link && (
      <Suspense fallback={null}>
        <CardLinkDialog key={link.payment_id} link={link} onClose={() => setLink(undefined)} onLink={setLink} />
      </Suspense>
    ),
  }
}

export function CardLinkButton({ payment, onLink }: { payment: Payment; onLink: (link: CardLink) => void }) {
  const [busy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    try {
      onLink(await call(checkout.link, { params: { id: payment._id } }))
    } catch {
      // The call reports failures.
    } finally {
      setBusy(false)
    }
  }
  return (
    <ReasonButton
      type="link"
      may={checkout.link.may}
      reason={!payment.card && t('This order was never made at the card provider. Please withdraw it.')}
      loading={busy}
      onClick={show}
    >
      {t('Card Link')}
    </ReasonButton>
  )
}
