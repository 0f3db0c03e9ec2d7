import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteMoved, refuseMoved } from './data-location.ts'

let folder: string
const noteFile = () => path.join(folder, 'database-moved.json')

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-location-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder without a note has its data, and one with a note says where they are', () => {
  refuseMoved(folder)
  noteMoved(folder, 'db.example.com:5432/academy', '2026-11-20T04:00:00Z')
  expect(() => refuseMoved(folder)).toThrow(
    `The data of DATA_DIR ${folder} moved to db.example.com:5432/academy on 2026-11-20. Set DATABASE_URL`,
  )
})

test('a note that was damaged still says that the data moved', () => {
  writeFileSync(noteFile(), '{"to":')
  expect(() => refuseMoved(folder)).toThrow(`The data of DATA_DIR ${folder} moved to another server. Set DATABASE_URL`)
})

test('a folder whose note cannot be read is told as that, and not as moved', () => {
  mkdirSync(noteFile())
  const words = `DATA_DIR ${folder} cannot be used: EISDIR`
  expect(() => refuseMoved(folder)).toThrow(words)
  expect(() => noteMoved(folder, 'db.example.com/academy', '2026-11-20T04:00:00Z')).toThrow(words)
})
