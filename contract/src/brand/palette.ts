/** The academy's colour as everything that is drawn with it: seven values for each theme, made of one. Pure, and the same on server and screen. */
import { contrast, type Hex, hexOf, type Lch, lchOf, movedUntil } from './oklch.ts'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** What the values are for, as `--brand-<name>` in web/src/ui/look/tokens.css. */
export const brandParts = ['fill', 'hover', 'on', 'ink', 'link', 'tint', 'line'] as const
export type Shades = Record<(typeof brandParts)[number], Hex>
export type Palette = Record<Theme, Shades>

/** The product's own colour, while the academy has given none. */
export const defaultHex = '#3a4fa3'

const white = '#ffffff'
const nearBlack = '#14171c'
const nearWhite = '#e9ebee'

/** What stands behind text and fills: tokens.css has the same (brand.test.ts of the screens holds that). */
export const grounds: Record<Theme, Record<'card' | 'page' | 'side' | 'raised' | 'sunk' | 'hover', Hex>> = {
  light: { card: white, page: '#f5f6f8', side: '#fbfbfc', raised: white, sunk: '#f8f9fa', hover: '#f3f4f7' },
  dark: { card: '#171a1f', page: '#0e1013', side: '#121418', raised: '#20242b', sunk: '#1b1f25', hover: '#1f2329' },
}

const lightest = 0.93
/** Whether a colour would vanish as a button on white. */
export const isTooLight = (hex: Hex): boolean => lchOf(hex).lightness > lightest

const readable = 4.5
/** On tint and every ground, with something to spare; text on dark looks thinner. */
const readableInk: Record<Theme, number> = { light: 4.6, dark: 5 }
/** A fill that gives white this much is darkened for it; a lighter one gets dark text. */
const nearlyReadable = 3.2
const liftedOffDark = 3
/** Bright colours are drawn as fills alone. */
const mostChroma = 0.19

const isGrey = ({ chroma }: Lch) => chroma < 0.03

/** Links, focus rings and curves in such a hue would look like errors. */
function isRed({ chroma, hue }: Lch): boolean {
  const degrees = ((hue * 180) / Math.PI + 360) % 360
  return chroma > 0.08 && (degrees < 48 || degrees > 350)
}
const blueLink: Record<Theme, Hex> = { light: '#0b57c9', dark: '#8db6f5' }

/** The colour itself, moved only as far as text on it, or a dark ground below it, asks for. */
function fillOf(colour: Lch, theme: Theme): Pick<Shades, 'fill' | 'on'> {
  if (theme === 'dark' && isGrey(colour)) return { fill: nearWhite, on: nearBlack }
  const { card } = grounds[theme]
  const fill = movedUntil(colour, 1, (hex) => theme === 'light' || contrast(hex, card) >= liftedOffDark)
  if (contrast(fill, white) < nearlyReadable) return { fill, on: nearBlack }
  return { fill: movedUntil(lchOf(fill), -1, (hex) => contrast(hex, white) >= readable), on: white }
}

function shadesOf(colour: Lch, theme: Theme): Shades {
  const isDark = theme === 'dark'
  const chroma = Math.min(colour.chroma, mostChroma)
  const { fill, on } = fillOf(colour, theme)
  const filled = lchOf(fill)
  const hover = hexOf({ ...filled, lightness: filled.lightness + (on === white ? -0.055 : 0.045) })
  const tint = hexOf({
    ...colour,
    ...(isDark
      ? { lightness: 0.27, chroma: Math.min(chroma, 0.05) }
      : { lightness: 0.958, chroma: Math.min(chroma * 0.35, 0.026) }),
  })
  const line = hexOf({
    ...colour,
    ...(isDark
      ? { lightness: 0.42, chroma: Math.min(chroma, 0.08) }
      : { lightness: 0.83, chroma: Math.min(chroma * 0.6, 0.075) }),
  })
  const behind = [tint, ...Object.values(grounds[theme])]
  const isReadable = (hex: Hex) => behind.every((ground) => contrast(hex, ground) >= readableInk[theme])
  const ink = isDark && isGrey(colour) ? nearWhite : movedUntil({ ...colour, chroma }, isDark ? 1 : -1, isReadable)
  return { fill, hover, on, ink, link: isRed(colour) ? blueLink[theme] : ink, tint, line }
}

export function paletteOf(hex: Hex): Palette {
  const colour = lchOf(hex)
  return { light: shadesOf(colour, 'light'), dark: shadesOf(colour, 'dark') }
}

const declarations = (shades: Shades) => brandParts.map((part) => `--brand-${part}:${shades[part]}`).join(';')

/** The sheet that lays a palette over the product's own. Paper is light. */
export const sheetOf = ({ light, dark }: Palette): string =>
  `:root{${declarations(light)}}\n@media screen{:root[data-theme="dark"]{${declarations(dark)}}}\n`
