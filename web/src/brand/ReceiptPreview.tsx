import type { backgroundRoutes } from '@academy/contract/brand/background.ts'
import type { brandRoutes } from '@academy/contract/brand/brand.ts'
import { t } from '../platform/client/i18n.ts'
import { useDownload } from '../platform/client/use-download.ts'
import { Button } from '../ui/first/Button.tsx'

interface ReceiptPreviewProps {
  route: typeof brandRoutes.preview | typeof backgroundRoutes.previewBackground
  /** What was entered; rejects where the form finds a fault in it. */
  body: () => Promise<object> | object
}

/** Opens a sample receipt as it would be with what was entered. */
export function ReceiptPreview({ route, body }: ReceiptPreviewProps) {
  const { busy, show } = useDownload()
  async function preview() {
    const entered = await Promise.resolve(body()).catch(() => undefined)
    if (entered) await show(route, { body: entered }, 'Sample_Receipt.pdf')
  }
  return (
    <Button loading={busy} onClick={preview}>
      {t('Preview Receipt')}
    </Button>
  )
}
