import { type CardLink, checkout } from '@academy/contract/payments/checkout.ts'
import type { Payment } from '@academy/contract/payments/payments.ts'
import { useState } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'

interface Props {
  payment: Payment
  type?: 'link' | 'default'
  onLink: (link: CardLink) => void
}

/** The order whose link was asked for last: that of an earlier one may be answered after it. */
let askedLast: string | undefined

/** Asks for the link of a pending card payment. */
export function CardLinkButton({ payment, type = 'link', onLink }: Props) {
  const [busy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    askedLast = payment._id
    try {
      const link = await call(checkout.link, { params: { id: payment._id } })
      if (askedLast === payment._id) onLink(link)
    } catch {
      // The call reports failures.
    } finally {
      setBusy(false)
    }
  }
  return (
    <ReasonButton
      type={type}
      may={checkout.link.may}
      reason={!payment.card && t('This order was never made at the card provider. Please withdraw it.')}
      loading={busy}
      onClick={show}
    >
      {t('Card Link')}
    </ReasonButton>
  )
}
