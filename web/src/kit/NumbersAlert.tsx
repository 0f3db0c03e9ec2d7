import { documentFormatExtras } from '@academy/contract/lists/document-formats.ts'
import { type FormatState, formatWarning, isStopped, type NumberType } from '@academy/contract/lists/numbers.ts'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useCall } from './query.ts'
import { useSession } from './session.ts'
import { t } from './words.ts'

/** Says that a format issues no numbers any more, or soon will not, and where that is mended. */
export function NumbersWarning({ format }: { format: FormatState }) {
  const { can } = useSession()
  const words = formatWarning(format)
  if (!words) return null
  return (
    <Alert
      className="numbers-warning"
      type={isStopped(format) ? 'error' : 'warning'}
      showIcon
      title={t(words)}
      description={
        can('docFormat.edit') ? (
          <Link to="/format/listing">{t('Go to Document Numbering Format')}</Link>
        ) : (
          t(
            format.isDisable
              ? 'Whoever may edit document formats can enable it.'
              : 'Whoever may edit document formats can reset it.',
          )
        )
      }
    />
  )
}

/** The same where such documents are issued: asks how far the numbers are. */
export function NumbersAlert({ type }: { type: NumberType }) {
  const { data } = useCall(documentFormatExtras.ofType, { params: { type } })
  return data ? <NumbersWarning format={data} /> : null
}
