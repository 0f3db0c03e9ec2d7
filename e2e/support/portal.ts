/**
 * The base of every browser test. `test` fails on anything the browser reports: a violation of the content security
 * policy, an error on the console or in a script, a response of 500 or above, or a refusal (4xx) not announced with
 * `refusals.push(...)`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { heading } from './controls.ts'
import { holdBack } from './hold-back.ts'

export { expect } from '@playwright/test'

const apiRoot = '/api/admin'

/** The demo academy's users; all share the password made for this run. */
export type Person = 'owner' | 'clerk' | 'coach'
export const password = process.env.PORTAL_PASSWORD ?? ''

const dayMs = 24 * 60 * 60 * 1000
/** Milliseconds until the academy's day ends: Kuala Lumpur is UTC+8. */
const leftOfToday = () => dayMs - ((Date.now() + dayMs / 3) % dayMs)

export const test = base.extend<{ refusals: string[]; oneDay: undefined }>({
  /** Tests that plan and mark for today do not start when they could last past midnight. */
  oneDay: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from this pattern
    async ({}, use, { timeout }) => {
      const today = leftOfToday()
      if (today < timeout) await expect.poll(leftOfToday, { timeout: dayMs, intervals: [1000] }).toBeGreaterThan(today)
      await use(undefined)
    },
    { auto: true, timeout: dayMs },
  ],
  /** Refused calls that belong to the test: `401 POST /auth/login`. A path may end in an asterisk. */
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from this pattern
  refusals: async ({}, use) => use([]),
  context: async ({ context, refusals }, use, testInfo) => {
    const complaints = await listen(context)
    const visits = follow(context)
    await use(context)
    // What comes by chance may not come again: whether a page was loaded anew, and where it was left, is told at once.
    if (testInfo.status !== testInfo.expectedStatus) console.log(visits.join('\n'))
    const unexpected = complaints.filter((complaint) => !refusals.some((refusal) => isLike(complaint, refusal)))
    expect(unexpected, 'complaints of the browser').toEqual([])
  },
})

const isLike = (complaint: string, refusal: string) =>
  refusal.endsWith('*') ? complaint.startsWith(refusal.slice(0, -1)) : complaint === refusal

/** Collects when a page of the context shows another address or loads, in seconds from now on. */
function follow(context: BrowserContext): string[] {
  const visits: string[] = []
  const began = performance.now()
  const note = (what: string) => visits.push(`${((performance.now() - began) / 1000).toFixed(1)} s: ${what}`)
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => frame === page.mainFrame() && note(`at ${frame.url()}`))
    page.on('domcontentloaded', () => note('loaded'))
    page.on('crash', () => note('crashed'))
  })
  return visits
}

/** A second page, beside the first one; its errors are not collected. */
export async function otherPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.PORTAL_ADDRESS ?? '',
    timezoneId: 'Asia/Kuala_Lumpur',
    reducedMotion: 'reduce',
  })
  await prepare(context)
  return context.newPage()
}

/**
 * A closing dialog removes its history entry a moment later, which cancels a navigation under way: it is repeated.
 * People are not that fast.
 */
function insist(page: Page) {
  const until = async <T>(arrives: () => Promise<T>): Promise<T> => {
    try {
      return await arrives()
    } catch (fault) {
      if (!/ERR_ABORTED|interrupted by another navigation/.test(String(fault))) throw fault
      return until(arrives)
    }
  }
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = (...asked) => until(() => goto(...asked))
  page.reload = (...asked) => until(() => reload(...asked))
}

/** The page gets no stream of changes, which would keep its network busy for ever. */
export const withoutStream = (page: Page) =>
  page.route('**/api/admin/events?*', (route) => route.fulfill({ status: 204 }))

/** What any page of a test has. */
async function prepare(context: BrowserContext) {
  context.on('page', insist)
  if (process.env.CLOCK_AHEAD_MS) await context.addInitScript(clockAhead(process.env.CLOCK_AHEAD_MS))
  await context.addInitScript(rememberToasts)
}

/** Pages have the day of the portal (`npm run days`). */
const clockAhead = (ms: string) => `{
  const Today = Date
  globalThis.Date = class Date extends Today {
    static now() {
      return Today.now() + ${ms}
    }
    constructor(...parts) {
      super(...(parts.length === 0 ? [Date.now()] : parts))
    }
  }
}`

/** Collects everything the browser reports, on any page of the context, from now on. */
async function listen(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  if (process.env.PORTAL_NOISE) await holdBack(context)
  await prepare(context)
  await context.addInitScript(`addEventListener('securitypolicyviolation', (breach) =>
    console.error('Content security policy: ' + breach.effectiveDirective + ' ' + breach.blockedURI + ' ' + breach.sample))`)
  context.on('console', (message) => {
    // Refused calls are reported below, with more detail.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`)
  })
  context.on('weberror', (fault) => complaints.push(`script: ${fault.error().stack}`))
  context.on('response', (response) => {
    if (response.status() < 400) return
    const path = new URL(response.url()).pathname.replace(apiRoot, '')
    // Another test may change the logo that this page is about to show, or on the page Academy the background of receipts.
    if (path.startsWith('/brand-picture/')) return
    const isAtAcademy = context.pages().some((page) => new URL(page.url()).pathname === '/brand')
    if (isAtAcademy && path.startsWith('/api/files/')) return
    complaints.push(`${response.status()} ${response.request().method()} ${path}`)
  })
  return complaints
}

/** When each toast was last visible, by its text, in page time. */
const rememberToasts = `{
  const seen = (globalThis.toastsSeen = {})
  const look = () => {
    for (const toast of document.querySelectorAll('.toast'))
      if (toast.checkVisibility()) seen[toast.querySelector('span').innerText.trim()] = performance.now()
  }
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    setInterval(look, 100)
  })
}`
const toasts = z.record(z.string(), z.number())

const timeOf = async (page: Page) => z.number().parse(await page.evaluate('performance.now()'))

/**
 * A toast that is or was visible, since a moment of page time or since the page was loaded. It is visible for three
 * seconds only, which a busy machine may miss, so the page itself remembers.
 */
export async function expectToast(page: Page, words: string | RegExp, since = 0) {
  const isIt = (text: string) => (typeof words === 'string' ? text === words : words.test(text))
  const told = async () => {
    const seen = toasts.parse(await page.evaluate('globalThis.toastsSeen'))
    return Object.entries(seen).some(([text, at]) => at > since && isIt(text))
  }
  await expect.poll(told, `toast ${words}`).toBe(true)
}

/** All toasts since the page was loaded. */
export const toldToasts = async (page: Page) => Object.keys(toasts.parse(await page.evaluate('globalThis.toastsSeen')))

/** Fills in the sign-in page and waits for what the person begins with. */
export async function signIn(page: Page, person: Person) {
  await page.goto('/auth/login')
  await fillSignIn(page, person, password)
  await expectToast(page, `Welcome, ${person}`)
  const first = person === 'coach' ? 'Mark Attendance' : 'Dashboard'
  await expect(heading(page, first)).toBeVisible()
}

export async function fillSignIn(page: Page, username: string, secret: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** By the header's menu, with its question. */
export async function signOut(page: Page, person: Person) {
  await page.getByRole('button', { name: person }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await agree(page, 'Are you sure to logout?', 'OK')
  await expect(page).toHaveURL(/\/auth\/login/)
}

/** Confirms a question once it shows the given effect, and expects the toast. */
export async function agree(page: Page, question: string, yes: string, effect?: string | RegExp, toast?: string) {
  const dialog = page.getByRole('dialog', { name: question })
  await expect(dialog).toBeVisible()
  if (effect) await expect(dialog).toContainText(effect)
  const before = toast ? await timeOf(page) : 0
  await dialog.getByRole('button', { name: yes, exact: true }).click()
  await expect(dialog).toBeHidden()
  if (toast) await expectToast(page, toast, before)
}

/** Reads from the portal as whoever is signed in on the page. */
export async function read<S extends z.ZodType>(page: Page, shape: S, path: string): Promise<z.output<S>> {
  const token = z.string().parse(await page.evaluate('localStorage.getItem("at")'))
  const answer = await page.request.get(apiRoot + path, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status(), path).toBe(200)
  return shape.parse(await answer.json())
}

/**
 * What any screen must hold: one heading, no fault of accessibility, nothing that makes the page scroll sideways.
 * It takes seconds on a busy machine: once for each screen and size in the whole suite, on a short list rather than a long.
 */
export async function inspect(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await noSidewaysScroll(page)
  await checkAccessibility(page)
  const { PORTAL_PICTURES } = process.env
  if (PORTAL_PICTURES)
    await page.screenshot({ path: `${PORTAL_PICTURES}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}

/** A phone's window in CSS pixels; `test.use(onPhone)` makes the browser one. */
export const phoneSize = { width: 390, height: 844 }
export const onPhone = { viewport: phoneSize, hasTouch: true, isMobile: true }

/** The page as it stands, in the width of a phone: inspected where pictures are taken, else only for its width. */
export async function glanceOnPhone(page: Page, name: string) {
  const size = page.viewportSize()
  await page.setViewportSize(phoneSize)
  await (process.env.PORTAL_PICTURES ? inspect(page, name) : noSidewaysScroll(page))
  if (size) await page.setViewportSize(size)
}

/** The smaller of axe's two files: it is sent to each document that is inspected, and compiled there. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// What is right needs no telling, element by element: that is most of the work on a long table. Media are not played.
const axeOptions = JSON.stringify({ resultTypes: ['violations'], preload: false })
const axeFaults = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() })),
  }),
)

/** The page below an open dialog is inert, and was inspected before: only what is above it is looked at. */
const looked = `document.querySelector('#root[inert]') ? { exclude: ['#root'] } : document`

export async function checkAccessibility(page: Page) {
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(axe)
  const faults = axeFaults.parse(
    await page.evaluate(`axe.run(${looked}, ${axeOptions}).then((found) => found.violations)`),
  )
  const found = faults.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, help, target, failureSummary })),
  )
  expect.soft(found, 'faults of accessibility of any impact').toEqual([])
}

/** Nothing makes the page scroll sideways, once it has taken the width of its window. */
export async function noSidewaysScroll(page: Page) {
  const width = z.tuple([z.number(), z.number()])
  const beyond = async () => {
    const [content, window] = width.parse(
      await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]'),
    )
    return content - window
  }
  await expect.poll(beyond, 'how far the page is wider than its window').toBeLessThanOrEqual(0)
}
