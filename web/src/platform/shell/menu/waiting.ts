/** What waits behind the entries of the menu. */
import { waiting } from '@academy/contract/dashboard/waiting.ts'
import { useEffect, useState } from 'react'
import { whenIdle } from '../../client/loading/idle.ts'
import { useCall } from '../../client/query.ts'
import { useSession } from '../../client/session/session.ts'

/** Others verify and mark too. */
const minuteMs = 60_000

/** Asked for once the page has what it needs, and then every minute while it is seen. */
export function useWaiting() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const { user } = useSession()
  const input = { inBackground: true }
  return useCall(waiting.waiting, input, { enabled: isIdle && user !== null, pollMs: () => minuteMs, quiet: true }).data
}
