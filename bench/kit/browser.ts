/** A Chromium that measures. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { findChromium, windowed } from '../../bootstrap/chromium.mjs'
import { password } from './portal.ts'

export async function withBrowser(work: (browser: Browser) => Promise<void>): Promise<void> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await findChromium(windowed), args })
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

/** Milliseconds from the start of the navigation until so many rows of the list are painted. */
export async function timeToRows(page: Page, path: string, rows: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  await page.exposeFunction('rowsArePainted', (at: unknown) => resolve(Number(at)))
  await page.addInitScript(`{
    const seen = new MutationObserver(() => {
      if (document.querySelectorAll('tbody tr.ant-table-row').length < ${rows}) return
      seen.disconnect()
      requestAnimationFrame(() => setTimeout(() => rowsArePainted(performance.now())))
    })
    seen.observe(document, { childList: true, subtree: true })
  }`)
  await page.goto(path)
  return promise
}

const metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) })
const ownWork = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

/** Milliseconds of script, style and layout that each tap costs the page's thread, whoever else uses the machine. */
export async function tapWork(page: Page, selector: string, taps: number): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () =>
    metrics
      .parse(await cdp.send('Performance.getMetrics'))
      .metrics.filter(({ name }) => ownWork.includes(name))
      .reduce((sum, { value }) => sum + value * 1000, 0)
  const costs: number[] = []
  for (let n = 0; n < taps; n++) {
    const target = page.locator(selector).nth(n % 5)
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    const before = await spent()
    await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.waitForTimeout(100)
    costs.push(Math.round((await spent()) - before))
  }
  await cdp.detach()
  return costs
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
