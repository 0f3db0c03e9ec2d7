import type { Page } from '@playwright/test'

/** Holds back what is asked of a path of the API from now on; answers what releases it. */
export async function hold(page: Page, path: string) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/admin${path}`, async (route) => {
    await held
    await route.fallback().catch(() => undefined)
  })
  return release
}
