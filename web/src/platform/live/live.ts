/** Keeps what is on screen as it is at the portal; where the stream fails, the screens are as they would be without it. */
import { startRenewal } from './renewal.ts'
import { openStream } from './stream.ts'

export function startLive(): () => void {
  const renewal = startRenewal()
  const close = openStream(({ name, kinds }) => {
    if (name === 'changed') renewal.changed(kinds)
    if (name === 'again') renewal.changed()
  })
  return () => {
    close()
    renewal.stop()
  }
}
