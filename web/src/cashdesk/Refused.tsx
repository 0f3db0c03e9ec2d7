import { t } from '../platform/client/i18n.ts'
import { Alert } from '../ui/first/Alert.tsx'
import './cashdesk.css'

/** Why nothing was closed, payment by payment; nothing while there is no problem. */
export const Refused = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <Alert
      type="error"
      className="desk-problems"
      title={t('Nothing was closed')}
      description={
        <ul className="plain-list">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      }
    />
  )
