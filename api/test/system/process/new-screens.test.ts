import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { modules } from '../../../src/modules.ts'
import { buildApp } from '../../../src/platform/http/index.ts'
import { testPortal } from '../../support/portal.ts'

const portal = await testPortal()
const folder = await mkdtemp(join(tmpdir(), 'academy-screens-'))
const build = async (script: string) => {
  await rm(folder, { recursive: true })
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'index.html'), `<head></head><script src="/assets/${script}"></script>`)
  await writeFile(join(folder, 'assets', script), `'${script}'`)
}
await build('first.js')
const app = await buildApp(portal.portal, modules, portal.app.log, { screens: folder })
afterAll(async () => {
  await app.close()
  await portal.close()
  await rm(folder, { recursive: true })
})

/** The status, how long it may be kept and what the page or file says. */
const got = async (url: string) => {
  const { statusCode, headers, body } = await app.inject({ url })
  return [statusCode, headers['cache-control'], body]
}

test('screens that are built anew under a running portal are served with their page', async () => {
  expect((await got('/portal/dashboard/overview'))[2]).toContain('/assets/first.js')
  expect(await got('/assets/first.js')).toEqual([200, 'public, max-age=31536000, immutable', "'first.js'"])
  await build('second.js')
  for (const page of ['/', '/index.html', '/portal/dashboard/overview', '/assets'])
    expect(await got(page)).toEqual([200, 'no-cache', expect.stringContaining('/assets/second.js')])
  expect((await got('/assets/second.js'))[0]).toBe(200)
  for (const gone of ['/assets/first.js', '/assets/', '/api/assets/second.js'])
    expect([gone, (await got(gone))[0]]).toEqual([gone, 404])
})
