import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../children.mjs'

const workspaces = ['contract', 'api', 'web']

/** A file's text with the bug; throws when its words are not there exactly once. */
export function seeded(text, { says, file, find, put }) {
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`"${says}" is to replace words that are in ${file} ${places} times: ${find}`)
  return text.replace(find, () => put)
}

/** A copy of the API and its contract that runs on the packages installed here, for seeded bugs. */
export function copyTree() {
  const home = mkdtempSync(path.join(tmpdir(), 'academy-seeded-'))
  const here = (name) => path.join(root, name)
  for (const name of ['api', 'contract']) cpSync(here(name), path.join(home, name), { recursive: true })
  for (const name of ['package.json', 'tsconfig.json', 'vitest.config.ts']) cpSync(here(name), path.join(home, name))
  mkdirSync(path.join(home, 'node_modules/@academy'), { recursive: true })
  for (const name of workspaces)
    symlinkSync(path.join(home, name), path.join(home, 'node_modules/@academy', name), 'dir')
  for (const name of readdirSync(here('node_modules')))
    if (name !== '@academy') symlinkSync(here(path.join('node_modules', name)), path.join(home, 'node_modules', name))
  return {
    home,
    /** Puts a bug in; returns the function that removes it again. */
    seed(bug) {
      const file = path.join(home, bug.file)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, seeded(text, bug))
      return () => writeFileSync(file, text)
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
