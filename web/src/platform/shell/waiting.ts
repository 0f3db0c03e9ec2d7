/** What waits behind the entries of the menu. */
import { dashboard } from '@academy/contract/dashboard/dashboard.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../client/query.ts'

/** Others verify and mark too. */
const minuteMs = 60_000

/** Asked for once the page has what it needs, and then every minute while it is seen. */
export function useWaiting() {
  const [stage, setStage] = useState<'before' | 'page' | 'after'>('before')
  const isReading = useIsFetching() > 0
  useEffect(() => {
    setStage((now) => (isReading && now === 'before' ? 'page' : !isReading && now === 'page' ? 'after' : now))
  }, [isReading])
  return useCall(dashboard.waiting, undefined, { enabled: stage === 'after', pollMs: () => minuteMs, quiet: true }).data
}
