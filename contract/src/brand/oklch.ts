/** Colours as lightness, chroma and hue in OKLCH, where a step of lightness looks the same in every hue; and their contrast. */

/** `#rrggbb`, in small letters. */
export type Hex = string

export interface Lch {
  /** From 0, black, to 1, white. */
  lightness: number
  chroma: number
  /** In radians. */
  hue: number
}

type Three = readonly [number, number, number]

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function linearOf(hex: Hex): Three {
  const part = (from: number) => toLinear(Number.parseInt(hex.slice(from, from + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

/** Relative luminance, as WCAG defines it. */
function luminance(hex: Hex): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export function lchOf(hex: Hex): Lch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function linearRgb({ lightness, chroma, hue }: Lch): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const slack = 0.0005
const isShown = (rgb: Three) => rgb.every((part) => part >= -slack && part <= 1 + slack)

/** The nearest colour that a screen can show: chroma goes until it can. */
export function hexOf(colour: Lch): Hex {
  let { chroma } = colour
  while (chroma > 0 && !isShown(linearRgb({ ...colour, chroma }))) chroma = Math.max(chroma - 0.002, 0)
  const parts = linearRgb({ ...colour, chroma }).map((part) => toGamma(Math.min(1, Math.max(0, part))))
  return `#${parts
    .map((part) =>
      Math.round(255 * part)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Makes a colour lighter (1) or darker (-1) in small steps until it will do. */
export function movedUntil(colour: Lch, direction: 1 | -1, willDo: (hex: Hex) => boolean): Hex {
  let { lightness } = colour
  let hex = hexOf(colour)
  while (!willDo(hex) && lightness > 0 && lightness < 1) {
    lightness += direction * 0.004
    hex = hexOf({ ...colour, lightness })
  }
  return hex
}
