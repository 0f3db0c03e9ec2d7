import type { Page, Response } from '@playwright/test'
import { withoutStream } from './portal.ts'

type Files = Map<string, number>

/** By their addresses, which change with their content. */
const known = new Map<string, Promise<number>>()

/** Asked for again: brotli is taken only where the connection is safe, so gzip is what an office network gets. */
async function compressed(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  if (headers.get('content-encoding') !== 'gzip') throw new Error(`${url} is not sent compressed`)
  return Number(headers.get('content-length'))
}

function sizeOf(url: string): Promise<number> {
  const size = known.get(url) ?? compressed(url)
  known.set(url, size)
  return size
}

/** The portal begins it three seconds after a page has opened, which a busy machine may still be doing then. */
const isDeferred = (url: string) => url.includes('/deferred-work-')

/** Bytes of each script and sheet of ours a page loads, as the server sends it to a browser that takes gzip. */
export async function filesOf(page: Page, address: string, path: string): Promise<{ scripts: Files; sheets: Files }> {
  // What the page before is still loading is not counted.
  await page.goto('about:blank')
  await withoutStream(page)
  const files: { url: string; kind: string }[] = []
  const note = (response: Response) => files.push({ url: response.url(), kind: response.request().resourceType() })
  page.on('response', note)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  page.off('response', note)
  const sizes = async (kind: string) => {
    const ours = files.filter(({ url, kind: its }) => its === kind && url.includes('/assets/') && !isDeferred(url))
    return new Map(
      await Promise.all(ours.map(async ({ url }) => [url.replace(address, ''), await sizeOf(url)] as const)),
    )
  }
  return { scripts: await sizes('script'), sheets: await sizes('stylesheet') }
}

export const scriptsOf = async (...page: Parameters<typeof filesOf>): Promise<Files> => (await filesOf(...page)).scripts

export const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0)
