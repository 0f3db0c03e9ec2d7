import type { Page } from '@playwright/test'

/** Bytes of each script a page loads, as the server sends it to a browser that takes gzip. */
export async function scriptsOf(page: Page, address: string, path: string): Promise<Map<string, number>> {
  // What the page before is still loading is not counted.
  await page.goto('about:blank')
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

export const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0)
