import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

test('the bundle runs where it was made from these sources, or where there is nothing to make it with', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'academy-built-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const write = (file: string, text = '') => {
    mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    writeFileSync(path.join(home, file), text)
  }
  for (const file of ['api/src/main.ts', 'contract/src/one.ts', 'bootstrap/build/bundle.mjs', 'package-lock.json'])
    write(file)
  write('web/src/main.tsx')
  cpSync(path.join(import.meta.dirname, 'built.mjs'), path.join(home, 'bootstrap/build/built.mjs'))
  const { noteBuilt, parts, programOf } = await import(pathToFileURL(path.join(home, 'bootstrap/build/built.mjs')).href)
  const runs = () => path.relative(pathToFileURL(home).pathname, new URL(programOf('main.js', 'main.ts')).pathname)

  expect(runs()).toBe('api/src/main.ts')
  write('api/dist/main.js')
  // Built by something that was interrupted.
  expect(runs()).toBe('api/src/main.ts')
  noteBuilt(parts.server)
  expect(runs()).toBe('api/dist/main.js')
  write('api/src/one.test.ts')
  expect(runs()).toBe('api/dist/main.js')
  for (const changed of ['api/src/new.ts', 'contract/src/one.ts', 'package-lock.json', 'bootstrap/build/bundle.mjs']) {
    write(changed, 'another')
    expect([changed, runs()]).toEqual([changed, 'api/src/main.ts'])
    noteBuilt(parts.server)
    expect([changed, runs()]).toEqual([changed, 'api/dist/main.js'])
  }
  write('api/src/new.ts', 'another again')
  // A release.
  rmSync(path.join(home, 'web/src'), { recursive: true })
  expect(runs()).toBe('api/dist/main.js')
  rmSync(path.join(home, 'api/dist'), { recursive: true })
  expect(runs()).toBe('api/src/main.ts')
})
