import { ApiError, wordsOf } from '../kit/api-error.ts'
import { TryAgainButton } from '../kit/SignalLine.tsx'
import { t } from '../kit/words.ts'

/** Why something is not shown: without signal what would help, else the portal's own words. */
export const Unread = ({ error, offline }: { error: unknown; offline: string }) => (
  <div className="nothing">
    <p>{t(error instanceof ApiError && error.statusCode === 0 ? offline : wordsOf(error))}</p>
    <TryAgainButton />
  </div>
)
