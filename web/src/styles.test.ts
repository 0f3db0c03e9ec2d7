import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (pattern: string) =>
  globSync(pattern, { cwd: import.meta.dirname }).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))

test('every class that the styles name is used by a page', () => {
  const components = [...read('**/*.{ts,tsx}'), ...read('../index.html')].join('\n')
  const classes = new Set(
    read('**/*.css').flatMap((text) => [...text.matchAll(/\.([a-z][\w-]+)/g)].map(([, name = '']) => name)),
  )
  /** As a word, or built: `align-right` of `align-${side}`. */
  const isUsed = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(components) ||
    components.includes(`${name.slice(0, name.lastIndexOf('-') + 1)}\${`)
  expect(classes.size).toBeGreaterThan(100)
  expect([...classes].filter((name) => !isUsed(name))).toEqual([])
})
