/**
 * The link by which a member pays by card:
 *
 *   <CardLinkButton payment={payment} />                       asks for the link of a pending card payment and shows it
 *   {link && <CardLinkWindow link={link} onClose={...} />}     shows one that is known
 */
import { checkout } from '@academy/contract/payments/checkout.ts'
import type { Payment } from '@academy/contract/payments/payments.ts'
import { lazy, Suspense, useState } from 'react'
import { wordsOf } from './api-error.ts'
import type { ShownLink } from './CardLinkDialog.tsx'
import { call } from './client.ts'
import { ReasonButton } from './Guard.tsx'
import { notice } from './notices.tsx'
import { t } from './words.ts'

const CardLinkDialog = lazy(() => import('./CardLinkDialog.tsx'))

export const CardLinkWindow = (props: { link: ShownLink; onClose: () => void }) => (
  <Suspense fallback={null}>
    <CardLinkDialog {...props} />
  </Suspense>
)

export function CardLinkButton({ payment }: { payment: Payment }) {
  const [link, setLink] = useState<ShownLink>()
  const [busy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    try {
      setLink(await call(checkout.link, { params: { id: payment._id } }))
    } catch (error) {
      notice.error(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ReasonButton type="link" may={checkout.link.may} loading={busy} onClick={show}>
        {t('Card Link')}
      </ReasonButton>
      {link && <CardLinkWindow link={link} onClose={() => setLink(undefined)} />}
    </>
  )
}
