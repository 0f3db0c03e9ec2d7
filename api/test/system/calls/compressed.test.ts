import { brotliDecompressSync } from 'node:zlib'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestPortal, testPortal } from '../../support/portal.ts'

let portal: TestPortal
let clerk: Client
let plain: Buffer
beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.as()
  for (let n = 1; n <= 20; n++) expect((await clerk.post('/belt', { beltColor: `黑带 ${n}` })).statusCode).toBe(201)
  plain = (await clerk.get('/belt')).rawPayload
})
afterAll(() => portal.close())

const list = (accepted: string) => clerk.get('/belt', undefined, { 'accept-encoding': accepted })

test.each(['br', 'gzip, deflate, br, zstd', 'gzip;q=0.5, br;q=0.5', '*'])(
  'to whom reads %j a long answer goes compressed',
  async (accepted) => {
    const { headers, rawPayload } = await list(accepted)
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(rawPayload.length),
      'cache-control': 'no-store',
    })
    expect(rawPayload.length).toBeLessThan(plain.length / 3)
    expect(brotliDecompressSync(rawPayload).equals(plain)).toBe(true)
  },
)

test.each(['', 'identity', 'br;q=0', 'gzip, deflate', ',;q='])(
  'to whom reads %j it goes as it is',
  async (accepted) => {
    const { headers, rawPayload } = await list(accepted)
    expect(headers['content-encoding']).toBeUndefined()
    expect(rawPayload.equals(plain)).toBe(true)
  },
)

test('what is short goes as it is, and so does a document with an ETag, which is of its very bytes', async () => {
  const short = await clerk.get('/belt?limit=1', undefined, { 'accept-encoding': 'br' })
  expect(short.headers['content-encoding']).toBeUndefined()
  expect(short.json().items).toHaveLength(1)

  const { _id } = (await clerk.post('/user-group', { role: 'Readers', permissions: allPermissions() })).json()
  const group = await clerk.get(`/user-group/${_id}`, undefined, { 'accept-encoding': 'br' })
  expect(group.headers.etag).toMatch(/^"/)
  expect(group.rawPayload.length).toBeGreaterThan(1400)
  expect(group.headers['content-encoding']).toBeUndefined()
})

test('what a change answers is compressed as well', async () => {
  const body = { role: 'Writers', permissions: allPermissions() }
  const { headers, rawPayload } = await clerk.post('/user-group', body, { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toMatchObject({ role: 'Writers' })
})
