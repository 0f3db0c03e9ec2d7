import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('{api,web,contract}/src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({
    file,
    // Comments may name what the code must not do.
    lines: readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line)),
  }))

/** The files whose code says this. */
const saying = (words: RegExp, below = '') =>
  sources
    .filter(({ file, lines }) => file.startsWith(below) && lines.some((line) => words.test(line)))
    .map(({ file }) => file)
    .toSorted()
/** Everything in the sources that these words take in brackets. */
const named = (words: RegExp) => [
  ...new Set(
    sources.flatMap(({ lines }) => lines.flatMap((line) => [...line.matchAll(words)].map(([, name]) => name))),
  ),
]

test('the sources are looked at', () => {
  expect(sources.length).toBeGreaterThan(400)
})

test('no screen makes HTML of text', () => {
  expect(saying(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i)).toEqual([])
})

test('no code is made of text', () => {
  expect(saying(/\beval\(|\bnew Function\(|node:vm|set(Timeout|Interval)\(\s*['"`]/)).toEqual([])
})

test('no shell is started', () => {
  expect(saying(/\bexec(Sync)?\b.* from 'node:child_process'|\bshell: /)).toEqual([])
})

test('a regular expression is made of constants: a new one made of text is looked at and listed here', () => {
  expect(saying(/\bnew RegExp\(/)).toEqual([
    'api/src/checkout/client.ts',
    'api/src/platform/data/audit/audit-names.ts',
    'api/src/staff/sign-in/known-devices.ts',
  ])
})

test('the portal calls nobody but the card provider, and sends mails at one place', () => {
  expect(saying(/\bfetch\(|node:https?'|node:dgram|undici|axios/, 'api/')).toEqual(['api/src/checkout/client.ts'])
  expect(saying(/from 'nodemailer'/)).toEqual(['api/src/platform/runtime/mail.ts'])
})

test('digests are SHA-256, ciphers AES-256-GCM, and chance is never the predictable one, but for a pause', () => {
  expect(named(/\bcreateH(?:ash|mac)\('([^']+)'/g)).toEqual(['sha256'])
  expect(named(/\bcreate(?:Ci|Deci)pheriv\('([^']+)'/g).filter((cipher) => cipher !== 'aes-256-gcm')).toEqual([])
  expect(saying(/\bMath\.random\(/)).toEqual(['api/src/platform/data/tx.ts'])
})

test('a password is typed unseen, may be pasted, and is known to password managers', () => {
  const fields = sources.flatMap(({ lines }) =>
    lines.filter((line) => /autoComplete="(new|current)-password"/.test(line)),
  )
  expect(fields.length).toBeGreaterThan(8)
  expect(fields.filter((line) => !/<(Input\.)?Password\b/.test(line))).toEqual([])
  expect(saying(/\bonPaste\b/)).toEqual([])
})
