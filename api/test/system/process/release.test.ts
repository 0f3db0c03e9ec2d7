import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { childEnvironment } from '../../support/platform/process.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const described = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
const packed = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })) })
const bill = z.object({ components: z.array(z.object({ purl: z.string() })) })

const readAs = <S extends z.ZodType>(shape: S, file: string) => shape.parse(JSON.parse(readFileSync(file, 'utf8')))

let folder: string
let place: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-release-test-'))
  const run = (command: string, args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  }
  run(process.execPath, ['bootstrap/release.mjs', '--to', folder])
  const { version } = readAs(described, join(root, 'package.json'))
  run('tar', ['-xzf', join(folder, `academy-${version}.tar.gz`), '-C', folder])
  place = join(folder, `academy-${version}`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a release holds the built screens and no tests, and lists every package it runs on with its licence', () => {
  expect(existsSync(join(place, 'web/dist/index.html'))).toBe(true)
  for (const absent of ['web/src', 'api/test', 'api/src/books/verify.test.ts', 'e2e', 'node_modules'])
    expect([absent, existsSync(join(place, absent))]).toEqual([absent, false])
  expect(Object.keys(readAs(described, join(place, 'package.json')).scripts)).toEqual(['start', 'portal'])

  const { packages } = readAs(packed, join(root, 'package-lock.json'))
  const names = Object.entries(packages).flatMap(([where, { dev }]) =>
    dev || !where.startsWith('node_modules/') ? [] : [where.split('node_modules/').at(-1) ?? ''],
  )
  const purls = readAs(bill, join(place, 'sbom.cdx.json')).components.map(({ purl }) => decodeURIComponent(purl))
  const isListed = (name: string) => purls.some((purl) => purl.startsWith(`pkg:npm/${name}@`))
  expect(names.filter((name) => !isListed(name))).toEqual([])
  expect(readFileSync(join(place, 'THIRD-PARTY.txt'), 'utf8')).toMatch(/^fastify \S+: MIT$/m)
})

test('a release starts with the packages it names and without what builds screens', async () => {
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  const env = { ...childEnvironment, PORT: '0', DEMO_DATA: 'off', DATA_DIR: join(folder, 'data') }
  const portal = spawn(process.execPath, ['bootstrap/run.mjs', 'start'], { cwd: place, env })
  const ended = once(portal, 'exit')
  onTestFinished(async () => {
    portal.kill('SIGTERM')
    await ended
  })
  let said = ''
  for (const stream of [portal.stdout, portal.stderr]) stream.on('data', (text: Buffer) => (said += text))
  await expect.poll(() => said, { timeout: 60_000 }).toMatch(/is ready at http:\S+/)
  const [, address] = /is ready at (http:\S+)/.exec(said) ?? []
  expect(said).not.toMatch(/Building|Installing/)
  const page = await fetch(`${address}/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
})
