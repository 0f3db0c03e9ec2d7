/** Creates users and groups for a test by API calls, and signs in without the sign-in page. */
import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { z } from 'zod'
import { expect, password } from './portal.ts'

const root = '/api/admin'

export const unique = (word: string) => `${word} ${randomBytes(3).toString('hex')}`

const made = z.looseObject({ _id: z.string() })
const session = z.looseObject({ token: z.string(), refreshToken: z.string(), user: z.looseObject({}) })

async function newSession(page: Page, username: string, secret = password) {
  const answer = await page.request.post(`${root}/auth/login`, { data: { username, password: secret } })
  expect(answer.status(), `sign-in of ${username}`).toBe(200)
  return session.parse(await answer.json())
}

/** One session per demo user serves all tests of a worker. */
const shared = new Map<string, Promise<z.output<typeof session>>>()
const isDemo = (username: string) => username === 'owner' || username === 'clerk' || username === 'coach'

function sessionOf(page: Page, username: string) {
  const known = shared.get(username)
  if (known) return known
  const begun = newSession(page, username)
  if (isDemo(username)) shared.set(username, begun)
  return begun
}

/**
 * Calls the portal as a user; every call must succeed. A test that ends or renews a demo user's session takes its own,
 * or other tests would be signed out.
 */
export async function callsAs(page: Page, username: string, whose: 'shared' | 'own' = 'shared') {
  const { token, refreshToken, user } = await (whose === 'own' ? newSession : sessionOf)(page, username)
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
    /** A new user changes the first password to the demo users', as everybody must, and signs out. */
    async settle(newcomer: string, first: string) {
      const { token: theirs } = await newSession(page, newcomer, first)
      const headers = { authorization: `Bearer ${theirs}` }
      const reply = await page.request.put(`${root}/auth/password`, { headers, data: { current: first, password } })
      expect(reply.ok(), await reply.text()).toBe(true)
      await page.request.post(`${root}/auth/logout`, { headers })
    },
  }
}
export type Calls = Awaited<ReturnType<typeof callsAs>>

const labelled = z.object({ items: z.array(z.object({ _id: z.string(), label: z.string() })) })

/** The entry of a list with this name. */
export async function idOf(calls: Calls, resource: string, name: string) {
  const { items } = await calls.send(labelled, 'GET', `/lookup/${resource}?searchText=${encodeURIComponent(name)}`)
  return items.find(({ label }) => label === name)?._id
}

/** The first entry of a list: of one that no test deletes from. */
export async function firstOf(calls: Pick<Calls, 'send'>, resource: string) {
  const [first] = (await calls.send(labelled, 'GET', `/lookup/${resource}?limit=1`)).items
  if (!first) throw new Error(`The demo academy has no ${resource}`)
  return first
}

/** A parent of this name without children, who can sign in to the members' app. */
export async function newParent(calls: Calls, name: string, others: object = {}) {
  const relationship = await idOf(calls, 'relationship', 'Mother')
  const email = `${unique('parent').replace(' ', '-')}@mail.test`
  const { _id } = await calls.post('/member', { name, email, relationship, password: 'Kata-2026', ...others })
  return { _id, name }
}

export type Permissions = Record<string, string[]>

interface NewPerson {
  username: string
  group: string
  id: string
}

/** A user in a new group with these permissions, with the demo users' password. */
export async function newPerson(calls: Calls, permissions: Permissions, others: object = {}): Promise<NewPerson> {
  const group = await calls.post('/user-group', { role: unique('Group'), permissions })
  const username = unique('person')
  const first = `First-${password}`
  const user = await calls.post('/user', { username, password: first, userGroup: group._id, ...others })
  await calls.settle(username, first)
  return { username, group: group._id, id: user._id }
}

/** The name of a user group. */
export const roleOf = async (calls: Calls, group: string) =>
  (await calls.send(z.looseObject({ role: z.string() }), 'GET', `/user-group/${group}`)).role

/** Contexts that somebody entered: what they keep is cleared before another session comes. */
const entered = new WeakSet<BrowserContext>()

/** Puts a user's session into the browser, as the sign-in page would, and opens a page. */
export async function enter(
  page: Page,
  username: string,
  path: string,
  whose: 'shared' | 'own' = 'shared',
): Promise<Calls> {
  const calls = await callsAs(page, username, whose)
  const kept = { at: calls.token, rt: calls.refreshToken, u: JSON.stringify(calls.user) }
  const context = page.context()
  if (page.url() === 'about:blank' && !entered.has(context)) {
    entered.add(context)
    // Before the first script of the page. Playwright's way below opens a page of its own for it.
    const content = `for (const [name, value] of Object.entries(${JSON.stringify(kept)})) localStorage.setItem(name, value)`
    const session = await page.addInitScript({ content })
    await page.goto(path)
    await session.dispose()
    return calls
  }
  entered.add(context)
  // An open page would notice that its session is replaced.
  await page.goto('about:blank')
  const { origin } = new URL(process.env.PORTAL_ADDRESS ?? '')
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.goto(path)
  return calls
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A coach of a test alone, so that nobody else's payments or classes are theirs. */
export async function newCoach(page: Page, calls: Calls, name: string) {
  const { _id: designation } = await firstOf(calls, 'designation')
  const answer = await page.request.post(`${root}/coach`, {
    headers: { authorization: `Bearer ${calls.token}` },
    multipart: {
      name,
      designation,
      email: 'coach@mail.test',
      bankAccNo: '512345678901',
      picture: { name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return made.parse(await answer.json())
}
