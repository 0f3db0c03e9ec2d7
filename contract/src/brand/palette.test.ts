import { expect, test } from 'vitest'
import { contrast, hexOf, lchOf } from './oklch.ts'
import { brandParts, defaultHex, grounds, isTooLight, paletteOf, sheetOf, themes } from './palette.ts'

const steps = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'))
/** 16 steps of each of red, green and blue. */
const colours = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

test('of 4,096 colours none gives a text below 4.5:1, in either theme, on any ground', () => {
  const accepted = colours.filter((hex) => !isTooLight(hex))
  expect(colours).toHaveLength(4096)
  expect(accepted.length).toBeGreaterThan(3500)
  const weak = accepted.flatMap((hex) => {
    const palette = paletteOf(hex)
    return themes.flatMap((theme) => {
      const { fill, hover, on, ink, link, tint } = palette[theme]
      const under = [tint, ...Object.values(grounds[theme])]
      const texts: [string, number][] = [
        ['on fill', contrast(on, fill)],
        ['on hover', contrast(on, hover)],
        ...under.map((ground): [string, number] => [`ink on ${ground}`, contrast(ink, ground)]),
        ...under.map((ground): [string, number] => [`link on ${ground}`, contrast(link, ground)]),
      ]
      return texts.filter(([, ratio]) => ratio < 4.5).map(([what, ratio]) => `${hex} ${theme} ${what} ${ratio}`)
    })
  })
  expect(weak).toEqual([])
})

test('in dark every fill stands off the card', () => {
  const sunk = colours.filter((hex) => contrast(paletteOf(hex).dark.fill, grounds.dark.card) < 3)
  expect(sunk).toEqual([])
})

test('the academy’s colour stays as given where white can be read on it', () => {
  expect(paletteOf('#8a1c2c').light).toMatchObject({ fill: '#8a1c2c', on: '#ffffff' })
  expect(paletteOf('#ffcc00').light).toMatchObject({ fill: '#ffcc00', on: '#14171c' })
  const orange = paletteOf('#e8590c').light
  expect(orange.on).toBe('#ffffff')
  expect(lchOf(orange.fill).lightness).toBeLessThan(lchOf('#e8590c').lightness)
})

test('links of a red academy are blue, for red ones look like errors', () => {
  const { light, dark } = paletteOf('#c1121f')
  expect([light.link, dark.link]).toEqual(['#0b57c9', '#8db6f5'])
  expect(paletteOf('#0a7d4b').light.link).toBe(paletteOf('#0a7d4b').light.ink)
})

test('black turns near-white in dark', () => {
  expect(paletteOf('#000000').dark).toMatchObject({ fill: '#e9ebee', ink: '#e9ebee', on: '#14171c' })
})

test('a colour that would vanish on white is too light', () => {
  expect(['#ffffff', '#fdf6b2', '#f2f2f2'].map(isTooLight)).toEqual([true, true, true])
  expect(['#ffcc00', '#e0e0e0', defaultHex].map(isTooLight)).toEqual([false, false, false])
})

test('a colour keeps its value on the way there and back', () => {
  for (const hex of colours) expect(hexOf(lchOf(hex))).toBe(hex)
})

test('the sheet has every value once for each theme, and dark only on a screen', () => {
  const palette = paletteOf(defaultHex)
  const sheet = sheetOf(palette)
  for (const theme of themes)
    for (const part of brandParts) expect(sheet).toContain(`--brand-${part}:${palette[theme][part]}`)
  expect(sheet.match(/--brand-/g)).toHaveLength(14)
  expect(sheet).toMatch(/^:root\{[^}]+\}\n@media screen\{:root\[data-theme="dark"\]\{[^}]+\}\}\n$/)
})
