import { useEffect, useState } from 'react'
import { showTime } from '../platform/client/dates.ts'

const tickMs = 20_000

/** The time of day in Malaysia, `HH:mm`, updated regularly; only decides which of today's classes comes first. */
export function useNow(): string {
  const [now, setNow] = useState(() => showTime(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setNow(showTime(Date.now())), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
