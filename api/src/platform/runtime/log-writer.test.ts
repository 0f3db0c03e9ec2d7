import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testFolder } from '../../../test/support/platform/folder.ts'
import { lineWriter } from './log-writer.ts'

const lossLine = (lost: number) => `${lost} lost\n`
const longWait = { timeout: 30_000 }

let folder: string
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true }))
const place = () => join(folder, 'portal.log')
const text = () => (existsSync(place()) ? readFileSync(place(), 'utf8') : '')

test('lines come into the file in their order, behind what is there', async () => {
  for (const start of ['first', 'second']) {
    const lines = lineWriter(place(), lossLine)
    for (let n = 0; n < 1000; n++) lines.write(`${start} ${n}\n`)
    expect(await lines.close(10_000)).toBe(true)
  }
  const all = ['first', 'second'].flatMap((start) => Array.from({ length: 1000 }, (_, n) => `${start} ${n}`))
  expect(text().trim().split('\n')).toEqual(all)
})

test('once it is told to, the next line goes to a new file of the name', async () => {
  const lines = lineWriter(place(), lossLine)
  lines.write('before\n')
  await vi.waitUntil(() => text() === 'before\n', longWait)
  renameSync(place(), `${place()}-1`)
  lines.write('still\n')
  await vi.waitUntil(() => readFileSync(`${place()}-1`, 'utf8') === 'before\nstill\n', longWait)
  lines.reopen()
  lines.write('after\n')
  expect(await lines.close(10_000)).toBe(true)
  expect([text(), readFileSync(`${place()}-1`, 'utf8')]).toEqual(['after\n', 'before\nstill\n'])
  expect(statSync(place()).mode & 0o777).toBe(0o600)
})

test('on a full disk they are dropped and counted; when there is room again it goes on with how many were', async () => {
  symlinkSync('/dev/full', place())
  const faults: unknown[] = []
  const lines = lineWriter(place(), lossLine, (fault) => faults.push(fault))
  for (let n = 0; n < 3; n++) lines.write('gone\n')
  await vi.waitUntil(() => !lines.state().isWritten, longWait)
  for (let n = 0; n < 4; n++) lines.write('gone too\n')
  expect(lines.state()).toEqual({ isWritten: false, linesLost: 7 })
  expect(faults).toMatchObject([{ code: 'ENOSPC' }])
  rmSync(place())
  await vi.waitUntil(() => lines.state().isWritten, longWait)
  lines.write('kept\n')
  await vi.waitUntil(() => text().includes('kept'), longWait)
  expect(text()).toBe('7 lost\nkept\n')
  expect(lines.state()).toEqual({ isWritten: true, linesLost: 7 })
})

test('a folder that is not there yet loses lines, and nothing else', async () => {
  const lines = lineWriter(join(folder, 'later/portal.log'), lossLine)
  lines.write('gone\n')
  await vi.waitUntil(() => !lines.state().isWritten, longWait)
  expect(lines.state().linesLost).toBe(1)
})

test('for a reader that is asleep it keeps some lines, drops what is more, and is not held up', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  const lines = lineWriter(end, lossLine)
  const line = `${'x'.repeat(999)}\n`
  for (let n = 0; n < 3000; n++) lines.write(line)
  expect(lines.state().linesLost).toBeGreaterThan(1000)
  const reader = createReadStream(pipe)
  let read = ''
  reader.on('data', (chunk) => {
    read += chunk
  })
  await vi.waitUntil(() => read.includes(lossLine(lines.state().linesLost)), longWait)
  expect(read.split(line).length - 1).toBe(3000 - lines.state().linesLost)
  closeSync(end)
  await once(reader, 'close')
})

test('a file is for its owner alone, and a large one is put aside with some older ones', async () => {
  writeFileSync(place(), 'old\n')
  chmodSync(place(), 0o644)
  for (let n = 0; n < 8; n++) {
    const lines = lineWriter(place(), lossLine, undefined, 10)
    lines.write(`line number ${n}\n`)
    expect(await lines.close(10_000)).toBe(true)
    expect(statSync(`${place()}.1`).mode & 0o777).toBe(0o600)
  }
  const files = ['portal.log.1', 'portal.log.2', 'portal.log.3', 'portal.log.4']
  expect(readdirSync(folder).toSorted()).toEqual(files)
  expect(files.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(
    [7, 6, 5, 4].map((n) => `line number ${n}\n`),
  )
})
