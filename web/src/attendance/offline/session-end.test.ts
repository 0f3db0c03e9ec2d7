import type { SessionUser } from '@academy/contract/staff/auth.ts'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const userOf = (id: string) => ({ _id: id, username: id, userGroup: { permissions: {} } }) as unknown as SessionUser
const sessionOf = (id: string) => ({ token: 't', refreshToken: 'r', user: userOf(id) })
const lists = { taps: [], differences: [], notRecorded: [] }
const tap = { member: 'm', name: 'Aida', status: 'P' }

/** What waits of one user, and what does not. */
const waiting = (id: string) => ({
  [`marks ${id} saved`]: { ...lists, state: 'saved', marks: [tap] },
  [`marks ${id} refused`]: { ...lists, state: 'refused', marks: [tap] },
  [`marks ${id} begun`]: { ...lists, state: 'begun', taps: [tap] },
  [`marks ${id} old version`]: { state: 'begun', present: ['m'] },
  [`marks ${id} tapped since`]: { ...lists, state: 'sent', marks: [tap], taps: [{ ...tap, status: 'A' }] },
  [`marks ${id} corrected`]: { ...lists, state: 'sent', marks: [], corrections: [{ row: 'r', status: 'A' }] },
  [`marks ${id} newcomers`]: { ...lists, state: 'sent', marks: [], newcomers: [{ name: 'Kumar', key: 'k' }] },
  [`marks ${id} not recorded`]: { ...lists, state: 'sent', marks: [tap], notRecorded: [{ member: 'm', name: 'Aida' }] },
})
const settled = (id: string) => ({
  [`marks ${id} sent`]: { ...lists, state: 'sent', marks: [tap] },
  [`marks ${id} differing`]: { ...lists, state: 'sent', marks: [tap], differences: [{ member: 'm', name: 'Aida' }] },
  [`marks ${id} opened`]: { ...lists, state: 'begun' },
  [`marks ${id} broken`]: 'garbage',
  'kept /enrollment/students/1': { user: id, at: 1, answer: [{ name: 'Aida' }] },
  'kept /class/1': { user: 'nobody', at: 1, answer: { name: 'Karate' } },
})

async function phoneWith(stored: Record<string, unknown>) {
  const storage: Record<string, string> = Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
  const methods = {
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, text: string) => {
      storage[name] = text
    },
    removeItem: (name: string) => delete storage[name],
  }
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.resetModules()
  const session = await import('../../platform/client/session/session.ts')
  await import('../../platform/offline/offline-cache.ts')
  await import('./session-end.ts')
  return { ...session, left: () => Object.keys(storage).toSorted() }
}
const namesOf = (...parts: object[]) => parts.flatMap(Object.keys).toSorted()

test('with the session end rosters and marks that were sent; what waits stays, of whomever', async () => {
  const { endSession, left } = await phoneWith({
    u: userOf('coach'),
    at: 't',
    rt: 'r',
    theme: 'dark',
    ...waiting('coach'),
    ...waiting('other'),
    ...settled('coach'),
    ...settled('other'),
  })
  endSession()
  expect(left()).toEqual(namesOf({ theme: '' }, waiting('coach'), waiting('other')))
})

test('so they do when somebody else signs in where a session was left open, and stay when the same user does', async () => {
  const phone = { u: userOf('coach'), at: 't', rt: 'r', ...waiting('coach'), ...settled('coach') }
  const { startSession, left } = await phoneWith(phone)
  startSession(sessionOf('coach'))
  expect(left()).toEqual(namesOf(phone))
  startSession(sessionOf('clerk'))
  expect(left()).toEqual(namesOf({ u: '', at: '', rt: '' }, waiting('coach')))
})
