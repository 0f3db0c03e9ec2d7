import { documentFormatExtras } from '@academy/contract/lists/document-formats.ts'
import { lastNumber, type NumberType, numbersRunningOut, warnFrom } from '@academy/contract/lists/numbers.ts'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useCall } from './query.ts'
import { useSession } from './session.ts'
import { t } from './words.ts'

/** Says that the numbers of a kind of document are running out or used up, and where they are reset. */
export function NumbersWarning({ type, runningNo }: { type: string; runningNo: number }) {
  const { can } = useSession()
  if (runningNo < warnFrom) return null
  return (
    <Alert
      className="numbers-warning"
      type={runningNo >= lastNumber ? 'error' : 'warning'}
      showIcon
      title={t(numbersRunningOut(type, runningNo))}
      description={
        can('docFormat.edit') ? (
          <Link to="/format/listing">{t('Go to Document Numbering Format')}</Link>
        ) : (
          t('Whoever may edit document formats can reset it.')
        )
      }
    />
  )
}

/** The same where such documents are issued: asks how far the numbers are. */
export function NumbersAlert({ type }: { type: NumberType }) {
  const { data } = useCall(documentFormatExtras.ofType, { params: { type } })
  return data ? <NumbersWarning type={type} runningNo={data.running_no} /> : null
}
