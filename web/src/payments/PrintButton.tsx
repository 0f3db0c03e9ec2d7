import { mostReceipts, nothingChosen, type Payment, payments } from '@academy/contract/payments/payments.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'

/** The official receipts of the chosen payments as one PDF, in the order of the list. */
export function PrintButton({ chosen }: { chosen: readonly Payment[] }) {
  const { busy, save } = useDownload()
  function print() {
    if (chosen.length === 0) return notice.warning(nothingChosen)
    const name = chosen.length === 1 ? `Official_Receipt_${chosen[0]?.orNo}.pdf` : 'Official_Receipts.pdf'
    return save(payments.receipts, { query: { ids: chosen.map(({ _id }) => _id) } }, name)
  }
  return (
    <ReasonButton
      may={payments.receipts.may}
      reason={chosen.length > mostReceipts && t('At most {n} receipts at once', { n: mostReceipts })}
      loading={busy}
      onClick={print}
    >
      {chosen.length > 0 ? t('Print Receipts ({n})', { n: chosen.length }) : t('Print Receipts')}
    </ReasonButton>
  )
}
