import { allPermissions } from '@academy/contract/platform/permission.ts'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { later } from '../../../src/platform/runtime/index.ts'
import type { Client, TestPortal } from '../portal.ts'
import { password, start } from './sign-in.ts'

/** Users with an authenticator app, and the calls of a sign-in in two steps. The clock begins at `start`. */
export function secondFactorDesk(portal: TestPortal) {
  let minutes = 0
  let people = 0
  function pass(more: number) {
    minutes += more
    portal.clock.set(later(new Date(start), minutes * 60_000).toISOString())
  }
  const nextName = (of: string) => `${of} ${++people}`
  const codeOf = (secret: string) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now().getTime() })
  const login = (username: string) => portal.anyone.post('/auth/login', { username, password })

  /** Adds an authenticator app to a client's user. */
  async function withApp(client: Pick<Client, 'post'>) {
    const begun = (await client.post('/auth/factors/totp', { password })).json()
    const added = await client.post('/auth/factors/totp/confirmation', {
      ticket: begun.ticket,
      name: 'My phone',
      code: codeOf(begun.secret),
    })
    expect(added.statusCode, added.body).toBe(201)
    const recoveryCodes: string[] = added.json().recoveryCodes
    return { secret: String(begun.secret), recoveryCodes }
  }

  return {
    pass,
    nextName,
    codeOf,
    login,
    withApp,
    second: (ticket: string, proof: object) => portal.anyone.post('/auth/second-factor', { ticket, ...proof }),
    ticketOf: async (username: string): Promise<string> => (await login(username)).json().secondFactor.ticket,
    send: (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      portal.app.inject({
        method,
        url: `/api/admin${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      }),
    async person(permissions = allPermissions()) {
      const username = nextName('person')
      const client = await portal.as(permissions, { username })
      return { client, username, ...(await withApp(client)) }
    },
  }
}
