import type { CardLink } from '@academy/contract/payments/checkout.ts'
import { Button, Input, Modal, QRCode } from 'antd'
import { useId } from 'react'
import { showMoney } from './days.ts'
import { notice } from './notices.tsx'
import { t } from './words.ts'

export type ShownLink = Pick<CardLink, 'checkoutUrl' | 'amount' | 'sandbox'> &
  Partial<Pick<CardLink, 'state' | 'problem'>>

const stateWords = {
  open: 'Waiting to be paid. The link opens the checkout for 24 hours.',
  paid: 'It is paid.',
  ended: 'The link has ended. Please make a new order.',
} as const

/** Without a secure address the browser keeps its clipboard to itself: the field is marked to be copied by hand. */
async function copy(link: string, field: HTMLElement | null) {
  try {
    await navigator.clipboard.writeText(link)
    notice.success('Link copied')
  } catch {
    if (field instanceof HTMLInputElement) field.select()
    notice.warning('Please copy the marked link')
  }
}

/** The link by which a member pays an order by card, to be sent or scanned. */
export default function CardLinkDialog({ link, onClose }: { link: ShownLink; onClose: () => void }) {
  const field = useId()
  const state = link.state ?? 'open'
  return (
    <Modal open title={t('Card Payment Link')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      {link.sandbox && <p className="card-link-sandbox">{t('SANDBOX: no money moves')}</p>}
      <p>
        <strong>{showMoney(link.amount)}</strong> · {t(stateWords[state])}
      </p>
      {link.problem && <p role="alert">{link.problem}</p>}
      {state === 'open' && (
        <>
          {/* The same link stands below it, for those who do not scan. */}
          <div className="card-link-code" aria-hidden>
            <QRCode type="svg" value={link.checkoutUrl} size={220} errorLevel="L" color="#000" bgColor="#fff" />
          </div>
          <label htmlFor={field}>{t('Link for the member')}</label>
          <Input id={field} readOnly value={link.checkoutUrl} onFocus={(event) => event.target.select()} />
          <div className="form-buttons dialog-buttons">
            <Button href={link.checkoutUrl} target="_blank" rel="noreferrer">
              {t('Open')}
            </Button>
            <Button type="primary" onClick={() => copy(link.checkoutUrl, document.getElementById(field))}>
              {t('Copy Link')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}
