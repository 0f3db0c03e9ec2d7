/** How these tests reach the portal: an empty one that listens, with an administrator whom the client knows by name. */
import { testPortal } from '../support/portal.ts'
import { signIn } from './client.ts'

export const password = 'correct_horse_1'
/** What the portal's clock says: a Friday noon in Kuala Lumpur. */
export const today = '2026-11-20'
export const year = 2026

export async function startPortal() {
  const portal = await testPortal({ MEMBER_PASSWORDS: 'on' })
  await portal.as(undefined, { username: 'administrator' })
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const admin = await signIn(address, 'administrator', password)
  return { address, admin, close: () => portal.close() }
}
