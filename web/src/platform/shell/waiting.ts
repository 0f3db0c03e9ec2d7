/** What waits behind the entries of the menu. */
import { waiting } from '@academy/contract/dashboard/waiting.ts'
import { useEffect, useState } from 'react'
import { whenIdle } from '../client/idle.ts'
import { useCall } from '../client/query.ts'

/** Others verify and mark too. */
const minuteMs = 60_000

/** Asked for once the page has what it needs, and then every minute while it is seen. */
export function useWaiting() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const input = { inBackground: true }
  return useCall(waiting.waiting, input, { enabled: isIdle, pollMs: () => minuteMs, quiet: true }).data
}
