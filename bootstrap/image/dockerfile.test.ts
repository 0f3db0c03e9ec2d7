import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../children.mjs'
import { copy, leftOutBy, stagesOf } from './dockerfile.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-dockerfile-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(...files: string[]) {
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
}

test('npm run image knows every step of the Dockerfile', () => {
  const stages = stagesOf(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
  expect(stages.map(({ name }) => name)).toEqual(['built', 'packages', undefined])
  const steps = stages.flatMap((stage) => stage.steps)
  expect(new Set(steps.map(({ word }) => word))).toEqual(
    new Set(['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD']),
  )
  const files = steps.flatMap(({ word, from, paths }) =>
    word === 'COPY' && !from ? paths.split(' ').slice(0, -1) : [],
  )
  expect(files.filter((file: string) => !existsSync(join(root, file)))).toEqual([])
})

test('lines that go on are one step, comments none', () => {
  const text = 'FROM node:24 AS one\n# why\nRUN a \\\n  # amid it\n  && b \\\n  && c\nCMD ["node", "x"]\n'
  expect(stagesOf(text)[0]?.steps.map((step: { text: string }) => step.text)).toEqual([
    'FROM node:24 AS one',
    'RUN a && b && c',
    'CMD ["node", "x"]',
  ])
})

test.each([
  'ADD https://example.com/x x',
  'ARG VERSION',
  'COPY --chown=node:node a b',
  'COPY a',
  'RUN ["node", "x"]',
  'RUN --mount=type=cache,target=/root npm ci',
  'ENV A=$B',
  'CMD node x',
  'HEALTHCHECK CMD node x',
  'FROM debian',
  'copy a b',
])('another instruction, or another form of one, is refused with its line: %s', (text) => {
  expect(() => stagesOf(`FROM node:24\n\n${text}\n`)).toThrow(`Line 3: npm run image does not know "${text}"`)
})

test('a step before the first stage is refused', () => {
  expect(() => stagesOf('RUN a')).toThrow('Line 1')
})

test('.dockerignore leaves out whole paths, and names anywhere where it says so', () => {
  const isLeftOut = leftOutBy('# why\n.git\n**/node_modules\n**/*.test.ts\napi/test\ndata\n*.log\n')
  const out = [
    '.git',
    '.git/config',
    'node_modules',
    'web/node_modules/x',
    'a.test.ts',
    'api/src/a.test.ts',
    'api/test/x',
    'data',
    '.x.log',
  ]
  const not = ['.gitignore', 'api/src/platform/data/tx.ts', 'api/data', 'logs/x.log', 'api/tests', 'a.test.tsx']
  expect(out.filter((file) => !isLeftOut(file))).toEqual([])
  expect(not.filter(isLeftOut)).toEqual([])
  expect(() => leftOutBy('!docs')).toThrow('.dockerignore: npm run image does not know "!docs"')
})

test('COPY copies files into a folder, and of a folder what is in it', () => {
  write('from/a', 'from/b', 'from/c/d', 'from/c/secret')
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  copy(['a', 'b', './'], from, to)
  copy(['c', 'e'], from, to, leftOutBy('**/secret'))
  copy(['a', 'f/g'], from, to)
  expect(readdirSync(to, { recursive: true }).toSorted()).toEqual(['a', 'b', 'e', 'e/d', 'f', 'f/g'])
})

test('COPY of what is not there, or left out, is refused', () => {
  write('from/a', 'from/b')
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  expect(() => copy(['x', 'y'], from, to)).toThrow('x: there is no such file')
  expect(() => copy(['a', 'y'], from, to, leftOutBy('a'))).toThrow(
    'a: there is no such file, or .dockerignore leaves it out',
  )
  expect(() => copy(['a', 'b', 'y'], from, to)).toThrow('y: of several sources')
})
