import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [lightPart = '', darkPart = ''] = sheet.split('@media screen')
const valuesIn = (part: string) =>
  Object.fromEntries([...part.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = '', hex = '']) => [name, hex]))
const light = valuesIn(lightPart)
const themes = { light, dark: { ...light, ...valuesIn(darkPart) } }

/** Relative luminance of a colour, as defined by WCAG. */
function luminance(hex: string): number {
  const long = hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex
  const channels = [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const grounds = ['page', 'card', 'side', 'raised', 'sunk', 'hover']
const ownGround = { ok: 'ok-bg', warn: 'warn-bg', bad: 'bad-bg', 'class-ink': 'class-bg', 'brand-ink': 'brand-tint' }

describe.each(Object.entries(themes))('%s', (_, values) => {
  const of = (name: string) => {
    const hex = values[name]
    if (!hex) throw new Error(`tokens.css has no --${name}`)
    return hex
  }

  test.each(['ink', 'ink-2', 'ink-3', 'ok', 'warn', 'bad', 'brand-link'])('--%s is read on every ground', (ink) => {
    for (const ground of grounds) expect(contrast(of(ink), of(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })

  test.each(Object.entries(ownGround))('--%s is read on --%s', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test('what is written on a fill is read, also under the pointer', () => {
    for (const [on, fill] of [
      ['brand-on', 'brand-fill'],
      ['brand-on', 'brand-hover'],
      ['bad-on', 'bad'],
    ] as const)
      expect(contrast(of(on), of(fill)), fill).toBeGreaterThanOrEqual(4.5)
  })

  test('the edge of a field and the ring of the focus stand out from what is around them', () => {
    for (const ground of ['page', 'card', 'raised'])
      expect(contrast(of('field'), of(ground)), ground).toBeGreaterThanOrEqual(3)
    for (const ground of [...grounds, 'warn-bg', 'bad-bg', 'ok-bg', 'class-bg', 'brand-tint'])
      expect(contrast(of('brand-link'), of(ground)), ground).toBeGreaterThanOrEqual(3)
  })
})
