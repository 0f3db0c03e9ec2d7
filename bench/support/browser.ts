/** Measurements in Chromium. */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { findChromium, windowed } from '../../bootstrap/install/chromium.mjs'
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

/** A portal in another town: 60 ms there and back, 12 Mbit/s to the browser and 4 from it. */
const far = { offline: false, latency: 60, downloadThroughput: 1_500_000, uploadThroughput: 500_000 }

/** Runs work on a page in a browser context of its own, with an empty cache, signed in when a state is given. */
export async function onPage<Result>(
  browser: Browser,
  options: { address: string; state?: State; phone?: boolean; slowdown?: number; isFar?: boolean },
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
    const cdp = await context.newCDPSession(page)
    if (options.slowdown) await cdp.send('Emulation.setCPUThrottlingRate', { rate: options.slowdown })
    if (options.isFar) await cdp.send('Network.emulateNetworkConditions', far)
    return await work(page)
  } finally {
    await context.close()
  }
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in, as the owner unless told otherwise, and returns the browser's storage state. */
export const signedIn = (browser: Browser, address: string, username = 'owner'): Promise<State> =>
  onPage(browser, { address }, async (page) => {
    await page.goto('/auth/login')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(({ pathname }) => pathname !== '/auth/login')
    return page.context().storageState()
  })

/** Milliseconds from the start of the navigation until so many rows of the list are painted. */
export async function timeToRows(page: Page, path: string, rows: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  await page.exposeFunction('rowsArePainted', (at: unknown) => resolve(Number(at)))
  await page.addInitScript(`{
    const seen = new MutationObserver(() => {
      if (document.querySelectorAll('tbody tr[data-row-key]').length < ${rows}) return
      seen.disconnect()
      requestAnimationFrame(() => setTimeout(() => rowsArePainted(performance.now())))
    })
    seen.observe(document, { childList: true, subtree: true })
  }`)
  await page.goto(path)
  return promise
}

interface Visit {
  /** Milliseconds from the press until so many rows are painted. */
  rows: number
  /** How far what stands moved afterwards: the browser's layout shift score. */
  moved: number
}

/** A page of the menu is opened from another one that has been open for a while. */
export async function visit(page: Page, from: string, link: string, rows: number): Promise<Visit> {
  await page.goto(from, { waitUntil: 'networkidle' })
  const menu = page.getByRole('navigation').first()
  const found = menu.getByRole('link', { name: link, exact: true })
  if (!(await found.isVisible())) await menu.getByRole('button', { name: 'Maintenance' }).click()
  await found.hover()
  await page.evaluate(`{
    globalThis.visited = new Promise((resolve) => {
      addEventListener('click', ({ timeStamp }) => {
        const seen = new MutationObserver(() => {
          if (document.querySelectorAll('tbody tr[data-row-key]').length < ${rows}) return
          seen.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve({ from: timeStamp, at: performance.now() })))
        })
        seen.observe(document, { childList: true, subtree: true })
      }, { capture: true, once: true })
    })
    globalThis.shifts = []
    new PerformanceObserver((list) => {
      for (const { startTime, value } of list.getEntries()) globalThis.shifts.push({ startTime, value })
    }).observe({ type: 'layout-shift' })
  }`)
  // As long as a hand takes from the link to the press.
  await page.waitForTimeout(150)
  await found.click()
  const { from: began, at } = z.object({ from: z.number(), at: z.number() }).parse(await page.evaluate('visited'))
  await page.waitForTimeout(1500)
  const shifts = z.array(z.object({ startTime: z.number(), value: z.number() })).parse(await page.evaluate('shifts'))
  const after = shifts.filter(({ startTime }) => startTime > at)
  return { rows: at - began, moved: after.reduce((sum, { value }) => sum + value, 0) }
}

/** Milliseconds of the slowest interaction of some work, to the next paint, by the browser's event timing. */
export async function slowestOf(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(`{
    globalThis.slowest = 0
    globalThis.timing?.disconnect()
    globalThis.timing = new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) globalThis.slowest = Math.max(globalThis.slowest, duration)
    })
    globalThis.timing.observe({ type: 'event', durationThreshold: 16 })
  }`)
  await work()
  await page.waitForTimeout(1000)
  return Number(await page.evaluate('slowest'))
}

const traced = z.object({
  value: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      /** Microseconds: when it started, and its CPU time on the thread. */
      ts: z.number(),
      tdur: z.number().optional(),
      dur: z.number().optional(),
      args: z.looseObject({ data: z.looseObject({ type: z.string().optional() }).optional() }).optional(),
    }),
  ),
})
type Traced = z.output<typeof traced>['value'][number]
const handlers = ['pointerdown', 'touchstart', 'pointerup', 'touchend', 'mousedown', 'mouseup', 'click']
const ownWork = ['EventDispatch', 'FireAnimationFrame', 'UpdateLayoutTree', 'Layout']
const painting = ['PrePaint', 'Paint']

/** CPU milliseconds of the page's main thread from a tap until its frame is committed, independent of the machine's load. */
interface TapWork {
  /** Script, style and layout. */
  own: number
  /** Including the browser's painting. */
  painted: number
}

export async function tapWork(page: Page, selector: string, taps: number): Promise<TapWork[]> {
  const cdp = await page.context().newCDPSession(page)
  const seen: Traced[] = []
  cdp.on('Tracing.dataCollected', (part) => seen.push(...traced.parse(part).value))
  const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  for (let n = 0; n < taps; n++) {
    const target = page.locator(selector).nth(n % 5)
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.waitForTimeout(100)
  }
  await cdp.send('Tracing.end')
  await ended
  await cdp.detach()
  return workOfTaps(seen)
}

function workOfTaps(seen: Traced[]): TapWork[] {
  const events = seen.toSorted((a, b) => a.ts - b.ts)
  const typeOf = ({ args }: Traced) => args?.data?.type ?? ''
  const isOfTap = (event: Traced) => event.name !== 'EventDispatch' || handlers.includes(typeOf(event))
  const clicks = events.filter((event) => event.name === 'EventDispatch' && typeOf(event) === 'click')
  return clicks.map((click) => {
    const mine = events.filter(({ pid, tid }) => pid === click.pid && tid === click.tid)
    const begin = mine.findLast(
      (event) => event.ts < click.ts && event.name === 'EventDispatch' && typeOf(event) === 'pointerdown',
    )
    const commit = mine.find((event) => event.ts > click.ts && event.name === 'Commit')
    if (!begin || !commit) throw new Error('A tap without a frame')
    const until = mine.filter(({ ts }) => ts >= begin.ts && ts <= commit.ts)
    const own = workIn(until.filter((event) => ownWork.includes(event.name) && isOfTap(event)))
    return { own, painted: own + workIn(until.filter(({ name }) => painting.includes(name))) }
  })
}

/** Milliseconds; nested events count once. */
function workIn(events: Traced[]): number {
  let free = 0
  let work = 0
  for (const { ts, dur = 0, tdur = dur } of events) {
    if (ts < free) continue
    work += tdur / 1000
    free = ts + dur
  }
  return work
}

/** Milliseconds from each tap on a target to the next paint, by the browser's event timing (steps of 8). */
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
  const durations = Array.isArray(slow) ? slow.map(Number) : []
  // The browser reports no event below 16 ms.
  return [...durations, ...Array.from({ length: Math.max(0, taps - durations.length) }, () => 16)]
}
