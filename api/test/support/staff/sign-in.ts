import { fixedClock, later } from '../../../src/platform/runtime/index.ts'
import type { TestPortal } from '../portal.ts'

/** The password of every test user. */
export const password = 'correct_horse_1'
/** The clock of a test portal. */
export const start = '2026-11-20T04:00:00Z'
export const after = (seconds: number) => later(fixedClock(start).now(), seconds * 1000).toISOString()

/** Calls of the sign-in tests. */
export const deskOf = (portal: TestPortal) => ({
  signIn: (username: string, secret: string, address = '10.0.0.1') =>
    portal.app.inject({
      method: 'POST',
      url: '/api/admin/auth/login',
      payload: { username, password: secret },
      remoteAddress: address,
    }),
  profileOf: (token: string) =>
    portal.app.inject({ url: '/api/admin/auth/profile', headers: { authorization: `Bearer ${token}` } }),
  disable: (username: string) =>
    portal.run((tx) =>
      tx.change({ section: 'Test', docType: 'test', action: 'Disabled', description: 'Disabled a user' }, (on) =>
        on().updateTable('staffUser').set({ isDisable: true }).where('username', '=', username).execute(),
      ),
    ),
})
