import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { folderFor, makeFolder, unwritten } from './folder.ts'

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a folder is made with those above it, closed to others, and once', () => {
  const place = join(home(), 'a/b/c')
  expect([makeFolder(place), makeFolder(place)]).toEqual([true, false])
  expect([place, join(place, '..')].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
})

test('a file, and what is below one, is no folder, and the variable is named', () => {
  const file = join(home(), 'file')
  writeFileSync(file, '')
  for (const place of [file, join(file, 'a/b')])
    expect(() => folderFor('FILES_DIR', place)).toThrow(`FILES_DIR ${place} cannot be made or used as a folder: EEXIST`)
})

test('of a disk without room, of which the system names nothing, the folder is named; other errors stay as they are', () => {
  const errorOf = (act: () => void) => {
    try {
      act()
    } catch (error) {
      return error
    }
  }
  const full = errorOf(() => writeFileSync('/dev/full', 'x'))
  expect(unwritten('The back-up /copy', full)).toMatchObject({
    message: 'The back-up /copy could not be written: ENOSPC: no space left on device, write',
    cause: full,
  })
  const missing = errorOf(() => statSync(join(home(), 'none')))
  expect(unwritten('The back-up /copy', missing)).toBe(missing)
})
