/** How the portal stands on a phone's home screen: the web app manifest, and the icons it names. */
import { createHash } from 'node:crypto'
import { defaultHex, grounds, type Palette, paletteOf } from '@academy/contract/brand/palette.ts'
import { initialsOf } from '@academy/contract/platform/initials.ts'
import { screens } from '@academy/contract/screens.ts'
import type { FastifyInstance } from 'fastify'
import { academyOf } from '../platform/data/index.ts'
import { errorBody } from '../platform/http/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { drawIcon, type IconName, type IconSource, icons, isIcon } from './icons.ts'

const manifestPath = '/manifest.webmanifest'
const iconPath = '/brand-icon'

/** The academy's colour and logo as stored; null for the product's own and for none. */
export interface ShownBrand {
  palette: Palette | null
  picture: string | null
}

const product = paletteOf(defaultHex)
const productName = 'Academy'
/** Phones cut a longer name under an icon. */
const longestShortName = 12

const shadesOf = ({ palette }: ShownBrand) => (palette ?? product).light

/** An icon's address changes with what it shows. */
function versionOf(brand: ShownBrand, name: string): string {
  const { fill, on } = shadesOf(brand)
  return createHash('sha256')
    .update(JSON.stringify([brand.picture, initialsOf(name), fill, on]))
    .digest('hex')
    .slice(0, 12)
}

/** The first word or words of the academy's name that fit under an icon. */
export function shortNameOf(name: string): string {
  const words = name.split(/\s+/)
  const fitting = words.map((_, index) => words.slice(0, index + 1).join(' '))
  return fitting.findLast((start) => start.length <= longestShortName) ?? productName
}

function manifestOf(brand: ShownBrand, name: string) {
  const version = versionOf(brand, name)
  const icon = (of: IconName, purpose: string) => ({
    src: `${iconPath}/${of}.png?v=${version}`,
    sizes: `${icons[of].side}x${icons[of].side}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name,
    short_name: shortNameOf(name),
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: grounds.light.page,
    theme_color: shadesOf(brand).fill,
    icons: [icon('192', 'any'), icon('512', 'any'), icon('maskable-192', 'maskable'), icon('maskable-512', 'maskable')],
    shortcuts: [{ name: screens['/markAttendance/listing'].title, url: '/markAttendance/listing' }],
  }
}

/** The icons of one version: there are five, and anybody may ask. */
class DrawnIcons {
  #version = ''
  readonly #icons = new Map<IconName, Promise<Buffer>>()

  of(name: IconName, version: string, source: () => Promise<IconSource>): Promise<Buffer> {
    if (version !== this.#version) this.#icons.clear()
    this.#version = version
    const known = this.#icons.get(name)
    if (known) return known
    const drawn = source().then((from) => drawIcon(name, from))
    this.#icons.set(name, drawn)
    // One that failed is drawn anew when it is asked for again.
    drawn.catch(() => this.#icons.delete(name))
    return drawn
  }
}

const nameNow = async (portal: Portal): Promise<string> => (await academyOf(portal)).name || productName

const forever = 'public, max-age=31536000, immutable'

export function serveHomeScreen(
  app: FastifyInstance,
  portal: Portal,
  shown: (portal: Portal) => Promise<ShownBrand>,
): void {
  const drawn = new DrawnIcons()
  app.get(manifestPath, async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(JSON.stringify(manifestOf(await shown(portal), await nameNow(portal)))),
  )
  app.get<{ Params: { file: string }; Querystring: Record<string, unknown> }>(
    `${iconPath}/:file`,
    async ({ params: { file }, query }, reply) => {
      const icon = file.replace(/\.png$/, '')
      if (!file.endsWith('.png') || !isIcon(icon))
        return reply.code(404).header('cache-control', 'no-store').send(errorBody(404, 'File not found'))
      const [brand, name] = [await shown(portal), await nameNow(portal)]
      const version = versionOf(brand, name)
      const bytes = await drawn.of(icon, version, async () => ({
        logo: (brand.picture && (await portal.pictures.files.get(brand.picture))) || undefined,
        initials: initialsOf(name),
        ...shadesOf(brand),
      }))
      return reply
        .headers({
          'content-type': 'image/png',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': query.v === version ? forever : 'no-cache',
        })
        .send(bytes)
    },
  )
}
