import { auth } from '@academy/contract/staff/auth.ts'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'

const clerk = { _id: '1', username: 'clerk', userGroup: { _id: '2', role: 'Clerk', permissions: {} } }

test('a profile that arrives after signing out is not kept', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  const { currentUser, endSession, rememberUser, startSession } = await import('./session.ts')
  const user: z.output<typeof auth.profile.result> = auth.profile.result.parse({
    ...clerk,
    email: null,
    isCenter: false,
    centreIncharge: [],
    coachRelated: null,
    accessRight: [],
    mustChangePassword: false,
    mustAddSecondFactor: false,
  })
  startSession({ token: 't', refreshToken: 'r', user })
  expect([kept.has('u'), currentUser()?.username]).toEqual([true, 'clerk'])
  endSession()
  rememberUser(user)
  expect([[...kept.keys()], currentUser()]).toEqual([[], null])
  vi.unstubAllGlobals()
})
