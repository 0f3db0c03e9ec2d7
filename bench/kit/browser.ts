/** A Chromium that measures. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../bootstrap/chromium.mjs'
import { password } from './portal.ts'

export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findChromium(), args })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

/** Runs work on a page in a context of its own, with an empty cache, signed in when a state is given. */
export async function onPage<Result>(
  browser: Browser,
  options: { address: string; state?: State; phone?: boolean; slowdown?: number },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    baseURL: options.address,
    storageState: options.state,
    timezoneId: 'Asia/Kuala_Lumpur',
    reducedMotion: 'reduce',
    ...(options.phone
      ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
      : { viewport: { width: 1440, height: 900 } }),
  })
  try {
    const page = await context.newPage()
    if (options.slowdown) {
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: options.slowdown })
    }
    return await work(page)
  } finally {
    await context.close()
  }
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in as the owner and answers what the browser keeps of it. */
export const signedIn = (browser: Browser, address: string): Promise<State> =>
  onPage(browser, { address }, async (page) => {
    await page.goto('/auth/login')
    await page.getByLabel('Username').fill('owner')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    return page.context().storageState()
  })

/** Bytes of each script a page loads, as the server sends it to a browser that takes gzip. */
export async function scriptsOf(page: Page, address: string, path: string): Promise<Map<string, number>> {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url())
  })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  // Asked for again: brotli is taken only where the connection is safe, so gzip is what an office network gets.
  const sizes = scripts.map(async (script) => {
    const { headers } = await fetch(script, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    if (headers.get('content-encoding') !== 'gzip') throw new Error(`${script} is not sent compressed`)
    return [script.replace(address, ''), Number(headers.get('content-length'))] as const
  })
  return new Map(await Promise.all(sizes))
}

/** Milliseconds from the start of the navigation until so many rows of the list are painted. */
export async function timeToRows(page: Page, path: string, rows: number): Promise<number> {
  await page.addInitScript(`{
    const seen = new MutationObserver(() => {
      if (document.querySelectorAll('tbody tr.ant-table-row').length < ${rows}) return
      seen.disconnect()
      requestAnimationFrame(() => setTimeout(() => { globalThis.rowsPainted = performance.now() }))
    })
    seen.observe(document, { childList: true, subtree: true })
  }`)
  await page.goto(path)
  const handle = await page.waitForFunction('globalThis.rowsPainted')
  return Number(await handle.jsonValue())
}

/** Milliseconds from each tap on a target to the next paint, as the browser's own event timing has it (steps of 8). */
export async function tapToPaint(page: Page, selector: string, taps: number): Promise<number[]> {
  await page.evaluate(`{
    globalThis.taps = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'click') globalThis.taps.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 })
  }`)
  for (let n = 0; n < taps; n++) {
    await page.locator(selector).nth(n).tap()
    await page.waitForTimeout(300)
  }
  const slow: unknown = await page.evaluate('globalThis.taps')
  const told = Array.isArray(slow) ? slow.map(Number) : []
  // The browser tells of none below 16 ms.
  return [...told, ...Array.from({ length: Math.max(0, taps - told.length) }, () => 16)]
}
