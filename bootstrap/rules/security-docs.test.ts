import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(path.join(root, 'docs/security-asvs.md'), 'utf8')
const id = /\bV\d+\.\d+\.\d+\b/g
/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has, from V1 on. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

const part = (heading: string) => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
const rows = part('Shown by a test, and open')
  .split('\n')
  .filter((line) => /^\| V/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', , , proof = '']) => ({ name, proof }))
const isOpen = ({ proof }: { proof: string }) => /^open: \S/.test(proof)
const idsIn = (heading: string): string[] => part(heading).match(id) ?? []
const open = [...rows.filter(isOpen).map(({ name }) => name), ...idsIn('Open by reading')]
const shown = rows.filter((row) => !isOpen(row))

test.each(shown)('the test that shows $name is there', ({ proof }) => {
  const [, file = '', words = ''] = /^`([^`]+\.(?:test|spec)\.ts)`: "(.{8,})"$/.exec(proof) ?? []
  expect(existsSync(path.join(root, file)) && file, proof).toBeTruthy()
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(words)
})

test('each requirement has one place', () => {
  const all = [
    ...rows.map(({ name }) => name),
    ...['Met by reading', 'Open by reading', 'Not applicable'].flatMap(idsIn),
  ]
  expect(all.filter((name) => !/^V\d+\.\d+\.\d+$/.test(name))).toEqual([])
  expect(all.filter((name, place) => all.indexOf(name) !== place)).toEqual([])
  expect(chapters.map((_, index) => all.filter((name) => name.startsWith(`V${index + 1}.`)).length)).toEqual(chapters)
})

test('the numbers of the page are those of its lists', () => {
  expect(text).toContain(
    `**${shown.length} shown by a test, ${open.length} open, ${idsIn('Met by reading').length} met by reading, ` +
      `${idsIn('Not applicable').length} not applicable: 253.**`,
  )
})
