import { setTimeout } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'

const latestMs = 1200

/** Answers come late, most of them a little, and in another order than they were asked for; the browser has no cache of its own. */
export async function holdBack(context: BrowserContext) {
  await context.route('**/api/admin/**', async (route) => {
    if (!route.request().url().includes('/events')) await setTimeout(Math.random() ** 2 * latestMs)
    // A page that is closed meanwhile waits for nothing.
    await route.fallback().catch(() => undefined)
  })
}
