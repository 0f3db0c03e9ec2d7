import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrast as contrastOf } from '@academy/contract/brand/oklch.ts'
import { brandParts, defaultHex, grounds as paletteGrounds, paletteOf } from '@academy/contract/brand/palette.ts'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [lightPart = '', darkPart = ''] = sheet.split('@media screen')
const valuesIn = (part: string) =>
  Object.fromEntries([...part.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = '', hex = '']) => [name, hex]))
const light = valuesIn(lightPart)
const themes = { light, dark: { ...light, ...valuesIn(darkPart) } }

const long = (hex: string) => (hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex)
const contrast = (one: string, other: string) => contrastOf(long(one), long(other))

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

describe.each(['light', 'dark'] as const)('the academy’s colour in %s', (theme) => {
  const known = Object.fromEntries(Object.entries(themes[theme]).map(([name, hex]) => [name, long(hex)]))

  test('is fitted to the grounds that the theme has', () => {
    expect(known).toMatchObject(paletteGrounds[theme])
  })

  test('is what the product’s own hex makes while none is given', () => {
    const shades = paletteOf(defaultHex)[theme]
    expect(known).toMatchObject(Object.fromEntries(brandParts.map((part) => [`brand-${part}`, shades[part]])))
  })
})
