import { showInstant } from '../platform/client/dates.ts'

/** When it was received: day and time, of which a phone has room for the day. */
export function Received({ at }: { at: string }) {
  const [day, time] = showInstant(at).split(' ')
  return (
    <>
      {day}
      <span className="payment-time"> {time}</span>
    </>
  )
}
