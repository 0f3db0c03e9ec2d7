/**
 * The link by which a member pays by card. The page holds the dialog, so that it stays open when its row leaves the
 * list once the order is paid:
 *
 *   const cards = useCardLink()
 *   <CardLinkButton payment={payment} onLink={cards.show} />
 *   {cards.window}
 */
import type { CardLink } from '@academy/contract/payments/checkout.ts'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '../platform/client/loading/lazy.ts'

const CardLinkDialog = lazyComponent(() => import('./CardLinkDialog.tsx'))

/** Shows the link of one order at a time. */
export function useCardLink(): { show: (link: CardLink) => void; window: ReactNode } {
  const [link, setLink] = useState<CardLink>()
  return {
    show: setLink,
    window: link && (
      <CardLinkDialog key={link.payment_id} link={link} onClose={() => setLink(undefined)} onLink={setLink} />
    ),
  }
}
