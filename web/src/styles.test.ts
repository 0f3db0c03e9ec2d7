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

// Sheets stay once they were loaded: two that mean different things by one class change each other's pages.
test('no two sheets say what a class of its own looks like', () => {
  const sheetsOf = new Map<string, string[]>()
  for (const file of globSync('**/*.css', { cwd: import.meta.dirname })) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    for (const name of new Set([...text.matchAll(/(?<!,\n)^\.([a-z][\w-]+) \{/gm)].map(([, found = '']) => found)))
      sheetsOf.set(name, [...(sheetsOf.get(name) ?? []), file])
  }
  expect(sheetsOf.size).toBeGreaterThan(100)
  expect([...sheetsOf].filter(([, files]) => files.length > 1)).toEqual([])
})
