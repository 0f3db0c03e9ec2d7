/**
 * What every browser test stands on. `test` fails when the browser complains of anything: a breach of the content
 * security policy, an error on the console or in a script, an answer of 500 or above, or a refusal (4xx) that the test
 * did not announce with `refusals.push(...)`.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { z } from 'zod'

export { expect } from '@playwright/test'

const apiRoot = '/api/admin'

/** The people of the demo academy; all have the one password made for this run. */
export type Person = 'owner' | 'clerk' | 'coach'
export const password = process.env.PORTAL_PASSWORD ?? ''

export const test = base.extend<{ refusals: string[] }>({
  /** Refused calls that belong to the test: `401 POST /auth/login`. A path may end in an asterisk. */
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from this pattern
  refusals: async ({}, use) => use([]),
  context: async ({ context, refusals }, use) => {
    const complaints = await listen(context)
    await use(context)
    const unexpected = complaints.filter((complaint) => !refusals.some((refusal) => isLike(complaint, refusal)))
    expect(unexpected, 'complaints of the browser').toEqual([])
  },
})

const isLike = (complaint: string, refusal: string) =>
  refusal.endsWith('*') ? complaint.startsWith(refusal.slice(0, -1)) : complaint === refusal

/** Everything the browser complains of, on any page of the context, from now on. */
async function listen(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  await context.addInitScript(`addEventListener('securitypolicyviolation', (breach) =>
    console.error('Content security policy: ' + breach.effectiveDirective + ' ' + breach.blockedURI + ' ' + breach.sample))`)
  context.on('console', (message) => {
    // Refused calls are told below, with more to recognise them by.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`)
  })
  context.on('weberror', (fault) => complaints.push(`script: ${fault.error().stack}`))
  context.on('response', (response) => {
    if (response.status() < 400) return
    const path = new URL(response.url()).pathname.replace(apiRoot, '')
    complaints.push(`${response.status()} ${response.request().method()} ${path}`)
  })
  return complaints
}

/** Fills in the sign-in page and waits for the dashboard. */
export async function signIn(page: Page, person: Person) {
  await page.goto('/auth/login')
  await fillSignIn(page, person, password)
  await expect(page.getByText(`Welcome, ${person}`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

export async function fillSignIn(page: Page, username: string, secret: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Through the menu of the header, with its question. */
export async function signOut(page: Page, person: Person) {
  await page.getByRole('button', { name: person }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await agree(page, 'Are you sure to logout?', 'OK')
  await expect(page).toHaveURL(/\/auth\/login/)
}

/**
 * Says yes to a question once it shows the effect named. The toast is awaited from before the click: it stays for three
 * seconds only, which is less than a busy machine may take to notice that the dialog is gone.
 */
export async function agree(page: Page, question: string, yes: string, effect?: string | RegExp, toast?: string) {
  const dialog = page.getByRole('dialog', { name: question })
  await expect(dialog).toBeVisible()
  if (effect) await expect(dialog).toContainText(effect)
  await Promise.all([
    toast && expect(page.getByText(toast, { exact: true })).toBeVisible(),
    dialog.getByRole('button', { name: yes, exact: true }).click(),
    expect(dialog).toBeHidden(),
  ])
}

/** Reads from the portal as whoever is signed in on the page. */
export async function read<S extends z.ZodType>(page: Page, shape: S, path: string): Promise<z.output<S>> {
  const token = z.string().parse(await page.evaluate('localStorage.getItem("at")'))
  const answer = await page.request.get(apiRoot + path, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status(), path).toBe(200)
  return shape.parse(await answer.json())
}

/** What any screen must hold: one heading, no serious fault of accessibility, nothing that makes the page scroll sideways. */
export async function inspect(page: Page, name: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await noSidewaysScroll(page)
  await checkAccessibility(page)
  const { PORTAL_PICTURES } = process.env
  if (PORTAL_PICTURES)
    await page.screenshot({ path: `${PORTAL_PICTURES}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
}

export async function checkAccessibility(page: Page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => ({ id, help, target, failureSummary })))
  expect.soft(serious, 'serious faults of accessibility').toEqual([])
}

export async function noSidewaysScroll(page: Page) {
  const [content, window] = z
    .tuple([z.number(), z.number()])
    .parse(await page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]'))
  expect.soft(content, 'width of the page in a window of its own width').toBeLessThanOrEqual(window)
}
