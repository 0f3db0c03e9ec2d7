import type { backgroundRoutes } from '@academy/contract/brand/background.ts'
import type { brandRoutes } from '@academy/contract/brand/brand.ts'
import { useState } from 'react'
import { ApiError } from '../platform/client/api-error.ts'
import { failureOf, openFile } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { Button } from '../ui/first/Button.tsx'

interface ReceiptPreviewProps {
  route: typeof brandRoutes.preview | typeof backgroundRoutes.previewBackground
  /** What was entered; rejects where the form finds a fault in it. */
  body: () => Promise<object> | object
}

/** Opens a sample receipt as it would be with what was entered. */
export function ReceiptPreview({ route, body }: ReceiptPreviewProps) {
  const [isBusy, setBusy] = useState(false)
  async function preview() {
    // The form has told its faults at their fields.
    const entered = await Promise.resolve(body()).catch(() => undefined)
    if (!entered) return
    setBusy(true)
    try {
      const isOpened = await openFile(route, { body: entered }, 'Sample_Receipt.pdf')
      if (!isOpened) notice.info(t('The browser opened no tab for the sample'))
    } catch (error) {
      if (!(error instanceof ApiError && error.sessionLost)) notice.error(failureOf(route, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={preview}>
      {t('Preview Receipt')}
    </Button>
  )
}
