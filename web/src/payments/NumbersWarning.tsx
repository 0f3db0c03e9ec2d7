import { type FormatState, formatWarning, isStopped } from '@academy/contract/numbers/numbers.ts'
import { Link } from '@tanstack/react-router'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Alert } from '../ui/first/Alert.tsx'

function remedyText({ isMissing, isDisable }: FormatState): string {
  if (isMissing) return 'Whoever may add document formats can create it.'
  return isDisable
    ? 'Whoever may edit document formats can enable it.'
    : 'Whoever may edit document formats can reset it.'
}

/** Warns that a format can issue no more numbers, or soon cannot, with a link to change it. */
export default function NumbersWarning({ format }: { format: FormatState }) {
  const { can } = useSession()
  const text = formatWarning(format)
  if (!text) return null
  return (
    <Alert
      className="numbers-warning"
      type={isStopped(format) ? 'error' : 'warning'}
      title={t(text)}
      description={
        can(format.isMissing ? 'docFormat.create' : 'docFormat.edit') ? (
          <Link to="/format/listing">{t('Go to Document Numbering Format')}</Link>
        ) : (
          t(remedyText(format))
        )
      }
    />
  )
}
