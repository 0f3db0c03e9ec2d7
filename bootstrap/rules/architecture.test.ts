import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8')
const walks = (text.split('\n## Three walks\n')[1] ?? '')
  .split('\n- ')
  .slice(1)
  .map((walk) => ({
    name: walk.split(':')[0] ?? '',
    files: [...walk.matchAll(/`([^`/]+\/[^`]+\.tsx?)`/g)].map(([, file]) => file ?? ''),
  }))

const importsOf = (file: string): string[] =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/(?:from|import\() ?'([^']+)'|import '([^']+)'/g)].flatMap(
    ([, one, other]) => {
      const name = one ?? other ?? ''
      if (name.startsWith('@academy/contract/')) return [name.replace('@academy/contract/', 'contract/src/')]
      return name.startsWith('.') ? [path.posix.join(path.posix.dirname(file), name)] : []
    },
  )

/** What a file imports; an index stands for what it offers. */
const reached = (file: string): string[] =>
  importsOf(file).flatMap((target) => (target.endsWith('/index.ts') ? [target, ...importsOf(target)] : [target]))

test('there are three walks', () => {
  expect(walks.map(({ files }) => files.length > 5)).toEqual([true, true, true])
})

test.each(walks)('each file of the walk "$name" is there once, and tied by an import to one before it', ({ files }) => {
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  expect(new Set(files).size).toBe(files.length)
  const loose = files.filter((file, place) => {
    const before = files.slice(0, place)
    const tied = before.some((one) => reached(one).includes(file) || reached(file).includes(one))
    return place > 0 && !tied
  })
  expect(loose).toEqual([])
})

/** Paths that a page names as they stand; `<module>` and folders of a sketch are no paths. */
const named = (page: string) =>
  [
    ...readFileSync(path.join(root, page), 'utf8').matchAll(
      /`((?:api|web|contract|bootstrap|bench|deploy|docs|e2e)\/[\w./-]+)`/g,
    ),
  ].map(([, place]) => place ?? '')
/** What the recipes of CONTRIBUTING.md add, what a server brings, and a decision by its number. */
const notThere = /YYYYMMDD|\/equipment\.ts$|\/winter-report\.ts$|^deploy\/(portal)?\.env$|^docs\/decisions\/\d{4}$/

test('every path that a document names is there', () => {
  const pages = globSync(['*.md', 'docs/*.md', 'api/migrations/README.md'], { cwd: root })
  const places = pages.filter((page) => page !== 'CHANGELOG.md').flatMap(named)
  expect(places.length).toBeGreaterThan(300)
  expect(places.filter((place) => !notThere.test(place) && !existsSync(path.join(root, place)))).toEqual([])
})

test('every test that the readings of the specification name is there', () => {
  const readings = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')
  const tests = [...readings.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, file]) => file ?? '')
  const there = globSync(['{api,contract,web}/{src,test}/**/*.test.ts', 'e2e/**/*.spec.ts'], { cwd: root })
  expect(tests.length).toBeGreaterThan(50)
  expect(
    tests.filter((file) => !there.some((one) => `/${one.replaceAll(path.sep, '/')}`.endsWith(`/${file}`))),
  ).toEqual([])
})

/** Code and documents name a decision by its number; docs name its file. */
test('what is named as a decision is one, and a file that is named is there', () => {
  const numbers = new Set(
    globSync('docs/decisions/*.md', { cwd: root }).map((file) => Number(path.basename(file).slice(0, 4))),
  )
  const files = [
    'docs/*.md',
    'docs/decisions/*.md',
    '*.md',
    '{api,contract,web,bench,e2e}/src/**/*.{ts,tsx}',
    'bootstrap/**/*.mjs',
  ]
  const wrong = files
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .flatMap((file) => {
      const words = readFileSync(path.join(root, file), 'utf8')
      const named = [...words.matchAll(/\bdecisions?[ /]0*(\d+)(-[\w-]+\.md)?/g)]
      return named
        .filter(([, number = '', name]) =>
          name
            ? !existsSync(path.join(root, `docs/decisions/${number.padStart(4, '0')}${name}`))
            : !numbers.has(Number(number)),
        )
        .map(([text]) => `${file}: ${text}`)
    })
  expect(wrong).toEqual([])
})

/** More than a reader takes in at a glance is divided by subject (decision 42). */
test('a folder of code has at most 25 files', () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{bootstrap,bench,e2e,contract/src,api/{src,test,seed},web/src}/**/*.{ts,tsx,mjs,css}', {
    cwd: root,
  })) {
    const folder = path.dirname(file).replaceAll(path.sep, '/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const large = [...counts].filter(([, count]) => count > 25).map(([folder]) => folder)
  expect(large).toEqual([])
})
