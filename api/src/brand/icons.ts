/** What stands for the portal on a home screen: the academy's logo, or its initials on its colour. */
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

export interface IconSource {
  /** Of the logo; without one the initials are drawn. */
  logo: Buffer | undefined
  initials: string
  /** Behind the initials, and their own colour: `#rrggbb`. */
  fill: string
  on: string
}

/**
 * The icons by name. A maskable one is cut to the shape a phone likes, of which four fifths of its width are safe: it is
 * filled to the edge and what it shows is smaller. The last is an iPhone's, which rounds it and fills no transparency.
 */
export const icons = {
  '192': { side: 192, share: 0.8, isFull: false },
  '512': { side: 512, share: 0.8, isFull: false },
  'maskable-192': { side: 192, share: 0.56, isFull: true },
  'maskable-512': { side: 512, share: 0.56, isFull: true },
  apple: { side: 180, share: 0.72, isFull: true },
} as const
export type IconName = keyof typeof icons

export const isIcon = (name: string): name is IconName => Object.hasOwn(icons, name)

const font = fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'))
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
/** Of the side, as on the sign-in page. */
const roundness = 0.22

/** Draws an icon as a png. */
export async function drawIcon(name: IconName, source: IconSource): Promise<Buffer> {
  const { side, share, isFull } = icons[name]
  const room = Math.round(side * share)
  const { logo, fill } = source
  if (logo) {
    const background = isFull ? '#ffffff' : transparent
    // A logo of its own shape fills an icon that nobody cuts.
    return drawn(side, background, await inside(logo, isFull ? room : side))
  }
  const letters = await inside(await lettersOf(source), Math.round(room * 0.78))
  const icon = await drawn(side, fill, letters)
  return isFull ? icon : rounded(icon, side)
}

const inside = (picture: Buffer, room: number) =>
  sharp(picture).resize({ width: room, height: room, fit: 'inside' }).png().toBuffer()

const drawn = (side: number, background: string | typeof transparent, picture: Buffer) =>
  sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: picture }])
    .png({ compressionLevel: 9 })
    .toBuffer()

const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function lettersOf({ initials, on }: IconSource): Promise<Buffer> {
  const letters = initials.replace(/[&<>]/g, (sign) => markup[sign] ?? sign)
  const text = `<span foreground="${on}">${letters}</span>`
  return sharp({ text: { text, font: 'Noto Sans SC Bold', fontfile: font, width: 512, height: 512, rgba: true } })
    .png()
    .toBuffer()
}

/** Rounds the corners, pixel by pixel: vector drawings are no format the portal reads. */
async function rounded(icon: Buffer, side: number): Promise<Buffer> {
  const radius = side * roundness
  const pixels = await sharp(icon).ensureAlpha().raw().toBuffer()
  const beyond = (at: number) => Math.max(radius - at, at - (side - radius), 0)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const outside = Math.hypot(beyond(x + 0.5), beyond(y + 0.5)) - radius
      const covered = Math.min(Math.max(0.5 - outside, 0), 1)
      if (covered < 1) pixels[(y * side + x) * 4 + 3] = Math.round(covered * 255)
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
