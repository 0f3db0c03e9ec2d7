import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
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

/** The status and the body of the answer to an address as it stands, which a browser would put right first. */
const answerTo = async (port: string, path: string) => {
  const [answer] = await once(get({ host: '127.0.0.1', port, path }), 'response')
  return [answer.statusCode, await text(answer)]
}

test('what looks like a call or a file of the screens and is none is said to be nowhere, and is no page', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const nothing = [
    404,
    JSON.stringify({ statusCode: 404, error: 'Not Found', message: 'There is nothing at this address' }),
  ]
  for (const path of [
    '/assets/../..',
    '/assets/../index.html',
    '/assets/..%2f..%2fpackage.json',
    '/assets//first.js',
    '//assets/first.js',
    '/api/nowhere',
    '//api/admin/belt',
    '/API/admin/belt',
    '/Api?x=1',
    '//api',
  ])
    expect([path, await answerTo(port, path)]).toEqual([path, nothing])
  for (const page of ['/api-docs', '/portal/apiary']) expect((await got(page))[0]).toBe(200)
})
