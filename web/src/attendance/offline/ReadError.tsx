import { ApiError, errorMessage } from '../../platform/client/api-error.ts'
import { t } from '../../platform/client/i18n.ts'
import { TryAgainButton } from '../../platform/feedback/SignalLine.tsx'

/** Why something cannot be shown: without signal what would help, otherwise the server's message. */
export const ReadError = ({ error, offline }: { error: unknown; offline: string }) => (
  <div className="nothing">
    <p>{t(error instanceof ApiError && error.statusCode === 0 ? offline : errorMessage(error))}</p>
    <TryAgainButton />
  </div>
)
