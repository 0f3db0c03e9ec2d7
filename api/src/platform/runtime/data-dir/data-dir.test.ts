import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Child, startChild } from '../../../../test/support/platform/child.ts'
import { claimDataDir } from './data-dir.ts'

let folder: string
const children: Child[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-claim-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) if (child.held) await child.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function another(): Promise<Child> {
  const child = await startChild(['claim', folder])
  children.push(child)
  return child
}

test('a second portal on the same folder is refused and told who the first one is', async () => {
  const first = await another()
  await expect(claimDataDir(folder)).rejects.toThrow(
    `Another portal (process ${first.process.pid}) already runs on DATA_DIR ${folder}.`,
  )
})

test('a place that can be no folder is named', async () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  await expect(claimDataDir(file)).rejects.toThrow(`DATA_DIR ${file} cannot be made or used as a folder: EEXIST`)
})

test('a folder that cannot be written to is named', async () => {
  mkdirSync(path.join(folder, 'portal.lock'))
  await expect(claimDataDir(folder)).rejects.toThrow(`DATA_DIR ${folder} cannot be used: `)
})

test('the folder of a portal killed with -9 is free at once', async () => {
  const first = await another()
  await first.end('SIGKILL')
  const claim = await claimDataDir(folder)
  await claim.release()
})

test('a portal that stops gives the folder back', async () => {
  const first = await another()
  await first.end('SIGTERM')
  expect((await another()).held).toBe(true)
})

test('a start waits for the portal that is stopping; a command does not', async () => {
  const first = await claimDataDir(folder)
  const told: number[] = []
  const wait = () => claimDataDir(folder, (holder) => void told.push(holder))
  await expect(wait()).rejects.toThrow('already runs')
  first.stopping()
  await expect(claimDataDir(folder)).rejects.toThrow('already runs')
  const next = wait()
  await expect.poll(() => told).toEqual([process.pid])
  await first.release()
  await (await next).release()
  expect(told).toHaveLength(1)
})

test('a left-over pid whose number now belongs to somebody else is no obstacle', async () => {
  writeFileSync(path.join(folder, 'portal.pid'), `${process.ppid}\n`)
  const claim = await claimDataDir(folder)
  await expect(claimDataDir(folder)).rejects.toThrow(`process ${process.pid}`)
  await claim.release()
})

test('of several portals started at once exactly one gets the folder', async () => {
  const all = await Promise.all([another(), another(), another(), another()])
  const winners = all.filter((child) => child.held)
  expect(winners).toHaveLength(1)
  for (const loser of all.filter((child) => !child.held)) {
    expect(loser.message).toContain(`process ${winners[0]?.process.pid}`)
  }
})

test('the folder is made, closed to others, if it is not there', async () => {
  const inside = path.join(folder, 'a', 'b')
  const claim = await claimDataDir(inside)
  await expect(claimDataDir(inside)).rejects.toThrow(inside)
  await claim.release()
})
