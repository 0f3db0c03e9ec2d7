/** Every screen of the demo academy as a picture: `npm run pictures`. Looked at one by one, and kept by nobody. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ScreenPath, screens } from '@academy/contract/screens.ts'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { onPage, signedIn, withBrowser } from './browser.ts'
import { signIn } from './caller.ts'
import { withDemoPortal } from './portal.ts'

const folder = fileURLToPath(new URL('../../pictures', import.meta.url))
/** Pixels; a list of hundreds of rows says no more further down. */
const highest = 3000
const firstOf = z.object({ items: z.array(z.looseObject({ _id: z.string() })).min(1) })

/** The call whose first record fills `$id` in the paths of a screen. */
const recordsOf: Record<string, string> = {
  membership: '/member?kind=parent',
  user: '/user',
  'user-group': '/user-group',
  'cash-close': '/cash-close',
  'credit-adjust': '/credit-adjust',
  'credit-package': '/credit-package',
  format: '/doc-num-format',
}

/** The addresses of all screens; undefined for one whose record the demo academy lacks. */
async function addressesOf(portal: string) {
  const owner = await signIn(portal)
  const known = new Map<string, string | undefined>()
  async function idOf(base: string) {
    if (!known.has(base)) {
      const call = recordsOf[base] ?? `/${base}`
      const answer = await owner
        .call(firstOf, 'GET', `${call}${call.includes('?') ? '&' : '?'}limit=1`)
        .catch(() => undefined)
      known.set(base, answer?.items[0]?._id)
    }
    return known.get(base)
  }
  const found: { path: ScreenPath; address: string | undefined }[] = []
  for (const path of Object.keys(screens) as ScreenPath[]) {
    const [, base = ''] = path.split('/')
    const id = path.includes('$') ? await idOf(base) : ''
    found.push({ path, address: id === undefined ? undefined : path.replace(/\$\w+/, id) })
  }
  return found
}

async function take(page: Page, address: string, file: string) {
  // The stream of changes would keep the network busy for ever.
  await page.route('**/api/admin/events?*', (route) => route.fulfill({ status: 204 }))
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  // A long list draws its first rows before the others.
  await page.evaluate('new Promise((done) => requestIdleCallback(done))')
  // As high as what it shows: what sticks to the window would stand in the middle of a longer picture.
  const size = page.viewportSize()
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  if (size) await page.setViewportSize({ width: size.width, height: Math.max(size.height, Math.min(height, highest)) })
  await page.screenshot({ path: file })
  if (size) await page.setViewportSize(size)
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  if (beyond > 0) console.log(`${file} scrolls sideways by ${beyond} px`)
}

await withDemoPortal(({ address: portal }) =>
  withBrowser(async (browser) => {
    const addresses = await addressesOf(portal)
    const state = await signedIn(browser, portal)
    await mkdir(folder, { recursive: true })
    let taken = 0
    for (const phone of [false, true])
      for (const theme of ['light', 'dark'])
        await onPage(browser, { address: portal, state, phone }, async (page) => {
          await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
          const name = (path: string) =>
            join(folder, `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '')}-${phone ? 390 : 1440}-${theme}.png`)
          for (const { path, address } of addresses) {
            if (!address) continue
            await take(page, address, name(path))
            taken += 1
          }
          await page.evaluate('localStorage.clear()')
          await take(page, '/auth/login', name('sign-in'))
          taken += 1
        })
    const without = addresses.filter(({ address }) => !address).map(({ path }) => path)
    console.log(`${taken} pictures in ${folder}`)
    if (without.length > 0) console.log(`Without a record in the demo academy: ${without.join(', ')}`)
  }),
)
