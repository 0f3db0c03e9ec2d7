/** People and groups a test needs, made through the calls the screens make, and a way in without the sign-in page. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, password } from './portal.ts'

const root = '/api/admin'

export const unique = (word: string) => `${word} ${randomBytes(3).toString('hex')}`

const made = z.looseObject({ _id: z.string() })
const session = z.looseObject({ token: z.string(), refreshToken: z.string(), user: z.looseObject({}) })

/** Calls the portal as somebody; every answer must be a good one. */
export async function callsAs(page: Page, username: string, secret = password) {
  const data = { username, password: secret }
  const answer = await page.request.post(`${root}/auth/login`, { data })
  expect(answer.status(), `sign-in of ${username}`).toBe(200)
  const { token, refreshToken, user } = session.parse(await answer.json())
  const headers = { authorization: `Bearer ${token}` }
  async function send<S extends z.ZodType>(shape: S, method: string, path: string, body?: unknown) {
    const reply = await page.request.fetch(root + path, { method, headers, ...(body ? { data: body } : {}) })
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
    return shape.parse(await reply.json())
  }
  return {
    token,
    refreshToken,
    user,
    send,
    post: (path: string, body: unknown) => send(made, 'POST', path, body),
    put: (path: string, body: unknown) => send(made, 'PUT', path, body),
  }
}
export type Calls = Awaited<ReturnType<typeof callsAs>>

export type Permissions = Record<string, string[]>

export interface NewPerson {
  username: string
  group: string
  id: string
}

/** A user of a group of its own with these permissions, and the password of the demo people. */
export async function newPerson(calls: Calls, permissions: Permissions, others: object = {}): Promise<NewPerson> {
  const group = await calls.post('/user-group', { role: unique('Group'), permissions })
  const username = unique('person')
  const user = await calls.post('/user', { username, password, userGroup: group._id, ...others })
  return { username, group: group._id, id: user._id }
}

/** Puts somebody's session into the browser, as the sign-in page would, and opens a page. */
export async function enter(page: Page, username: string, path: string): Promise<Calls> {
  const calls = await callsAs(page, username)
  const { origin } = new URL(process.env.PORTAL_ADDRESS ?? '')
  const kept = { at: calls.token, rt: calls.refreshToken, u: JSON.stringify(calls.user) }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(path)
  return calls
}
